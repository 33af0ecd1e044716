"""Cases made from public bug reports about Bedrock: what each calls right is what comes out."""

from __future__ import annotations

import re
from typing import Any

import pytest
from attrs import evolve

from ctxfn.front import check, convert, repair
from ctxfn.wire import profile
from tests.front.histories import reports
from tests.judges.bedrock import judge

REPORTS = {name: case for name, case in reports().items() if case["provider"] == "bedrock"}


def messages_of(name: str) -> Any:
    return REPORTS[name]["input"]["messages"]


def repaired(name: str, to: Any = "bedrock") -> Any:
    got = repair(messages_of(name), to)

    assert judge(got) == []
    assert repair(got, to) == got
    return got


def test_every_report_is_here() -> None:
    assert sorted(REPORTS) == ["b078", "b079", "b080", "b130", "b133"]


class TestB078:
    """Words and results in one turn."""

    STRICT = evolve(profile("bedrock"), strict_tool_turns=True)

    @pytest.mark.parametrize("to", [STRICT, "bedrock/nova"])
    def test_a_short_answer_stands_between_them(self, to: Any) -> None:
        rows = repaired("b078", to)

        assert [row["role"] for row in rows] == REPORTS["b078"]["expect"]["roles"]
        assert rows[4]["content"] == [{"text": "and now?"}]
        assert judge(rows, family="nova") == []

    def test_models_that_refuse_words_beside_calls_hear_them_behind_the_results(self) -> None:
        rows = repaired("b078", "bedrock/llama")

        assert [[row["role"], [next(iter(one)) for one in row["content"]]] for row in rows] == [
            ["user", ["text"]],
            ["assistant", ["toolUse"]],
            ["user", ["toolResult"]],
            ["assistant", ["text"]],
            ["user", ["text"]],
        ]

    def test_claude_takes_it_as_it_is(self) -> None:
        assert repaired("b078", "bedrock/claude") == messages_of("b078")


def test_b079_a_failure_says_something() -> None:
    result = repaired("b079")[2]["content"][0]["toolResult"]

    assert result["content"] == [{"text": "(no output)"}]
    assert result["status"] == "error"
    assert [one.code for one in check(messages_of("b079"), "bedrock")] == ["C315"]


def test_b080_ids_are_mapped_for_the_call_and_its_result_alike() -> None:
    body = convert({"messages": messages_of("b080")}, to="bedrock").body
    rows: Any = body["messages"]
    asked = [one["toolUse"]["toolUseId"] for one in rows[1]["content"]]
    answered = [one["toolResult"]["toolUseId"] for one in rows[2]["content"]]

    assert judge(body) == []
    assert asked == answered
    assert len(set(asked)) == len(asked)
    assert all(re.fullmatch(REPORTS["b080"]["expect"]["id_regex"], one) for one in asked)


def test_b080_an_id_of_64_characters_stays() -> None:
    rows: Any = convert({"messages": messages_of("b080")}, to="bedrock").body["messages"]
    long = "x" * 64
    call = {"toolUse": {"toolUseId": long, "name": "g", "input": {}}}
    result = {"toolResult": {"toolUseId": long, "content": [{"text": "2"}]}}
    given = [
        rows[0],
        {"role": "assistant", "content": [call]},
        {"role": "user", "content": [result]},
    ]

    assert repair(given, "bedrock") == given


def test_b130_each_document_has_a_name_of_its_own() -> None:
    blocks = [one for row in repaired("b130") for one in row["content"]]
    names = [one["document"]["name"] for one in blocks if "document" in one]

    assert names == REPORTS["b130"]["expect"]["document_names"]


def test_b133_words_stand_beside_a_document() -> None:
    (row,) = repaired("b133")

    assert [[next(iter(one)) for one in row["content"]]] == REPORTS["b133"]["expect"]["block_kinds"]
    assert row["content"][0] == {"text": "notes"}
