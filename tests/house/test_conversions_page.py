"""docs/conversions.md says what conversions keep."""

from __future__ import annotations

import pytest

from docs.conversion_samples import FEATURES
from docs.conversions import FORMATS, PAGE, page, table


@pytest.fixture(scope="module")
def written() -> str:
    return page()


def test_the_page_is_as_the_conversions_are(written: str) -> None:
    assert PAGE.read_text(encoding="utf-8") == written, "run: python docs/conversions.py"


def test_each_pair_has_a_section(written: str) -> None:
    names = [name for _, name in FORMATS.values()]
    pairs = [f"### {one} to {other}\n" for one in names for other in names if one != other]

    assert [pair for pair in pairs if pair not in written] == []


def test_each_feature_is_known_to_a_format() -> None:
    known = {
        feature
        for rows in table().values()
        for row in rows.values()
        for feature, cell in row.items()
        if cell.verdict != "none"
    }

    assert known == set(FEATURES)


def test_text_and_calls_are_kept_by_all() -> None:
    lost = [
        (source, target, feature)
        for source, rows in table().items()
        for target, row in rows.items()
        for feature in ("text", "call and result", "parallel calls")
        if row[feature].verdict == "lost"
    ]

    assert lost == []
