"""Cases made from public bug reports about this format: what the codec, or a step before it, answers."""

from __future__ import annotations

from typing import Any

import pytest
from pyrsistent import pvector

from ctxfn.messages import (
    Assistant,
    Messages,
    Reasoning,
    Text,
    call,
    chat,
    freeze,
    tool_result,
    user,
)
from ctxfn.processors import pair_tool_results
from ctxfn.wire import Conversation, codec_named, profile
from tests.front.histories import reports
from tests.judges.openai_responses import judge

CODEC = codec_named("openai_responses")
CASES = {name: case for name, case in reports().items() if case["provider"] == "openai-responses"}
#: Answered by the codec alone, for the target named.
ALONE = {
    "b006": "openai/responses",
    "b008": "openai/responses",
    "b011": "openai/responses",
    "b012": "openai/responses-plain",
    "b104": "openai/responses",
}


def messages_of(name: str) -> Messages:
    return CODEC.decode(CASES[name]["input"]["messages"]).messages


def written(messages: Messages, to: str = "openai/responses") -> list[dict[str, Any]]:
    body = CODEC.encode(Conversation(messages), profile(to)).body
    assert isinstance(body, list)
    return body


def types(rows: list[dict[str, Any]]) -> list[str]:
    return [row["type"] for row in rows]


@pytest.mark.parametrize("name", ALONE)
def test_the_codec_writes_what_the_report_calls_right(name: str) -> None:
    rows = written(messages_of(name), ALONE[name])

    assert rows == CASES[name]["expect"]["messages"]


@pytest.mark.parametrize("name", set(ALONE) - {"b006"})
def test_the_judge_calls_it_right_too(name: str) -> None:
    plain = ALONE[name] == "openai/responses-plain"
    given = CASES[name]["input"]["messages"]

    assert judge(given, reasons=not plain)
    assert judge(written(messages_of(name), ALONE[name]), reasons=not plain) == []


@pytest.mark.parametrize("name", ["b008", "b012", "b104", "b106"])
def test_what_goes_is_told(name: str) -> None:
    to = profile(ALONE.get(name, "openai/responses"))

    assert CODEC.encode(Conversation(messages_of(name)), to).losses


def test_b006_state_on_the_server_has_the_call() -> None:
    case = CASES["b006"]["input"]
    body = {
        "input": case["messages"],
        "previous_response_id": case["options"]["previous_response_id"],
    }
    encoded = CODEC.encode(CODEC.decode(body), profile("openai/responses"))

    assert encoded == (body, ())
    assert judge(body) == []


def test_b005_a_result_whose_call_was_cut_off_goes() -> None:
    cut = pvector(messages_of("b005")[-CASES["b005"]["input"]["options"]["max_items"] :])

    assert written(pair_tool_results(cut)) == CASES["b005"]["expect"]["messages"]


def test_b010_words_come_before_calls() -> None:
    said = user("Check disk")
    thought = Reasoning(extras=(("openai_responses", freeze({"id": "rs_5"})),))
    answer = Assistant((Text("Let me look."),), "msg_5", (call("call_d", "df", "{}"),), (thought,))
    rows = written(chat(said, answer, tool_result("call_d", "70%")))

    assert types(rows) == CASES["b010"]["expect"]["item_types"]
    assert rows[1] == {"type": "reasoning", "id": "rs_5", "summary": []}
    assert rows[2]["id"] == "msg_5"
    assert judge(rows) == []


def test_b035_an_open_call_is_answered_at_once() -> None:
    rows = written(pair_tool_results(messages_of("b035")))

    assert types(rows) == CASES["b035"]["expect"]["item_types"]
    assert rows[2]["call_id"] == "call_k"
    assert judge(rows) == []


def test_b102_sealed_reasoning_keeps_the_id_it_was_accepted_with() -> None:
    case = CASES["b102"]
    read = CODEC.decode({"input": case["input"]["messages"], "store": False})
    body = CODEC.encode(read, profile("openai/responses")).body
    expected = case["expect"]["messages"]

    assert isinstance(body, dict)
    assert body["input"] == [expected[0], {**expected[1], "id": "rs_1"}, *expected[2:]]
    assert judge(body) == []


def test_b106_a_custom_call_does_not_keep_a_function_s_id() -> None:
    rows = written(messages_of("b106"))

    assert types(rows) == CASES["b106"]["expect"]["item_types"]
    assert rows[1] == {"type": "custom_tool_call", "call_id": "call_1", "name": "sh", "input": "ls"}
    assert judge(rows) == []


def test_b153_what_another_model_thought_is_not_said() -> None:
    thought = Reasoning("secret plan", signature="SIG-A")
    answer = Assistant((Text("ok"),), calls=(call("t1", "f", "{}"),), reasoning=(thought,))
    encoded = CODEC.encode(
        Conversation(chat(user("go"), answer, tool_result("t1", "1"))), profile("openai/responses")
    )

    assert "secret plan" not in repr(encoded.body)
    assert encoded.losses[0].path == "reasoning[0]"
    assert isinstance(encoded.body, list)
    assert types(encoded.body) == CASES["b153"]["expect"]["item_types"]


def test_every_report_is_here_or_listed_with_a_reason() -> None:
    here = {*ALONE, "b005", "b010", "b035", "b102", "b106", "b153"}

    assert CASES.keys() - here == {"b009"}
