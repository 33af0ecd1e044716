"""The two sizes of group: what no cut may split, and what counts as one for a person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ctxfn.messages.cards import Node
from ctxfn.messages.pairing import pair

__all__ = ["Atom", "atoms_of", "spans_of"]

#: The nodes of one atom, in order of place.
Atom: TypeAlias = tuple[Node, ...]


def spans_of(messages: Sequence[Node]) -> list[tuple[int, ...]]:
    """Return the atoms of *messages* as indexes, in the order of each one's first node.

    Contract:
        As `atoms_of`, in indexes; every index once.

    Complexity: O(nodes).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import assistant, call, tool_result, user
        >>> spans_of([tool_result("c"), user("hi"), assistant(call("c"))])
        [(0, 2), (1,)]
    """
    owner = list(range(len(messages)))
    for place, results in pair(messages).answers.items():
        for index in results:
            owner[index] = place.message
    spans: dict[int, list[int]] = {}
    for index, root in enumerate(owner):
        spans.setdefault(root, []).append(index)
    return [tuple(span) for span in spans.values()]


def atoms_of(messages: Sequence[Node]) -> tuple[Atom, ...]:
    """Return the atoms of *messages*: a call message with all its results, or a node alone.

    Contract:
        Every node is in exactly one atom; an orphan result is an atom of its own. An atom's
        place is that of its first node, be it the call or a result that came before it.

    Complexity: O(nodes).

    Source: ours; the smallest unit that any API accepts or refuses as a whole.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result, user
        >>> said = chat(user("hi"), assistant("", call("c1")), tool_result("c1", "42"))
        >>> [len(atom) for atom in atoms_of(said)]
        [1, 2]
    """
    return tuple(tuple(messages[index] for index in span) for span in spans_of(messages))
