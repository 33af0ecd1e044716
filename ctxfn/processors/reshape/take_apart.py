"""Cards of some kinds replaced by what they hold, wherever they stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import Final, TypeAlias, assert_never, get_args

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import MANY_NODES, Compare, CompressedGroup, Council, Node, Tasks, check_size
from ctxfn.pipeline import Told
from ctxfn.processors.reshape.chosen_columns import chosen_columns

__all__ = ["Holder", "Opener", "take_apart"]

#: A card that holds nodes of any kind.
Holder: TypeAlias = Council | Tasks | Compare | CompressedGroup

#: Of a card of its kind, what stands in its place, and what that does not show.
Opener: TypeAlias = Callable[..., Told]

#: A node and where it goes; or a card, what came out of what it holds, and where it goes.
_Waiting: TypeAlias = tuple[Node, Sequence[list[Node]] | None, list[Node]]

_HOLDERS: Final = frozenset(get_args(Holder))


def take_apart(node: Node, openers: Mapping[type, Opener], step: str) -> Node | Told:
    """Put in place of *node*, and of each node inside it, what the opener of its kind gives.

    One loop for all cards: a step knows one kind, and finds it inside those that are others'.

    Contract:
        What an opener gives is looked at again, so cards in cards of its kinds go as well. A card
        that stays is the same object, or the same card around what is inside now; the messages
        that a summary stands for are not looked at, nor are columns beside the chosen one. The notes are those of the openers, in order,
        as *step*'s. Nothing to take apart: *node* itself.

    Complexity: O(nodes inside), at any depth.

    Source: ours; the re-created system takes apart the outermost cards alone.

    Raises:
        TooManyNodes: the same cards stand inside each other so often that no end is near.

    Examples:
        >>> from ctxfn.messages import assistant
        >>> inner = Tasks((Council((assistant("yes"), assistant("no"))),))
        >>> told = take_apart(inner, {Council: lambda card: Told(card.members)}, "mine")
        >>> told.nodes[0] == Tasks((assistant("yes"), assistant("no")))
        True
    """
    notes: list[Note] = []
    after: list[Node] = []
    waiting: list[_Waiting] = [(node, None, after)]
    cards = openers.keys() | _HOLDERS
    opened = 0
    while waiting:
        one, done, into = waiting.pop()
        opened += 1
        if opened == MANY_NODES:
            check_size(node)
        opener = openers.get(type(one))
        if done is not None:
            into.append(_around(one, done))
        elif opener is not None:
            told = opener(one)
            notes += [evolve(note, step=step) for note in told.notes]
            waiting += [(inner, None, into) for inner in reversed(told.nodes)]
        elif type(one) in _HOLDERS:
            _enter(one, into, cards, waiting)
        else:
            into.append(one)
    return node if len(after) == 1 and after[0] is node else Told(tuple(after), tuple(notes))


def _enter(node: Node, into: list[Node], cards: Set[type], waiting: list[_Waiting]) -> None:
    """Have what *node* holds looked at, then *node* itself; lists without cards are done."""
    held = _held(node)
    found = [not cards.isdisjoint(map(type, nodes)) for nodes in held]
    if not any(found):
        into.append(node)
        return
    done: list[list[Node]] = [
        [] if look else list(nodes) for look, nodes in zip(found, held, strict=True)
    ]
    waiting.append((node, done, into))
    for look, nodes, target in reversed(list(zip(found, held, done, strict=True))):
        if look:
            waiting += [(inner, None, target) for inner in reversed(nodes)]


def _held(node: Node) -> tuple[tuple[Node, ...], ...]:
    match node:
        case Council():
            return (node.members,)
        case Tasks():
            return (node.tasks,)
        case Compare():
            return tuple(node.columns[place].nodes for place in chosen_columns(node))
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
            columns = list(node.columns)
            for place, new in zip(chosen_columns(node), inside, strict=True):
                columns[place] = evolve(columns[place], nodes=tuple(new))
            return evolve(node, columns=tuple(columns))
        case CompressedGroup():
            return evolve(node, pinned=tuple(inside[0]))
        case _:
            assert_never(node)
