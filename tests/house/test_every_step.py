"""Every step that changes what is there has a twin it is timed beside, and is told of in the docs."""

from __future__ import annotations

import re
from typing import Final

from benchmarks.each_step import PAIRS
from ctxfn import injectors, processors
from ctxfn.pipeline import Processor
from tests.house.tree import ROOT

STEPS: Final = tuple(
    name for name in processors.__all__ if isinstance(getattr(processors, name), Processor)
)

#: Steps without a twin, and why. That both sides of a row agree, and have something to do,
#: tests/benchmarks/test_agreement_of_rows.py asks of all rows.
WITHOUT_TWIN: Final[dict[str, str]] = {}

#: The pages that tell of steps; the first names them all.
PAGES: Final = ("processors.md", "truncation.md", "content.md")

_CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def _page(name: str) -> str:
    return _CODE.sub("", (ROOT / "docs" / name).read_text(encoding="utf-8"))


def _rows() -> set[str]:
    """Return what stands before the comma in the name of each row."""
    return {name.partition(",")[0] for name in PAIRS}


def _is_told_of(step: str) -> bool:
    """Say whether *step* has a heading, a row of a table, or a sentence where its room is told of."""
    first, *others = map(_page, PAGES)
    headed = re.search(rf"^### .*\b{step}\b", first, re.MULTILINE)
    rows = re.search(rf"^\| `{step}` \|", first, re.MULTILINE)
    return bool(headed or rows) or any(f"`{step}`" in page for page in others)


def test_each_step_has_a_row_beside_a_twin_or_a_reason() -> None:
    assert [step for step in STEPS if step not in _rows()] == sorted(WITHOUT_TWIN)


def test_each_row_is_of_a_step() -> None:
    known = {*STEPS, *(name for name in injectors.__all__)}

    assert _rows() - known == set()


def test_the_page_of_steps_names_each() -> None:
    page = _page(PAGES[0])

    assert [step for step in STEPS if not re.search(rf"\b{step}\b", page)] == []


def test_each_step_is_told_of() -> None:
    assert [step for step in STEPS if not _is_told_of(step)] == []
