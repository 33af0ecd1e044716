"""The history twins: one line, whole groups, whole atoms."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.corpus import corpus, ui_rows
from benchmarks.twins import drop_empty, fit_tokens, keep_recent, linearise
from benchmarks.twins.groups import groups_of

Row = dict[str, Any]


def row(row_id: str, role: str, parent: str | None = None, **more: object) -> Row:
    return {"id": row_id, "role": role, "content": row_id, "parentId": parent, **more}


def tools(*ids: str) -> list[Row]:
    return [{"id": call, "identifier": "files", "apiName": "read"} for call in ids]


TURN = [
    row("u1", "user"),
    row("a1", "assistant", "u1", tools=tools("c1", "c2")),
    row("t1", "tool", "a1", tool_call_id="c1"),
    row("t2", "tool", "a1", tool_call_id="c2"),
    row("a2", "assistant", "t2"),
    row("u2", "user", "a2"),
]


def ids_after(twin: Any, rows: list[Row], **options: Any) -> list[str]:
    line = copy.deepcopy(rows)
    twin(line, **options)
    return [message["id"] for message in line]


class TestKeepRecent:
    @pytest.mark.parametrize(
        ("groups", "kept"),
        [
            (0, []),
            (1, ["u2"]),
            (2, ["a1", "t1", "t2", "a2", "u2"]),
            (3, ["u1", "a1", "t1", "t2", "a2", "u2"]),
            (9, ["u1", "a1", "t1", "t2", "a2", "u2"]),
        ],
    )
    def test_a_call_its_results_and_the_follow_up_are_one(
        self, groups: int, kept: list[str]
    ) -> None:
        assert ids_after(keep_recent, TURN, groups=groups) == kept

    def test_without_a_parent_or_of_another_agent_a_follow_up_is_its_own_group(self) -> None:
        for change in ({"parentId": None}, {"agentId": "other"}):
            rows = [*TURN[:4], {**TURN[4], **change}]
            assert ids_after(keep_recent, rows, groups=1) == ["a2"]

    def test_a_late_result_stays_or_goes_with_its_call(self) -> None:
        rows = [TURN[0], TURN[1], TURN[2], TURN[5], TURN[3], row("a3", "assistant", "u2")]
        assert ids_after(keep_recent, rows, groups=2) == ["u2", "a3"]
        assert ids_after(keep_recent, rows, groups=3) == ["a1", "t1", "u2", "t2", "a3"]

    def test_sibling_tasks_councils_and_comparisons_are_one_each(self) -> None:
        tasks = [row("x1", "task", "t"), row("x2", "task", "t"), row("x3", "task", "other")]
        assert ids_after(keep_recent, tasks, groups=2) == ["x1", "x2", "x3"]
        council = [
            row("a", "assistant", agentId="s", tools=tools("c")),
            row("t", "tool", "a", tool_call_id="c", metadata={"agentCouncil": True}),
            row("m1", "assistant", "t", agentId="b"),
            row("m2", "assistant", "t", agentId="s"),
        ]
        assert ids_after(keep_recent, council, groups=1) == ["a", "t", "m1", "m2"]
        comparison = [
            row("q", "user", metadata={"compare": True}),
            row("o1", "assistant", "q", agentId="b"),
            row("o2", "assistant", "q", agentId="c"),
        ]
        assert ids_after(keep_recent, comparison, groups=1) == ["q", "o1", "o2"]

    def test_rows_above_each_other_end(self) -> None:
        rows = [
            row("a1", "assistant", "t2", tools=tools("c1")),
            row("t1", "tool", "a1", tool_call_id="c1"),
            row("a2", "assistant", "t1", tools=tools("c2")),
            row("t2", "tool", "a2", tool_call_id="c2"),
        ]
        assert ids_after(keep_recent, rows, groups=1) == ["a1", "t1", "a2", "t2"]

    @given(st.integers(0, 10_000), st.integers(0, 30), st.floats(0, 0.3))
    @settings(max_examples=40, deadline=None)
    def test_whole_groups(self, seed: int, groups: int, damage: float) -> None:
        rows = ui_rows(60, seed=seed, damage=damage)
        said = [message for message in rows if message["role"] != "system"]
        named = dict(zip((message["id"] for message in said), groups_of(said), strict=True))
        order = list(dict.fromkeys(named.values()))
        kept = set(order[max(0, len(order) - groups) :])
        assert ids_after(keep_recent, rows, groups=groups) == [
            message["id"] for message in rows if named.get(message["id"], -1) in {-1, *kept}
        ]


class TestFitTokens:
    def test_the_newest_whole_atoms_and_the_system_message_stay(self) -> None:
        rows = [row("s", "system"), *TURN]
        cost = {"budget": 4, "count": lambda message: 1}
        assert ids_after(fit_tokens, rows, **cost) == ["s", "a2", "u2"]
        assert ids_after(fit_tokens, rows, **{**cost, "budget": 6}) == [
            *("s", "a1", "t1", "t2", "a2", "u2")
        ]

    def test_too_small_a_budget_is_refused(self) -> None:
        with pytest.raises(ValueError, match="newest message"):
            ids_after(
                fit_tokens, [row("s", "system"), row("u", "user")], budget=1, count=lambda _: 1
            )
        with pytest.raises(ValueError, match="pinned"):
            ids_after(fit_tokens, [row("s", "system")], budget=0, count=lambda _: 1)

    @given(st.integers(0, 10_000), st.integers(3000, 60_000))
    @settings(max_examples=30, deadline=None)
    def test_budget(self, seed: int, budget: int) -> None:
        rows = corpus(60, seed=seed)
        size = {id(message): len(str(message)) for message in rows}
        try:
            fit_tokens(rows, budget=budget, count=lambda message: size[id(message)])
        except ValueError:
            return
        assert sum(size[id(message)] for message in rows) <= budget
        assert rows[1]["role"] != "tool"


class TestLinearise:
    def test_the_line_goes_up_from_the_head(self) -> None:
        rows = [*TURN, row("other", "assistant", "u1"), row("tail", "user", "other")]
        assert ids_after(linearise, rows, head="u2") == ["u1", "a1", "t1", "t2", "a2", "u2"]
        assert ids_after(linearise, rows, head="tail") == ["u1", "other", "tail"]

    def test_the_line_stands_in_its_own_order(self) -> None:
        assert ids_after(linearise, list(reversed(TURN)), head="u2") == [
            *("u1", "a1", "t2", "t1", "a2", "u2")
        ]

    def test_without_a_head_or_with_an_unknown_one_nothing_is_cut(self) -> None:
        assert ids_after(linearise, TURN) == [message["id"] for message in TURN]
        assert ids_after(linearise, TURN, head="nowhere") == [message["id"] for message in TURN]

    def test_all_members_of_a_council_belong_to_the_line(self) -> None:
        rows = [
            row("t", "tool", metadata={"agentCouncil": True}),
            row("m1", "assistant", "t", tools=tools("c")),
            row("r1", "tool", "m1", tool_call_id="c"),
            row("m2", "assistant", "t"),
            row("u", "user", "m2"),
        ]
        assert ids_after(linearise, rows, head="u") == ["t", "m1", "r1", "m2", "u"]

    def test_of_one_id_the_first_place_and_the_latest_content_win(self) -> None:
        rows = [row("a", "user"), row("b", "assistant"), {**row("a", "user"), "content": "new"}]
        linearise(rows)
        assert [(message["id"], message["content"]) for message in rows] == [
            ("a", "new"),
            ("b", "b"),
        ]

    def test_messages_without_ids_are_each_their_own(self) -> None:
        rows: list[Row] = [{"role": "user"}, {"role": "user"}, {"role": "user", "id": None}]
        linearise(rows)
        assert len(rows) == 3

    def test_a_retry_takes_the_place_of_what_it_retries(self) -> None:
        rows = [
            row("u", "user"),
            row("a", "assistant"),
            row("v", "user"),
            row("b", "assistant", retry_of="a"),
            row("c", "assistant", retry_of="b"),
        ]
        assert ids_after(linearise, rows) == ["u", "c", "v"]

    def test_parents_in_a_circle_end(self) -> None:
        rows = [row("a", "user", "b"), row("b", "assistant", "a")]
        assert ids_after(linearise, rows, head="b") == ["a", "b"]


class TestDropEmpty:
    def test_what_says_calls_and_shows_nothing_goes(self) -> None:
        kept: list[Row] = [
            {"role": "assistant", "content": "…"},
            {"role": "assistant", "content": "", "tool_calls": []},
            {"role": "assistant", "content": None, "reasoning": {"content": "hm"}},
            {"role": "assistant", "content": "", "imageList": [{"url": "u"}]},
            {"role": "user", "content": ""},
        ]
        gone: list[Row] = [
            {"role": "assistant", "content": None},
            {"role": "assistant", "content": " ... "},
            {"role": "assistant"},
        ]
        rows: list[Row] = [*kept, *gone]
        drop_empty(rows)
        assert rows == kept

    def test_cards_are_pruned_and_go_with_their_last_entry(self) -> None:
        rows: list[Row] = [
            {"role": "assistantGroup", "children": [{"content": "..."}, {"content": "x"}]},
            {"role": "tasks", "tasks": [{"role": "task", "content": ""}]},
            {"role": "agentCouncil", "content": "kept", "members": [{"content": ""}]},
        ]
        drop_empty(rows)
        assert rows == [
            {"role": "assistantGroup", "children": [{"content": "x"}]},
            {"role": "agentCouncil", "content": "kept", "members": []},
        ]
