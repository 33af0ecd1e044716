"""The pipeline twin: from a stored history to what a provider takes."""

from __future__ import annotations

import copy
import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.corpus import corpus, ui_cards, ui_rows
from benchmarks.twins import Policy, Situation, default_pipeline, inject_tail
from benchmarks.twins.write_envelopes import OPENING

Row = dict[str, Any]

SITUATION = Situation(
    system_role="You help {{name}}.",
    values={"name": "Ann"},
    knowledge=[("f1", "notes.md", "a < b")],
    date="2026-05-01",
    todos=[("read", "completed"), ("write", "todo")],
)
PLAIN = Policy()
WIRE = {"role", "content", "tool_calls", "tool_call_id", "name"}


def sent(rows: list[Row], policy: Policy = PLAIN, **known: Any) -> list[Row]:
    line = copy.deepcopy(rows)
    default_pipeline(line, policy=policy, situation=SITUATION._replace(**known))
    return line


class TestExamples:
    def test_every_fact_stands_in_its_slot(self) -> None:
        rows = sent([{"role": "user", "content": "hi"}])
        assert [row["role"] for row in rows] == ["system", "user", "user"]
        assert rows[0]["content"] == "You help Ann."
        assert rows[1]["content"].startswith("<agent_knowledge>")
        assert "a &lt; b" in rows[1]["content"]
        assert rows[2]["content"].startswith(f"hi\n\n{OPENING}\n")
        assert "<date>\nCurrent date: 2026-05-01\n</date>" in rows[2]["content"]
        assert '<todo index="1" status="todo">write</todo>' in rows[2]["content"]
        assert '<progress completed="1" processing="0" total="2" />' in rows[2]["content"]

    def test_where_nobody_spoke_last_the_tail_is_a_message_of_ours(self) -> None:
        rows = sent([{"role": "user", "content": "hi"}, {"role": "assistant", "content": "ho"}])
        assert [row["role"] for row in rows] == ["system", "user", "user", "assistant", "user"]
        assert rows[-1]["content"].startswith("Current date: 2026-05-01\n\n<todos>")
        assert rows[2]["content"] == "hi"

    def test_nothing_known_and_nothing_wrong_changes_nothing(self) -> None:
        rows = corpus(80)
        once = copy.deepcopy(rows)
        default_pipeline(once)
        assert once == rows

    def test_a_system_text_is_not_said_twice(self) -> None:
        rows = sent([{"role": "system", "content": "You help Ann."}])
        assert rows[0]["content"] == "You help Ann."

    def test_a_block_is_replaced_by_one_of_its_name(self) -> None:
        rows: list[Row] = [{"role": "user", "content": "hi"}]
        inject_tail(rows, "date", "one")
        inject_tail(rows, "todo_list", "two")
        inject_tail(rows, "date", "three")
        assert rows[0]["blocks"] == [("date", "three"), ("todo_list", "two")]

    def test_results_of_disabled_tools_go_with_their_calls(self) -> None:
        tool = {"id": "c", "identifier": "files", "apiName": "read", "arguments": "{}"}
        rows: list[Row] = [
            {"id": "u", "role": "user", "content": "hi"},
            {"id": "a", "role": "assistant", "content": "look", "tools": [tool]},
            {"id": "t", "role": "tool", "content": "r", "tool_call_id": "c", "plugin": tool},
        ]
        kept = sent(rows, Policy(disabled=["files"]), date="", todos=())
        assert kept[2:] == [
            {"role": "user", "content": "hi"},
            {"role": "assistant", "content": "look"},
        ]

    def test_the_budget_keeps_what_is_pinned(self) -> None:
        rows = sent(corpus(60), Policy(budget=6000, tokens_of=lambda row: len(json.dumps(row))))
        assert sum(len(json.dumps(row)) for row in rows) <= 6000
        assert rows[0]["content"].endswith("You help Ann.")
        assert any(row["content"].startswith("<agent_knowledge>") for row in rows)


class TestProperties:
    @given(st.integers(0, 10_000), st.floats(0, 0.3), st.sampled_from(["chat", "rows", "cards"]))
    @settings(max_examples=40, deadline=None)
    def test_flat_and_paired(self, seed: int, damage: float, form: str) -> None:
        if form == "cards":
            rows = ui_cards(20, seed=seed)
        else:
            rows = (ui_rows if form == "rows" else corpus)(50, seed=seed, damage=damage)
        due: list[str] = []
        for row in sent(rows, Policy(keep_groups=15)):
            assert set(row) <= WIRE
            if row["role"] == "tool":
                assert due.pop(0) == row["tool_call_id"]
                continue
            assert due == []
            assert row["role"] in ("system", "user", "assistant")
            due = [call["id"] for call in row.get("tool_calls", ())]
        assert due == []

    @given(st.integers(0, 10_000))
    @settings(max_examples=20, deadline=None)
    def test_rows_and_cards_of_one_history_say_the_same(self, seed: int) -> None:
        cards = ui_cards(30, seed=seed)
        spoken = sum(
            sum(1 + len(block.get("tools", ())) for block in card["children"])
            if card["role"] == "assistantGroup"
            else 1
            for card in cards
        )
        rows = ui_rows(4 * 30 + 8, seed=seed)[:spoken]
        assert sent(cards) == sent(rows)
