"""trim_stale_results and the prompt cache: a warm one is spared, unless sparing costs more."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from ctxfn.context import Context
from ctxfn.messages import (
    Messages,
    Node,
    Origin,
    assistant,
    call,
    chat,
    text_of,
    tool_result,
    user,
)
from ctxfn.processors import CACHE_PRICES, CachePrices, trim_stale_results

MINUTE = 60_000
WARM, COLD = MINUTE, 6 * MINUTE


def turn(number: int, size: int = 5_000) -> list[Node]:
    asked = assistant("", call(f"c{number}", "lobe-browser____snapshot"))
    return [user("q"), asked, tool_result(f"c{number}", "p" * size), assistant("so")]


def timed(nodes: list[Node], gaps: dict[int, int]) -> Messages:
    """Nodes a second apart, but for the *gaps* in front of some places."""
    now, said = 0, []
    for place, node in enumerate(nodes):
        now += gaps.get(place, 1_000)
        said.append(evolve(node, origin=Origin(created_ms=now)))
    return chat(*said)


def whole(messages: Messages, **options: Any) -> list[bool]:
    """Say of each result whether it is whole."""
    step = trim_stale_results(keep=1, at_least=0, **options)
    return [len(text_of(node)) > 99 for node in step(messages) if node.role == "tool"]


class TestGate:
    """The last moment decides whether the border moves."""

    def test_a_cold_cache_is_no_reason_to_wait(self) -> None:
        assert whole(timed([*turn(0), user("q")], {4: COLD})) == [False]

    def test_the_lifetime_itself_is_still_warm(self) -> None:
        before = [user("x" * 90_000), *turn(0), user("q")]

        assert whole(timed(before, {5: 5 * MINUTE})) == [True]
        assert whole(timed(before, {5: 5 * MINUTE + 1})) == [False]

    def test_times_nobody_knows_count_as_cold(self) -> None:
        assert whole(chat(*turn(0), user("q")), steps=0) == [False]
        said = timed([*turn(0), user("q")], {4: WARM})
        assert whole(said.set(3, turn(0)[3]), steps=0) == [False]

    def test_a_warm_one_is_trimmed_if_that_pays(self) -> None:
        """4,962 of 5,004 characters go: a gain of 20 x 496.2 against a cost below nothing."""
        assert whole(timed([*turn(0), user("q")], {4: WARM})) == [False]

    def test_a_warm_one_stays_if_much_is_in_front_that_would_be_written_anew(self) -> None:
        said = timed([user("x" * 90_000), *turn(0), user("q")], {5: WARM})

        assert whole(said) == [True]
        assert whole(said, margin=0) == [False]
        assert whole(said, steps=400) == [False]

    def test_the_terms_are_the_provider_s(self) -> None:
        said = timed([user("x" * 20_000), *turn(0), user("q")], {5: WARM})

        assert {name: whole(said, prices=prices) for name, prices in CACHE_PRICES} == {
            "anthropic": [True],
            "bedrock": [True],
            "deepseek": [False],
            "google": [False],
            "openai": [False],
        }

    def test_the_border_of_what_pays_is_a_figure(self) -> None:
        """20 x 4,962 x 0.1 = 9,924 against (P - 4,962) x 1.25 - P x 0.1, by 1.5: P = 11,147."""
        below = timed([user("x" * (11_146 - 5_004)), *turn(0), user("q")], {5: WARM})
        above = timed([user("x" * (11_148 - 5_004)), *turn(0), user("q")], {5: WARM})

        assert (whole(below), whole(above)) == ([False], [True])

    def test_a_note_says_that_it_was_spared(self) -> None:
        said = timed([user("x" * 90_000), *turn(0), user("q")], {5: WARM})

        context = trim_stale_results(Context(said), keep=1, at_least=0)

        assert context.messages is said
        assert [getattr(note, "kind", "") for note in context.notes] == ["kept-warm"]


class TestMemory:
    """What moved once has moved for good, though nobody remembers."""

    def test_a_warm_moment_takes_nothing_back(self) -> None:
        first = [user("x" * 90_000), *turn(0)]
        cold = timed([*first, *turn(1)], {5: COLD})
        warm = timed([*first, *turn(1), user("q")], {5: COLD, 9: WARM})

        assert whole(cold) == [False, True]
        assert whole(warm) == [False, True]

    def test_what_was_saved_before_no_longer_counts_as_prefix(self) -> None:
        said = [*turn(0, 90_000), *turn(1), user("q")]

        assert whole(timed(said, {4: COLD, 8: WARM})) == [False, False]

    def test_a_lifetime_of_an_hour_waits_for_an_hour(self) -> None:
        said = timed([user("x" * 90_000), *turn(0), user("q")], {5: COLD})

        assert whole(said) == [False]
        assert whole(said, prices=CachePrices(0.1, 1.25, 60 * MINUTE)) == [True]
