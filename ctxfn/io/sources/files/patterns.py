"""Patterns as .gitignore writes them, matched in time that grows with the name alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ctxfn.errors import InvalidArgument, MissingExtra

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

__all__ = ["spec_of"]

_STAR: Final = "[^/]*"

#: A pattern with more `**` in it tries all ways to part a path; nobody writes one.
_MOST_DEEP: Final = 3
_DEEP: Final = ("(?:.+/)?", "(?:/.+)?")


def spec_of(patterns: Sequence[str], what: str, *, lenient: bool = False) -> GitIgnoreSpec:
    """Read *patterns* as .gitignore writes them; *lenient*: those that would take long are left out.

    Raises:
        MissingExtra: pathspec is not installed.
        InvalidArgument: one is no pattern, or would take long.
    """
    try:
        from pathspec import GitIgnoreSpec
    except ImportError:
        raise MissingExtra("pathspec", "files") from None
    try:
        spec = GitIgnoreSpec.from_lines(patterns, backend="simple")
    except Exception as error:  # a reader of others' making
        raise InvalidArgument(what, str(error)[:80], "patterns as in .gitignore") from None
    quick = []
    for one in spec.patterns:
        written = one.regex.pattern if one.regex is not None else ""
        if sum(written.count(deep) for deep in _DEEP) > _MOST_DEEP + 1:
            if not lenient:
                raise InvalidArgument(what, "a pattern with many **", f"{_MOST_DEEP} at most")
            continue
        if written.count(_STAR) > 1:
            one.regex = re.compile(_without_return(written))
        quick.append(one)
    # Others, where they are installed, do not take what is made of a pattern here.
    return GitIgnoreSpec(quick, backend="simple")


def _without_return(written: str) -> str:
    """Let each star but the last take the first place where what follows it fits, for good.

    What follows is of fixed length, so a later place helps none of the stars behind; without this a
    name of 250 letters and a pattern of five stars take minutes.
    """
    first, *parts, last = written.split(_STAR)
    quick = [f"{_STAR}{part}" if "(?:" in part else f"(?>{_STAR}?{part})" for part in parts if part]
    return f"{first}{''.join(quick)}{_STAR}{last}"
