"""The made-up histories are reproducible, and as large and as busy as they claim."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from benchmarks.corpus import corpus, ui_cards, ui_rows

Row = dict[str, Any]


def calls_in(rows: list[Row]) -> int:
    return sum(len(row.get("tool_calls", ())) for row in rows)


class TestCorpus:
    def test_equal_seeds_give_equal_histories(self) -> None:
        assert corpus(300, seed=7) == corpus(300, seed=7)

    def test_other_seeds_give_other_histories(self) -> None:
        assert corpus(50, seed=7) != corpus(50, seed=8)

    @pytest.mark.parametrize("messages", [0, 1, 2, 3, 17, 100, 1000])
    def test_length_is_what_was_asked(self, messages: int) -> None:
        assert len(corpus(messages)) == messages

    @pytest.mark.parametrize("seed", [1, 42])
    def test_a_message_is_about_a_kilobyte(self, seed: int) -> None:
        assert len(json.dumps(corpus(1000, seed=seed))) / 1000 == pytest.approx(1000, rel=0.15)

    @pytest.mark.parametrize("seed", [1, 42])
    def test_four_calls_in_ten_messages(self, seed: int) -> None:
        assert calls_in(corpus(1000, seed=seed)) / 1000 == pytest.approx(0.4, rel=0.1)

    def test_one_system_message_comes_first(self) -> None:
        assert [i for i, row in enumerate(corpus(500)) if row["role"] == "system"] == [0]

    def test_results_stand_behind_their_calls_in_call_order(self) -> None:
        due: list[str] = []
        for row in corpus(1000):
            if row["role"] == "tool":
                assert due.pop(0) == row["tool_call_id"]
            else:
                assert due == []
                due = [call["id"] for call in row.get("tool_calls", ())]
        assert due == []

    def test_some_calls_are_parallel(self) -> None:
        sizes = Counter(len(row["tool_calls"]) for row in corpus(1000) if "tool_calls" in row)
        assert set(sizes) == {1, 2, 3}

    def test_arguments_and_some_results_are_json(self) -> None:
        rows = corpus(400)
        for row in rows:
            for call in row.get("tool_calls", ()):
                assert set(json.loads(call["function"]["arguments"])) == {"query", "limit"}
        results = [row["content"] for row in rows if row["role"] == "tool"]
        assert any(text.startswith("{") and json.loads(text)["items"] for text in results)
        assert any(text.startswith("```") for text in results)


class TestDamage:
    def test_no_damage_is_the_plain_history(self) -> None:
        assert corpus(200, damage=0.0) == corpus(200)

    def test_damage_is_reproducible(self) -> None:
        assert corpus(200, damage=0.1) == corpus(200, damage=0.1)

    def test_every_kind_of_damage_happens_and_nothing_else_changes(self) -> None:
        whole, hurt = corpus(1000), corpus(1000, damage=0.05)
        seen = Counter(row["tool_call_id"] for row in hurt if row["role"] == "tool")
        known = {call["id"] for row in whole for call in row.get("tool_calls", ())}
        assert sum(count - 1 for call, count in seen.items() if call in known) == 10
        assert sum(count for call, count in seen.items() if call not in known) == 10
        assert len(known - set(seen)) == 10
        assert [row for row in hurt if row["role"] != "tool"] == [
            row for row in whole if row["role"] != "tool"
        ]

    def test_rows_are_damaged_too_and_keep_distinct_ids(self) -> None:
        rows = ui_rows(400, damage=0.1)
        assert rows != ui_rows(400)
        assert len({row["id"] for row in rows}) == len(rows)


class TestStoredForms:
    def test_a_row_carries_what_a_store_knows(self) -> None:
        rows = ui_rows(400)
        call = next(row for row in rows if "tools" in row)
        result = next(row for row in rows if row["role"] == "tool")
        assert set(call["tools"][0]) == {"id", "identifier", "apiName", "type", "arguments"}
        assert result["parentId"] == call["id"]
        assert result["tool_call_id"] == result["plugin"]["id"] == call["tools"][0]["id"]
        assert all({"id", "parentId", "createdAt"} <= set(row) for row in rows)

    def test_parents_lead_from_every_row_to_the_first(self) -> None:
        rows = {row["id"]: row for row in ui_rows(300)}
        for row in rows.values():
            while row["parentId"] is not None:
                row = rows[row["parentId"]]
            assert row["role"] == "system"

    def test_cards_hold_every_call_with_its_result(self) -> None:
        cards = ui_cards(200)
        assert len(cards) == 200
        groups = [card for card in cards if card["role"] == "assistantGroup"]
        tools = [
            tool for card in groups for block in card["children"] for tool in block.get("tools", ())
        ]
        assert groups
        assert all(tool["result"]["content"] for tool in tools)
        assert not any(card["role"] == "tool" or "tools" in card for card in cards)
        assert ui_cards(200) == cards
