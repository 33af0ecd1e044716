"""The draft of a list while it is trimmed: three stretches, and what each costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import evolve

from ctxfn.messages import Message, ToolResult
from ctxfn.turns.entries import Entry, Zone

__all__ = ["Draft"]


class Draft:
    """A list of entries in its three zones, priced as it changes; it lives inside one function."""

    def __init__(
        self, entries: Sequence[Entry], estimate: Callable[[Message], int], *, dropped: int
    ) -> None:
        self._estimate = estimate
        self._zones: dict[Zone, list[Entry]] = {"head": [], "history": [], "turn": []}
        self._costs: dict[Zone, int] = {"head": 0, "history": 0, "turn": 0}
        self._known: dict[int, tuple[int, Entry]] = {}
        for entry in entries:
            self._zones[entry.zone].append(entry)
            self._costs[entry.zone] += self.cost(entry)
        self.cut = 0
        self.dropped = dropped

    def __len__(self) -> int:
        return sum(map(len, self._zones.values()))

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries, in order."""
        return tuple(entry for zone in self._zones.values() for entry in zone)

    @property
    def turn(self) -> Sequence[Entry]:
        """The entries of the turn section."""
        return self._zones["turn"]

    @property
    def total(self) -> int:
        """The estimate of the whole list."""
        return sum(self._costs.values())

    def of(self, zone: Zone) -> Sequence[Entry]:
        """Return the entries of *zone*."""
        return self._zones[zone]

    def places(self) -> list[tuple[Zone, int]]:
        """Return the zone and the place of each entry, in order."""
        return [(zone, at) for zone, held in self._zones.items() for at in range(len(held))]

    def cost_of(self, zone: Zone) -> int:
        """Return the estimate of *zone*."""
        return self._costs[zone]

    def cost(self, entry: Entry) -> int:
        """Return the estimate of *entry*, counted once."""
        known = self._known.get(id(entry))
        if known is None:
            known = self._known[id(entry)] = self._estimate(entry.message), entry
        return known[0]

    def replace(self, zone: Zone, place: int, message: Message) -> None:
        """Let the entry at *place* of *zone* say *message*."""
        entry = self._zones[zone][place]
        if message is not entry.message:
            self.put(zone, place, place + 1, evolve(entry, message=message))

    def put(self, zone: Zone, begin: int, end: int, *entries: Entry) -> None:
        """Put *entries* where those from *begin* to *end* stand."""
        went = self._zones[zone][begin:end]
        self._zones[zone][begin:end] = entries
        self._costs[zone] += sum(map(self.cost, entries)) - sum(map(self.cost, went))

    def drop_to(self, tokens: int) -> None:
        """Drop the oldest of the history until *tokens* in all are reached; a group as a whole."""
        history, number = self._zones["history"], 0
        if self.dropped >= tokens:
            return
        while number < len(history) and self.dropped < tokens:
            self.dropped += self.cost(history[number])
            number += 1
        while number < len(history) and isinstance(history[number].message, ToolResult):
            self.dropped += self.cost(history[number])
            number += 1
        self.put("history", 0, number)
        self.cut += number
