"""Cases made from public bug reports about the Responses format, answered by `repair` and `convert`."""

from __future__ import annotations

from typing import Any

import pytest

from ctxfn import check, convert, repair
from tests.front.histories import reports
from tests.judges.openai_responses import judge

CASES = {name: case for name, case in reports().items() if case["provider"] == "openai-responses"}
#: The report, the target it is about, and the rule that finds it.
REPAIRED: tuple[tuple[str, str, str], ...] = (
    ("b008", "openai/responses", "N705"),
    ("b009", "openai/responses-reasoning", "N706"),
    ("b011", "openai/responses", "N708"),
    ("b012", "openai/responses-plain", "N709"),
    ("b104", "openai/responses", "I406"),
)


def rows_of(name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = CASES[name]["input"]["messages"]
    return rows


def types(rows: Any) -> list[str]:
    return [row["type"] for row in rows]


@pytest.mark.parametrize(("name", "to", "rule"), REPAIRED)
def test_repair_gives_what_the_report_calls_right(name: str, to: str, rule: str) -> None:
    report = repair.report(rows_of(name), to=to)

    assert report.output == CASES[name]["expect"]["messages"]
    assert rule in [one.code for one in check(rows_of(name), to=to)]
    assert report.notes
    assert check(report.output, to=to) == ()


def test_b005_a_result_whose_call_was_cut_off_goes() -> None:
    kept = rows_of("b005")[-CASES["b005"]["input"]["options"]["max_items"] :]

    assert repair(kept, format="openai_responses") == CASES["b005"]["expect"]["messages"]


def test_b006_a_call_on_the_server_is_no_fault() -> None:
    state = CASES["b006"]["input"]["options"]["previous_response_id"]
    body = {"input": rows_of("b006"), "previous_response_id": state}

    assert check(body) == ()
    assert repair(body) == body
    assert [one.code for one in check(rows_of("b006"))] == ["T101"]
    assert repair(rows_of("b006")) == []


def test_b010_words_come_before_calls() -> None:
    rows = rows_of("b010")
    chat = [{key: one for key, one in row.items() if key in KEYS} for row in rows]
    sent = convert(chat, to="openai/responses", format="openai_chat")
    #: A chat has no word for an item of reasoning.
    expected = [one for one in CASES["b010"]["expect"]["item_types"] if one != "reasoning"]

    assert types(sent.messages) == expected


KEYS = ("role", "content", "tool_calls", "tool_call_id")


def test_b035_an_open_call_is_answered_at_once() -> None:
    rows: Any = repair(rows_of("b035"))

    assert types(rows) == CASES["b035"]["expect"]["item_types"]
    assert rows[1]["call_id"] == rows[2]["call_id"] == "call_k"


def test_b102_a_server_that_stores_nothing_gets_no_ids_but_a_sealed_thought_s() -> None:
    body = {"input": rows_of("b102"), "store": False}
    report = repair.report(body)
    expected = CASES["b102"]["expect"]["messages"]

    assert report.output == {
        "input": [expected[0], {**expected[1], "id": "rs_1"}, *expected[2:]],
        "store": False,
    }
    assert "I408" in [one.code for one in check(body)]


def test_b106_a_custom_call_does_not_keep_a_function_s_id() -> None:
    rows: Any = repair(rows_of("b106"))

    assert types(rows) == CASES["b106"]["expect"]["item_types"]
    assert "id" not in rows[1]
    assert judge(rows) == []


def test_b153_what_another_model_thought_is_not_said() -> None:
    sent = convert(rows_of("b153"), to="openai/responses", format="anthropic")

    assert types(sent.messages) == CASES["b153"]["expect"]["item_types"]
    assert "secret plan" not in repr(sent.body)
    assert [one.path for one in sent.losses] == ["reasoning[0]"]


def test_b154_thoughts_go_whose_prefix_has_changed() -> None:
    """Whether it changed, its author knows."""
    case = reports()["b154"]
    body: Any = repair(case["input"]["messages"], to="anthropic", prefix_changed=True)

    assert [row["role"] for row in body] == ["user", "assistant", "user"]
    assert body[1]["content"] in ("b", [{"type": "text", "text": "b"}])


def test_every_report_is_here() -> None:
    here = {name for name, *_ in REPAIRED}

    assert CASES.keys() == here | {"b005", "b006", "b010", "b035", "b102", "b106", "b153"}
