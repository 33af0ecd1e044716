"""The ledger: equal to counting from scratch, whatever was appended."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from pyrsistent import pvector

from ctxfn.messages import (
    Messages,
    Node,
    assistant,
    call,
    chat,
    spans_of,
    system,
    tool_result,
    user,
)
from ctxfn.processors import keep_recent
from ctxfn.testing import conversations
from ctxfn.tokens import (
    Amounts,
    Counter,
    Ledger,
    UnclearLimit,
    ledger_of,
    measure,
)


def by_characters(text: str) -> int:
    return len(text)


LENGTH = Counter("characters", True, by_characters)


def appended(messages: Messages, counter: Counter = LENGTH) -> Ledger:
    ledger = ledger_of([], counter)
    for node in messages:
        ledger = ledger.append(node)
    return ledger


def newest_atoms_within(messages: Messages, limit: int, *, tokens: bool) -> Messages:
    """What the ledger's cut has to give, found by adding up from the tail."""
    kept: set[int] = set()
    for span in reversed(spans_of(messages)):
        price = sum(measure(messages[at], LENGTH) for at in span) if tokens else len(span)
        limit -= price
        if limit < 0:
            break
        kept.update(span)
    return pvector([node for place, node in enumerate(messages) if place in kept])


class TestExamples:
    """Borders by tokens, messages and groups; units; branches."""

    SAID = chat(
        system("Be brief."), user("hi"), assistant("", call("c")), tool_result("c", "42"),
         user("and?"), assistant("done")
    )  # fmt: skip

    def test_the_amounts_of_all(self) -> None:
        ledger = ledger_of(self.SAID, LENGTH)
        cost = sum(measure(node, LENGTH) for node in self.SAID)

        assert ledger.total == Amounts(tokens=cost, messages=6, atoms=5, groups=4)

    def test_an_atom_is_not_split(self) -> None:
        ledger = ledger_of(self.SAID, LENGTH)

        assert [ledger.border(messages=count) for count in (0, 1, 2, 3, 4, 5, 6)] == [
            6, 5, 4, 4, 2, 1, 0,
        ]  # fmt: skip

    def test_a_border_by_groups_does_not_count_the_system_message(self) -> None:
        ledger = ledger_of(self.SAID, LENGTH)

        assert [ledger.border(groups=count) for count in (0, 1, 3, 4)] == [6, 5, 2, 0]

    def test_a_unit_moves_the_border_seldom(self) -> None:
        ledger = ledger_of([], LENGTH)
        borders = []
        for number in range(60):
            ledger = ledger.append(user(f"{number:02} " + "x" * 7))
            borders.append(ledger.border(tokens=200, unit=100))

        price = measure(user("x" * 10), LENGTH)
        assert len(set(borders)) == -(-(60 * price - 200) // 100) + 1
        assert borders == sorted(borders)

    def test_an_older_value_goes_on_as_if_nothing_had_been_appended(self) -> None:
        ledger = ledger_of(self.SAID[:2], LENGTH)
        one, other = ledger.append(user("this")), ledger.append(user("or that"))

        assert ledger.total.messages == 2
        assert other.total.tokens - one.total.tokens == len("or that") - len("this")

    def test_a_late_result_costs_where_its_call_stands(self) -> None:
        ledger = appended(chat(assistant("", call("c")), user("wait"), tool_result("c", "42")))

        assert ledger.newest(messages=1) == chat(user("wait"))
        assert ledger.border(messages=2) == 1

    @pytest.mark.parametrize(
        ("limits", "message"),
        [
            ({}, "tokens and messages and groups: found [], expected exactly one limit."),
            (
                {"tokens": 1, "groups": 2},
                "tokens and messages and groups: found ['tokens', 'groups'], "
                "expected exactly one limit.",
            ),
            ({"tokens": -1}, "tokens: found -1, expected a whole number, 0 or more."),
            ({"groups": 1, "unit": 5}, "unit: found 5, expected no unit beside groups: it is in "
                                       "tokens."),
            ({"tokens": 1, "unit": 0}, "unit: found 0, expected a whole number of tokens, 1 or "
                                       "more."),
        ],
    )  # fmt: skip
    def test_a_limit_that_is_unclear(self, limits: dict[str, int], message: str) -> None:
        with pytest.raises(UnclearLimit) as error:
            ledger_of(self.SAID, LENGTH).border(**limits)

        assert str(error.value) == message


class TestEveryShortHistory:
    """All histories of up to four messages: sums and roots are looked at, `==` does not."""

    MADE: tuple[Callable[[], Node], ...] = (
        lambda: user("u"),
        lambda: assistant("x", call("a", "f")),
        lambda: assistant("x", call("a", "f"), call("b", "f")),
        lambda: tool_result("a", "r"),
        lambda: tool_result("b", "rr"),
    )

    def test_appending_is_as_counting_from_scratch(self) -> None:
        for length in range(1, 5):
            for makers in itertools.product(self.MADE, repeat=length):
                said = chat(*(make() for make in makers))
                one, other = appended(said), ledger_of(said, LENGTH)

                assert list(one._sums) == list(other._sums), said
                assert list(one._ties.roots) == list(other._ties.roots), said

    def test_a_call_whose_sibling_was_answered_early_keeps_its_results(self) -> None:
        asked = assistant("x", call("a", "f"), call("b", "f"))
        said = chat(tool_result("a", "r"), user("u"), asked, tool_result("b", "rr"))

        assert appended(said).newest(messages=2) == chat(user("u"))


class TestProperties:
    """Equal to counting from scratch."""

    @given(said=conversations(cards=True))
    def test_appending_is_as_counting_from_scratch(self, said: Messages) -> None:
        one, other = appended(said), ledger_of(said, LENGTH)

        assert one == other
        assert list(one._sums) == list(other._sums)
        assert list(one._ties.roots) == list(other._ties.roots)
        assert one.total.tokens == sum(measure(node, LENGTH) for node in said)

    @given(said=conversations(), limit=st.integers(0, 400), tokens=st.booleans())
    def test_a_cut_keeps_the_newest_whole_atoms(
        self, said: Messages, limit: int, tokens: bool
    ) -> None:
        ledger = appended(said)
        kept = ledger.newest(tokens=limit) if tokens else ledger.newest(messages=limit // 40)
        event(f"all: {len(kept) == len(said)}, none: {not kept}")

        expected = newest_atoms_within(said, limit if tokens else limit // 40, tokens=tokens)
        assert kept == expected

    @given(said=conversations(cards=True), groups=st.integers(1, 6))
    def test_a_cut_by_groups_is_that_of_keep_recent(self, said: Messages, groups: int) -> None:
        head = 0
        while head < len(said) and said[head].role == "system":
            head += 1
        history = said[head:]
        if any(node.origin.ours for node in history):
            return

        assert appended(history).newest(groups=groups) == keep_recent(history, groups=groups)

    @given(said=conversations(), limit=st.integers(0, 400), unit=st.integers(1, 90))
    def test_with_a_unit_the_fewest_atoms_that_reach_whole_units_go(
        self, said: Messages, limit: int, unit: int
    ) -> None:
        ledger = appended(said)
        over = ledger.total.tokens - limit
        due = max(0, -(-over // unit) * unit)
        kept = list(said)
        for span in spans_of(said):
            if due <= 0:
                break
            due -= sum(measure(said[at], LENGTH) for at in span)
            kept = [node for node in kept if all(node is not said[at] for at in span)]
        event(f"cut: {0 < len(kept) < len(said)}")

        if len({id(node) for node in said}) == len(said):
            assert ledger.newest(tokens=limit, unit=unit) == pvector(kept)


class TestGrowth:
    """Long histories are appended to and cut at the cost of what is new."""

    def test_ten_thousand_messages(self) -> None:
        ledger = ledger_of([], LENGTH)
        for number in range(10_000):
            ledger = ledger.append(user(str(number)))

        assert ledger.total == ledger_of(ledger.messages, LENGTH).total
        assert ledger.border(messages=7) == 9_993
        assert ledger.border(groups=1_000) == 9_000
