"""Words that stand for no words: what programs write where a text may not be missing."""

from __future__ import annotations

from typing import Final

__all__ = ["is_filler"]

#: In small letters, without what brackets and stops are around them.
_FILLERS: Final = frozenset(
    (
        "",
        "no content",
        "no text",
        "no message",
        "no output",
        "empty",
        "empty message",
        "none",
        "null",
        "n/a",
        "placeholder",
        "continue",
        "tool call",
        "tool calls",
        "tool use",
        "function call",
        "calling tool",
        "calling tools",
        "calling a tool",
        "calling function",
        "using tool",
        "using tools",
        "i will use a tool",
        "message content empty",
        "content omitted",
    )
)

#: Longer texts are no filler.
_LONGEST: Final = 30

_AROUND: Final = " \t\r\n.…-_*()[]{}<>\"'`:"


def is_filler(text: str) -> bool:
    """Say whether *text* is one that programs write so that something stands there.

    White space alone is none: it says nothing that could be imitated.

    Complexity: O(1).

    Examples:
        >>> is_filler("(no content)"), is_filler("..."), is_filler("Done."), is_filler(" ")
        (True, True, False, False)
    """
    if len(text) > _LONGEST or not text or text.isspace():
        return False
    return text.strip(_AROUND).lower() in _FILLERS
