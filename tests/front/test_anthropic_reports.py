"""Cases made from public bug reports that Anthropic's API, or a way to it, gave rise to."""

from __future__ import annotations

import base64
import copy
from typing import Any, NamedTuple

import pytest

from ctxfn.front import assemble, check, convert, count, repair
from ctxfn.pipeline import Pipeline, phase
from ctxfn.processors import render_blocks
from ctxfn.slots import TAIL, Injector
from tests.front.histories import reports
from tests.judges.anthropic import judge

REPORTS = reports()
SAME = ("b028", "b039", "b117", "b123", "b159")
SHAPED = ("b037", "b118", "b126")


class Reminder(NamedTuple):
    """What to be told behind each result."""

    text: str


def messages_of(name: str) -> Any:
    return REPORTS[name]["input"]["messages"]


def in_blocks(rows: Any) -> Any:
    """Write a text for content as the one block it stands for."""
    return [
        {**row, "content": [{"type": "text", "text": row["content"]}]}
        if isinstance(row["content"], str)
        else row
        for row in rows
    ]


def repaired_rows(rows: Any) -> Any:
    return repair(rows, "anthropic")


def repaired(name: str, to: str = "anthropic") -> Any:
    got = repair(messages_of(name), to)

    assert judge(got, recent=False) == []
    return in_blocks(got)


@pytest.mark.parametrize("name", SAME)
def test_repair_gives_what_the_report_calls_right(name: str) -> None:
    assert repaired(name) == REPORTS[name]["expect"]["messages"]


@pytest.mark.parametrize("name", SHAPED)
def test_repair_gives_the_shape_that_the_report_calls_right(name: str) -> None:
    shape = [[row["role"], [one["type"] for one in row["content"]]] for row in repaired(name)]

    assert shape == REPORTS[name]["expect"]["shape"]


def test_b122_the_later_marker_is_lowered() -> None:
    markers = [row["content"][0].get("cache_control") for row in repaired("b122")]
    found = [(one.name, one.index) for one in check(messages_of("b122"), "anthropic")]

    assert markers == [{"type": "ephemeral"}, None, {"type": "ephemeral"}]
    assert found == [("cache-ttl-order", 2)]


def test_b124_a_model_that_takes_no_prefill_gets_a_user_turn() -> None:
    roles = [row["role"] for row in repaired("b124", "anthropic/recent")]

    assert roles == REPORTS["b124"]["expect"]["roles"]
    assert repair(messages_of("b124"), "anthropic") == messages_of("b124")


def test_b125_a_servers_result_without_its_call_goes() -> None:
    assert repaired("b125") == REPORTS["b125"]["expect"]["messages"]


def test_b101_an_empty_answer_goes_and_names_with_it() -> None:
    body = convert(messages_of("b101"), "anthropic").body

    assert judge(body) == []
    assert [row["role"] for row in body["messages"]] == ["user", "assistant", "user"]  # type: ignore[attr-defined]


def test_b150_system_text_alone_gets_a_first_user_turn() -> None:
    sent = convert(messages_of("b150"), "anthropic")
    found = [one.name for one in check(messages_of("b150"), "anthropic")]

    assert sent.system == REPORTS["b150"]["expect"]["system_contains"]
    assert [row["role"] for row in sent.messages] == ["user"]
    assert found == ["no-user-message"]


def test_b067_names_become_names_the_target_takes_each_its_own() -> None:
    sent = convert(messages_of("b067"), "anthropic", tools=REPORTS["b067"]["input"]["tools"])

    assert judge(sent.body) == []
    assert [one["name"] for one in sent.tools or ()] == [
        "Fruit_price_lookup",
        "Fruit_price_lookup_2",
    ]


def test_b156_a_result_behind_words_is_found() -> None:
    found = [(one.name, one.index) for one in check(messages_of("b156"), "anthropic")]

    assert found == [("tool-result-not-adjacent", 2), ("tool-result-not-first", 2)]


def test_b034_an_answer_that_a_store_flags_is_no_models() -> None:
    got = repair(messages_of("b034"), "anthropic", drop_flags=["error"])

    assert got == REPORTS["b034"]["expect"]["messages"]


