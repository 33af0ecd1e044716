"""Trimming once more, step by step over plain lists: written to be seen right, not to be fast.

Our own code, under the licence of this project.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from attrs import evolve

from ctxfn.messages import Assistant, Message, Reasoning, System, Text, ToolResult, text_of
from ctxfn.turns import Entry, estimate_characters
from tests.turns.lists import SHORT, total


def words(message: Message, said: str) -> Message:
    return evolve(message, parts=(Text(said),))


def thought(message: Message) -> str:
    return message.reasoning[0].text if isinstance(message, Assistant) and message.reasoning else ""


def clip(said: str, keep: int, mark: str) -> str:
    cut = said[:keep] + mark
    cheaper = estimate_characters(cut) < estimate_characters(said)
    return cut if len(said) > keep and cheaper else said


def groups(turn: Sequence[Entry]) -> list[list[Entry]]:
    """Call messages, each with its results."""
    found: list[list[Entry]] = []
    for entry in turn:
        if isinstance(entry.message, Assistant) and entry.message.calls:
            found.append([entry])
        elif isinstance(entry.message, ToolResult):
            found[-1].append(entry)
    return found


def digest(group: Sequence[Entry]) -> str:
    asked = group[0].message
    assert isinstance(asked, Assistant)
    told = []
    for call in asked.calls:
        seen = next(
            text_of(entry.message)
            for entry in group[1:]
            if isinstance(entry.message, ToolResult) and entry.message.call_id == call.id
        )
        told.append(f"{call.tool} → {seen[:100]}{'...' if len(seen) > 100 else ''}")
    own = text_of(asked)
    return (f"{own}\n" if own else "") + SHORT.digest + " | ".join(told)


def reach(history: Sequence[Entry], tokens: int) -> int:
    """How many of the oldest messages have so many tokens; a group is not parted."""
    number = 0
    while number < len(history) and total(history[:number]) < tokens:
        number += 1
    while number < len(history) and isinstance(history[number].message, ToolResult):
        number += 1
    return number


@dataclass
class Trimming:
    """A list while it is trimmed. `lost` are tokens that went in an earlier call of the turn."""

    entries: list[Entry]
    budget: int
    quota: int = 4096
    lost: int = 0
    step: int = 1
    cut: int = 0
    hint: bool = False
    past: list[Entry] = field(init=False)

    def __post_init__(self) -> None:
        self.past = self.zone("history")
        self.unit = -(-self.budget // 4)
        self.had = len(self.entries)

    def zone(self, name: str) -> list[Entry]:
        return [entry for entry in self.entries if entry.zone == name]

    @property
    def fits(self) -> bool:
        return total(self.entries) <= self.budget

    def drop(self, tokens: int) -> None:
        """Leave out the oldest until *tokens* went, with those that are lost."""
        gone = 0 if tokens <= self.lost else reach(self.past, tokens - self.lost)
        if gone > self.cut:
            self.cut = gone
            kept = self.past[gone:]
            self.entries = [*self.zone("head"), *kept, *self.zone("turn")]

    def swap(self, old: Entry, said: Message) -> None:
        self.entries = [evolve(e, message=said) if e is old else e for e in self.entries]

    def run(self) -> Trimming:
        sent = self.lost + total(self.past)
        available = self.budget - total(self.zone("head")) - self.unit
        if sent > available:
            self.drop(-(-(sent - available) // self.unit) * self.unit)
        steps: tuple[Callable[[], None], ...] = (
            self.shorten_turn,
            lambda: self.drop_more(sent),
            self.cut_blocks,
            self.shorten_last,
        )
        for number, step in enumerate(steps, 2):
            if not self.fits:
                self.step = number
                step()
        if self.step >= 4 and self.had - len(self.entries) >= 6:
            self.add_hint()
        return self

    def shorten_turn(self) -> None:
        last = groups(self.zone("turn"))[-1:]
        kept = [id(entry) for group in last for entry in group] + [id(self.entries[-1])]
        steps = [e for e in self.zone("turn") if e.tag == "step" and id(e) not in kept]
        for entry in steps:
            said = text_of(entry.message)
            if not self.fits and isinstance(entry.message, ToolResult) and len(said) > 1500:
                self.swap(entry, words(entry.message, clip(said, 500, SHORT.cut_result)))
        thinking = [entry for entry in steps if len(thought(entry.message)) > 200]
        for entry in thinking:
            if not self.fits:
                self.think_less(entry, 400 if entry is thinking[-1] else 200)
        for group in groups(self.zone("turn"))[:-1]:
            line = Entry(Assistant((Text(digest(group)),), "4"), "turn", "digest")
            if not self.fits and total([line]) < total(group):
                at = next(n for n, entry in enumerate(self.entries) if entry is group[0])
                self.entries[at : at + len(group)] = [line]

    def think_less(self, entry: Entry, keep: int) -> None:
        short = clip(thought(entry.message), keep, SHORT.cut_reasoning)
        if isinstance(entry.message, Assistant):
            self.swap(entry, evolve(entry.message, reasoning=(Reasoning(short),)))

    def drop_more(self, sent: int) -> None:
        need = sent - (self.budget - total(self.zone("head")) - total(self.zone("turn")))
        self.drop(-(-need // self.unit) * self.unit)

    def blocks(self) -> list[Entry]:
        return [
            entry
            for entry in self.entries[1:-1]
            if entry.tag in ("injected", "feedback") and isinstance(entry.message, System)
        ]

    def cut_blocks(self) -> None:
        size = total(self.blocks())
        if size > self.quota:
            for entry in self.blocks():
                said = text_of(entry.message)
                keep = max(200, len(said) * self.quota // size)
                if len(said) > 200:
                    self.swap(entry, words(entry.message, clip(said, keep, SHORT.cut_block)))
        for entry in self.blocks():
            if not self.fits:
                self.entries = [one for one in self.entries if one is not entry]

    def shorten_last(self) -> None:
        for entry in [e for group in groups(self.zone("turn"))[-1:] for e in group]:
            said = text_of(entry.message)
            if isinstance(entry.message, ToolResult) and len(said) > 1500:
                self.swap(entry, words(entry.message, clip(said, 500, SHORT.cut_result)))
            elif len(thought(entry.message)) > 200:
                self.think_less(entry, 400)

    def add_hint(self) -> None:
        if any(entry.tag == "hint" for entry in self.entries):
            return
        asked = [n for n, e in enumerate(self.entries) if e.tag in ("input", "instruction")]
        at = asked[-1] + 1 if asked else len(self.entries)
        self.hint = True
        self.entries.insert(at, Entry(System((Text(SHORT.hint),)), "turn", "hint"))


def told(entries: Sequence[Entry]) -> list[tuple[str, str, str, str]]:
    """Tell what each entry is, says and thinks; how it came to be does not matter."""
    return [(e.zone, e.tag, text_of(e.message), thought(e.message)) for e in entries]
