"""A traced conversation with what is known of it, made once for all the steps it is given to."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Final

from ctxfn.messages import Messages, Node
from ctxfn.testing.contents import every_node
from ctxfn.testing.facets import Piece, facets_of, pieces_of
from ctxfn.testing.traced import traced
from ctxfn.testing.words import bare_on, words_of

__all__ = ["Given", "given"]

#: So many conversations are remembered; the oldest goes first.
_MOST: Final = 1000


class Given:
    """What is known of a traced conversation. Nothing in it changes."""

    def __init__(self, untraced: Messages) -> None:
        self.untraced = untraced
        self.messages = traced(untraced)
        self.nodes = tuple(node for _, node in every_node(self.messages))
        self.words = words_of(self.messages)
        self.known = frozenset(self.words)
        self.bare = Counter(word for node in self.nodes for word in bare_on(node))

    @cached_property
    def pieces(self) -> tuple[tuple[Node, Piece, dict[str, object]], ...]:
        """Each piece that can be recognised, with the node it is on and what hangs on it."""
        return tuple(
            (node, piece, facets_of(piece))
            for node in self.nodes
            for piece in pieces_of(node)
            if piece.words
        )


_REMEMBERED: Final[dict[int, Given]] = {}


def given(messages: Messages) -> Given:
    """Return what is known of *messages*, traced; the same for the same vector.

    Complexity: O(characters) once, then O(1): a table of steps is held to a law on the same
    conversations, each of which is traced for all of them.
    """
    found = _REMEMBERED.get(id(messages))
    if found is not None and found.untraced is messages:
        return found
    if len(_REMEMBERED) >= _MOST:
        del _REMEMBERED[next(iter(_REMEMBERED))]
    _REMEMBERED[id(messages)] = made = Given(messages)
    return made