def test_b042_one_call_in_two_dialects_is_one_call() -> None:
    sent = convert(messages_of("b042"), "anthropic")
    shape = [
        [row["role"], [one["type"] for one in row["content"]]] for row in in_blocks(sent.messages)
    ]

    assert judge(sent.body) == []
    assert shape == REPORTS["b042"]["expect"]["shape"]
    assert [getattr(note, "kind", "") for note in sent.notes] == ["misread", "misread"]


def test_b042_a_call_that_one_dialect_alone_has_is_kept() -> None:
    rows = copy.deepcopy(messages_of("b042"))
    rows[1]["tool_calls"].append(
        {"id": "more", "type": "function", "function": {"name": "wc", "arguments": '{"n": 1}'}}
    )
    blocks: Any = convert(rows, "anthropic").messages[1]["content"]

    assert blocks[2] == {"type": "tool_use", "id": "more", "name": "wc", "input": {"n": 1}}


def test_b073_a_picture_in_a_result_costs_what_it_costs_anywhere() -> None:
    shown = messages_of("b073")
    told = copy.deepcopy(shown)
    told[2]["content"][0]["content"] = ""
    picture = shown[2]["content"][0]["content"][0]
    alone = [{"role": "user", "content": [{"type": "text", "text": "Look"}]}]
    beside = [{"role": "user", "content": [{"type": "text", "text": "Look"}, picture]}]
    nested = count(shown).total - count(told).total

    assert nested == count(beside).total - count(alone).total > 0


def test_b111_many_large_pictures_are_found_and_the_oldest_go() -> None:
    header = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (2400).to_bytes(4) + (900).to_bytes(4)
    data = base64.b64encode(header).decode()
    rows = copy.deepcopy(messages_of("b111"))
    for block in rows[0]["content"]:
        if block["type"] == "image":
            block["source"]["data"] = data
    pictures = sum(block["type"] == "image" for block in rows[0]["content"])
    found = [(one.name, one.index) for one in check(rows, "anthropic") if one.severity == "error"]
    kept: Any = repaired_rows(rows)[0]["content"]

    assert found == [("image-too-large-many", 0)] * pictures
    assert sum(block["type"] == "image" for block in kept) == 20
    assert kept[0] == {"type": "text", "text": "[image omitted: 2400x900]"}


def test_b117_a_call_that_was_declined_is_answered() -> None:
    rows = copy.deepcopy(messages_of("b117"))[:3]
    rows[2]["content"][0]["approved"] = False
    result = repaired_rows(rows)[2]["content"][0]

    assert result == {
        "type": "tool_result",
        "tool_use_id": "t1",
        "content": "The user declined this call.",
        "is_error": True,
    }


def test_b120_what_is_said_at_the_end_of_an_open_loop_stands_behind_its_results() -> None:
    reminder = Injector("reminder", TAIL, Reminder, lambda fact: fact.text)
    sent = assemble(
        messages_of("b120"),
        Reminder(REPORTS["b120"]["input"]["options"]["text"]),
        to="anthropic",
        pipeline=Pipeline((phase("slots", "one reminder", reminder, render_blocks()),)),
    )

    assert sent.messages[:2] == REPORTS["b120"]["expect"]["messages"][:2]
    assert [block["type"] for block in sent.messages[2]["content"]] == ["tool_result", "text"]  # type: ignore[attr-defined]


def test_b141_every_kind_of_block_costs_something() -> None:
    rows = messages_of("b141")
    idle, silent = copy.deepcopy(rows), copy.deepcopy(rows)
    idle[1]["content"][1]["input"] = {}
    del silent[1]["content"][0]
    whole = count(rows).total

    assert whole > count(idle).total + 150
    assert whole > count(silent).total


def test_b154_thoughts_of_finished_turns_go_where_the_prefix_changed() -> None:
    rows = messages_of("b154")

    assert (
        in_blocks(repair(rows, "anthropic", prefix_changed=True))
        == (REPORTS["b154"]["expect"]["messages"])
    )
    assert repair(rows, "anthropic") == rows
