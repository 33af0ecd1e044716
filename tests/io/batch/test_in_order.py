"""in_order: whatever the workers do, what comes back is in order, and nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from ctxfn.io.batch import Bad, Done, InProcess, WorkerDied, map_values
from ctxfn.io.batch.in_order import Chunk, in_order
from ctxfn.io.batch.outcome import Outcomes
from tests.io.batch.works import halved

CHUNKS = st.lists(st.lists(st.integers(0, 9), max_size=4), max_size=8)


class Whimsical:
    """Workers that end in any order, and die of some values, once of nothing at all."""

    width = 3

    def __init__(self, order: Iterator[int], deadly: frozenset[int], tries: int) -> None:
        self.tries = tries
        self.held: list[tuple[int, tuple[object, ...]]] = []
        self.most = 0
        self._order = order
        self._deadly = deadly
        self._killable = True

    def submit(self, ticket: int, values: tuple[object, ...]) -> None:
        self.held.append((ticket, values))
        self.most = max(self.most, len(self.held))

    def take(self) -> tuple[int, Outcomes | None]:
        choice = next(self._order, 0)
        ticket, values = self.held.pop(choice % len(self.held))
        killed, self._killable = self._killable and choice > 60, self._killable and choice <= 60
        if killed or not self._deadly.isdisjoint(values):
            return ticket, None
        return ticket, tuple(map(Done, values))


class TestProperties:
    """What is true of all workers. Each test is named after the invariant."""

    @given(
        CHUNKS,
        st.lists(st.integers(0, 99), max_size=40),
        st.frozensets(st.integers(0, 9), max_size=3),
        st.integers(1, 2),
    )
    def test_each_value_has_its_outcome_in_order_and_only_the_deadly_are_given_up(
        self, chunks: list[list[int]], order: list[int], deadly: frozenset[int], tries: int
    ) -> None:
        pool = Whimsical(iter(order), deadly, tries)
        given_chunks = [Chunk(tuple(some), 1, tuple(some)) for some in chunks]

        answered = list(in_order(pool, given_chunks))

        assert [chunk.label for chunk, _ in answered] == [tuple(some) for some in chunks]
        dead = Bad(WorkerDied(tries + 1))
        assert [list(outcomes) for _, outcomes in answered] == [
            [dead if number in deadly else Done(number) for number in some] for some in chunks
        ]

    @given(st.integers(0, 60), st.integers(1, 50_000_000))
    def test_no_more_is_read_ahead_than_the_window(self, number: int, weight: int) -> None:
        read = 0

        def chunks() -> Iterator[Chunk[int]]:
            nonlocal read
            for label in range(number):
                read += 1
                yield Chunk((label,), weight, label)

        ahead = []
        pool = Whimsical(iter(()), frozenset(), 1)
        for chunk, _ in in_order(pool, chunks()):
            ahead.append((read - chunk.label) * weight)

        assert pool.most <= 12
        assert max(ahead, default=0) <= 64_000_000 + 2 * weight


class TestExamples:
    """In this process, in cases a reader can check by eye."""

    def test_what_is_raised_is_an_answer(self) -> None:
        outcomes = list(map_values(halved, [2, 1, 3, "x", 4], executor=InProcess()))

        assert [type(one).__name__ for one in outcomes] == ["Done", "Bad", "Bad", "Bad", "Done"]
        assert [str(one.error) for one in outcomes if isinstance(one, Bad)] == [
            "value: found one, expected an even number",
            "OddError: 3 is odd",
            "TypeError: no number: 'x'",
        ]
