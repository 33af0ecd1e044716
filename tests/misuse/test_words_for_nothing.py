"""A word that names nothing, or a text where texts belong, is refused at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ctxfn
from ctxfn.errors import InvalidArgument
from ctxfn.io.skills import read_skills
from ctxfn.skills import OfferedSkill, collect_skills


class TestExamples:
    """Sources, and rows of identifiers."""

    def test_a_source_of_tokens(self) -> None:
        told = ctxfn.count([{"role": "user", "content": "hi"}], model="gpt-4o")

        assert told.of("media") == 0
        with pytest.raises(InvalidArgument, match="found 'txt', expected system or text or"):
            told.of("txt")

    def test_a_source_of_skills_before_anything_is_read(self, tmp_path: Path) -> None:
        nonsense: Any = "nonsense"
        for folder in (tmp_path, tmp_path / "nowhere"):
            with pytest.raises(InvalidArgument, match="found 'nonsense', expected builtin or"):
                read_skills(folder, source=nonsense)

    @pytest.mark.parametrize("name", ["pinned", "disabled", "explicit"])
    def test_a_text_is_no_row_of_identifiers(self, name: str) -> None:
        row: Any = {name: "pdf"}
        with pytest.raises(InvalidArgument, match=f"collect_skills, {name}: found 'pdf'"):
            collect_skills([OfferedSkill("pdf", "PDF")], **row)

    def test_a_choice_is_one_of_two(self) -> None:
        choice: Any = "automatic"
        with pytest.raises(InvalidArgument, match="expected auto or manual"):
            collect_skills([], choice=choice)
