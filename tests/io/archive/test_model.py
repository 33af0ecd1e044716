"""Whatever is done to an archive in whatever order, it is a plain list of messages."""

from __future__ import annotations

from typing import get_args
from uuid import uuid4

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from ctxfn.io.archive import ArchiveFailure
from ctxfn.messages import Message, Messages
from ctxfn.testing import messages, talks, texts
from ctxfn.turns import Stored, clean_history, count_start
from tests.io.archive.held import Held

KINDS = st.sampled_from([None, None, None, "turn-stopped", "event-marker", "compression-separator"])
STORED = st.builds(
    Stored,
    messages(),
    at_ms=st.none() | st.integers(-5, 2**70),
    kind=KINDS,
    turn=st.none() | texts(),
    entry=st.sampled_from([None, "opened", "joined"]),
    visible=st.none() | texts(),
)
NAMES = st.sampled_from(["a", "b\0", "\ud800"])
KEYS = st.sampled_from(["1", "2", "3", "4", "\0", ""])


class _Plain:
    """A session as lists: of what was saved, and how much of it is retired."""

    def __init__(self) -> None:
        self.saved: list[tuple[str, Stored]] = []
        self.retired = 0

    def read(self, start: int) -> tuple[Stored, ...]:
        left = [one for _, one in self.saved[self.retired :]]
        while start:
            if not left:
                return ()
            start -= not left.pop(0).is_control
        return tuple(left)

    def count(self) -> int:
        return sum(not one.is_control for _, one in self.saved[self.retired :])


class ArchiveMachine(RuleBasedStateMachine):
    """Do the same to an archive and to lists."""

    held: Held

    def __init__(self) -> None:
        super().__init__()
        self.mark = uuid4().hex
        self.plain: dict[str, _Plain] = {}

    def name(self, name: str) -> str:
        return f"{self.mark}{name}"

    @rule(name=NAMES, key=KEYS, stored=STORED)
    def save(self, name: str, key: str, stored: Stored) -> None:
        plain = self.plain.get(name, _Plain())
        there = dict(plain.saved).get(key)
        if there is not None and there != stored:
            try:
                self.held.save(self.name(name), key, stored)
            except ArchiveFailure:
                return
            raise AssertionError("another message was let in")
        self.held.save(self.name(name), key, stored)
        if there is None:
            self.plain.pop(name, None)
            self.plain[name] = plain
            plain.saved.append((key, stored))

    @rule(name=NAMES, place=st.integers(0, 9))
    def save_again(self, name: str, place: int) -> None:
        for key, stored in self.plain.get(name, _Plain()).saved[place : place + 1]:
            self.held.save(self.name(name), key, stored)

    @rule(name=NAMES, many=st.integers(0, 7))
    def retire(self, name: str, many: int) -> None:
        kept = self.held.kept(self.name(name))[:many]
        self.held.retire(self.name(name), kept[-1].position if kept else 0)
        if name in self.plain:
            self.plain[name].retired = max(self.plain[name].retired, len(kept))

    @rule(name=NAMES)
    def clear(self, name: str) -> None:
        self.held.clear(self.name(name))
        if name in self.plain:
            self.plain[name] = _Plain()

    @rule(name=NAMES)
    def delete(self, name: str) -> None:
        self.held.delete(self.name(name))
        self.plain.pop(name, None)

    @rule(name=NAMES, start=st.integers(0, 8))
    def read(self, name: str, start: int) -> None:
        assert self.held.read(self.name(name), start) == self.plain.get(name, _Plain()).read(start)

    @rule(name=NAMES, skipped=st.integers(0, 5), most=st.integers(1, 4))
    def page(self, name: str, skipped: int, most: int) -> None:
        kept = self.held.kept(self.name(name))
        plain = self.plain.get(name, _Plain())
        behind = kept[skipped - 1].position if 0 < skipped <= len(kept) else 0
        first = skipped if behind else 0

        assert [(one.key, one.stored) for one in kept] == plain.saved
        assert [one.active for one in kept] == [n >= plain.retired for n in range(len(kept))]
        assert self.held.kept(self.name(name), behind, most) == kept[first : first + most]

    @invariant()
    def counts_and_names(self) -> None:
        names = [one.removeprefix(self.mark) for one in self.held.sessions() if self.mark in one]

        assert names == [*reversed(self.plain)]
        assert [self.held.count(self.name(one)) for one in names] == [
            self.plain[one].count() for one in names
        ]

    def teardown(self) -> None:
        for name in self.plain:
            self.held.delete(self.name(name))


def test_it_is_a_list_of_messages(held: Held) -> None:
    class Machine(ArchiveMachine):
        pass

    Machine.held = held
    few = settings(max_examples=20, stateful_step_count=20, suppress_health_check=[*HealthCheck])
    run_state_machine_as_test(Machine, settings=few)


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(talk=talks(), data=st.data(), line=st.integers(0, 12), retired=st.integers(0, 5))
def test_count_then_read_is_read_then_cut(
    held: Held, talk: Messages, data: st.DataObject, line: int, retired: int
) -> None:
    session = uuid4().hex
    said = [one for one in talk if isinstance(one, get_args(Message))]
    for number, message in enumerate(said):
        held.save(session, str(number), Stored(message, number, data.draw(KINDS)))
    for one in held.kept(session)[:retired]:
        held.retire(session, one.position)
    start = count_start(held.count(session), line)

    counted = clean_history(
        held.read(session, start), line=line, active=held.count(session), offset=start
    )
    cut = clean_history(held.read(session), line=line)

    assert (counted.entries, counted.active) == (cut.entries, cut.active)
