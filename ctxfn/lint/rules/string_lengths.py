"""B801 string-lengths.

What it does:
    Finds texts, addresses of images and data of files that are longer than a field takes.

Why it is bad:
    "string too long": the request is refused, and with it every later one. A tool that printed a
    whole log makes such texts, and images go as text as well.

Example:
    ``{"type": "function_call_output", "call_id": "c1", "output": "x" * 20_000_000}``

Use instead:
    The part of it that matters; an upload for what is large.

Fix safety:
    Lossy: texts are cut and say so, media become a word on what they were.

Sources:
    OpenAI's published interface description.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.processors import cut_long_values
from ctxfn.processors.legalize import long_values
from ctxfn.wire import Conversation, Profile

__all__ = ["string_lengths"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index, message in enumerate(conversation.messages):
        for one in long_values(message, profile):
            found = f"{one.what} of {one.length} characters"
            yield Found(index, found, f"{one.limit} at most", ("content", one.part))


def _severity(profile: Profile) -> Severity | None:
    return None if profile.text_length is None else "error"


string_lengths: Final = Rule(
    code="B801",
    name="string-lengths",
    find=_find,
    severity=_severity,
    hint="Cut it, or upload what is large.",
    fix=cut_long_values(),
    fix_safety="lossy",
)
