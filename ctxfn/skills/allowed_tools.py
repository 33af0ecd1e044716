"""Take apart which tools a skill says it may use, without reading more than is written."""

from __future__ import annotations

__all__ = ["is_allowed", "split_allowed"]


def split_allowed(text: str) -> tuple[str, ...]:
    """Part *text* at its blanks and commas, but for those in parentheses.

    A parenthesis that is never closed holds all that follows: nothing behind it is an entry.

    Examples:
        >>> split_allowed("Bash(echo $(ls) *), Read")
        ('Bash(echo $(ls) *)', 'Read')
        >>> split_allowed("Bash(git status Read")
        ('Bash(git status Read',)
    """
    entries: list[str] = []
    start = depth = 0
    for place, character in enumerate(text):
        if depth <= 0 and (character == "," or character.isspace()):
            entries.append(text[start:place])
            start, depth = place + 1, 0
        else:
            depth += (character == "(") - (character == ")")
    entries.append(text[start:])
    return tuple(filter(None, entries))


def is_allowed(entry: str) -> bool:
    """Say whether *entry* is a tool, alone or with what it may do in parentheses behind it.

    Examples:
        >>> is_allowed("Bash(echo $(ls) *)"), is_allowed("Bash(git status")
        (True, False)
    """
    name, opening, rest = entry.partition("(")
    if not name.strip() or ")" in name:
        return False
    depth = len(opening)
    for place, character in enumerate(rest):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return place == len(rest) - 1
    return depth == 0
