"""list_files and with_files: what comes with a skill, behind its instructions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxfn.skills import OfferedSkill, list_files, with_files
from tests.injectors.hostile import TEXTS, parsed


def test_nothing_to_list_is_the_same_object() -> None:
    for skill in (OfferedSkill("a", "A", content="x"), OfferedSkill("a", "A", files=("f",))):
        assert with_files(skill) is skill


@given(TEXTS, st.lists(TEXTS, min_size=1, max_size=3))
def test_every_path_can_be_read_again(name: str, paths: list[str]) -> None:
    (element,) = parsed(list_files(OfferedSkill("a", name, files=tuple(paths))))

    assert (element.get("name"), [one.get("path") for one in element]) == (name, paths)


@given(st.text(), st.lists(st.text(), max_size=3).map(tuple))
def test_twice_is_once(content: str, files: tuple[str, ...]) -> None:
    once = with_files(OfferedSkill("a", "A", content=content, files=files))

    assert with_files(once) is once
