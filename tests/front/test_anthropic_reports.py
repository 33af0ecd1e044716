"""Cases made from public bug reports that Anthropic's API, or a way to it, gave rise to."""

from __future__ import annotations

from typing import Any

import pytest

from ctxfn.front import check, convert, repair
from tests.front.histories import reports
from tests.judges.anthropic import judge

REPORTS = reports()
SAME = ("b028", "b039", "b123")
SHAPED = ("b037", "b118", "b126")


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
