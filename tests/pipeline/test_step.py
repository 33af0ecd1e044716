"""Processors and steps: called with data they run, without they wait."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ctxfn.context import Context, Dropped, Note
from ctxfn.functional import pipe
from ctxfn.messages import Messages, assistant, chat, user
from ctxfn.pipeline import (
    Changed,
    OptionError,
    PipelineError,
    Step,
    each_message,
    processor,
    run,
    stop,
    tells_drops,
)
from ctxfn.processors import render_blocks
from ctxfn.testing import conversations
from tests.pipeline.steps import count_facts, cut, fail, mend, not_empty, say_how_many, shout

SAID = chat(user("one", id="a"), assistant("two", id="b"), user("three", id="c"))
CONTEXT = Context.of(SAID)


class TestCalling:
    """With messages, with a context, with options alone."""

    def test_with_messages(self) -> None:
        assert cut(SAID, nodes=1) == SAID[2:]

    def test_with_a_context(self) -> None:
        after = cut(CONTEXT, nodes=1)

        assert after.messages == SAID[2:]
        assert after.given is SAID

    def test_a_step_does_what_the_call_does(self) -> None:
        assert cut(nodes=2)(SAID) == cut(SAID, nodes=2)
        assert cut(nodes=2)(CONTEXT) == cut(CONTEXT, nodes=2)

    def test_defaults_make_the_processor_itself_a_step(self) -> None:
        assert pipe(SAID, cut(nodes=2), mend, shout, render_blocks) == shout(SAID[1:])

    def test_on_bare_messages_notes_are_dropped(self) -> None:
        assert say_how_many(SAID) is SAID

    def test_on_a_context_notes_are_appended(self) -> None:
        twice = pipe(CONTEXT, say_how_many, say_how_many)

        assert list(twice.notes) == [Note("say_how_many", "count", "3")] * 2

    def test_a_processor_of_contexts_takes_messages(self) -> None:
        assert count_facts(SAID) is SAID

    def test_a_stopped_context_is_left_alone(self) -> None:
        stopped = stop(CONTEXT, "enough")

        assert cut(stopped, nodes=0) is stopped
        assert shout(stopped) is stopped
        assert fail(stopped) is stopped

    def test_what_the_function_raises_comes_out_of_a_direct_call(self) -> None:
        with pytest.raises(ValueError, match="nothing was said"):
            not_empty(chat())

    @given(conversations(cards=True, depth=3))
    def test_nothing_to_do_is_the_same_object(self, messages: Messages) -> None:
        context = Context.of(messages)

        assert cut(messages, nodes=99) is messages
        assert cut(context, nodes=99) is context


class TestNotesOnWhatLeft:
    """Messages that vanish without a word."""

    def test_they_are_named(self) -> None:
        assert list(cut(CONTEXT).notes) == [Dropped("cut", ("a", "b"), (0, 1))]

    def test_a_word_of_the_steps_own_is_enough(self) -> None:
        @processor
        def tell(messages: Messages, /) -> Changed:
            return Changed(messages[1:], (Note("tell", "cut", "the first"),))

        assert list(tell(CONTEXT).notes) == [Note("tell", "cut", "the first")]

    def test_whoever_declares_to_tell_them_is_believed(self) -> None:
        @processor
        @tells_drops
        def careless(messages: Messages, /) -> Messages:
            return messages[1:]

        assert list(careless(CONTEXT).notes) == []
        assert list(run(careless(), CONTEXT).notes) == []

    def test_changed_without_notes_is_no_word(self) -> None:
        @processor
        def silent(messages: Messages, /) -> Changed:
            return Changed(messages[1:])

        assert list(silent(CONTEXT).notes) == [Dropped("silent", ("a",), (0,))]

    def test_neither_is_a_context_without_notes(self) -> None:
        after = count_facts(CONTEXT.tell(7))

        assert list(after.notes) == [Dropped("count_facts", ("a", "b", "c"), (0, 1, 2))]

    def test_a_message_that_was_changed_has_not_left(self) -> None:
        @processor
        def shorten(messages: Messages, /) -> Messages:
            return chat(user("new"), *messages[2:])

        assert list(shorten(Context.of(chat(user("x"), user("y"), *SAID))).notes) == [
            Dropped("shorten", (), (1,))
        ]

    def test_one_that_is_new_under_the_same_id_has_not_left_either(self) -> None:
        @processor
        def merge(messages: Messages, /) -> Messages:
            return chat(user("one and three", id="c"), messages[1])

        assert list(merge(CONTEXT).notes) == [Dropped("merge", ("a",), (0,))]

    def test_of_two_with_one_id_a_new_one_stands_for_the_first(self) -> None:
        @processor
        def merge(messages: Messages, /) -> Messages:
            return chat(user("both", id="d"))

        twice = Context.of(chat(user("x", id="d"), user("y", id="d")))

        assert list(merge(twice).notes) == [Dropped("merge", ("d",), (1,))]

    def test_the_same_object_twice_leaves_once(self) -> None:
        twice = Context.of(chat(SAID[0], SAID[0]))

        assert list(cut(twice).notes) == [Dropped("cut", ("a",), (1,))]

    @given(conversations(cards=True, depth=3), st.data())
    def test_of_what_is_cut_out_just_that_is_named(
        self, messages: Messages, data: st.DataObject
    ) -> None:
        assume(len(set(map(id, messages))) == len(messages))
        left = data.draw(st.sets(st.integers(0, max(len(messages) - 1, 0))))

        @processor
        def some(messages: Messages, /) -> Messages:
            return chat(*(node for place, node in enumerate(messages) if place not in left))

        notes = some(Context.of(messages)).notes
        gone = sorted(place for place in left if place < len(messages))

        assert [place for note in notes if isinstance(note, Dropped) for place in note.places] == (
            gone
        )


class TestOptions:
    """Refused where they are declared."""

    def test_a_constraint(self) -> None:
        with pytest.raises(OptionError) as caught:
            cut(nodes=-1)

        assert (
            str(caught.value) == "cut: option nodes: found -1, expected a value that must be >= 0"
        )

    def test_a_truth_value_is_no_number(self) -> None:
        with pytest.raises(OptionError, match="expected int"):
            cut(nodes=True)

    @pytest.mark.parametrize("value", [["a"], {"a": 1}, {"a"}, (["a"],)])
    def test_what_can_change(self, value: object) -> None:
        @processor
        def keep(messages: Messages, /, *, words: object) -> Messages:
            return messages

        with pytest.raises(OptionError, match="which can change"):
            keep(words=value)

    def test_the_first_of_several_unknown_ones_is_named(self) -> None:
        with pytest.raises(OptionError, match="option zebra"):
            cut(zebra=1, apple=2)  # type: ignore[call-overload]

    def test_no_annotation(self) -> None:
        @processor
        def keep(messages: Messages, /, *, words=()) -> Messages:  # type: ignore[no-untyped-def]
            return messages

        with pytest.raises(PipelineError, match="each with a name and an annotation"):
            keep(words=())

    def test_any_options(self) -> None:
        @processor
        def keep(messages: Messages, /, **words: int) -> Messages:
            return messages

        with pytest.raises(PipelineError, match=r"\*\*words"):
            keep(a=1)

    def test_an_annotation_for_checkers_alone(self) -> None:
        @processor
        def keep(messages: Messages, /, *, words: Nowhere) -> Messages:  # type: ignore[name-defined]  # noqa: F821
            return messages

        with pytest.raises(PipelineError, match="'Nowhere' is not defined"):
            keep(words=1)


class TestAnswers:
    """What a function returns that makes no conversation."""

    @pytest.mark.parametrize(("answer", "found"), [(None, "None"), ([], "a list"), (3, "a int")])
    def test_of_a_processor(self, answer: object, found: str) -> None:
        @processor  # type: ignore[arg-type]
        def odd(messages: Messages, /) -> object:
            return answer

        with pytest.raises(PipelineError, match=f"what odd returned: found {found}, expected mess"):
            odd(SAID)
        with pytest.raises(PipelineError, match=f"what odd returned: found {found}, expected mess"):
            odd(CONTEXT)

    def test_of_a_processor_of_contexts(self) -> None:
        @processor  # type: ignore[arg-type]
        def odd(context: Context, /) -> object:
            return context.messages

        with pytest.raises(PipelineError, match=r"what odd returned: .* expected a Context"):
            odd(CONTEXT)
        with pytest.raises(PipelineError, match=r"what odd returned: .* expected a Context"):
            odd(SAID)

    def test_of_a_function_of_one_message(self) -> None:
        @each_message  # type: ignore[arg-type, type-var]
        def odd(message: object, /) -> object:
            return "text"

        with pytest.raises(PipelineError, match="each_message odd: found"):
            odd(SAID)


class TestTravels:
    """A step prints as it was written, compares, hashes and pickles."""

    @pytest.mark.parametrize(
        ("step", "written"),
        [
            (cut(nodes=2), "cut(nodes=2)"),
            (cut(), "cut()"),
            (fail(words="a'b"), 'fail(words="a\'b")'),
            (shout(), "shout()"),
        ],
    )
    def test_it_prints_as_written(self, step: Step, written: str) -> None:
        assert repr(step) == written

    def test_an_option_may_have_any_name(self) -> None:
        @processor
        def odd(messages: Messages, /, *, self: int, function: int, options: int) -> Messages:
            return messages[: self + function + options]

        named = {"self": 1, "function": 0, "options": 0}
        assert odd(**named)(SAID) == odd(SAID, **named) == SAID[:1]

    def test_equal_options_make_equal_steps(self) -> None:
        assert cut(nodes=2) == cut(nodes=2)
        assert hash(cut(nodes=2)) == hash(cut(nodes=2))
        assert cut(nodes=2) != cut(nodes=3)
        assert cut(nodes=1) != cut()

    def test_what_only_python_calls_equal_makes_different_steps(self) -> None:
        @processor
        def say(messages: Messages, /, *, what: object) -> Messages:
            return messages

        assert (
            len({say(what=1), say(what=1.0), say(what=True), say(what=(1,)), say(what=(1.0,))}) == 5
        )

    @given(st.integers(0, 5), conversations(cards=True, depth=3))
    def test_it_does_the_same_after_a_journey(self, nodes: int, messages: Messages) -> None:
        step = cut(nodes=nodes)
        back = pickle.loads(pickle.dumps(step))

        assert back == step
        assert back(messages) == step(messages)

    def test_a_processor_is_the_same_object_after_it(self) -> None:
        assert pickle.loads(pickle.dumps(cut)) is cut
        assert copy.deepcopy(shout) is shout
