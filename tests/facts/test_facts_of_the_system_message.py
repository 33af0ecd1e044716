"""Facts say how often they change, refuse what they cannot hold, and are values."""

from __future__ import annotations

import pickle
from datetime import UTC, datetime
from typing import Any

import pytest

from ctxfn import facts
from ctxfn.facts import InvalidFact

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)

#: One of each, and how often it changes.
EVERY: list[tuple[Any, str]] = [
    (facts.AgentAccounts(), "turn"),
    (facts.AgentIdentity("Mira"), "never"),
    (facts.BotPlatform("x"), "turn"),
    (facts.Clock(NOON), "turn"),
    (facts.ConnectorOwnership("x"), "turn"),
    (facts.Evaluation("x"), "never"),
    (facts.FetchedHistory(), "turn"),
    (facts.HistorySummary("x"), "turn"),
    (facts.Model("m"), "turn"),
    (facts.ProjectInstructions((facts.ProjectFile("a", "b"),)), "turn"),
    (facts.RetrievedDocuments((facts.Passage("a", 1),)), "turn"),
    (facts.SkillSet((facts.Skill("a", "A"),)), "step"),
    (facts.SystemRole("x"), "never"),
    (facts.ToolInstructions((facts.ToolManual("a"),)), "step"),
    (facts.Workspace("https://app.example", "blue", (facts.Route("/"),)), "never"),
]


@pytest.mark.parametrize(("fact", "changes"), EVERY, ids=lambda one: type(one).__name__)
class TestEvery:
    """What is true of each."""

    def test_it_says_how_often_it_changes(self, fact: Any, changes: str) -> None:
        assert changes == fact.CHANGES

    def test_it_travels(self, fact: Any, changes: str) -> None:
        back = pickle.loads(pickle.dumps(fact))

        assert (back, hash(back), repr(back)) == (fact, hash(fact), repr(fact))


@pytest.mark.parametrize(
    ("kind", "arguments", "field"),
    [
        (facts.Clock, ("today",), "Clock: field now"),
        (facts.Clock, (NOON, 2), "Clock: field timezone"),
        (facts.HistorySummary, (None,), "HistorySummary: field text"),
        (facts.Model, (3,), "Model: field id"),
        (facts.SystemRole, (b"x",), "SystemRole: field text"),
        (facts.ToolManual, ("a", None, None, None, "abc"), "ToolManual: field functions"),
        (facts.Workspace, ("x", None, ("/",)), r"Workspace: field routes\[0\]"),
        (facts.AgentAccount, ("email", None, "x"), "AgentAccount: field identifier"),
    ],
)
def test_a_bad_value_is_named(kind: Any, arguments: tuple[object, ...], field: str) -> None:
    with pytest.raises(InvalidFact, match=f"{field}: found"):
        kind(*arguments)
