"""Find in a message, as it is written, what a path of a finding means."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from ctxfn.lint import Path

__all__ = ["Message", "message_at", "written_path"]

Message: TypeAlias = dict[str, object]

_MESSAGES: Final = ("messages", "contents", "input")

#: Where formats write what a path calls by the name OpenAI's chat format has for it.
_LISTS: Final = {"content": ("content", "parts", "output"), "tool_calls": ("tool_calls",)}

#: Which blocks of a content are what, in formats that write everything as blocks.
_BLOCKS: Final[dict[str, Callable[[Message], bool]]] = {
    "tool_calls": lambda one: (
        one.get("type") == "tool_use" or bool({"functionCall", "toolUse"} & one.keys())
    ),
    "reasoning": lambda one: one.get("type") in ("thinking", "redacted_thinking"),
    "tool_call_id": lambda one: (
        one.get("type") == "tool_result" or bool({"functionResponse", "toolResult"} & one.keys())
    ),
}


def message_at(value: object, index: int | None) -> Message | None:
    """Return the message of a list or body at *index*, if there is one."""
    if isinstance(value, dict):
        value = next((value[key] for key in _MESSAGES if key in value), None)
    if index is None or not isinstance(value, list) or not 0 <= index < len(value):
        return None
    message = value[index]
    return message if isinstance(message, dict) else None


def written_path(message: Message, path: Path) -> Path:
    """Return the part of *path* that is there in *message*, in the words of its format.

    Contract:
        Each key and index of the answer leads somewhere; empty is the message itself.
    """
    here: object = message
    for start in _starts(message, path):
        there = _followed(message, start)
        if there:
            return there
    return _followed(here, path)


def _starts(message: Message, path: Path) -> list[Path]:
    """Return what *path* may be called here, the likeliest first."""
    if not path:
        return []
    first, rest = path[0], path[1:]
    found: list[Path] = [(key, *rest) for key in _LISTS.get(str(first), (first,))]
    is_block = _BLOCKS.get(str(first))
    for key in _LISTS["content"] if is_block is not None else ():
        blocks = message.get(key)
        places = [
            place
            for place, one in enumerate(blocks if isinstance(blocks, list) else ())
            if isinstance(one, dict) and is_block is not None and is_block(one)
        ]
        number = rest[0] if rest and isinstance(rest[0], int) else 0
        if number < len(places):
            found.append((key, places[number]))
    return found


def _followed(value: object, path: Path) -> Path:
    there: list[str | int] = []
    for key in path:
        inside = _entries(value)
        if key not in inside:
            break
        value = inside[key]
        there.append(key)
    return tuple(there)


def _entries(value: object) -> dict[str | int, object]:
    if isinstance(value, list):
        return dict(enumerate(value))
    return dict(value) if isinstance(value, dict) else {}
