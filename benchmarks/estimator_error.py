"""Measure the estimator's error against exact counts, kind of text by kind of text.

Run from the project's root: ``python -m benchmarks.estimator_error``. The texts are
those of ``tests/tokens/data``; the fit of the estimator did not see them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from ctxfn.tokens import estimate_text, exact
from ctxfn.tokens.encodings import ENCODING_NAMES, EncodingName

DATA: Final = Path(__file__).parent.parent / "tests" / "tokens" / "data"
PIECES: Final = (400, 4_000)


class Error(NamedTuple):
    """Relative errors: of a whole text, and the middle 90 % of its pieces of one size."""

    whole: float
    low: float
    high: float


def pieces(text: str, size: int) -> Iterator[str]:
    """Yield *text* in pieces of *size* characters, without a shorter last one."""
    return (text[start : start + size] for start in range(0, len(text) - size + 1, size))


def error_of(text: str, *, size: int, encoding: EncodingName) -> Error:
    """Compare the estimate of *text*, and of its pieces, with the exact count."""
    count = exact(encoding).text
    about = partial(estimate_text, encoding=encoding)
    found = sorted(about(one) / count(one) - 1 for one in pieces(text, size))
    margin = len(found) // 20
    return Error(about(text) / count(text) - 1, found[margin], found[-1 - margin])


def main() -> None:
    """Print one line a sample, encoding and size."""
    print(f"{'sample':9} {'encoding':12} {'size':>5} {'whole':>7} {'from':>7} {'to':>7}")
    for path in sorted(DATA.glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        for encoding in ENCODING_NAMES:
            for size in PIECES:
                whole, low, high = error_of(text, size=size, encoding=encoding)
                print(
                    f"{path.stem:9} {encoding:12} {size:5} {whole:+7.1%} {low:+7.1%} {high:+7.1%}"
                )


if __name__ == "__main__":
    main()
