"""Findings in a list of items are counted by its items, wherever the instructions stand."""

from __future__ import annotations

from typing import Any

import pytest

from ctxfn import check

HALF = "half \ud83d"
THOUGHT = {"type": "reasoning", "id": "rs_1", "summary": []}
SAID = {
    "type": "message",
    "id": "msg_1",
    "status": "completed",
    "role": "assistant",
    "content": [{"type": "output_text", "text": "Hm.", "annotations": []}],
}


def called(id: str, arguments: str = "{}") -> dict[str, Any]:
    return {"type": "function_call", "call_id": id, "name": "f", "arguments": arguments}


def answered(id: str) -> dict[str, Any]:
    return {"type": "function_call_output", "call_id": id, "output": "42"}


ITEMS: list[dict[str, Any]] = [
    {"role": "user", "content": "?"},
    THOUGHT,
    SAID,
    called("c1"),
    called("c2", "{"),
    answered("c1"),
    answered("c2"),
    {"role": "user", "content": HALF},
]


class TestExamples:
    @pytest.mark.parametrize("body", [{"input": ITEMS}, {"instructions": "Be.", "input": ITEMS}])
    def test_items_of_one_answer_count_each(self, body: dict[str, Any]) -> None:
        found = [(one.index, one.code, one.path) for one in check(body, "openai-responses")]

        assert found == [
            (4, "T107", ("tool_calls", 0, "function", "arguments")),
            (7, "C306", ("content",)),
        ]

    def test_as_many_items_as_records_are_told_apart(self) -> None:
        """The instructions are one record more, the answer one less."""
        body = {"instructions": "Be.", "input": [THOUGHT, SAID, ITEMS[-1]]}

        assert [(one.index, one.code) for one in check(body) if one.code == "C306"] == [(2, "C306")]

    def test_the_text_beside_has_the_name_of_its_key(self) -> None:
        bodies: tuple[dict[str, Any], ...] = (
            {"instructions": HALF, "input": ITEMS[:1]},
            {"systemInstruction": {"parts": [{"text": HALF}]}, "contents": []},
            {"system": HALF, "max_tokens": 1, "messages": ITEMS[:1]},
        )
        paths = [one.path for body in bodies for one in check(body) if one.code == "C306"]

        assert paths == [("instructions",), ("systemInstruction",), ("system",)]
