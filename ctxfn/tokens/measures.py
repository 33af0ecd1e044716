"""Measures: what was measured once is not measured again."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Final

from ctxfn.messages import Node
from ctxfn.tools import Declaration

from .counters import Counter
from .measure import measure
from .tariff import Tariff
from .tool_tokens import measure_tools

__all__ = ["Measures", "measures_for"]

#: Messages remembered in each of two generations.
_LIMIT: Final = 16_384


class Measures:
    """A memory of what messages cost with one counter and tariff, by identity.

    Records do not change, so a message costs the same for ever; the memory only saves work and
    never changes an answer. It is bounded: two generations of `limit` messages, of which the
    older goes when the younger is full, so what is still in use stays. Who looks at all of a
    longer history each time has to `make_room` for it.
    """

    def __init__(
        self,
        counter: Counter,
        tariff: Tariff,
        *,
        written: Callable[[Node], Node] | None = None,
        limit: int = _LIMIT,
    ) -> None:
        self.counter = counter
        self.tariff = tariff
        self._written = written
        self._limit = limit
        # A value holds its node, so that no other can get the same identity meanwhile.
        self._young: dict[int, tuple[int, object]] = {}
        self._old: dict[int, tuple[int, object]] = {}

    def of(self, node: Node) -> int:
        """Return the tokens of *node*, as it will be written.

        Complexity: O(1) for a node seen before, else as `measure`.
        """
        found = self._young.get(id(node))
        return self._measured(node) if found is None else found[0]

    def lookup(self) -> Callable[[int], tuple[int, object] | None]:
        """Return a look-up, by identity, of what is remembered best: for many nodes at once.

        It is good for as long as its user holds the nodes; where it finds none, ask `of`.
        """
        return self._young.get

    def make_room(self, messages: int) -> None:
        """Let a history of so many messages be remembered whole.

        A memory smaller than what is looked at in order forgets each message just before it is
        asked about again.

        Complexity: O(1).
        """
        self._limit = max(self._limit, messages)

    def of_tools(self, tools: Sequence[Declaration]) -> int:
        """Return the tokens of *tools*.

        Complexity: O(1) for the same tuple seen before, else as `measure_tools`.
        """
        found = self._young.get(id(tools)) or self._old.get(id(tools))
        if found is None:
            found = measure_tools(tools, self.counter), tools
        self._remember(id(tools), found)
        return found[0]

    def _measured(self, node: Node) -> int:
        found = self._old.get(id(node))
        if found is None:
            written = node if self._written is None else self._written(node)
            found = measure(written, self.counter, tariff=self.tariff), node
        self._remember(id(node), found)
        return found[0]

    def _remember(self, key: int, value: tuple[int, object]) -> None:
        if len(self._young) >= self._limit:
            self._old, self._young = self._young, {}
        self._young[key] = value


@functools.lru_cache(maxsize=16)
def measures_for(
    counter: Counter, tariff: Tariff, written: Callable[[Node], Node] | None = None
) -> Measures:
    """Return the memory that all counts with this *counter* and *tariff* share.

    Contract:
        *written* makes of a node what will be sent, if that differs: it is counted.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> from ctxfn.tokens import estimate
        >>> measures_for(estimate(), Tariff()) is measures_for(estimate(), Tariff())
        True
    """
    return Measures(counter, tariff, written=written)
