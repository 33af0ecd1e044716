"""The shape of an OpenAI message as JSON, whatever it may hold by now."""

from __future__ import annotations

from typing import Final

from ctxfn.testing.shapes import Shape

__all__ = ["OPENAI", "calls_of", "with_key", "without_key"]


def with_key(row: object, key: str, value: object) -> object:
    """Return a row with *key* set; what is no object is left as it is."""
    return {**row, key: value} if isinstance(row, dict) else row


def without_key(row: object, key: str) -> object:
    """Return a row without *key*, other keys in their order."""
    if not isinstance(row, dict):
        return row
    return {name: value for name, value in row.items() if name != key}


def calls_of(row: object) -> list[dict[str, object]]:
    """Return the calls of a row that are objects."""
    calls = row.get("tool_calls") if isinstance(row, dict) else None
    return [one for one in calls if isinstance(one, dict)] if isinstance(calls, list) else []


def _calls(row: object) -> tuple[str, ...]:
    return tuple(str(call.get("id")) for call in calls_of(row))


def _answers(row: object) -> str | None:
    if not isinstance(row, dict) or row.get("role") != "tool":
        return None
    return str(row.get("tool_call_id"))


def _with_calls(row: object, ids: tuple[str, ...]) -> object:
    calls = calls_of(row)
    if not calls:
        return row
    renamed = [{**call, "id": name} for call, name in zip(calls, ids, strict=False)]
    return with_key(row, "tool_calls", renamed)


def _with_arguments(row: object, arguments: str) -> object:
    calls = calls_of(row)
    if not calls:
        return row
    return with_key(row, "tool_calls", [_argued(call, arguments) for call in calls])


def _argued(call: dict[str, object], arguments: str) -> dict[str, object]:
    function = call.get("function")
    if not isinstance(function, dict):
        return call
    return {**call, "function": {**function, "arguments": arguments}}


def _text_at(row: object, key: str) -> str | None:
    value = row.get(key) if isinstance(row, dict) else None
    return value if isinstance(value, str) else None


def _with_id(row: object, id: str | None) -> object:
    return without_key(row, "id") if id is None else with_key(row, "id", id)


#: Messages of OpenAI's chat format. Ids and parents are a store's keys beside it.
OPENAI: Final[Shape[object]] = Shape(
    calls=_calls,
    answers=_answers,
    with_calls=_with_calls,
    with_answer=lambda row, name: with_key(row, "tool_call_id", name),
    with_arguments=_with_arguments,
    with_words=lambda row, words: with_key(row, "content", words),
    id=lambda row: _text_at(row, "id"),
    with_id=_with_id,
    with_parent=lambda row, parent: with_key(row, "parent_id", parent),
    under=lambda row, role: with_key(row, "role", role),
    user=lambda words: {"role": "user", "content": words},
    system=lambda words: {"role": "system", "content": words},
    result=lambda name: {"role": "tool", "tool_call_id": name, "content": "nobody asked"},
)
