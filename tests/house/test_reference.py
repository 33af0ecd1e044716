"""Every public name has its place in docs/reference."""

from __future__ import annotations

import importlib
import re

import pytest

from tests.house.tree import ROOT, rooms

PAGES = ROOT / "docs" / "reference"


@pytest.mark.parametrize("door", ["ctxfn", *rooms()])
def test_each_public_name_is_in_the_reference(door: str) -> None:
    names = set(getattr(importlib.import_module(door), "__all__", ()))
    page = PAGES / f"{door.rpartition('.')[2]}.md"
    text = page.read_text(encoding="utf-8") if page.exists() else ""

    missing = names - set(re.findall(r"^## `(\w+)`$", text, flags=re.MULTILINE))

    assert missing == set(), "run: python docs/reference.py"


def test_the_reference_has_no_page_of_a_room_that_is_gone() -> None:
    pages = {page.stem for page in PAGES.glob("*.md")}

    assert pages <= {"ctxfn", *(door.rpartition(".")[2] for door in rooms())}
