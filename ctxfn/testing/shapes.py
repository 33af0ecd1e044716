"""What a damage must know of a row to do it: of our records, and of OpenAI's dicts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from attrs import evolve, frozen

from ctxfn.messages import (
    Assistant,
    Call,
    Node,
    System,
    Text,
    ToolResult,
    Unknown,
    User,
)

__all__ = ["RECORDS", "Shape"]

R = TypeVar("R")


@frozen
class Shape(Generic[R]):
    """How to read and remake one row, for damages that are the same in every format."""

    calls: Callable[[R], tuple[str, ...]]
    answers: Callable[[R], str | None]
    with_calls: Callable[[R, tuple[str, ...]], R]
    with_answer: Callable[[R, str], R]
    with_arguments: Callable[[R, str], R]
    with_words: Callable[[R, str], R]
    id: Callable[[R], str | None]
    with_id: Callable[[R, str | None], R]
    with_parent: Callable[[R, str], R]
    under: Callable[[R, str], R]
    user: Callable[[str], R]
    system: Callable[[str], R]
    result: Callable[[str], R]


def _calls(node: Node) -> tuple[str, ...]:
    return tuple(call.id for call in node.calls) if isinstance(node, Assistant) else ()


def _renamed(node: Node, ids: tuple[str, ...]) -> Node:
    if not isinstance(node, Assistant):
        return node
    kept = zip(node.calls, ids, strict=False)
    return evolve(node, calls=tuple(evolve(call, id=name) for call, name in kept), written=None)


def _answered(node: Node, id: str) -> Node:
    return evolve(node, call_id=id, written=None) if isinstance(node, ToolResult) else node


def _argued(node: Node, arguments: str) -> Node:
    if not isinstance(node, Assistant):
        return node
    cut: tuple[Call, ...] = tuple(evolve(call, arguments=arguments) for call in node.calls)
    return evolve(node, calls=cut, written=None)


def _worded(node: Node, words: str) -> Node:
    return evolve(node, parts=(Text(words),) if words else (), written=None)


def _identified(node: Node, id: str | None) -> Node:
    return evolve(node, id=id, written=None)


def _parented(node: Node, parent: str) -> Node:
    return evolve(node, origin=evolve(node.origin, parent=parent), written=None)


def _under(node: Node, role: str) -> Node:
    return Unknown(role, node.parts, node.id, node.blocks, node.marks, node.origin, node.extras)


#: Our records. A card is a row without calls, whatever it holds.
RECORDS: Final[Shape[Node]] = Shape(
    calls=_calls,
    answers=lambda node: node.call_id if isinstance(node, ToolResult) else None,
    with_calls=_renamed,
    with_answer=_answered,
    with_arguments=_argued,
    with_words=_worded,
    id=lambda node: node.id,
    with_id=_identified,
    with_parent=_parented,
    under=_under,
    user=lambda words: User((Text(words),)),
    system=lambda words: System((Text(words),)),
    result=lambda name: ToolResult((Text("nobody asked"),), call_id=name),
)
