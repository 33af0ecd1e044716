"""docs/facts.md says what the facts are."""

from __future__ import annotations

from docs.facts import PAGE, page, told


def test_the_page_is_as_the_facts_are() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python docs/facts.py"


def test_each_fact_has_a_section_with_an_example() -> None:
    sections = {part.partition("\n")[0]: part for part in page().split("\n### ")[1:]}
    without = [name for name, part in sections.items() if "```python" not in part]

    assert set(sections) == {kind.__name__ for kind in told()}
    assert without == []
