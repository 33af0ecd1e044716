"""What is assembled for a target is what the target takes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ctxfn import SystemRole, assemble, check, repair
from ctxfn.pipeline import Pipeline, phase
from ctxfn.processors import strip_fields
from ctxfn.wire import profile, target_names

CALL: Any = {"id": "c1", "type": "function", "function": {"name": "now", "arguments": "{}"}}
SAID: Any = [
    {"role": "assistant", "content": "Hello! What is it?"},
    {"role": "user", "content": "What time is it?"},
    {"role": "assistant", "content": "Let me look.", "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "c1", "content": "12:00"},
    {"role": "user", "content": "So?"},
]
#: Every name but the one that is nobody in particular.
TARGETS = [name for name in target_names() if name != "any"]


@pytest.mark.parametrize("to", TARGETS)
@pytest.mark.parametrize("said", [SAID, SAID[1:], SAID[1:4], SAID[1:3]], ids=len)
def test_no_error_is_left(to: str, said: Any) -> None:
    sent = assemble(said, SystemRole("You are a clock."), to=to)

    assert [one.code for one in check(sent.body, to) if one.severity == "error"] == []
    assert [one.code for one in sent.report.left if one.severity == "error"] == []
    assert repair(sent.body, to) == sent.body


def test_what_was_done_for_the_target_is_told() -> None:
    sent = assemble(SAID[1:], to="mistral")
    call = sent.messages[1]["tool_calls"][0]  # type: ignore[index]

    assert [row["role"] for row in sent.messages] == [
        "user",
        "assistant",
        "tool",
        "assistant",
        "user",
    ]
    assert len(call["id"]) == 9
    assert {getattr(note, "kind", "") for note in sent.report.notes} >= {"ids-replaced"}


def test_a_pipeline_of_ones_own_has_the_last_word() -> None:
    mine = Pipeline((phase("all", "nothing but this", strip_fields()),))
    sent = assemble(SAID[1:], to="mistral", pipeline=mine)

    assert sent.messages[1]["tool_calls"][0]["id"] == "c1"  # type: ignore[index]


def test_targets_of_the_usual_format_are_sent_what_the_pipeline_made() -> None:
    assert profile("openai").codec == "openai_chat"
    assert [getattr(note, "step", "") for note in assemble(SAID[1:]).report.notes] == []


@pytest.mark.parametrize("to", TARGETS)
def test_halves_of_characters_are_sent_to_nobody(to: str) -> None:
    half = "cut \ud83d"
    call = {"id": "c\ud83d", "type": "function", "function": {"name": "now", "arguments": "{}"}}
    said: Any = [
        {"role": "user", "content": half},
        {"role": "assistant", "content": half, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c\ud83d", "content": half},
        {"role": "user", "content": [{"type": "text", "text": half}]},
    ]

    sent = assemble(said, SystemRole(half), to=to)

    assert "cut \ufffd" in json.dumps(sent.body, ensure_ascii=False).encode().decode()
    assert "unicode-mended" in {getattr(note, "kind", "") for note in sent.report.notes}


def test_halves_of_characters_are_mended_where_they_stand() -> None:
    sent = assemble([{"role": "user", "content": "cut \ud83d"}], SystemRole("half \udc00"))

    assert sent.messages == [
        {"role": "system", "content": "half \ufffd"},
        {"role": "user", "content": "cut \ufffd"},
    ]
