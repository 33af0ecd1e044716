"""The usage event: its parts, its sums, and the line about it now and then."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.messages import Block, Message, assistant, call, inject, system, tool_result, user
from ctxfn.tokens import (
    NOT_LOGGED,
    REFERENCE_TARIFF,
    Evicted,
    Sent,
    UsageEvent,
    Zone,
    evicted_since,
    level_of,
    log_usage,
    measure,
    sent_as,
    usage_of,
)
from tests.tokens.bodies import LENGTH


def estimate(message: Message) -> int:
    return measure(message, LENGTH, tariff=REFERENCE_TARIFF)


def told(sent: list[Sent], **changes: Any) -> UsageEvent:
    given: dict[str, Any] = {
        "estimate": estimate,
        "session": "s1",
        "turn": "t1",
        "platform": "web",
        "context_window": 1000,
        "max_tokens": 100,
        "token_budget": 500,
        "opening_messages": 2,
    }
    return usage_of(sent, **{**given, **changes})


KEYS = (
    (None, "persona"),
    ("persona", "persona"),
    ("plugin/persona", "persona"),
    ("memory/memory-summary", "memory_summary"),
    ("memory-vector", "memory_vector"),
    ("platform", "platform"),
    ("chat/platform-discord", "platform"),
    ("skills-discovery", "skills"),
    ("a/skills-activation-tea", "skills"),
    ("parent-status", "subtask"),
    ("queued-inputs", "system_other"),
    ("a/system-other", "system_other"),
    ("skills", "system_other"),
)
ZONES: tuple[Zone, ...] = ("head", "history", "turn")


@st.composite
def lists(draw: st.DrawFn) -> list[Sent]:
    """Draw a list as an agent sends it."""
    said = st.sampled_from(
        (
            system("Be kind."),
            user("What is new?"),
            assistant("", call("c1", "now")),
            tool_result("c1", "12:00"),
            assistant("Nothing."),
        )
    )
    keys = st.sampled_from([key for key, _ in KEYS])
    return draw(st.lists(st.builds(Sent, said, st.sampled_from(ZONES), keys), max_size=8))


class TestBreakdown:
    """Which part a message counts in."""

    @pytest.mark.parametrize(("injector", "part"), KEYS)
    def test_a_system_message_goes_by_the_last_part_of_its_injector(
        self, injector: str | None, part: str
    ) -> None:
        event = told([Sent(system("12345678"), "turn", injector)])
        named = ((injector, 12),) if injector in ("queued-inputs", "skills") else ()

        assert getattr(event.breakdown, part) == event.breakdown.system == 12
        assert event.breakdown.injectors == named

    def test_results_history_and_tools(self) -> None:
        sent = [
            Sent(system("old"), "history", "queued-inputs"),
            Sent(user("abc"), "history"),
            Sent(tool_result("c1", "12:00"), "turn"),
        ]
        event = told(sent, definitions=30)

        assert event.breakdown.system == 0
        assert event.breakdown.history == estimate(system("old")) + estimate(user("abc"))
        assert event.breakdown.tool_results == estimate(tool_result("c1", "12:00"))
        assert event.used == event.breakdown.total
        assert [part.name for part in event.parts[:3]] == [
            "history",
            "tool_results",
            "tool_definitions",
        ]
        assert event.parts[0].label == "历史消息"
        assert event.breakdown.reserved_for_reply == 100

    def test_blocks_of_a_system_message_count_under_their_names(self) -> None:
        message = inject(
            inject(system("Be kind."), Block("skills-discovery", "tea")), Block("x", "y")
        )
        sent = sent_as([message, user("hi"), user("ho")], head=1, history=1)

        assert [(one.zone, one.injector) for one in sent] == [
            ("head", None),
            ("head", "skills-discovery"),
            ("head", "x"),
            ("history", None),
            ("turn", None),
        ]
        assert told(list(sent)).breakdown.injectors == (("x", 5),)


class TestFields:
    """The other fields."""

    @pytest.mark.parametrize(
        ("reported", "used"),
        [
            (700, 700),
            (70.5, 70.5),
            (0, 7),
            (-1, 7),
            (None, 7),
            (float("inf"), 7),
            ("9", 7),
            (True, 7),
        ],
    )
    def test_what_the_model_reports_counts_if_it_is_a_count(
        self, reported: object, used: float
    ) -> None:
        event = told([Sent(user("abc"), "turn")], reported=reported)

        assert (event.used, event.usage_ratio) == (used, used / 1000)

    def test_without_a_window_there_is_no_ratio(self) -> None:
        assert told([Sent(user("abc"), "turn")], context_window=0).usage_ratio == 0.0

    @pytest.mark.parametrize(
        ("changes", "trimmed"),
        [
            ({}, False),
            ({"token_budget": 6}, True),
            ({"token_budget": 7}, False),
            ({"dropped": True}, True),
            ({"was_trimmed": True}, True),
            ({"definitions": 10_000}, False),
        ],
    )
    def test_trimmed(self, changes: dict[str, Any], trimmed: bool) -> None:
        assert told([Sent(user("abc"), "turn")], **changes).trimmed is trimmed

    def test_what_was_trimmed_is_still_told(self) -> None:
        raw = [
            Sent(user("a long question"), "history"),
            Sent(user("abc"), "turn"),
            Sent(assistant("", call("c1", "now")), "turn"),
            Sent(tool_result("c1", "12:00"), "turn"),
        ]
        event = told(raw[1:2], raw=raw, dropped=True)

        assert event.untrimmed_history == sum(estimate(one.message) for one in raw)
        assert event.breakdown.history == estimate(user("abc"))
        assert event.history_messages == 2 + 2


class TestInvariants:
    """For any list."""

    @given(lists(), st.integers(0, 50))
    def test_every_message_counts_in_exactly_one_part(
        self, sent: list[Sent], definitions: int
    ) -> None:
        event = told(sent, definitions=definitions)
        whole = sum(estimate(one.message) for one in sent) + definitions

        assert sum(part.tokens for part in event.parts) == event.breakdown.total == whole
        assert sum(tokens for _, tokens in event.breakdown.injectors) <= (
            event.breakdown.system_other
        )

    @given(lists(), st.integers(0, 8))
    def test_untrimmed_is_no_less_than_what_was_sent(self, raw: list[Sent], gone: int) -> None:
        event = told(raw[gone:], raw=raw)

        assert event.untrimmed_history >= event.breakdown.history + event.breakdown.tool_results
        whole = told(raw)
        assert whole.untrimmed_history == whole.breakdown.history + whole.breakdown.tool_results


EVENT = told([Sent(user("abc"), "turn")])


class TestLog:
    """When a line is printed."""

    def test_at_one_level_the_first_of_each_ten(self) -> None:
        log, printed = NOT_LOGGED, []
        for number in range(1, 32):
            log, line = log_usage(log, EVENT)
            printed += [number] if line else []

        assert printed == [1, 11, 21, 31]

    def test_the_line(self) -> None:
        sent = [
            Sent(system("a" * 16), "head"),
            Sent(system("b" * 6), "head", "memory-summary"),
            Sent(system("c"), "turn", "platform"),
            Sent(user("d" * 16), "history"),
        ]
        _, line = log_usage(NOT_LOGGED, told(sent, definitions=8, reported=725))

        assert line == (
            "[token-usage:WARN] s1 725/1000 (72.5%) sys=35(persona=20 mem=10 skills=0 subtask=0 "
            "other=5) hist=20 tools=0+8def reserve=100"
        )

    def test_snapshots_neither_print_nor_count(self) -> None:
        assert log_usage(NOT_LOGGED, evolve(EVENT, turn=None)) == (NOT_LOGGED, None)

    @given(st.lists(st.floats(0, 1.5), max_size=40))
    def test_no_two_events_of_different_levels_go_by_without_a_line(
        self, ratios: list[float]
    ) -> None:
        log, last = NOT_LOGGED, None
        for ratio in ratios:
            log, line = log_usage(log, evolve(EVENT, usage_ratio=ratio))
            if line is None:
                assert level_of(ratio) == last
            else:
                assert f":{level_of(ratio)}]" in line
            last = level_of(ratio)

        assert log.count == len(ratios)


class TestEvicted:
    """What has left since the payload before."""

    def test_messages_by_id_and_blocks_by_injector(self) -> None:
        before: list[Message] = [
            inject(system("Be kind.", id="s"), Block("date", "Monday")),
            user("one", id="m1"),
            assistant("two"),
            assistant("two"),
        ]
        after: list[Message] = [
            inject(system("Be kind.", id="s"), Block("date", "Tuesday")),
            assistant("two"),
        ]

        assert evicted_since(before, after) == (
            Evicted("message", "m1", 1),
            Evicted("message", "assistant 3", 3),
        )
        assert evicted_since(before[:1], [system("Be quick.", id="s")]) == (
            Evicted("block", "date", 0),
        )
        assert evicted_since(before, before) == ()
