"""A made-up history of any length: the same for the same seed, on any machine."""

from __future__ import annotations

import json
import random
from typing import Any

from benchmarks.damage import damaged
from benchmarks.phrases import Phrases

__all__ = ["corpus"]

Row = dict[str, Any]

#: Bytes of JSON a message should have on average.
_SIZE = 1000
#: Calls a message should make on average.
_CALLS = 0.4
_SYSTEM = "You are the assistant of a small engineering team. Be brief, and check before you claim."
_TOOLS = ("search_web", "read_file", "run_command", "query_table", "list_issues")


def corpus(messages: int, *, seed: int = 42, damage: float = 0.0) -> list[Row]:
    """Return *messages* chat messages: one system message, then turns with and without calls.

    About a kilobyte of JSON and 0.4 calls a message; prose, code, JSON results, parallel
    calls. *damage* is the share of messages hit by a dropped, doubled, orphaned, moved or
    swapped result; it may add or take away messages.
    """
    if messages <= 0:
        return []
    writer = _Writer(seed)
    writer.add({"role": "system", "content": _SYSTEM})
    while len(writer.rows) < messages:
        writer.turn(messages - len(writer.rows))
    return damaged(writer.rows, share=damage, seed=seed) if damage else writer.rows


class _Writer:
    """Writes message after message, and steers towards the wanted size and share of calls."""

    def __init__(self, seed: int) -> None:
        self.rows: list[Row] = []
        self.random = random.Random(seed)
        self.phrases = Phrases(self.random)
        self.bytes = 0
        self.calls = 0

    def add(self, row: Row) -> None:
        self.rows.append(row)
        self.bytes += len(json.dumps(row))

    def aim(self) -> int:
        """Return how long the next text should be so that the average comes out right."""
        due = _SIZE * (len(self.rows) + 1) - self.bytes
        return int(min(max(due, 300), 4 * _SIZE) * self.random.uniform(0.6, 1.4))

    def turn(self, room: int) -> None:
        """Write one turn of at most *room* messages: a question, calls, an answer."""
        self.add({"role": "user", "content": self.phrases.prose(self.aim())})
        room -= 1
        while room > 2 and self.calls < _CALLS * (len(self.rows) + 2) - self.random.random():
            parallel = self.random.choice((1, 1, 1, 1, 1, 1, 2, 2, 2, 3))
            parallel = min(parallel, room - 2)
            self.ask(parallel)
            room -= 1 + parallel
        if room > 0:
            self.add({"role": "assistant", "content": self.answer()})

    def answer(self) -> str:
        size = self.aim()
        if self.random.random() < 0.3:
            return f"{self.phrases.prose(size // 3)}\n\n{self.phrases.code(2 * size // 3)}"
        return self.phrases.prose(size)

    def ask(self, parallel: int) -> None:
        calls = []
        for _ in range(parallel):
            self.calls += 1
            name = self.random.choice(_TOOLS)
            arguments = {"query": self.phrases.words(4), "limit": self.random.randint(1, 50)}
            function = {"name": name, "arguments": json.dumps(arguments)}
            calls.append({"id": f"call_{self.calls}", "type": "function", "function": function})
        says = self.phrases.prose(self.aim() // 3) if self.random.random() < 0.5 else ""
        self.add({"role": "assistant", "content": says, "tool_calls": calls})
        for call in calls:
            self.add({"role": "tool", "tool_call_id": call["id"], "content": self.result()})

    def result(self) -> str:
        size = self.aim()
        return self.phrases.code(size) if self.random.random() < 0.3 else self.phrases.data(size)
