"""The judge accepts all that the API accepted, and refuses each fault put into it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.judges.anthropic import judge
from tests.wire.anthropic.suite import ACCEPTED

Body = dict[str, Any]

WHOLE: Body = {
    "system": "Be brief.",
    "messages": [
        {"role": "user", "content": "What time is it, and where?"},
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "So.", "signature": "c2ln"},
                {"type": "text", "text": "Let me look."},
                {"type": "tool_use", "id": "t1", "name": "now", "input": {}},
                {"type": "tool_use", "id": "t2", "name": "here", "input": {}},
            ],
        },
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "t1", "content": "12:00"},
                {
                    "type": "tool_result",
                    "tool_use_id": "t2",
                    "content": [{"type": "text", "text": "Oslo"}],
                },
                {"type": "text", "text": "Well?"},
            ],
        },
    ],
    "tools": [{"name": "now", "input_schema": {"type": "object"}}],
}


def test_what_is_right_is_right() -> None:
    assert judge(WHOLE, strict=True) == []


@pytest.mark.parametrize("body", ACCEPTED)
def test_what_was_accepted_is_right(body: Body) -> None:
    assert judge(body) == []


def blocks(body: Body, place: int) -> list[Any]:
    found = body["messages"][place]["content"]
    assert isinstance(found, list)
    return found


MARKED = {"type": "text", "text": "x", "cache_control": {"type": "ephemeral"}}

FAULTS: dict[str, Callable[[Body], object]] = {
    "no messages": lambda b: b["messages"].clear(),
    "a call without a result": lambda b: blocks(b, 2).pop(0),
    "a result without a call": lambda b: blocks(b, 1).pop(2),
    "a result twice": lambda b: blocks(b, 2).insert(0, copy.deepcopy(blocks(b, 2)[0])),
    "a result that is not first": lambda b: blocks(b, 2).insert(0, blocks(b, 2).pop()),
    "a person between": lambda b: b["messages"].insert(2, {"role": "user", "content": "quick"}),
    "calls at the end": lambda b: b["messages"].pop(),
    "one id twice": lambda b: blocks(b, 1)[3].update(id="t1"),
    "a bad id": lambda b: [
        blocks(b, 1)[2].update(id="t:1"),
        blocks(b, 2)[0].update(tool_use_id="t:1"),
    ],
    "a bad name": lambda b: blocks(b, 1)[2].update(name="a b"),
    "no object": lambda b: blocks(b, 1)[2].update(input="{}"),
    "empty text": lambda b: blocks(b, 1)[1].update(text=""),
    "empty text of a person": lambda b: b["messages"][0].update(content=""),
    "empty text in a result": lambda b: blocks(b, 2)[1]["content"][0].update(text=""),
    "no blocks": lambda b: b["messages"][0].update(content=[]),
    "null": lambda b: b["messages"][0].update(content=None),
    "an unsigned thought": lambda b: blocks(b, 1)[0].pop("signature"),
    "a thought of a person": lambda b: blocks(b, 2).append(blocks(b, 1)[0]),
    "a role": lambda b: b["messages"][0].update(role="tool"),
    "a key": lambda b: b["messages"][0].update(name="ann"),
    "a key of a block": lambda b: blocks(b, 1)[2].update(index=0),
    "a server's result": lambda b: blocks(b, 1).insert(
        1, {"type": "web_search_tool_result", "tool_use_id": "s1", "content": []}
    ),
    "half a character": lambda b: b["messages"][0].update(content="\ud800"),
    "white space at the end": lambda b: b["messages"].append(
        {"role": "assistant", "content": "A "}
    ),
    "an image without a source": lambda b: blocks(b, 2).append({"type": "image", "source": {}}),
    "a tool twice": lambda b: b["tools"].append(b["tools"][0]),
    "a schema of no object": lambda b: b["tools"][0].update(input_schema={"type": "string"}),
    "five markers": lambda b: blocks(b, 2).extend(MARKED for _ in range(5)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_refused(fault: str) -> None:
    body = copy.deepcopy(WHOLE)
    FAULTS[fault](body)

    assert judge(body, recent=False) != []


@pytest.mark.parametrize("place", [0, 1])
def test_a_strict_host_wants_turns_to_alternate_and_a_person_first(place: int) -> None:
    body = copy.deepcopy(WHOLE)
    body["messages"].insert(place, {"role": ("assistant", "user")[place], "content": "Hm."})

    assert judge(body) == []
    assert judge(body, strict=True) != []


def test_a_recent_model_takes_no_words_of_its_own_last() -> None:
    body = copy.deepcopy(WHOLE)
    body["messages"].append({"role": "assistant", "content": "It is"})

    assert judge(body, recent=False) == []
    assert judge(body, recent=True) != []
