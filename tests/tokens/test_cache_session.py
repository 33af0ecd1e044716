"""A session as a cache sees it: each request against the one before, and limits for all."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ctxfn
from ctxfn.messages import ENVELOPE_END, ENVELOPE_START
from ctxfn.tokens import (
    CacheLimits,
    Lines,
    UnclearLimit,
    cache_turns,
    counter_for,
    estimate,
    limits_broken,
    prefix_of,
    request_lines,
    simulate_cache,
)
from tests.front.histories import accepted
from tests.tokens.bodies import any_bodies


def asked(*texts: str) -> list[dict[str, str]]:
    roles = ("user", "assistant")
    return [{"role": roles[at % 2], "content": text} for at, text in enumerate(texts)]


GROWN = [asked(*map(str, range(1, end))) for end in (2, 4, 6, 8)]


class TestSessions:
    """What is told of all requests together."""

    def test_a_history_that_only_grows_is_never_broken(self) -> None:
        report = simulate_cache(GROWN, budget=1000)

        assert report.broken == ()
        assert report.culprits == ()
        assert [turn.gone for turn in report.turns] == [()] * 4
        assert report.mean_use == sum(turn.tokens for turn in report.turns) / 4 / 1000
        assert report.turns[0].prefix is None

    def test_who_broke_it_and_how_often(self) -> None:
        cut = [GROWN[2], GROWN[3], GROWN[3][2:], GROWN[3][4:]]
        report = simulate_cache(cut)

        assert [turn.number for turn in report.broken] == [2, 3]
        assert report.culprits == (("history cut", 2),)
        assert report.turns[2].gone == ("messages[0] (user)", "messages[1] (assistant)")

    def test_conversations_that_take_turns(self) -> None:
        other = [{"role": "user", "content": "Another subject."}]
        requests = [GROWN[0], other, GROWN[1], [*other, *asked("x", "y")], GROWN[2]]
        alone, together = (simulate_cache(requests, among=among) for among in (1, 2))

        assert [turn.against for turn in together.turns] == [None, 0, 0, 1, 2]
        assert [turn.number for turn in together.broken] == []
        assert together.mean_share > alone.mean_share
        with pytest.raises(UnclearLimit, match="among"):
            simulate_cache(requests, among=0)

    def test_nothing_sent_breaks_nothing(self) -> None:
        report = simulate_cache([])

        assert (report.mean_share, report.read_share, report.most) == (1.0, 1.0, None)
        assert report.mean_use is None
        assert limits_broken(report, CacheLimits(max_tokens=0, min_hit=1.0)) == ()

    @given(st.lists(any_bodies(), max_size=5))
    def test_each_turn_is_the_report_of_its_pair(self, requests: list[Any]) -> None:
        turns = list(cache_turns(requests))

        assert [turn.prefix for turn in turns[1:]] == [
            prefix_of(one, other) for one, other in pairwise(requests)
        ]

    @given(st.lists(any_bodies(), max_size=6), st.integers(1, 3))
    def test_the_memory_changes_no_answer(self, requests: list[Any], limit: int) -> None:
        lines = Lines(estimate(), limit=limit)

        assert [lines.of(one) for one in requests] == [
            request_lines(one, estimate()) for one in requests
        ]

    def test_a_request_costs_what_count_says(self) -> None:
        requests = [one for one in accepted() if "functions" not in one][:60]
        counter = counter_for("gpt-4o")

        turns = list(cache_turns(requests, counter=counter))

        assert [turn.tokens for turn in turns] == [
            ctxfn.count(one, counter=counter, model="").total for one in requests
        ]

    @pytest.mark.parametrize(
        "body",
        [
            {
                "systemInstruction": {"parts": [{"text": "Be brief."}]},
                "contents": [
                    {"role": "user", "parts": [{"text": "Weather?"}]},
                    {"role": "model", "parts": [{"functionCall": {"name": "f", "args": {"a": 1}}}]},
                    {
                        "role": "user",
                        "parts": [{"functionResponse": {"name": "f", "response": {"r": "rain"}}}],
                    },
                ],
                "tools": [{"functionDeclarations": [{"name": "f", "description": "It tells."}]}],
            },
            {
                "instructions": "Be brief.",
                "input": [
                    {"role": "user", "content": "Weather?"},
                    {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"},
                    {"type": "function_call_output", "call_id": "c", "output": "rain"},
                ],
                "tools": [{"type": "function", "name": "f", "description": "It tells."}],
            },
            {"instructions": "Be brief.", "input": "Weather?"},
            {
                "system": "Be brief.",
                "messages": [{"role": "user", "content": [{"type": "text", "text": "Weather?"}]}],
                "tools": [{"name": "f", "description": "It tells.", "input_schema": {}}],
            },
        ],
        ids=["gemini", "responses", "responses as text", "anthropic"],
    )
    def test_a_request_of_another_format_costs_what_count_says(self, body: dict[str, Any]) -> None:
        counter = counter_for("gpt-4o")
        (turn,) = cache_turns([body], counter=counter)

        assert turn.tokens == ctxfn.count(body, counter=counter, model="").total

    def test_the_head_is_no_message_and_what_is_gone_is_told_as_often_as_it_was_there(
        self,
    ) -> None:
        body = {"tools": [{"name": "t"}], "system": "s", "messages": asked("a", "a", "a")}
        turns = list(cache_turns([body, [*asked("a"), {"role": "assistant", "content": "x"}]]))

        assert [turn.messages for turn in turns] == [3, 2]
        assert turns[1].gone == (
            "tools",
            "system",
            "messages[1] (assistant)",
            "messages[2] (user)",
        )

    def test_what_nobody_said(self) -> None:
        envelope = f"{ENVELOPE_START}\n<date>Monday</date>\n{ENVELOPE_END}"
        body = {"messages": asked(f"Hi\n\n{envelope}", f"no {envelope}")}
        (turn,) = cache_turns([body])
        (with_system,) = cache_turns([[{"role": "system", "content": "s"}, *asked("Hi")]])

        assert turn.injected == estimate().text(envelope.replace("\n", "\\n"))
        assert turn.most_injected == "messages[0]"
        assert (
            with_system.injected
            == ctxfn.count([{"role": "system", "content": "s"}], counter=estimate()).total - 3
        )


SYSTEM = {"role": "system", "content": "Be brief, be kind, be quick."}
LONG = {"role": "user", "content": "word " * 40}


class TestLimits:
    """Each limit, and whom it names."""

    def test_within_its_limits_nothing_is_broken(self) -> None:
        report = simulate_cache(GROWN)

        assert limits_broken(report, CacheLimits()) == ()
        limits = CacheLimits(max_tokens=10_000, min_hit=report.mean_share, max_injected=0.0)
        assert limits_broken(report, limits) == ()

    def test_the_largest_line_of_the_largest_request(self) -> None:
        report = simulate_cache([asked("a"), [*asked("a", "b"), LONG], asked("a")])
        (broken,) = limits_broken(report, CacheLimits(max_tokens=20))

        assert (broken.limit, broken.turn, broken.culprit) == ("max_tokens", 1, "messages[2]")
        assert (broken.allowed, broken.found) == (20, report.turns[1].tokens)

    def test_who_made_the_cache_miss_most_that_it_could_have_had(self) -> None:
        said = [SYSTEM, *asked("a", "b", "c"), LONG]
        clocked = [{**SYSTEM, "content": "It is 9:00."}, *said[1:]]
        tail = [{**SYSTEM, "content": "It is 9:00."}, *said[1:-1], *asked("x")]
        report = simulate_cache([said, clocked, tail])
        (broken,) = limits_broken(report, CacheLimits(min_hit=0.95))

        assert (broken.limit, broken.turn) == ("min_hit", 1)
        assert broken.culprit == "system: 1 message edited"
        assert broken.found == report.mean_share

    def test_what_is_injected_most(self) -> None:
        tools = [{"type": "function", "function": {"name": "now", "description": "word " * 50}}]
        report = simulate_cache([[SYSTEM, *asked("a")], {"tools": tools, "messages": asked("a")}])
        (broken,) = limits_broken(report, CacheLimits(max_injected=0.4))

        assert (broken.limit, broken.turn, broken.culprit) == ("max_injected", 1, "tools")
        assert broken.found == report.turns[1].injected_share
