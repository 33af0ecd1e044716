"""Cards of some kinds replaced by what they hold, wherever they stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, assert_never

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import Compare, CompressedGroup, Council, Node, Tasks
from ctxfn.pipeline import Told

__all__ = ["Holder", "Opener", "take_apart"]

#: A card that holds nodes of any kind.
Holder: TypeAlias = Council | Tasks | Compare | CompressedGroup

#: What stands in place of a node, and what that does not show; nothing if it is to stay.
Opener: TypeAlias = Callable[[Node], Told | None]


def take_apart(node: Node, opener: Opener, step: str) -> Node | Told:
    """Put in place of *node*, and of each node inside it, what *opener* has for it.

    One loop for all cards: a step knows one kind, and finds it inside those that are others'.

    Contract:
        What *opener* gives is looked at again, so cards in cards of its kinds go as well. A card
        that stays is the same object, or the same card around what is inside now; the messages
        that a summary stands for are not looked at. The notes are those of *opener*, in order,
        as *step*'s. Nothing to take apart: *node* itself.

    Complexity: O(nodes inside), at any depth.

    Source: ours; the re-created system takes apart the outermost cards alone.

    Examples:
        >>> from ctxfn.messages import Council, assistant
        >>> inner = Tasks((Council((assistant("yes"), assistant("no"))),))
        >>> told = take_apart(
        ...     inner, lambda one: Told(one.members) if isinstance(one, Council) else None, "mine"
        ... )
        >>> told.nodes[0] == Tasks((assistant("yes"), assistant("no")))
        True
    """
    notes: list[Note] = []
    after: list[Node] = []
    waiting: list[tuple[Node, tuple[list[Node], ...] | None, list[Node]]] = [(node, None, after)]
    while waiting:
        one, done, into = waiting.pop()
        if done is not None:
            into.append(_around(one, done))
            continue
        told = opener(one)
        if told is not None:
            notes += [evolve(note, step=step) for note in told.notes]
            waiting += [(inner, None, into) for inner in reversed(told.nodes)]
            continue
        held = _held(one)
        fresh: tuple[list[Node], ...] = tuple([] for _ in held)
        waiting.append((one, fresh, into))
        for nodes, target in zip(reversed(held), reversed(fresh), strict=True):
            waiting += [(inner, None, target) for inner in reversed(nodes)]
    return node if len(after) == 1 and after[0] is node else Told(tuple(after), tuple(notes))


def _held(node: Node) -> tuple[tuple[Node, ...], ...]:
    match node:
        case Council():
            return (node.members,)
        case Tasks():
            return (node.tasks,)
        case Compare():
            return tuple(column.nodes for column in node.columns)
        case CompressedGroup():
            return (node.pinned,)
        case _:
            return ()


def _around(node: Node, inside: Sequence[Sequence[Node]]) -> Node:
    same = all(
        len(before) == len(after) and all(a is b for a, b in zip(before, after, strict=True))
        for before, after in zip(_held(node), inside, strict=True)
    )
    if same or not isinstance(node, Holder):
        return node
    match node:
        case Council():
            return evolve(node, members=tuple(inside[0]))
        case Tasks():
            return evolve(node, tasks=tuple(inside[0]))
        case Compare():
            pairs = zip(node.columns, inside, strict=True)
            return evolve(node, columns=tuple(evolve(one, nodes=tuple(new)) for one, new in pairs))
        case CompressedGroup():
            return evolve(node, pinned=tuple(inside[0]))
        case _:
            assert_never(node)
