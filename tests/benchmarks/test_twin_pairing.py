"""The pairing twin: one result for each call, the real one, right behind it."""

from __future__ import annotations

import copy
import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.corpus import corpus, ui_rows
from benchmarks.twins import pair_tool_results

Row = dict[str, Any]


def ask(*ids: str, text: str = "", **more: object) -> Row:
    function = {"name": "find", "arguments": "{}"}
    calls = [{"id": call_id, "type": "function", "function": dict(function)} for call_id in ids]
    return {"role": "assistant", "content": text, "tool_calls": calls, **more}


def result(call_id: str, content: object = "found", **more: object) -> Row:
    return {"role": "tool", "tool_call_id": call_id, "content": content, **more}


def user(text: str = "hi") -> Row:
    return {"role": "user", "content": text}


def paired(*rows: Row, **options: Any) -> list[Row]:
    line = copy.deepcopy(list(rows))
    pair_tool_results(line, **options)
    return line


def is_synthetic(row: Row) -> bool:
    return isinstance(row["content"], str) and '"synthetic":true' in row["content"]


class TestExamples:
    def test_what_is_paired_stays(self) -> None:
        rows = [user(), ask("a", "b"), result("a"), result("b"), user()]
        assert paired(*rows) == rows

    def test_results_move_behind_their_call_in_call_order(self) -> None:
        rows = paired(result("b", "2"), user(), ask("a", "b"), user("and"), result("a", "1"))
        assert rows == [user(), ask("a", "b"), result("a", "1"), result("b", "2"), user("and")]

    def test_text_between_a_call_and_its_late_result_comes_after(self) -> None:
        between = {"role": "assistant", "content": "one moment"}
        rows = paired(ask("a"), between, result("a"))
        assert rows == [ask("a"), result("a"), between]

    def test_a_missing_result_is_stood_in_for(self) -> None:
        rows = paired(ask("a"), user())
        assert [row["role"] for row in rows] == ["assistant", "tool", "user"]
        assert rows[1]["name"] == "find"
        said = json.loads(rows[1]["content"])
        assert (said["success"], said["synthetic"], said["reason"]) == (False, True, "missing")

    def test_orphans_and_doubles_go(self) -> None:
        rows = paired(ask("a"), result("a", "1"), result("a", "2"), result("x"), result(""))
        assert rows == [ask("a"), result("a", "1")]

    def test_a_real_result_beats_a_stand_in_and_a_usable_one_an_unusable(self) -> None:
        placeholder = paired(ask("a"))[1]
        assert paired(ask("a"), placeholder, result("a", "real"))[1]["content"] == "real"
        assert paired(ask("a"), result("a", None), result("a", "real"))[1]["content"] == "real"

    def test_an_unusable_result_speaks_through_its_error_else_is_stood_in_for(self) -> None:
        failed = result("a", None, pluginError={"message": "too slow"})
        assert paired(ask("a"), failed)[1]["content"] == "too slow"
        assert json.loads(paired(ask("a"), result("a", None))[1]["content"])["reason"] == "unusable"

    def test_results_that_are_parts_stay_and_objects_become_json(self) -> None:
        parts = [{"type": "text", "text": "x"}]
        assert paired(ask("a"), result("a", parts))[1]["content"] == parts
        assert paired(ask("a"), result("a", {"n": 1}))[1]["content"] == '{"n":1}'

    def test_open_calls_at_the_end_may_stay_open(self) -> None:
        rows = [ask("a"), user(), ask("b", "c"), result("c")]
        kept = paired(*rows, open_calls="leave")
        assert [row.get("tool_call_id") for row in kept] == [None, "a", None, None, "c"]
        assert len(paired(*rows)) == 6

    def test_malformed_calls_do_not_take_their_neighbours_down(self) -> None:
        broken = ask("a")
        broken["tool_calls"] += [None, {"type": "function"}]
        assert paired(broken, result("a")) == [ask("a"), result("a")]
        broken["tool_calls"] = [None]
        assert paired(broken) == [{"role": "assistant", "content": ""}]

    def test_a_call_said_twice_is_one_and_a_different_one_gets_its_own_id(self) -> None:
        assert paired(ask("a", "a"), result("a")) == [ask("a"), result("a")]
        twins = ask("a", "a")
        twins["tool_calls"][1]["function"] = {"name": "read", "arguments": "{}"}
        rows = paired(twins, result("a", "1"), result("a", "2"))
        assert [call["id"] for call in rows[0]["tool_calls"]] == ["a", "a_2"]
        assert [(row["tool_call_id"], row["content"]) for row in rows[1:]] == [
            ("a", "1"),
            ("a_2", "2"),
        ]

    def test_numbers_and_texts_meet(self) -> None:
        call = ask("7")
        call["tool_calls"][0]["id"] = 7
        assert paired(call, result("7", "x"))[1]["content"] == "x"


class TestReusedIds:
    def test_each_turn_gets_its_own_result(self) -> None:
        rows = [ask("a"), result("a", "1"), user(), ask("a"), result("a", "2")]
        assert paired(*rows) == rows

    def test_a_result_goes_to_its_parents_call(self) -> None:
        first, second = ask("a", id="m1"), ask("a", id="m2")
        late = result("a", "1", parentId="m1")
        rows = paired(first, second, result("a", "2", parentId="m2"), late)
        assert [row["content"] for row in rows] == ["", "1", "", "2"]

    def test_else_to_the_nearest_earlier_open_call(self) -> None:
        rows = paired(ask("a", text="1"), ask("a", text="2"), result("a", "x"))
        assert is_synthetic(rows[1])
        assert rows[3] == result("a", "x")

    def test_as_many_results_as_open_calls_go_in_order(self) -> None:
        rows = paired(ask("a"), ask("a"), result("a", "1"), result("a", "2"))
        assert [row["content"] for row in rows] == ["", "1", "", "2"]


class TestProperties:
    @given(st.integers(0, 10_000), st.floats(0, 0.4), st.booleans())
    @settings(max_examples=40, deadline=None)
    def test_paired(self, seed: int, damage: float, stored: bool) -> None:
        make = ui_rows if stored else corpus
        rows = make(60, seed=seed, damage=damage)
        pair_tool_results(rows)
        due: list[str] = []
        for row in rows:
            if row["role"] == "tool":
                assert due.pop(0) == row["tool_call_id"]
            else:
                assert due == []
                due = [call["id"] for call in row.get("tool_calls") or row.get("tools") or ()]
        assert due == []

    @given(st.integers(0, 10_000), st.floats(0, 0.4))
    @settings(max_examples=40, deadline=None)
    def test_real_results_win_and_the_whole_history_comes_back(
        self, seed: int, damage: float
    ) -> None:
        whole = corpus(60, seed=seed)
        rows = corpus(60, seed=seed, damage=damage)
        there = {row["tool_call_id"] for row in rows if row["role"] == "tool"}
        pair_tool_results(rows)
        assert len(rows) == len(whole)
        for row, meant in zip(rows, whole, strict=True):
            if meant["role"] == "tool" and meant["tool_call_id"] not in there:
                assert is_synthetic(row)
            else:
                assert row == meant

    @given(st.integers(0, 10_000))
    @settings(max_examples=20, deadline=None)
    def test_idempotent(self, seed: int) -> None:
        rows = corpus(60, seed=seed, damage=0.3)
        pair_tool_results(rows)
        once = copy.deepcopy(rows)
        pair_tool_results(rows)
        assert rows == once
