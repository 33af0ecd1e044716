"""Thoughts that a model wrote into its text, between tags."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["has_think_tags", "without_think_tags"]

_NAMES: Final = "think|thinking|thought|thoughts|reasoning"

#: Thoughts come first; a block that was cut off has no end.
_FIRST: Final = re.compile(
    rf"\s*<(?P<name>{_NAMES})>.*?(?:</(?P=name)>\s*|\Z)", re.DOTALL | re.IGNORECASE
)

#: Templates that open the block in the prompt leave its end alone in the answer.
_END: Final = re.compile(r"[^`]*?</(?:think|thinking)>\s*", re.IGNORECASE)


def has_think_tags(text: str) -> bool:
    """Say whether *text* begins with thoughts between tags, or with the end of such a block.

    Tags further on, and in code, are what an answer is about.

    Complexity: O(characters) up to the end of the block.

    Examples:
        >>> has_think_tags("<think>hm</think>Yes."), has_think_tags("hm</think>Yes.")
        (True, True)
        >>> has_think_tags("Write `<think>` and `</think>`.")
        False
    """
    return "<" in text and _end_of(text) > 0


def without_think_tags(text: str) -> str:
    """Return *text* behind its thoughts.

    Contract:
        `has_think_tags` is false of the answer; without such a block it is *text*.

    Complexity: O(characters).

    Examples:
        >>> without_think_tags("<think>hm</think>\\n\\nYes.")
        'Yes.'
    """
    start = 0
    while end := _end_of(text, start):
        start = end
    return text[start:]


def _end_of(text: str, start: int = 0) -> int:
    found = _FIRST.match(text, start)
    if found is None and text.find("</", start) >= 0:
        found = _END.match(text, start)
    return 0 if found is None else found.end()
