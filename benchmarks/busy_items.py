"""A history of items, in every tenth turn of which each step for a server of items has work."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

__all__ = ["LONGEST", "busy_items"]

Row = dict[str, Any]
Rows = list[Row]

#: What a text may have at most, so that some are too long.
LONGEST: Final = 200


def busy_items(size: int, seed: int) -> Rows:
    """Make about *size* items."""
    chance = Random(f"items {seed}")
    rows: Rows = []
    turn = 0
    while len(rows) < size:
        rows.append(_user(f"Question {turn}. " * chance.randint(1, 20)))
        rows += _FAULTS.get(turn % 10, _plain)(turn)
        turn += 1
    return rows


def _user(text: str, **more: Any) -> Row:
    return {"type": "message", "role": "user", "content": text, **more}


def _said(turn: int, id: str) -> Row:
    part = {"type": "output_text", "text": f"Answer {turn}.", "annotations": []}
    content = [part]
    return {
        "type": "message",
        "role": "assistant",
        "id": id,
        "status": "completed",
        "content": content,
    }


def _thought(turn: int) -> Row:
    return {"type": "reasoning", "id": f"rs_{turn}", "summary": [], "encrypted_content": "x" * 90}


def _call(turn: int) -> Row:
    call = {"type": "function_call", "id": f"fc_{turn}", "call_id": f"call_{turn}"}
    return {**call, "name": "look", "arguments": '{"where":"here"}'}


def _output(turn: int) -> Row:
    return {"type": "function_call_output", "call_id": f"call_{turn}", "output": f"Found {turn}."}


def _plain(turn: int) -> Rows:
    return [_thought(turn), _call(turn), _output(turn), _said(turn, f"msg_{turn}")]


def _foreign(turn: int) -> Rows:
    return [_said(turn, f"chatcmpl-{turn}")]


def _keys(turn: int) -> Rows:
    return [_user("And?", ts=turn), _said(turn, f"msg_{turn}")]


def _orphan(turn: int) -> Rows:
    return [_thought(turn)]


def _mistyped(turn: int) -> Rows:
    call = {"type": "custom_tool_call", "id": f"ctc_{turn}", "call_id": f"call_{turn}"}
    return [{**call, "name": "sh", "input": "ls"}, _output(turn)]


def _half(turn: int) -> Rows:
    action = {"commands": ["ls"]}
    return [{"type": "shell_call", "id": f"sh_{turn}", "call_id": f"s{turn}", "action": action}]


_FAULTS: Final[dict[int, Callable[[int], Rows]]] = {
    0: _foreign,
    1: _orphan,
    2: _mistyped,
    3: _half,
    4: _keys,
}
