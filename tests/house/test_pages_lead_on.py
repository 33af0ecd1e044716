"""The pages of docs lead from one to the next, and README names each of them."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = {*DOCS.glob("*.md"), *DOCS.glob("injectors/*.md")} - {DOCS / "index.md"}

_LINK = re.compile(r"\]\(([^)#]+\.md)")


def _linked(page: Path, text: str) -> list[Path]:
    return [(page.parent / link).resolve() for link in _LINK.findall(text)]


def _next(page: Path) -> Path | None:
    """Find where *page* sends its reader: the first link behind its last `Next:`."""
    _, found, rest = page.read_text(encoding="utf-8").rpartition("Next:")
    links = _linked(page, rest) if found else []
    return links[0] if links else None


def test_one_chain_leads_through_all_pages() -> None:
    page: Path | None = DOCS / "recipes.md"
    seen: list[Path] = []
    while page in PAGES and page not in seen:
        seen.append(page)
        page = _next(page)

    assert PAGES - {*seen} == set()


def test_the_readme_and_the_index_link_every_page() -> None:
    for start in (ROOT / "README.md", DOCS / "index.md"):
        linked = _linked(start, start.read_text(encoding="utf-8"))
        assert PAGES - {*linked} == set()
