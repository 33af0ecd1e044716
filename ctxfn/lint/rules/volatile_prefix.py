"""X903 volatile-prefix.

What it does:
    Finds the time of day, or an id of one request, in the system text and in descriptions of
    tools; a day alone is less bad, since it holds for one. Beside the request before: system
    texts that differ in nothing but numbers and ids.

Why it is bad:
    A cache keeps what a request begins with, as long as it begins the same way. A clock in the
    first lines makes each request a new one: the cache is written every time, and never read.

Example:
    ``chat(system("The current time is 2026-03-01 09:30:12."), user("hi"))``

Use instead:
    The clock behind what stays: with the last message, as `ctxfn.injectors.date` does.

Fix safety:
    None: what the text is for decides where the clock may go.

Sources:
    Mintplex-Labs/anything-llm#6398, earendil-works/pi#1873, n8n-io/n8n#32414.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Final

from ctxfn.lint.clocks import masked, volatile_in
from ctxfn.lint.rule import Found, Path, Rule
from ctxfn.lint.severities import always_warning
from ctxfn.messages import System, Text, text_of
from ctxfn.wire import Conversation, Profile

__all__ = ["volatile_prefix"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index, message in enumerate(_head(conversation)):
        for number, part in enumerate(message.parts):
            if isinstance(part, Text):
                yield from _found(index, part.text, ("content", number))
    for number, tool in enumerate(conversation.tools or ()):
        yield from _found(None, tool.description or "", ("tools", number))


def _found(index: int | None, text: str, path: Path) -> Iterator[Found]:
    one = volatile_in(text)
    if one is None:
        return
    what = {"clock": "the time", "day": "the day", "id": "an id of one request"}[one.kind]
    found = f"{what} in what each request begins with: {one.words!r}"
    expected = "text that stays the same"
    yield Found(index, found, expected, path, "info" if one.kind == "day" else None)


def _between(before: Conversation, after: Conversation, profile: Profile) -> Iterator[Found]:
    pairs = zip(_head(before), _head(after), strict=False)
    for index, (was, now) in enumerate(pairs):
        then, text = text_of(was), text_of(now)
        if then != text and masked(then) == masked(text):
            found = "a system text that differs from the last request's in numbers alone"
            yield Found(index, found, "the same text", ("content",))


def _head(conversation: Conversation) -> Iterator[System]:
    for node in takewhile(lambda one: isinstance(one, System), conversation.messages):
        if isinstance(node, System):
            yield node


volatile_prefix: Final = Rule(
    code="X903",
    name="volatile-prefix",
    find=_find,
    severity=always_warning,
    hint="Say it with the last message: what changes comes last.",
    no_fix="What the text is for decides where the clock may go.",
    between=_between,
    unwise=True,
)
