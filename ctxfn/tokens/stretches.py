"""Stretches: cut a text where no tokenizer's word can cross, so that none grows too long.

tiktoken matches its pattern with a bounded stack and joins the bytes of one word
step by step: on a million spaces it panics, and its older versions (0.9) take
minutes for a million letters. What bounds both is the longest word, so long
words are cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

__all__ = ["LONGEST", "stretches"]

#: No stretch of a suspicious text is longer. Large enough that no ordinary text
#: lacks a safe place for so long, small enough to be quick in every version.
LONGEST: Final = 4_096

# Unicode's White_Space, which the encodings mean by `\s`; Python's has four more.
_SPACE: Final = r" \t-\r\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"

_SIGNS: Final = r"""-+*/=<>|&%$#@~^\\,.;:!?(){}\[\]"`_，。、；：？！（）《》「」“”…"""

#: Where both encodings certainly start a new word: before a space that follows
#: something else; after a line end that no space or slash follows; and between a
#: letter or digit and white space or one of these signs (an apostrophe is not one).
_SAFE: Final = re.compile(
    rf"(?<=[^{_SPACE}])(?= )|(?<=\n)(?=[^{_SPACE}/])|"
    rf"(?<=[^\W_])(?=[{_SIGNS}{_SPACE}])"
)

#: A word is made of one kind of these, so a block that holds the opposite of each
#: cannot be the inside of a long one.
_OPPOSITES: Final = tuple(re.compile(one) for one in (f"[{_SPACE}]", f"[^{_SPACE}]", r"[^\r\n/]"))

_BLOCK: Final = LONGEST // 2


def stretches(text: str) -> Iterator[str]:
    """Yield *text* in pieces whose token counts add up to its own.

    Contract:
        Joined, the pieces are *text*. A text without a run of half `LONGEST`
        characters of one kind (space, not space, line ends and slashes) is one
        piece, however long. Any other is cut at safe places into pieces no
        longer than `LONGEST`; where there is none for that long, at that length,
        which may change the count; by one token a cut at most in all
        that was measured (random letters, digits, rows of one character).

    Complexity: O(characters), a fraction of a nanosecond each for ordinary text.

    Source: ours, derived from the patterns of o200k_base and cl100k_base.

    Examples:
        >>> [len(piece) for piece in stretches("word " * 10_000)]
        [50000]
        >>> [len(piece) for piece in stretches("a" * 10_000)]
        [4096, 4096, 1808]
    """
    if len(text) <= LONGEST or not _has_long_run(text):
        yield text
        return
    start = 0
    while len(text) - start > LONGEST:
        end = _last_safe(text, start + LONGEST)
        yield text[start:end]
        start = end
    yield text[start:]


def _has_long_run(text: str) -> bool:
    """Tell whether some aligned block is of one kind: every run twice as long has one."""
    return any(
        opposite.search(text, start, start + _BLOCK) is None
        for start in range(0, len(text) - _BLOCK + 1, _BLOCK)
        for opposite in _OPPOSITES
    )


def _last_safe(text: str, end: int) -> int:
    """Find the last safe place less than `LONGEST` before *end*, else *end*."""
    for width in (64, 512, LONGEST - 1):
        found = [match.start() for match in _SAFE.finditer(text, end - width, end)]
        if found:
            return found[-1]
    return end
