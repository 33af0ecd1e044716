"""How far the estimator is off in languages it was not fitted to, and which drift would cover that."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxfn.tokens import estimate_text, exact
from ctxfn.tokens.encodings import EncodingName
from tests.tokens.languages import SAID

#: By language, the factor that covers the small conversation: in o200k_base and in cl100k_base.
NEEDED: dict[str, tuple[float, float]] = {
    "English": (1.06, 1.06),
    "Estonian": (1.50, 1.66),
    "Finnish": (1.36, 1.61),
    "German": (1.15, 1.30),
    "Hungarian": (1.18, 1.09),
    "Indonesian": (1.30, 1.73),
    "Japanese": (1.14, 1.12),
    "Polish": (1.38, 1.43),
    "Russian": (1.10, 1.26),
    "Swahili": (1.57, 2.02),
    "Turkish": (1.11, 1.05),
    "Vietnamese": (0.69, 0.78),
}
ENCODINGS: tuple[EncodingName, ...] = ("o200k_base", "cl100k_base")
PAGE = Path(__file__).parents[2] / "docs" / "tokens.md"


@pytest.mark.parametrize("language", sorted(SAID))
@pytest.mark.parametrize("column", [0, 1], ids=ENCODINGS)
def test_the_factor_that_is_told_covers_it_and_hardly_more(language: str, column: int) -> None:
    encoding, factor = ENCODINGS[column], NEEDED[language][column]
    count = exact(encoding).text(SAID[language])
    about = estimate_text(SAID[language], encoding=encoding)

    assert about * (factor - 0.015) < count <= about * factor


def test_the_page_tells_these_factors() -> None:
    page = PAGE.read_text(encoding="utf-8")

    for language, (large, small) in NEEDED.items():
        assert f"| {language} | {large:.2f} | {small:.2f} |" in page
