"""Injectors: a fact, rendered where its slot says, or the same object."""

from __future__ import annotations

import pickle

import pytest
from attrs import frozen
from hypothesis import given

from ctxfn.context import Context, Note
from ctxfn.injectors import date, todo_list
from ctxfn.messages import Block, InvalidMarkup, Messages, Reaction, User, chat, marks_of, user
from ctxfn.pipeline import reads, stop
from ctxfn.processors import render_blocks
from ctxfn.slots import EACH_USER, LAST_USER, SYSTEM, TAIL, EachInjector, Injector
from ctxfn.testing import conversations


@frozen
class Weather:
    """A fact with a complaint."""

    sky: str
    complaint: str | None = None


def render(given: Weather) -> str:
    """Write it."""
    return given.sky


def loudly(given: Weather) -> str:
    """Write it in capitals."""
    return given.sky.upper()


@reads(int)
def is_night(context: Context) -> bool:
    """Nobody sees the sky then."""
    hour = context.get(int)
    return hour is not None and hour > 20


def narrow(given: Weather, messages: Messages) -> Weather:
    """Let it count only where several spoke."""
    return given if len(messages) > 1 else Weather("")


def greeting(message: User) -> str:
    """Greet who is named."""
    return f"This is {message.name}." if message.name else ""


weather = Injector("weather", LAST_USER, Weather, render)
greet = EachInjector("greet", greeting)
SAID = chat(user("hi", name="ann"), user("ho"))


class TestInjector:
    """One fact, one block."""

    def test_it_places_a_block_under_its_name(self) -> None:
        after = weather(Context.of(SAID, Weather("blue")))

        assert after.messages[1].blocks == (Block("weather", "blue", "Weather"),)
        assert after.messages[0] is SAID[0]

    @given(conversations(cards=True, depth=3))
    def test_an_unknown_fact_leaves_the_same_object(self, messages: Messages) -> None:
        context = Context.of(messages, "another fact")

        assert weather(context) is context

    @given(conversations(cards=True, depth=3))
    def test_so_does_one_that_renders_to_nothing(self, messages: Messages) -> None:
        context = Context.of(messages, Weather(" \n"))

        assert weather(context) is context

    def test_so_does_a_stopped_context(self) -> None:
        context = stop(Context.of(SAID, Weather("blue")), "enough")

        assert weather(context) is context

    @given(conversations(cards=True, depth=3))
    def test_twice_is_once(self, messages: Messages) -> None:
        once = weather(Context.of(messages, Weather("blue")))

        assert weather(once) is once

    def test_the_conversation_may_narrow_the_fact(self) -> None:
        narrowed = Injector("weather", TAIL, Weather, render, narrow)
        alone = Context.of(SAID[:1], Weather("blue"))

        assert narrowed(alone) is alone
        assert narrowed(Context.of(SAID, Weather("blue"))).messages[1].blocks[0].text == "blue"

    def test_a_complaint_becomes_a_note(self) -> None:
        after = weather(Context.of(SAID, Weather("blue", "by hearsay")))

        assert list(after.notes) == [Note("weather", "fact", "by hearsay")]

    def test_at_moves_it(self) -> None:
        moved = weather.at(SYSTEM)

        assert repr(moved) == "weather.at(SYSTEM)"
        assert moved(Context.of(SAID, Weather("blue"))).messages[0].role == "system"
        assert weather.at(LAST_USER) is weather

    def test_moved_there_and_back_it_is_equal(self) -> None:
        assert weather.at(SYSTEM).at(LAST_USER) == weather
        assert weather.at(SYSTEM) != weather

    def test_it_travels(self) -> None:
        reworded = weather.with_render(loudly)
        for one in (weather, weather.at(EACH_USER), reworded, date, todo_list, greet):
            back = pickle.loads(pickle.dumps(one))
            assert (back, hash(back), repr(back)) == (one, hash(one), repr(one))

    def test_other_words_take_the_place_of_its_own(self) -> None:
        reworded = weather.with_render(loudly)
        after = reworded(Context.of(SAID, Weather("blue")))

        assert after.messages[1].blocks == (Block("weather", "BLUE", "Weather"),)
        assert repr(reworded.at(TAIL)) == "weather.at(TAIL).with_render(loudly)"
        assert (reworded != weather, weather.with_render(render) is weather) == (True, True)

    def test_it_stands_back_where_another_fact_says_so(self) -> None:
        shy = Injector("weather", TAIL, Weather, render, needless=is_night)
        day, night = (Context.of(SAID, Weather("blue"), hour) for hour in (12, 23))

        assert shy.reads == (Weather, int)
        assert shy(night) is night
        assert shy(day).messages[1].blocks == (Block("weather", "blue", "Weather"),)
        assert shy.at(LAST_USER)(night) is night

    def test_it_stands_back_where_another_fact_is_known(self) -> None:
        shy = Injector("weather", TAIL, Weather, render, unless=(float, bytes))
        context = Context.of(SAID, Weather("blue"), 1.5)

        assert shy.reads == (Weather, float, bytes)
        assert shy(context) is context

    def test_one_made_of_a_lambda_compares_but_stays_at_home(self) -> None:
        loud = Injector("loud", TAIL, str, lambda text: text.upper())

        assert loud == loud.at(SYSTEM).at(TAIL)
        assert {loud: 1}[loud] == 1

    @pytest.mark.parametrize("name", ["my weather", "", "<b>", "1st"])
    def test_a_name_that_no_tag_may_have_is_refused_when_declared(self, name: str) -> None:
        with pytest.raises(InvalidMarkup):
            Injector(name, TAIL, Weather, render)
        with pytest.raises(InvalidMarkup):
            EachInjector(name, greeting)
        with pytest.raises(InvalidMarkup):
            Injector("weather", TAIL, Weather, render, tag=name or " ")


class TestEachInjector:
    """What each message of the person carries itself."""

    def test_it_injects_where_there_is_something_to_say(self) -> None:
        after = greet(Context.of(SAID)).messages

        assert after[0].blocks == (Block("greet", "This is ann.", "message"),)
        assert after[1] is SAID[1]

    @given(conversations(cards=True, depth=3))
    def test_nothing_to_say_is_the_same_object(self, messages: Messages) -> None:
        silent = EachInjector("silent", lambda message: " \n")
        context = Context.of(messages)

        assert silent(context) is context

    def test_what_an_envelope_says_is_not_said_again(self) -> None:
        written = render_blocks(greet(Context.of(SAID)))

        assert greet(written) is written

    @given(conversations(cards=True, depth=3))
    def test_with_a_mark_only_messages_that_carry_it_are_asked(self, messages: Messages) -> None:
        liked = EachInjector("liked", lambda message: "text", None, Reaction)
        always = EachInjector("liked", lambda message: "text")
        every = always(Context.of(messages)).messages

        assert list(liked(Context.of(messages)).messages) == [
            new if marks_of(Reaction, old) else old
            for old, new in zip(messages, every, strict=True)
        ]

    @given(conversations(cards=True, depth=3))
    def test_twice_is_once(self, messages: Messages) -> None:
        always = EachInjector("always", lambda message: "text")
        once = always(Context.of(messages))

        assert always(once) is once
