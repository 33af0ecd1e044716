"""A look at all messages that several steps share: each asks, one looks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress, count
from operator import is_not
from typing import Final

from ctxfn.messages.cards import Messages, Node

__all__ = ["LastLook"]

#: With more changed messages than this, looking at all of them anew is as quick.
_FEW: Final = 256


class LastLook:
    """What a look at each message found, for the messages asked about last.

    Records do not change, so it only saves work and never changes an answer. Steps that follow
    each other ask about the same messages, but for the few that one of them changed. It holds one
    conversation; question and answer are one value, so threads may share it.

    Contract:
        *look* finds places among nodes, each by its node alone. The answer is in order.

    Complexity: of *look* the first time; O(1) for the messages asked about last, and a glance at
    each where a few of those were replaced, came or went.

    Source: ours.
    """

    def __init__(self, look: Callable[[Sequence[Node]], list[int]]) -> None:
        self._look = look
        self._asked: tuple[Messages | None, tuple[int, ...]] = (None, ())

    def __call__(self, messages: Messages, /) -> tuple[int, ...]:
        """Return the places that the look finds in *messages*."""
        before, places = self._asked
        if before is not messages:
            places = tuple(self._places(list(messages), before, places))
            self._asked = messages, places
        return places

    def known(self, messages: Messages, /) -> tuple[int, ...] | None:
        """Return the places if it was *messages* that were asked about last; nobody looks."""
        before, places = self._asked
        return places if before is messages else None

    def _places(
        self, nodes: list[Node], before: Messages | None, known: tuple[int, ...]
    ) -> Sequence[int]:
        if before is None:
            return self._look(nodes)
        if len(before) != len(nodes):
            return self._moved(nodes, before, known)
        changed = list(compress(count(), map(is_not, nodes, before)))
        if len(changed) > _FEW:
            return self._look(nodes)
        again = [changed[one] for one in self._look([nodes[place] for place in changed])]
        return sorted({*known}.difference(changed).union(again))

    def _moved(self, nodes: list[Node], before: Messages, known: tuple[int, ...]) -> Sequence[int]:
        """Find places where some nodes came or went: those that stayed are known by identity."""
        stayed = set(map(id, before))
        came = [place for place, node in enumerate(nodes) if id(node) not in stayed]
        if len(came) > _FEW:
            return self._look(nodes)
        again = [came[one] for one in self._look([nodes[place] for place in came])]
        if not known:
            return again
        found = {id(before[place]) for place in known}
        return sorted([*again, *(at for at, node in enumerate(nodes) if id(node) in found)])
