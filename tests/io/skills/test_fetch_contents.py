"""fetch_contents: what is wanted and not at hand is fetched, and only that."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from ctxfn.io.skills import FetchedContents, fetch_contents
from ctxfn.skills import (
    Activation,
    OfferedSkill,
    SkillDelta,
    SkillSnapshot,
    resolve_skills,
)
from tests.io.gather.virtual_loop import run_virtually

SNAPSHOT = SkillSnapshot(
    (
        OfferedSkill("brand", "Brand", content="Be brief."),
        OfferedSkill("pdf", "PDF", files=("a.md",)),
        OfferedSkill("web", "Web"),
        OfferedSkill("zip", "Zip", bundled=True),
    ),
    pinned=("brand", "pdf", "zip", "a-tool"),
)
DELTA = SkillDelta((Activation("web", by="mention"),))
LACKING = resolve_skills(SNAPSHOT, DELTA)


def fetched(fetch: Callable[[str], Any]) -> FetchedContents:
    return asyncio.run(fetch_contents(LACKING, fetch))


def test_only_what_is_wanted_and_lacking() -> None:
    asked: list[str] = []
    fetched(asked.append)

    assert sorted(asked) == ["pdf", "web"]


def test_a_skill_wanted_under_two_names_is_fetched_once() -> None:
    twice = resolve_skills(SNAPSHOT, SkillDelta((Activation("PDF"), Activation("pdf"))))
    asked: list[str] = []
    asyncio.run(fetch_contents(twice, asked.append))

    assert asked == ["pdf"]


def test_what_comes_back_is_resolved_with() -> None:
    after = resolve_skills(SNAPSHOT, DELTA, fetched(str.upper).activations)

    assert [(one.identifier, one.content) for one in after.skills if one.active] == [
        ("brand", "Be brief."),
        ("pdf", "PDF"),
        ("web", "WEB"),
    ]
    assert [one.because for one in after.unmet] == ["unknown", "bundled"]


def test_a_skill_brings_its_files() -> None:
    found = fetched(lambda skill: OfferedSkill(skill, "PDF", content="Do it.", files=("a.md",)))

    assert found.activations[0].content == (
        'Do it.\n\n<skill_files name="PDF">\n<file path="a.md" />\n</skill_files>'
    )


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (None, "no instructions"),
        (" ", "no instructions"),
        (OfferedSkill("pdf", "PDF"), "no instructions"),
        (7, "a int is none"),
    ],
)
def test_what_is_none_stays_listed(answer: object, why: str) -> None:
    found = fetched(lambda skill: answer)

    assert (found.activations, [note.text for note in found.notes]) == (
        (),
        [f"pdf: {why}", f"web: {why}"],
    )


def test_one_that_hangs_is_alone_in_it() -> None:
    async def fetch(skill: str) -> str:
        await asyncio.sleep(1e9 if skill == "pdf" else 1)
        return "x"

    found, seconds, left = run_virtually(fetch_contents(LACKING, fetch, limit=2))

    assert [one.skill for one in found.activations] == ["web"]
    assert (found.notes[0].text, seconds, left) == ("pdf: not there within 2 s", 2.0, 0)
