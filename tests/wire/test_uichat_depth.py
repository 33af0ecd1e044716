"""uichat, limits: what is too deep, and what is no tree of rows at all."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from ctxfn.messages import MAX_CARD_DEPTH, InvalidJson, InvalidMessages, TooDeep
from ctxfn.wire.uichat import decode, decode_bytes, encode

T = TypeVar("T")


def below(frames: int, call: Callable[[], T]) -> T:
    """Call with so many Python frames already on the stack."""
    return call() if frames == 0 else below(frames - 1, call)


def nested(levels: int, key: str = "members", role: str = "agentCouncil") -> dict[str, Any]:
    row: dict[str, Any] = {"role": "user", "content": "x"}
    for _ in range(levels):
        inner = [[row]] if key == "columns" else [row]
        row = {"role": role, key: inner}
    return row


class TestDepth:
    @pytest.mark.parametrize(
        ("key", "role"), [("members", "agentCouncil"), ("columns", "compare"), ("tasks", "tasks")]
    )
    def test_the_limit_is_read_and_written(self, key: str, role: str) -> None:
        row = nested(MAX_CARD_DEPTH, key, role)

        assert encode(decode([row])).body == [row]

    def test_the_limit_needs_no_stack(self) -> None:
        row = nested(MAX_CARD_DEPTH, "columns", "compare")

        assert below(500, lambda: encode(decode([row])).body) == [row]

    @pytest.mark.parametrize("levels", [MAX_CARD_DEPTH + 1, 10_000])
    def test_more_is_refused_at_once(self, levels: int) -> None:
        with pytest.raises(TooDeep) as raised:
            decode([{"role": "user"}, nested(levels)])

        assert raised.value == TooDeep(1, MAX_CARD_DEPTH + 1, MAX_CARD_DEPTH)

    @pytest.mark.parametrize("key", ["children", "members", "columns"])
    def test_a_card_inside_itself_is_refused(self, key: str) -> None:
        row: dict[str, Any] = {"role": "agentCouncil"}
        row[key] = [row, row]

        with pytest.raises(TooDeep):
            decode([row])

    def test_a_value_inside_itself_is_refused(self) -> None:
        value: list[Any] = []
        value.append(value)

        with pytest.raises(TooDeep):
            decode([{"role": "user", "metadata": value}])

    def test_deep_bytes_are_refused(self) -> None:
        deep = b'[{"role":"user","zzz":' + b"[" * 600 + b"]" * 600 + b"}]"

        with pytest.raises(TooDeep):
            decode_bytes(deep)

    def test_bottomless_bytes_are_refused(self) -> None:
        with pytest.raises(TooDeep):
            decode_bytes(b"[" * 1_000_000)


class TestRefusals:
    @pytest.mark.parametrize("body", [None, 5, "x", {"a": 1}, {"messages": 3}])
    def test_a_body_without_rows(self, body: object) -> None:
        with pytest.raises(InvalidMessages, match="a list of rows"):
            decode(body)

    @pytest.mark.parametrize("value", [{1: 2}, {"a": {1}}, {"a": b"x"}])
    def test_values_that_are_no_json(self, value: object) -> None:
        with pytest.raises(InvalidJson, match="message 0"):
            decode([{"role": "user", "metadata": value}])

    def test_broken_bytes(self) -> None:
        with pytest.raises(InvalidJson, match="line 1"):
            decode_bytes(json.dumps([{"a": 1}]).encode()[:-1])
