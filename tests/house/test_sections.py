"""What people copy from the README and the recipes runs: a section, behind the page's first block."""

from __future__ import annotations

import doctest
import re
from typing import Any

import pytest

from tests.house.tree import ROOT

OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def sections(page: str) -> list[tuple[str, str, str]]:
    """The page, the heading and the examples of each section; the page's first block before all."""
    text = (ROOT / page).read_text(encoding="utf-8")
    text = re.sub(r"<!-- skip: next -->\n```python\n.*?```", "", text, flags=re.DOTALL)
    first, found = "", []
    for part in re.split(r"^## ", text, flags=re.MULTILINE):
        blocks = re.findall(r"^```python\n(.*?)^```", part, flags=re.DOTALL | re.MULTILINE)
        if blocks and not first:
            first = blocks.pop(0)
        if blocks:
            found.append((page, part.partition("\n")[0], "\n".join([first, *blocks])))
    return found


@pytest.mark.parametrize(
    ("page", "heading", "examples"), [*sections("README.md"), *sections("docs/recipes.md")]
)
def test_a_section_stands_alone(page: str, heading: str, examples: str) -> None:
    names: dict[str, Any] = {}
    case = doctest.DocTestParser().get_doctest(examples, names, heading, page, 0)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    failed = runner.run(case, out=report.append).failed

    assert failed == 0, "".join(report)
