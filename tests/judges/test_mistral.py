"""Both judges accept all that was accepted, and each fault put into it is refused."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.judges.mistral import Version, judge
from tests.judges.mistral_validator import VERSIONS, complaint
from tests.wire.mistral.suite import ACCEPTED

Body = dict[str, Any]


def call(id: str, name: str) -> Any:
    return {"id": id, "type": "function", "function": {"name": name, "arguments": "{}"}}


WHOLE: Body = {
    "messages": [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "What time is it, and where?"},
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [call("aaaaaaaa1", "now"), call("aaaaaaaa2", "here")],
        },
        {"role": "tool", "tool_call_id": "aaaaaaaa1", "name": "now", "content": "12:00"},
        {"role": "tool", "tool_call_id": "aaaaaaaa2", "content": "Oslo"},
        {"role": "assistant", "content": "Noon, in Oslo.", "prefix": False},
        {"role": "user", "content": [{"type": "text", "text": "Thanks."}]},
    ],
    "tools": [{"type": "function", "function": {"name": "now", "parameters": {"type": "object"}}}],
}
ALL: tuple[Version, ...] = ("hosted", "current", "legacy")


@pytest.mark.parametrize("version", ALL)
def test_what_is_right_is_right(version: Version) -> None:
    assert judge(WHOLE, version) == []


@pytest.mark.parametrize("target", VERSIONS)
def test_the_validator_thinks_so_too(target: str) -> None:
    assert [complaint(WHOLE, version) for version in VERSIONS[target] if version] == [
        None for _ in VERSIONS[target]
    ]


@pytest.mark.parametrize("body", ACCEPTED)
def test_what_was_accepted_is_right(body: Body) -> None:
    assert judge(body) == []
    assert [complaint(body, version) for version in VERSIONS["mistral"]] == [None] * 3


def row(body: Body, place: int) -> Any:
    return body["messages"][place]


THOUGHT = {"type": "thinking", "thinking": [{"type": "text", "text": "So."}]}
SAID = {"role": "user", "content": "quick"}

FAULTS: dict[str, Callable[[Body], object]] = {
    "no messages": lambda b: b["messages"].clear(),
    "a call without a result": lambda b: b["messages"].pop(4),
    "a result without a call": lambda b: row(b, 2)["tool_calls"].pop(),
    "a result twice": lambda b: b["messages"].insert(4, row(b, 3)),
    "a person between": lambda b: b["messages"].insert(3, SAID),
    "calls at the end": lambda b: b["messages"].__delitem__(slice(3, None)),
    "a result first": lambda b: b["messages"].insert(0, b["messages"].pop(3)),
    "calls first": lambda b: b["messages"].__delitem__(slice(0, 2)),
    "one id twice": lambda b: row(b, 2)["tool_calls"][1].update(id="aaaaaaaa1"),
    "a long id": lambda b: [
        row(b, 2)["tool_calls"][0].update(id="call_12345"),
        row(b, 3).update(tool_call_id="call_12345"),
    ],
    "no id": lambda b: row(b, 2)["tool_calls"][0].pop("id"),
    "a bad name": lambda b: row(b, 2)["tool_calls"][0]["function"].update(name="a b"),
    "a bad name of a result": lambda b: row(b, 3).update(name="a b"),
    "a tool of a bad name": lambda b: b["tools"][0]["function"].update(name="a b"),
    "broken arguments": lambda b: row(b, 2)["tool_calls"][0]["function"].update(arguments='{"a'),
    "a custom call": lambda b: row(b, 2)["tool_calls"][0].update(type="custom"),
    "system behind an answer": lambda b: b["messages"].insert(
        6, {"role": "system", "content": "x"}
    ),
    "system behind a result": lambda b: b["messages"].insert(5, {"role": "system", "content": "x"}),
    "an answer last": lambda b: b["messages"].pop(),
    "a prefix in the middle": lambda b: row(b, 5).update(prefix=True),
    "an answer of nothing": lambda b: row(b, 5).update(content=""),
    "null": lambda b: row(b, 1).update(content=None),
    "no content": lambda b: row(b, 1).pop("content"),
    "no chunks": lambda b: row(b, 1).update(content=[]),
    "a role": lambda b: row(b, 0).update(role="developer"),
    "a key": lambda b: row(b, 5).update(reasoning_content="So."),
    "a name of a person": lambda b: row(b, 1).update(name="ann"),
    "a key of a chunk": lambda b: row(b, 6)["content"][0].update(cache_control={}),
    "a thought of a person": lambda b: row(b, 6)["content"].append(THOUGHT),
    "a picture in a result": lambda b: row(b, 3).update(
        content=[{"type": "image_url", "image_url": "https://a.example/x.png"}]
    ),
    "a chunk of another API": lambda b: row(b, 6)["content"].append({"type": "refusal"}),
    "a document without an address": lambda b: row(b, 6)["content"].append(
        {"type": "document_url"}
    ),
    "half a character": lambda b: row(b, 1).update(content="\ud800"),
}

OF_HOSTED: dict[str, Callable[[Body], object]] = {
    "a person behind a result": lambda b: b["messages"].pop(5),
    "two persons": lambda b: b["messages"].append(SAID),
    "two answers": lambda b: b["messages"].insert(5, {"role": "assistant", "content": "Hm."}),
}
OF_LEGACY: dict[str, Callable[[Body], object]] = {
    "words and calls": lambda b: row(b, 2).update(content="Let me look."),
    "an empty list of calls": lambda b: row(b, 5).update(tool_calls=[]),
    "a greeting first": lambda b: b["messages"].insert(1, {"role": "assistant", "content": "Hi!"}),
    "a thought": lambda b: row(b, 5).update(content=[THOUGHT, {"type": "text", "text": "Noon."}]),
    "a picture": lambda b: row(b, 6)["content"].append(
        {"type": "image_url", "image_url": "https://a.example/x.png"}
    ),
}


def spoilt(fault: Callable[[Body], object]) -> Body:
    body = copy.deepcopy(WHOLE)
    fault(body)
    return body


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("version", ALL)
def test_each_fault_is_refused(fault: str, version: Version) -> None:
    assert judge(spoilt(FAULTS[fault]), version) != []


@pytest.mark.parametrize("fault", OF_HOSTED)
def test_what_the_api_refuses_its_open_validator_takes(fault: str) -> None:
    body = spoilt(OF_HOSTED[fault])

    assert judge(body) != []
    assert judge(body, "current") == []
    assert [complaint(body, version) for version in VERSIONS["mistral/current"]] == [None] * 3


@pytest.mark.parametrize("fault", OF_LEGACY)
def test_what_old_models_refuse_later_ones_take(fault: str) -> None:
    body = spoilt(OF_LEGACY[fault])

    assert judge(body, "legacy") != []
    assert judge(body) == []


@pytest.mark.parametrize("fault", FAULTS)
def test_what_the_validator_refuses_so_does_the_judge(fault: str) -> None:
    body = spoilt(FAULTS[fault])
    try:
        refused = any(complaint(body, version) for version in VERSIONS["mistral"])
    except (KeyError, UnicodeEncodeError):
        return

    assert judge(body) or not refused
