"""A judge of its own mind: it takes what was accepted, and sees each single fault put into it."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve

from ctxfn.processors import pair_tool_results
from ctxfn.wire import codec_named, profile
from tests.front.histories import accepted
from tests.judges.openai_responses import judge
from tests.wire.openai_responses.test_laws import LINES

TAKEN = [
    pytest.param(line["request"], not line["host"].endswith("openai.com"), id=line["name"])
    for line in LINES
    if line["status"] == 200
]
BODY: dict[str, Any] = {
    "model": "gpt-5",
    "input": [
        {"role": "user", "content": "Rain?"},
        {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "abc"},
        {
            "type": "message",
            "id": "msg_1",
            "role": "assistant",
            "status": "completed",
            "content": [{"type": "output_text", "text": "I'll look.", "annotations": []}],
        },
        {
            "type": "function_call",
            "id": "fc_1",
            "call_id": "c1",
            "name": "look",
            "arguments": "{}",
        },
        {"type": "custom_tool_call", "id": "ctc_1", "call_id": "c2", "name": "sh", "input": "ls"},
        {"type": "function_call_output", "call_id": "c1", "output": "no"},
        {"type": "custom_tool_call_output", "call_id": "c2", "output": "a"},
        {"role": "user", "content": [{"type": "input_text", "text": "Thanks."}]},
    ],
    "tools": [{"type": "function", "name": "look", "parameters": {"type": "object"}}],
}


def at(place: int, **changes: Any) -> Callable[[dict[str, Any]], None]:
    return lambda body: body["input"][place].update(changes)


def without(place: int, *keys: str) -> Callable[[dict[str, Any]], None]:
    def drop(body: dict[str, Any]) -> None:
        for key in keys:
            del body["input"][place][key]
        if not keys:
            del body["input"][place]

    return drop


def moved(place: int, to: int) -> Callable[[dict[str, Any]], None]:
    return lambda body: body["input"].insert(to, body["input"].pop(place))


def again(place: int) -> Callable[[dict[str, Any]], None]:
    return lambda body: body["input"].insert(place, dict(body["input"][place]))


def setting(**changes: Any) -> Callable[[dict[str, Any]], None]:
    return lambda body: body.update(changes)


FAULTS = {
    "role": at(0, role="tool"),
    "key": at(0, name="ann"),
    "content-null": at(0, content=None),
    "part-type": at(7, content=[{"type": "text", "text": "x"}]),
    "part-of-answer": at(7, content=[{"type": "output_text", "text": "x"}]),
    "part-empty": at(7, content=[{"type": "input_image"}]),
    "answer-part": at(2, content=[{"type": "input_text", "text": "x"}]),
    "answer-bare": at(2, content="x"),
    "answer-status": without(2, "status"),
    "message-id": at(2, id="chatcmpl-88"),
    "message-id-dash": at(2, id="msg_a-b"),
    "call-id-prefix": at(3, id="call_1"),
    "custom-id-prefix": at(4, id="fc_2"),
    "reasoning-id": at(1, id="m1"),
    "reasoning-summary": without(1, "summary"),
    "reasoning-summary-null": at(1, summary=None),
    "reasoning-bare": without(1, "id", "encrypted_content"),
    "reasoning-last": moved(1, 7),
    "reasoning-before-result": moved(1, 4),
    "call-name": at(3, name="look up"),
    "call-name-long": at(3, name="x" * 129),
    "call-arguments": at(3, arguments={}),
    "call-without-id": without(3, "call_id"),
    "call-id-long": at(3, call_id="c" * 65),
    "call-lost": without(3),
    "call-twice": again(3),
    "result-lost": without(5),
    "result-late": moved(5, 7),
    "result-early": moved(5, 1),
    "result-twice": again(5),
    "result-of-other": at(5, call_id="c9"),
    "result-type": at(5, type="custom_tool_call_output"),
    "result-null": at(5, output=None),
    "half-character": at(0, content="\ud800"),
    "not-stored": setting(store=False),
    "tool-name": setting(tools=[{"type": "function", "name": ""}]),
    "tool-nested": setting(tools=[{"type": "function", "function": {"name": "look"}}]),
    "tool-schema": setting(tools=[{"type": "function", "name": "look", "parameters": {}}]),
    "tool-twice": setting(tools=[{"type": "function", "name": "look"}] * 2),
    "answer-renamed": without(2, "id", "status"),
    "call-key": at(3, ts=17),
    "words-behind-calls": moved(2, 4),
    "item-type": at(2, type="hologram"),
    "text-long": at(0, content="x" * 10_485_761),
    "image-long": at(
        7, content=[{"type": "input_image", "image_url": "x" * 20_971_521, "detail": "auto"}]
    ),
    "shell-lost": at(7, type="shell_call", call_id="s1"),
    "input-empty": setting(input=[]),
    "input": setting(input=None),
    "instructions": setting(instructions=["x"]),
}


@pytest.mark.parametrize(("body", "foreign"), TAKEN)
def test_what_was_accepted_is_right(body: object, foreign: bool) -> None:
    assert judge(body, foreign=foreign) == []


@pytest.mark.parametrize("line", [one for one in LINES if one["status"] != 200])
def test_what_was_refused_is_seen(line: dict[str, Any]) -> None:
    codec, to = codec_named("openai_responses"), profile("openai/responses-compatible")
    read = codec.decode(line["request"])
    paired = evolve(read, messages=pair_tool_results(read.messages))

    assert judge(line["request"], foreign=True) == ["[2] no result of call-a", "[4] no call call-a"]
    assert judge(codec.encode(paired, to).body, foreign=True) == []


def test_the_request_without_faults_is_right() -> None:
    assert judge(BODY) == []


@pytest.mark.parametrize("fault", FAULTS)
def test_a_single_fault_is_seen(fault: str) -> None:
    spoiled = copy.deepcopy(BODY)
    FAULTS[fault](spoiled)

    # A call without its id leaves its result alone: one fault may be told twice.
    assert len(judge(spoiled)) in (1, 2, 3)


@pytest.mark.parametrize(("body", "foreign"), TAKEN)
def test_a_lost_result_is_seen_in_what_was_accepted(body: Any, foreign: bool) -> None:
    rows = body["input"]
    places = [
        place
        for place, row in enumerate(rows)
        if isinstance(row, dict) and row.get("type") == "function_call_output"
    ]
    for place in places:
        spoiled = {**body, "input": rows[:place] + rows[place + 1 :]}

        assert judge(spoiled, foreign=foreign)


def test_state_on_the_server_answers_for_calls_that_are_not_here() -> None:
    rows = [{"type": "function_call_output", "call_id": "c1", "output": "done"}]

    assert judge({"input": rows, "previous_response_id": "resp_1"}) == []
    assert judge({"input": rows}) == ["[0] no call c1"]


def test_a_model_that_does_not_reason_takes_no_reasoning() -> None:
    plain = profile("openai/responses-plain")
    codec = codec_named("openai_responses")
    written = codec.encode(codec.decode(BODY), plain).body

    assert judge(BODY, reasons=False)
    assert judge(written, reasons=False) == []


class TestFromChat:
    """What the chat format's API accepted is right here too, once written in this format."""

    @pytest.mark.parametrize(
        "body", [pytest.param(one, id=str(number)) for number, one in enumerate(accepted())]
    )
    def test_accepted_chats(self, body: Any) -> None:
        read = codec_named("openai_chat").decode(body)
        written = codec_named("openai_responses").encode(read, profile("openai/responses"))
        rows = written.body["input"] if isinstance(written.body, dict) else written.body

        assert judge(json.loads(json.dumps(rows))) == []
