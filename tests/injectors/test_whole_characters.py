"""What a fact says reaches the request as text that UTF-8 can hold, whichever name was cut."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ctxfn import Policy, SystemRole, assemble
from ctxfn.facts import (
    DiscoverableTool,
    ToolDiscovery,
    ToolInstructions,
    ToolManual,
)

CUT = "cut \ud83d"
FACTS: tuple[Any, ...] = (
    SystemRole(CUT),
    ToolInstructions((ToolManual(CUT, instructions="Ask."),)),
    ToolInstructions((ToolManual("maps", CUT, instructions=CUT, functions=("add",)),)),
    ToolDiscovery((DiscoverableTool(CUT, CUT),)),
)


@pytest.mark.parametrize("fact", FACTS)
def test_halves_of_characters_are_replaced_and_noted(fact: Any) -> None:
    payload = assemble([{"role": "user", "content": "hi"}], fact, to="openai")

    assert "cut \ufffd" in json.dumps(payload.body, ensure_ascii=False)
    json.dumps(payload.body, ensure_ascii=False).encode()
    assert [getattr(note, "kind", "") for note in payload.report.notes] == ["unicode-mended"]
    assert payload.report.left == ()


def test_a_budget_counts_it_as_it_is_sent() -> None:
    policy = Policy(budget=1_000)
    payload = assemble([{"role": "user", "content": "hi"}], FACTS[0], to="openai", policy=policy)

    assert payload.messages[0]["content"] == "cut \ufffd"


def test_what_a_person_says_is_mended_and_told() -> None:
    payload = assemble([{"role": "user", "content": CUT}], SystemRole("Be brief."), to="openai")

    assert payload.messages[1]["content"] == "cut \ufffd"
    assert [getattr(note, "kind", "") for note in payload.report.notes] == ["unicode-mended"]
    assert payload.report.left == ()
