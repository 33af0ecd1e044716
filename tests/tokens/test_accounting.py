"""account: every token has a purpose, a message and a zone, and what is sure stays as it is."""

from __future__ import annotations

import math
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.front import count
from ctxfn.messages import (
    Assistant,
    AssistantGroup,
    Block,
    Column,
    Compare,
    CompressedGroup,
    Council,
    File,
    Image,
    Messages,
    Node,
    Origin,
    Reasoning,
    Text,
    Turn,
    Usage,
    assistant,
    call,
    chat,
    freeze,
    inject,
    system,
    tool_result,
    user,
)
from ctxfn.testing import conversations
from ctxfn.tokens import (
    Counter,
    Tariff,
    account,
    compression_due,
    measure,
    measured,
)
from ctxfn.tokens.booking import Booked
from ctxfn.tokens.remembered import Books
from ctxfn.tools import Declaration


def letters(text: str) -> int:
    return len(text)


EXACT = Counter("letters", True, letters)
ABOUT = Counter("about", False, letters)
BARE = Tariff(message=0, name=0, call=0, request=0)
TOOL = Declaration("look", "Look.", freeze({"type": "object"}))


def reporting(tokens: int) -> Assistant:
    return evolve(assistant("ok", call("c1", "look")), usage=Usage(output_tokens=tokens))


class TestSources:
    """What tokens are for."""

    def test_each_has_its_own(self) -> None:
        said = evolve(
            assistant("four", Reasoning("thinks"), call("c1", "look", "{}")),
            blocks=(Block("b", "xyz"),),
        )
        signed = evolve(said, calls=(evolve(said.calls[0], signature="sig"),))
        messages = chat(
            system("Be."),
            user("hi", File(text="12345"), Image(url="u")),
            signed,
            tool_result("c1", "42"),
        )
        told = account(messages, EXACT, tools=(TOOL,), tariff=evolve(BARE, ids=True, image=7))

        assert told.by_source == (
            ("system", 3),
            ("text", 8),
            ("calls", 6),
            ("signatures", 3),
            ("call ids", 4),
            ("reasoning", 6),
            ("media", 7),
            ("file context", 5),
            ("blocks", 3),
            ("tools", told.of("tools")),
        )

    def test_what_is_injected_is_told_by_injector(self) -> None:
        asked = inject(inject(user("hi"), Block("date", "Monday")), Block("todo", "none"))
        told = account(chat(inject(user("a"), Block("date", "Sunday!")), asked), EXACT)

        assert told.by_injector == (("date", 13), ("todo", 4))
        assert told.volatile == 10

    def test_each_tool_has_its_tokens(self) -> None:
        told = account((), EXACT, tools=(TOOL, evolve(TOOL, tool="other")))

        assert [name for name, _ in told.by_tool] == ["look", "other"]
        assert abs(sum(tokens for _, tokens in told.by_tool) - told.of("tools")) <= 3

    def test_what_is_not_counted_is_said_with_its_reason_and_place(self) -> None:
        messages = chat(user("hi"), evolve(tool_result("c", "x"), state=freeze({"a": 1})))
        told = account(messages, EXACT)

        assert [(one.what, one.places) for one in told.not_counted] == [
            ("the state of tools", (1,))
        ]
        assert str(told.not_counted[0]) == (
            "the state of tools: an application shows it, no model reads it"
        )


class TestReported:
    """What a provider reported is exact."""

    def test_it_stands_for_an_estimate_and_is_never_multiplied(self) -> None:
        told = account(chat(reporting(5_000)), ABOUT, tariff=BARE)

        assert (told.total, told.estimated, told.adjusted) == (5_000, 0, 5_000)
        assert told.by_source == (("reported", 5_000),)

    def test_an_exact_counter_needs_none_unless_asked(self) -> None:
        said = chat(reporting(5_000))

        assert account(said, EXACT, tariff=BARE).total == len("oklook{}")
        assert account(said, EXACT, tariff=BARE, reported="always").total == 5_000
        assert account(said, ABOUT, tariff=BARE, reported="never").total == len("oklook{}")

    def test_the_drift_is_on_estimates_alone(self) -> None:
        told = account(chat(user("x" * 100), reporting(40)), ABOUT, tariff=BARE, drift=1.5)

        assert (told.total, told.estimated, told.adjusted) == (140, 100, 190)

    def test_a_stored_conversation_with_a_recorded_answer(self) -> None:
        rows: list[dict[str, Any]] = [
            {"role": "user", "content": "hi"},
            {"role": "assistant", "content": "ok", "usage": {"totalOutputTokens": 40}},
            {"role": "tool", "content": "42", "tool_call_id": "c1"},
        ]
        told = count(rows, counter=ABOUT, tariff=evolve(BARE, ids=True), format="uichat")

        assert told.by_source == (("text", 4), ("call ids", 2), ("reported", 40))


