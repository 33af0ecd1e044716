"""The scheduler once more, on names and in place: written to be seen right, not to be used.

Our own code, under the licence of this project.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

Told: TypeAlias = tuple[object, ...]


@dataclass(frozen=True)
class Name:
    """An input by its name; one that is not kept is archived nowhere."""

    name: str
    human: bool = True
    kept: bool = True


@dataclass
class Turn:
    number: int
    inputs: list[Name]
    accepting: bool = True
    stop: tuple[str, str, object] | None = None

    @property
    def human(self) -> bool:
        return self.inputs[0].human


def loose(gone: list[Name]) -> list[Told]:
    return [("archived loosely" if one.kept else "finished", one.name) for one in gone]


@dataclass
class Model:
    """One session; each method is one event, and returns what was told."""

    generation: int = 0
    holds: int = 0
    gate: list[tuple[Name, int]] = field(default_factory=list)
    waiting: list[Name] = field(default_factory=list)
    running: Turn | None = None
    aside: list[Name] = field(default_factory=list)
    closed: bool = False
    turns: int = 0

    def queue(self) -> Told:
        return ("queue", tuple(one.name for one in self.waiting))

    def start(self, batch: list[Name], late: bool) -> list[Told]:
        self.turns += 1
        self.running = Turn(self.turns, batch)
        names = tuple(one.name for one in batch)
        return [("open", self.turns, names, late and batch[0].human)]

    def offer(self, one: Name, generation: int) -> list[Told]:
        if self.closed:
            return [("dropped", one.name), *loose([one])]
        if generation != self.generation:
            return [("dropped", one.name), ("forgotten", one.name)]
        if self.holds:
            self.gate.append((one, generation))
            return []
        if self.running is None:
            return self.start([one], False)
        joins = one.human and self.running.human and self.running.accepting
        self.waiting.append(one)
        return [("pending join" if joins else "queued", one.name), self.queue()]

    def drain(self, turn: int) -> list[Told]:
        run = self.running
        took = [one for one in self.waiting if one.human]
        if run is None or run.number != turn or not (run.human and run.accepting) or not took:
            return [("joined", ())]
        self.waiting = [one for one in self.waiting if not one.human]
        run.inputs += took
        return [("joined", tuple(one.name for one in took)), self.queue()]

    def final(self, turn: int) -> list[Told]:
        if self.running is not None and self.running.number == turn:
            self.running.accepting = False
        return []

    def ended(self, turn: int) -> list[Told]:
        run = self.running
        if run is None or run.number != turn:
            return []
        told: list[Told] = [("finished", one.name) for one in run.inputs]
        told += loose(self.aside)
        self.running, self.aside = None, []
        if self.holds:
            return [*told, ("hold ready",)]
        if not self.waiting:
            return told
        human = self.waiting[0].human
        batch = [one for one in self.waiting if one.human] if human else self.waiting[:1]
        self.waiting = [one for one in self.waiting if one not in batch]
        return [*told, *self.start(batch, True), self.queue()]

    def stop(self, by: object) -> list[Told]:
        if self.running is None:
            return [("nothing runs",)]
        return self.stop_as("record", "stopped", by)

    def stop_as(self, mode: str, reason: str, by: object) -> list[Told]:
        run = self.running
        if run is None or (run.stop is not None and mode == "record"):
            return []
        run.accepting, run.stop = False, (mode, reason, by)
        return [("abort", run.number, mode, reason)]

    def drop_all(self, reason: str) -> list[Told]:
        changed, gone = bool(self.waiting), self.waiting
        if reason == "shutdown":
            gone = gone + [one for one, _ in self.gate]
            self.closed, self.gate = True, []
        self.waiting = []
        told = self.stop_as("record", reason, None)
        told += [("dropped", one.name) for one in gone]
        if self.running is None:
            told += loose(gone)
        else:
            self.aside = self.aside + gone
        return told + ([self.queue()] if changed else [])

    def hold(self, reason: str) -> list[Told]:
        told: list[Told] = [("dropped", one.name) for one in self.waiting]
        told += [("forgotten", one.name) for one in self.waiting + self.aside]
        changed = bool(self.waiting)
        self.holds += 1
        self.waiting, self.aside = [], []
        self.generation += reason == "delete"
        told += self.stop_as("discard", reason, None)
        if self.running is None:
            told.append(("hold ready",))
        return told + ([self.queue()] if changed else [])

    def release(self) -> list[Told]:
        if self.holds:
            self.holds -= 1
            if not self.holds:
                gate, self.gate = self.gate, []
                return [one for given in gate for one in self.offer(*given)]
        return []
