"""Cases made from public bug reports about Gemini: what its codec answers, and what a repair does."""

from __future__ import annotations

from typing import Any

import pytest

from ctxfn.front import check, convert, repair
from ctxfn.messages import Assistant, ToolResult, pair
from ctxfn.wire import Conversation, Encoded, codec_named, profile
from tests.front.histories import reports
from tests.judges.gemini import judge

GEMINI = codec_named("gemini")
OPENAI = codec_named("openai_chat")

REPORTS = {name: case for name, case in reports().items() if case["provider"] == "gemini"}


def told(name: str) -> Encoded:
    """Write the OpenAI messages of a report for Gemini."""
    given = REPORTS[name]["input"]
    body = {"messages": given["messages"], **({"tools": given["tools"]} if given["tools"] else {})}
    return GEMINI.encode(OPENAI.decode(body), profile("gemini"))


def contents(name: str) -> list[Any]:
    body = told(name).body
    assert isinstance(body, dict)
    return list(body["contents"])


def responses(name: str) -> list[Any]:
    parts = [part for row in contents(name) for part in row["parts"]]
    return [part["functionResponse"] for part in parts if "functionResponse" in part]


def shape_of(rows: Any) -> list[list[Any]]:
    return [[row["role"], [next(iter(part)) for part in row["parts"]]] for row in rows]


def shape(name: str) -> list[list[Any]]:
    return shape_of(contents(name))


def test_every_report_is_here() -> None:
    assert sorted(REPORTS) == [
        "b016",
        "b018",
        "b021",
        "b063",
        "b091",
        "b092",
        "b095",
        "b096",
        "b114",
        "b115",
        "b136",
        "b137",
    ]


@pytest.mark.parametrize("name", ["b063", "b092", "b114", "b115", "b136", "b137"])
def test_what_is_written_passes_the_judge(name: str) -> None:
    assert judge(told(name).body) == []


@pytest.mark.parametrize("name", ["b092", "b136"])
def test_an_answer_is_an_object(name: str) -> None:
    right = REPORTS[name]["expect"]

    assert right["response_is_object"]
    assert all(isinstance(one["response"], dict) for one in responses(name))
    assert "response" not in right or responses(name)[0]["response"] == right["response"]
    assert "shape" not in right or shape(name) == right["shape"]


def test_no_output_is_an_answer_all_the_same() -> None:
    assert responses("b092") == [{"id": "c1", "name": "shell", "response": {"result": ""}}]


def test_what_was_wrapped_is_unwrapped_on_the_way_back() -> None:
    back = GEMINI.decode(contents("b136")).messages

    assert OPENAI.encode(Conversation(back), profile("openai")).body == [
        *REPORTS["b136"]["input"]["messages"][:2],
        {"role": "tool", "tool_call_id": "c1", "name": "caps", "content": '["Rome","Bern"]'},
    ]


def test_an_answer_has_the_name_of_its_function() -> None:
    right = REPORTS["b137"]["expect"]["function_response_names"]

    assert [one["name"] for one in responses("b137")] == right


def test_no_arguments_are_no_parameters() -> None:
    body = told("b063").body
    assert isinstance(body, dict)

    assert body["tools"] == [REPORTS["b063"]["expect"]]


@pytest.mark.parametrize("name", ["b114", "b115"])
def test_a_schema_is_said_in_the_words_there_are(name: str) -> None:
    right = REPORTS[name]["expect"]
    body = told(name).body
    assert isinstance(body, dict)
    path, value = right["path_value"] if "path_value" in right else next(iter(right.items()))
    found: Any = body["tools"][0]
    for step in path.split("."):
        found = found[int(step) if step.isdecimal() else step]

    assert found == value


def test_the_keywords_left_out_are_named() -> None:
    found = [loss.path for loss in told("b114").losses]

    assert found == ["tools[0].parameters.$schema", "tools[0].parameters.additionalProperties"]


def test_a_result_made_up_stands_beside_the_one_that_is_there() -> None:
    repaired: Any = repair(REPORTS["b016"]["input"]["messages"], profile("gemini/2"))

    assert shape_of(repaired) == REPORTS["b016"]["expect"]["shape"]
    assert judge(repaired) == []


def test_a_message_of_a_result_alone_is_not_empty() -> None:
    given = REPORTS["b095"]["input"]["messages"]

    assert GEMINI.encode(GEMINI.decode(given), profile("gemini")) == (given, ())
    assert judge(given) == []


def test_pairs_without_ids_are_told_apart() -> None:
    given = REPORTS["b096"]["input"]["messages"]
    read = GEMINI.decode(given)
    calls = [one for node in read.messages if isinstance(node, Assistant) for one in node.calls]
    results = [node for node in read.messages if isinstance(node, ToolResult)]

    assert GEMINI.encode(read, profile("gemini")).body == given
    assert [one.id for one in calls] == [one.call_id for one in results] == ["gemini_0", "gemini_1"]
    assert pair(read.messages).orphans == []


def test_pairs_without_ids_have_two_when_written_for_others() -> None:
    read = GEMINI.decode(REPORTS["b096"]["input"]["messages"])
    body: Any = OPENAI.encode(Conversation(read.messages), profile("openai")).body
    called = [call["id"] for row in body for call in row.get("tool_calls", ())]
    answered = [row["tool_call_id"] for row in body if row["role"] == "tool"]

    assert len(set(called)) == REPORTS["b096"]["expect"]["calls"] == 2
    assert called == answered


def test_a_first_call_gets_a_turn_in_front() -> None:
    given = REPORTS["b018"]["input"]
    right = REPORTS["b018"]["expect"]
    found = check(given["messages"], "gemini/2")
    repaired: Any = repair(given["messages"], "gemini/2", first_turn=given["options"]["first_turn"])

    assert shape_of(repaired) == right["shape"]
    assert [{"rule": one.name, "index": one.index} for one in found] == right["findings"]
    assert judge(repaired) == []


def test_or_goes_with_all_that_leads_to_the_first_question() -> None:
    given = REPORTS["b018"]["input"]["messages"]

    assert repair(given, "gemini/2") == given[-1:]


def test_what_an_empty_content_kept_apart_is_one() -> None:
    repaired: Any = repair(REPORTS["b091"]["input"]["messages"], "gemini")

    assert shape_of(repaired) == REPORTS["b091"]["expect"]["shape"]
    assert judge(repaired) == []


@pytest.mark.parametrize("model", ["gemini-3", "gemini-2.5-pro"])
def test_the_current_turn_is_signed_as_the_api_documents(model: str) -> None:
    case = REPORTS["b021"]
    body: Any = convert(case["input"]["messages"], to="gemini", model=model).body
    calls = [part for row in body["contents"] for part in row["parts"] if "functionCall" in part]
    signed = {part["functionCall"]["id"]: part.get("thoughtSignature") for part in calls}
    wanted = case["expect"]["signed_calls"] if model == "gemini-3" else []

    assert [name for name, one in signed.items() if one is not None] == wanted
    assert [one for one in signed.values() if one] == ["skip_thought_signature_validator"] * len(
        wanted
    )
    assert judge(body, signed=model == "gemini-3") == []