class TestCards:
    """A card costs what it flattens to."""

    WORDS = assistant("word " * 1_000)

    @pytest.mark.parametrize(
        "card",
        [
            AssistantGroup((Turn(WORDS),)),
            Council((WORDS,)),
            Compare((Column((WORDS,), "one"), Column((assistant("other"),))), active="one"),
            CompressedGroup(compressed=(WORDS,) * 9, pinned=(WORDS,)),
        ],
        ids=lambda card: type(card).__name__,
    )
    def test_what_it_holds_counts_once(self, card: Node) -> None:
        assert measured(card, EXACT, tariff=BARE).text == 5_000

    def test_a_group_that_repeats_the_calls_of_its_turns_has_them_once(self) -> None:
        asked = assistant("", call("c1", "look", "{}"))
        card = AssistantGroup((Turn(asked),), calls=asked.calls)

        assert measure(card, EXACT) == measure(asked, EXACT)

    @given(conversations())
    def test_count_says_what_the_messages_cost_that_a_card_becomes(
        self, messages: Messages
    ) -> None:
        from ctxfn.front.flattened import flattened

        told = account(messages, EXACT, flatten=flattened, reported="never")

        assert told.by_message == tuple(
            sum(measure(one, EXACT) for one in flattened(node)) for node in messages
        )


class TestZones:
    """Head, history and turn; what stays and what will be elsewhere."""

    def test_each_message_is_in_one(self) -> None:
        tail = evolve(user("now"), origin=Origin(ours="tail"))
        messages = chat(system("S"), user("a"), assistant("b"), user("c"), assistant("d"), tail)
        told = account(messages, EXACT, tariff=BARE)

        assert [row.zone for row in told.messages] == [
            "head",
            "history",
            "history",
            "turn",
            "turn",
            "turn",
        ]
        assert told.by_zone == (("head", 1), ("history", 2), ("turn", 5))
        assert (told.stable, told.volatile) == (5, 3)


@given(conversations(), st.sampled_from([EXACT, ABOUT]), st.booleans(), st.floats(1, 3))
def test_sources_messages_zones_and_rows_add_up_to_the_total(
    messages: Messages, counter: Counter, offers: bool, drift: float
) -> None:
    tools = (TOOL,) if offers else ()
    told = account(messages, counter, tools=tools, drift=drift)
    fixed = Tariff().request if messages else 0

    assert sum(tokens for _, tokens in told.by_source) == told.total
    assert sum(told.by_message) + told.of("tools") + fixed == told.total
    assert sum(tokens for _, tokens in told.by_zone) == told.total
    assert [sum(tokens for _, tokens in row.by_source) for row in told.messages] == list(
        told.by_message
    )
    assert sum(tokens for _, tokens in told.by_injector) == told.of("blocks")
    assert told.stable + told.volatile == told.total


@given(conversations(), st.sampled_from([EXACT, ABOUT]), st.floats(1, 3))
def test_only_estimates_are_multiplied(messages: Messages, counter: Counter, drift: float) -> None:
    told = account(messages, counter, drift=drift)

    assert 0 <= told.estimated <= told.total
    assert told.adjusted == told.total - told.estimated + math.ceil(told.estimated * drift)
    assert told.exact == (counter.exact and told.of("media") == 0)
    if counter.exact:
        assert told.estimated == told.of("media")
    else:
        assert told.estimated == told.total - told.of("reported")


@given(conversations())
def test_one_message_costs_what_measure_says(messages: Messages) -> None:
    told = account(messages, EXACT)

    assert told.by_message == tuple(measure(node, EXACT) for node in messages)


class TestMemory:
    """What was counted once is not counted again, and not for ever remembered."""

    def test_a_second_account_reads_no_text(self) -> None:
        read: list[str] = []

        def reading(text: str) -> int:
            read.append(text)
            return len(text)

        counter = Counter("reading", True, reading)
        said = chat(user("hi"), assistant("ho", call("c1", "look", "{}")))
        first = account(said, counter)
        before = len(read)

        again = account(said.append(user("so?")), counter)

        assert read[before:] == ["so?"]
        assert again.by_message[:2] == first.by_message

    def test_what_is_not_used_is_forgotten(self) -> None:
        booked: list[Node] = []

        def book(node: Node) -> Booked:
            booked.append(node)
            return Booked({}, {}, 0)

        books = Books(book, limit=2)
        many = [user(str(number)) for number in range(5)]
        for node in (*many, many[-1], many[0]):
            books.of(node)

        assert booked == [*many, many[0]]


class TestCompression:
    """Due above a share of the window; the decision uses the adjusted figure, the report the raw."""

    @pytest.mark.parametrize(("size", "due"), [(100, False), (101, True)])
    def test_due_is_more_than_the_threshold(self, size: int, due: bool) -> None:
        told = account(chat(user("x" * size)), EXACT, tariff=BARE)

        assert bool(compression_due(told, window=201)) == due

    def test_an_estimate_comes_earlier_by_its_drift(self) -> None:
        said = chat(user("x" * 81))

        assert compression_due(account(said, ABOUT, tariff=BARE), window=200).due
        assert not compression_due(account(said, EXACT, tariff=BARE), window=200).due

    def test_both_figures_are_told(self) -> None:
        due = compression_due(account(chat(user("x" * 80)), ABOUT, tariff=BARE), window=200)

        assert (due.tokens, due.adjusted, due.threshold) == (80, 100, 100)

    def test_half_of_the_usual_window_is_the_threshold_unless_told(self) -> None:
        assert compression_due(account((), EXACT)).threshold == 64_000


def test_text_stays_text_whatever_part_it_is_in() -> None:
    told = account(chat(user(Text("a"), Text("b"))), EXACT, tariff=BARE)

    assert told.by_source == (("text", 2),)
