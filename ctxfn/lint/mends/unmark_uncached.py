"""Take cache markers from blocks that cannot carry one."""

from __future__ import annotations

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import (
    Assistant,
    Extras,
    Part,
    Reasoning,
    System,
    Text,
    ToolResult,
    User,
    extra,
    own,
)
from ctxfn.pipeline import Told, each_message

__all__ = ["carries_marker", "unmark_uncached"]

_CODEC, _KEY = "anthropic", "cache_control"


def carries_marker(extras: Extras) -> bool:
    """Say whether a block asks for what was sent so far to be remembered.

    Complexity: O(1).
    """
    return bool(extras) and isinstance(extra(extras, _CODEC).get(_KEY), dict)


@each_message
def unmark_uncached(
    message: System | User | Assistant | ToolResult, /
) -> System | User | Assistant | ToolResult | Told:
    """Move the marker of an empty text to the part before; take it from thoughts.

    Contract:
        Where no part is before, or it has a marker, the marker goes. The texts themselves stay.
        Each message is noted. Twice is once.

    Complexity: O(parts).

    Source: catalogue rule ``cache-on-empty-block``.

    Examples:
        >>> from ctxfn.messages import Text, chat, freeze, user
        >>> kept = (("anthropic", freeze({"cache_control": {"type": "ephemeral"}})),)
        >>> said = unmark_uncached(chat(user("hi", Text("", None, kept))))[0]
        >>> [carries_marker(part.extras) for part in said.parts]
        [True, False]
    """
    parts = _moved(message.parts)
    after: System | User | Assistant | ToolResult = message
    if parts is not message.parts:
        after = evolve(message, parts=parts)
    if isinstance(after, Assistant) and any(carries_marker(one.extras) for one in after.reasoning):
        after = evolve(after, reasoning=tuple(map(_unmarked, after.reasoning)))
    if after is message:
        return message
    ids = () if message.id is None else (message.id,)
    text = "a cache marker moved or taken away"
    return Told((after,), (Note("unmark_uncached", "marker-moved", text, ids),))


def _moved(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    kept: list[Part] = []
    for part in parts:
        if isinstance(part, Text) and not part.text and carries_marker(part.extras):
            marker = extra(part.extras, _CODEC)[_KEY]
            if kept and _may_carry(kept[-1]):
                kept[-1] = _with(kept[-1], marker)
            kept.append(evolve(part, extras=_without(part.extras)))
        else:
            kept.append(part)
    return tuple(kept) if any(a is not b for a, b in zip(kept, parts, strict=True)) else parts


def _may_carry(part: Part) -> bool:
    return isinstance(part, Text) and part.text != "" and not carries_marker(part.extras)


def _with(part: Part, marker: object) -> Part:
    if not isinstance(part, Text):
        return part
    others: Extras = tuple(one for one in part.extras if one[0] != _CODEC)
    carried = {_KEY: marker, **extra(part.extras, _CODEC)}
    return evolve(part, extras=(*others, (_CODEC, own(carried))))


def _unmarked(one: Reasoning) -> Reasoning:
    return evolve(one, extras=_without(one.extras)) if carries_marker(one.extras) else one


def _without(extras: Extras) -> Extras:
    rest = {key: value for key, value in extra(extras, _CODEC).items() if key != _KEY}
    others: Extras = tuple(one for one in extras if one[0] != _CODEC)
    return (*others, (_CODEC, own(rest))) if rest else others
