"""A fact refuses what its fields cannot hold, and says where."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any, Literal

import attrs
import pytest

from ctxfn import facts
from ctxfn.facts import (
    AgentDirectory,
    DirectoryModel,
    DirectoryProvider,
    DiscordChannel,
    Expertise,
    ExpertiseDomain,
    InvalidFact,
    Knowledge,
    KnowledgeFile,
    Member,
    Memory,
    MemoryPersona,
    OfficialTool,
    Onboarding,
    Plan,
    Team,
    ToolDiscovery,
)

#: The facts whose injectors stand before the first person, and how often each changes.
CHANGES: dict[type[Any], Literal["never", "turn", "step"]] = {
    facts.AgentDirectory: "step",
    facts.Discord: "never",
    facts.EditedAgent: "step",
    facts.EditedTeam: "step",
    facts.Expertise: "never",
    facts.Knowledge: "turn",
    facts.Memory: "turn",
    facts.MentionedAgents: "turn",
    facts.Onboarding: "step",
    facts.Plan: "step",
    facts.Team: "turn",
    facts.ToolDiscovery: "step",
}


class Silent:
    """An object that cannot show itself."""

    def __repr__(self) -> str:
        raise RuntimeError


def made(*arguments: Any, of: Any, **named: Any) -> Callable[[], object]:
    return lambda: of(*arguments, **named)


class TestExamples:
    """What is refused, and in which words."""

    @pytest.mark.parametrize(
        ("make", "error"),
        [
            (made(3, of=Plan), InvalidFact("Plan", "goal", "3", "str")),
            (made("g", 3, of=Plan), InvalidFact("Plan", "description", "3", "str or None")),
            (made("g", completed=1, of=Plan), InvalidFact("Plan", "completed", "1", "bool")),
            (made("m", kind=True, of=DiscordChannel), None),
            (
                made("f", "n", full_length=-1, of=KnowledgeFile),
                InvalidFact("KnowledgeFile", "full_length", "-1", "int of 0 or more or None"),
            ),
            (
                made("Go.", exchanges=True, of=Onboarding),
                InvalidFact("Onboarding", "exchanges", "True", "int of 0 or more or None"),
            ),
            (
                made("t", "T", "store", of=OfficialTool),
                InvalidFact(
                    "OfficialTool",
                    "kind",
                    "'store'",
                    "'builtin' or 'composio' or 'klavis' or 'lobehub-skill'",
                ),
            ),
            (
                made("members", of=Team),
                InvalidFact("Team", "members", "'members'", "a tuple of Member"),
            ),
            (
                made((Member("a"), "b"), of=Team),
                InvalidFact("Team", "members[1]", "'b'", "Member"),
            ),
            (
                made("d", ("l1", None), of=ExpertiseDomain),
                InvalidFact("ExpertiseDomain", "lessons[1]", "None", "str"),
            ),
            (
                made(persona="Ann", of=Memory),
                InvalidFact("Memory", "persona", "'Ann'", "MemoryPersona or None"),
            ),
            (
                made(activator=3, of=ToolDiscovery),
                InvalidFact("ToolDiscovery", "activator", "3", "ToolName or str or None"),
            ),
            (
                made(collections=[], of=Knowledge),
                InvalidFact("Knowledge", "collections", "[]", "a tuple of KnowledgeCollection"),
            ),
            (
                made(Silent(), of=Plan),
                InvalidFact("Plan", "goal", "a Silent that cannot be printed", "str"),
            ),
        ],
    )
    def test_what_does_not_fit_is_refused(
        self, make: Callable[[], object], error: InvalidFact | None
    ) -> None:
        with pytest.raises(InvalidFact) as caught:
            make()

        assert error is None or caught.value == error

    def test_the_words_name_fact_field_found_and_expected(self) -> None:
        with pytest.raises(InvalidFact, match=r"Plan.*goal.*found 3, expected str"):
            made(3, of=Plan)()

    def test_a_long_value_is_cut(self) -> None:
        with pytest.raises(InvalidFact) as caught:
            made(("x" * 1_000,), of=Plan)()

        assert len(caught.value.found) == 80

    def test_what_fits_is_taken_as_it_is(self) -> None:
        model = DirectoryModel("m", "M", None, True)
        directory = AgentDirectory(providers=(DirectoryProvider("p", "P", (model,)),))

        assert directory.providers[0].models[0] is model
        assert DiscordChannel("c", kind=0).kind == 0
        assert Memory(persona=MemoryPersona()).persona == MemoryPersona()


class TestRecords:
    """Facts are values, and say how often they change."""

    @pytest.mark.parametrize("kind", CHANGES, ids=lambda kind: kind.__name__)
    def test_how_often_each_changes_is_said(self, kind: Any) -> None:
        assert CHANGES[kind] == kind.CHANGES
        assert "CHANGES" not in [field.name for field in attrs.fields(kind)]

    @pytest.mark.parametrize("fact", [Team((Member("a"),)), Expertise("x"), Memory()])
    def test_they_hash_and_pickle(self, fact: object) -> None:
        assert pickle.loads(pickle.dumps(fact)) == fact
        assert hash(fact) == hash(pickle.loads(pickle.dumps(fact)))
