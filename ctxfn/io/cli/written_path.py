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


#: What formats call a field of a call, or of a result, that a path calls as OpenAI's chat does.
_FIELDS: Final = {
    "id": ("id", "toolUseId", "call_id"),
    "name": ("name",),
    "arguments": ("input", "args", "arguments"),
    "tool_call_id": ("tool_use_id", "toolUseId", "call_id", "id"),
}

#: Objects of one key around a block.
_WRAPS: Final = ("functionCall", "functionResponse", "toolUse", "toolResult")


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
    found += [(name,) for name in _own_fields(message, path)]
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
            found += _inside(key, places[number], rest, _of(blocks, places[number]))
    return found


def _own_fields(message: Message, path: Path) -> tuple[str, ...]:
    """Return what an item that is a call or a result itself calls the end of *path*."""
    if path[0] not in ("tool_calls", "tool_call_id") or "call_id" not in message:
        return ()
    wanted = ("call_id",) if path[-1] in ("id", "tool_call_id") else _FIELDS.get(str(path[-1]), ())
    return tuple(name for name in wanted if name in message)


def _of(blocks: object, place: int) -> Message:
    block = blocks[place] if isinstance(blocks, list) else None
    return block if isinstance(block, dict) else {}


def _inside(key: str, place: int, rest: Path, block: Message) -> list[Path]:
    """Return where in a *block* what *rest* ends with stands, else the block itself."""
    wraps = next((wrap for wrap in _WRAPS if isinstance(block.get(wrap), dict)), None)
    inner = block[wraps] if wraps is not None else block
    start = (key, place) if wraps is None else (key, place, wraps)
    wanted = _FIELDS.get(str(rest[-1] if rest else "tool_call_id"), ())
    names = [name for name in wanted if isinstance(inner, dict) and name in inner]
    return [(*start, name) for name in names[:1]] or [(key, place)]


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
