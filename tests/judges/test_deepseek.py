"""The judge accepts all that the API accepted, and refuses each fault put into it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.judges.deepseek import Version, judge
from tests.wire.deepseek.suite import ACCEPTED

Body = dict[str, Any]


def call(id: str, name: str) -> Any:
    return {"id": id, "type": "function", "function": {"name": name, "arguments": "{}"}}


WHOLE: Body = {
    "messages": [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "What time is it, and where?", "name": "ann"},
        {
            "role": "assistant",
            "content": None,
            "reasoning_content": "Look.",
            "tool_calls": [call("c1", "now"), call("c2", "here")],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "12:00"},
        {"role": "tool", "tool_call_id": "c2", "content": "Oslo"},
        {"role": "assistant", "content": "Noon, in Oslo."},
        {"role": "user", "content": [{"type": "text", "text": "Thanks."}]},
    ],
}
#: The same for a model that takes no thoughts.
OLD: Body = copy.deepcopy(WHOLE)
del OLD["messages"][2]["reasoning_content"]


def test_what_is_right_is_right() -> None:
    assert judge(WHOLE) == judge(WHOLE, "thinking") == judge(OLD) == judge(OLD, "r1") == []


@pytest.mark.parametrize("body", ACCEPTED)
def test_what_was_accepted_is_right(body: Body) -> None:
    assert judge(body, "thinking") == []


def row(body: Body, place: int) -> Any:
    return body["messages"][place]


FAULTS: dict[str, Callable[[Body], object]] = {
    "no messages": lambda b: b["messages"].clear(),
    "a call without a result": lambda b: b["messages"].pop(4),
    "a result without a call": lambda b: row(b, 2)["tool_calls"].pop(),
    "a person between": lambda b: b["messages"].insert(3, {"role": "user", "content": "quick"}),
    "calls at the end": lambda b: b["messages"].__delitem__(slice(3, None)),
    "a result first": lambda b: b["messages"].insert(0, b["messages"].pop(3)),
    "one id twice": lambda b: row(b, 2)["tool_calls"][1].update(id="c1"),
    "no id": lambda b: row(b, 2)["tool_calls"][0].pop("id"),
    "no name": lambda b: row(b, 2)["tool_calls"][0]["function"].update(name=""),
    "broken arguments": lambda b: row(b, 2)["tool_calls"][0]["function"].update(arguments='{"a'),
    "arguments as an object": lambda b: row(b, 2)["tool_calls"][0]["function"].update(arguments={}),
    "a custom call": lambda b: row(b, 2)["tool_calls"][0].update(type="custom"),
    "no calls": lambda b: row(b, 5).update(tool_calls=[]),
    "a call of the old kind": lambda b: row(b, 5).update(function_call={"name": "now"}),
    "null": lambda b: row(b, 1).update(content=None),
    "no content": lambda b: row(b, 2).pop("content"),
    "no parts": lambda b: row(b, 1).update(content=[]),
    "a role": lambda b: row(b, 0).update(role="developer"),
    "a picture": lambda b: row(b, 6)["content"].append({"type": "image_url", "image_url": {}}),
    "half a character": lambda b: row(b, 1).update(content="\ud800"),
    "thoughts that are no text": lambda b: row(b, 2).update(reasoning_content=["So."]),
}
OF_R1: dict[str, Callable[[Body], object]] = {
    "a thought": lambda b: row(b, 2).update(reasoning_content="So."),
    "two persons": lambda b: b["messages"].append(row(b, 1)),
    "a greeting first": lambda b: b["messages"].insert(1, {"role": "assistant", "content": "Hi!"}),
    "an answer last": lambda b: b["messages"].pop(),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize(("version", "whole"), [("chat", WHOLE), ("thinking", WHOLE), ("r1", OLD)])
def test_each_fault_is_refused(fault: str, version: Version, whole: Body) -> None:
    body = copy.deepcopy(whole)
    FAULTS[fault](body)

    assert judge(body, version) != []


@pytest.mark.parametrize("fault", OF_R1)
def test_what_the_first_reasoner_refuses_others_take(fault: str) -> None:
    body = copy.deepcopy(OLD)
    OF_R1[fault](body)

    assert judge(body, "r1") != []
    assert judge(body) == []


def test_a_model_that_thinks_wants_its_thoughts_back() -> None:
    assert judge(OLD) == []
    assert judge(OLD, "thinking") != []


def test_an_answer_to_go_on_with_may_be_last() -> None:
    body = copy.deepcopy(OLD)
    body["messages"][-1] = {"role": "assistant", "content": "It", "prefix": True}
    del body["messages"][5]

    assert judge(body, "r1") == []
