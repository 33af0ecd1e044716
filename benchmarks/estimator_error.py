"""Measure the estimator's error against exact counts, kind of text by kind of text.

Run from the project's root: ``python -m benchmarks.estimator_error``. The texts are
those of ``tests/tokens/data``; the fit of the estimator did not see them. Where Sphinx is
installed, the messages it has in other languages follow: short sentences with names of options.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from ctxfn.tokens import estimate_text, exact
from ctxfn.tokens.encodings import ENCODING_NAMES, EncodingName

DATA: Final = Path(__file__).parent.parent / "tests" / "tokens" / "data"
PIECES: Final = (400, 4_000)

#: Characters of a language that say something about it.
_ENOUGH: Final = 10_000

_QUOTED: Final = re.compile(r'"((?:[^"\\]|\\.)*)"')


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


def languages() -> Iterator[tuple[str, str]]:
    """Yield each language that Sphinx speaks at some length, and what it says in it."""
    found = find_spec("sphinx")
    for place in (found.submodule_search_locations or ()) if found else ():
        for path in sorted(Path(place, "locale").glob("*/LC_MESSAGES/sphinx.po")):
            text = "\n".join(said_in(path.read_text(encoding="utf-8")))
            if len(text) >= _ENOUGH:
                yield path.parent.parent.name, text


def said_in(catalogue: str) -> Iterator[str]:
    """Yield the translations in the text of a catalogue of messages, its head left out."""
    for entry in catalogue.split("\n\n")[1:]:
        _, _, told = entry.partition("\nmsgstr ")
        text = "".join(_QUOTED.findall(told)).replace('\\"', '"').replace("\\n", "\n")
        if text:
            yield text


def main() -> None:
    """Print one line a sample, encoding and size; then one a language."""
    print(f"{'sample':9} {'encoding':12} {'size':>5} {'whole':>7} {'from':>7} {'to':>7}")
    for path in sorted(DATA.glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        for encoding in ENCODING_NAMES:
            for size in PIECES:
                whole, low, high = error_of(text, size=size, encoding=encoding)
                print(
                    f"{path.stem:9} {encoding:12} {size:5} {whole:+7.1%} {low:+7.1%} {high:+7.1%}"
                )
    print(f"\n{'language':9} {'length':>7}", *(f"{name:>12}" for name in ENCODING_NAMES))
    for language, text in languages():
        errors = (error_of(text, size=400, encoding=name).whole for name in ENCODING_NAMES)
        print(f"{language:9} {len(text):7,}", *(f"{one:+12.1%}" for one in errors))


if __name__ == "__main__":
    main()
