"""The keys of a message: those of the format, those of a store, and all others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from attrs import fields

from ctxfn.messages import (
    NOWHERE,
    STORE_KEYS,
    Mark,
    Origin,
    RetryOf,
    ToolError,
    Usage,
    freeze,
)
from ctxfn.wire.moments import milliseconds
from ctxfn.wire.openai_chat.written import CODEC

__all__ = ["FORMAT_KEYS", "NOTHING", "Facts", "Plan", "facts_of", "plan_of", "stored_in"]

#: The keys of each role that become fields of its record, content and role left out.
FORMAT_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "system": ("name",),
    "developer": ("name",),
    "user": ("name",),
    "assistant": (
        "name",
        "reasoning_content",
        "reasoning",
        "refusal",
        "audio",
        "tool_calls",
        "function_call",
    ),
    "tool": ("tool_call_id", "name"),
    "function": ("name",),
}
_ORIGIN_FIELDS: Final = frozenset(one.name for one in fields(Origin))


class Plan(NamedTuple):
    """What the keys of one shape of message are: special ones, and those to carry.

    `stored` names, of the carried ones, the field that each store key becomes.
    """

    special: tuple[str, ...]
    carried: tuple[str, ...]
    stored: tuple[tuple[str, str], ...]


class Facts(NamedTuple):
    """What a store knows about a message."""

    id: str | None = None
    origin: Origin = NOWHERE
    marks: tuple[Mark, ...] = ()
    error: ToolError | None = None
    usage: Usage | None = None


NOTHING: Final = Facts()


def plan_of(role: str, keys: tuple[str, ...]) -> Plan:
    """Work out what the *keys* of a message of *role* are.

    Examples:
        >>> plan_of("tool", ("role", "id", "content", "name", "cache_control"))
        Plan(special=('name',), carried=('id', 'cache_control'), stored=(('id', 'id'),))
    """
    known = FORMAT_KEYS.get(role, ())
    carried = tuple(key for key in keys if key not in known and key not in ("role", "content"))
    return Plan(tuple(key for key in keys if key in known), carried, stored_in(carried))


def stored_in(keys: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Say which field each store key among *keys* becomes; one key a field.

    Examples:
        >>> stored_in(("ts", "created_at", "cache_control"))
        (('created_ms', 'created_at'),)
    """
    found: dict[str, str] = {}
    for key, name in STORE_KEYS[CODEC].fields:
        if key in keys:
            found.setdefault(name, key)
    return tuple(found.items())


def facts_of(row: Mapping[str, object], stored: tuple[tuple[str, str], ...], role: str) -> Facts:
    """Read the *stored* keys of *row*; a value that makes no sense there tells nothing.

    Examples:
        >>> row = {"id": 7, "created": 1700000000}
        >>> facts_of(row, stored_in(tuple(row)), "user").origin.created_ms
        1700000000000
    """
    if len(stored) == 1 and stored[0][0] == "id":
        return Facts(_text(row[stored[0][1]]))
    known = {name: row[key] for name, key in stored}
    origin: dict[str, object] = {}
    for name in known.keys() & _ORIGIN_FIELDS:
        origin[name] = milliseconds(known[name]) if name.endswith("_ms") else _text(known[name])
    retry = _text(known.get("retry_of"))
    return Facts(
        _text(known.get("id")),
        _origin(origin),
        (RetryOf(retry),) if retry else (),
        _error(known.get("error")) if role in ("tool", "function") else None,
        _usage(known.get("usage")) if role == "assistant" else None,
    )


def _origin(found: dict[str, object]) -> Origin:
    said = {name: value for name, value in found.items() if value is not None}
    return Origin(**said) if said else NOWHERE  # type: ignore[arg-type]


def _text(value: object) -> str | None:
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return None


def _error(value: object) -> ToolError | None:
    if isinstance(value, str):
        return ToolError(value) if value else None
    if not isinstance(value, dict) or not value:
        return None
    message, kind = value.get("message"), value.get("type")
    return ToolError(
        message if isinstance(message, str) else "",
        kind if isinstance(kind, str) else None,
        freeze(value),
    )


def _usage(value: object) -> Usage | None:
    if not isinstance(value, dict) or not value:
        return None
    return Usage(
        _count(value, "input_tokens", "prompt_tokens", "inputTokens"),
        _count(value, "output_tokens", "completion_tokens", "outputTokens"),
        freeze(value),
    )


def _count(value: dict[str, object], *names: str) -> int | None:
    for name in names:
        count = value.get(name)
        if isinstance(count, int) and not isinstance(count, bool):
            return count
    return None
