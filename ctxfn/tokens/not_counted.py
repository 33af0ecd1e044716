"""What is in a conversation and not in its count, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from attrs import frozen

from ctxfn.messages import (
    Compare,
    CompressedGroup,
    Node,
    Opaque,
    ToolResult,
    is_flat,
)

__all__ = ["NotCounted", "not_counted_in"]


@frozen
class NotCounted:
    """Something that is there and costs nothing here: what it is, why, and in which messages."""

    what: str
    why: str
    places: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{self.what}: {self.why}"


def _has_state(node: Node) -> bool:
    return isinstance(node, ToolResult) and node.state is not None


def _has_opaque(node: Node) -> bool:
    return any(isinstance(part, Opaque) for part in node.parts)


def _is_summary(node: Node) -> bool:
    return isinstance(node, CompressedGroup) and bool(node.compressed)


def _has_columns_left(node: Node) -> bool:
    return isinstance(node, Compare) and node.active is not None and len(node.columns) > 1


_KINDS: Final[tuple[tuple[Callable[[Node], bool], str, str], ...]] = (
    (
        _has_opaque,
        "parts that only their own provider can read",
        "the length of their JSON stands in for what they cost there",
    ),
    (_has_state, "the state of tools", "an application shows it, no model reads it"),
    (_is_summary, "what a summary stands for", "the summary is sent in its place"),
    (_has_columns_left, "columns nobody chose", "only the chosen one is sent"),
    (
        lambda node: bool(node.marks),
        "marks (reactions, mentions, selections)",
        "an injector may make text of them, and that counts once it is there",
    ),
)

#: Where cards are counted as they stand and not as some pipeline takes them apart.
_CARDS: Final = (
    "what is injected, and stand-ins that are made, when cards are flattened",
    "it depends on the steps that flatten them",
)


def not_counted_in(messages: Sequence[Node], *, flattened: bool) -> tuple[NotCounted, ...]:
    """List what is in *messages* and not in their count; *flattened*: cards were taken apart.

    Complexity: O(messages).

    Source: LobeHub context-engine, token accounting: what it does not count, and does not say.
    """
    found = []
    for holds, what, why in _KINDS:
        places = tuple(place for place, node in enumerate(messages) if holds(node))
        if places:
            found.append(NotCounted(what, why, places))
    cards = tuple(place for place, node in enumerate(messages) if not is_flat(node))
    if cards and not flattened:
        found.append(NotCounted(*_CARDS, cards))
    return tuple(found)
