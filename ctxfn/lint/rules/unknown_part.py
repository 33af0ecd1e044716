"""C309 unknown-part.

What it does:
    Finds parts of a type that the target does not know, and parts that lack what their type
    needs.

Why it is bad:
    The request is refused, with a list of the types there are. Parts of other formats come in
    this way, and those of a library's own.

Example:
    ``{"role": "user", "content": [{"type": "thinking", "thinking": "..."}]}``

Use instead:
    ``{"role": "user", "content": [{"type": "text", "text": "..."}]}``

Fix safety:
    Lossy: its text stands in its place, else its JSON, if that is short, else a word on what
    it was.

Sources:
    OpenAI's published interface description; vercel/ai#9968.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import always_error
from ctxfn.messages import Node, Opaque, unusual
from ctxfn.processors import stand_in_parts
from ctxfn.wire import Conversation, Profile, only_words_and_calls, unsendable_parts

__all__ = ["unknown_part"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    told = {(one.index, one.path) for one in conversation.problems}
    messages = conversation.messages
    for index in unusual(messages):
        message = messages[index]
        for number in unsendable_parts(message, profile):
            # What could not be read at all is for unreadable-value.
            if (index, f"content[{number}]") not in told and (index, "content") not in told:
                yield from _found(index, message, number)


def _found(index: int, message: Node, number: int) -> Iterator[Found]:
    part = message.parts[number]
    path = ("content", number)
    if isinstance(part, Opaque):
        value = part.value.shared()
        kind = value.get("type") if isinstance(value, dict) else None
        found = f"a part of the type {kind!r}" if isinstance(kind, str) else "a part of no type"
        yield Found(index, found, "a part of a type the target knows", path)


unknown_part: Final = Rule(
    code="C309",
    name="unknown-part",
    find=_find,
    severity=always_error,
    hint="Write what it says as text.",
    fix=stand_in_parts(),
    fix_safety="lossy",
    unless=only_words_and_calls,
)
