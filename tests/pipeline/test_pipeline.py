"""Phases and pipelines: values that are listed, edited, nested, checked and sent away."""

from __future__ import annotations

import pickle

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.context import Context
from ctxfn.messages import Messages, chat, user
from ctxfn.pipeline import (
    AnyStep,
    Complaint,
    OptionError,
    OrderError,
    Phase,
    Pipeline,
    PipelineError,
    UnknownStep,
    must_follow,
    names_of,
    needs,
    phase,
    processor,
    steps_of,
    validate,
)
from ctxfn.slots import SYSTEM, TAIL, EachInjector, Injector
from ctxfn.testing import conversations
from tests.pipeline.steps import count_facts, cut, mend, not_empty, say_how_many, shout, whisper

WHOLE = Pipeline(
    (
        phase("history", "first, so that later steps see what is kept", cut(nodes=3), mend),
        phase("clean", "last, to see the rest", shout, mend, whisper(characters=2)),
    )
)
greeting = Injector("greeting", TAIL, str, str.upper)


def halve(context: Context) -> Context:
    """Keep the first half."""
    return context.with_messages(context.messages[: len(context.messages) // 2])


class TestDeclaring:
    """What a phase and a pipeline are made of."""

    def test_bare_processors_become_steps(self) -> None:
        assert list(WHOLE) == [cut(nodes=3), mend(), shout(), mend(), whisper(characters=2)]

    def test_a_processor_without_its_options_is_refused(self) -> None:
        @processor
        def keep(messages: Messages, /, *, nodes: int) -> Messages:
            return messages[:nodes]

        with pytest.raises(OptionError, match="option nodes: found nothing"):
            phase("a", "b", keep)  # type: ignore[arg-type]

    @pytest.mark.parametrize(("name", "because"), [("", "b"), (" ", "b"), ("a", ""), ("a", "\n")])
    def test_a_phase_has_a_name_and_a_reason(self, name: str, because: str) -> None:
        with pytest.raises(PipelineError, match="a phase's"):
            phase(name, because, shout)

    @pytest.mark.parametrize("phases", [phase("a", "b"), None, 3, ("a",), "a"])
    def test_a_pipeline_is_made_of_phases(self, phases: object) -> None:
        with pytest.raises(PipelineError, match="a pipeline's phases"):
            Pipeline(phases)  # type: ignore[arg-type]

    def test_rules_are_rules(self) -> None:
        with pytest.raises(PipelineError, match="a pipeline's rules"):
            Pipeline((), rules=("later", "earlier"))  # type: ignore[arg-type]


@frozen
class Cut:
    """A record of a user's own, with a name."""

    nodes: int
    name: str = "cut"

    def __call__(self, context: Context) -> Context:
        """Keep the first."""
        return context.with_messages(context.messages[: self.nodes])


class TestMeaning:
    """A step is meant by an equal value, by its factory, or exactly by its name."""

    def test_of_two_records_of_one_name_the_equal_one_is_meant(self) -> None:
        whole = Pipeline((phase("a", "b", Cut(3), Cut(5)),))

        assert list(whole.without(Cut(3))) == [Cut(5)]
        assert list(whole.replace(Cut(5), mend)) == [Cut(3), mend()]

    def test_an_injector_of_the_same_name_is_another(self) -> None:
        other = Injector("greeting", TAIL, str, str.lower)
        whole = Pipeline((phase("a", "b", greeting, other),))

        assert list(whole.without(other)) == [greeting]
        assert list(whole.without(greeting)) == [other]

    def test_an_injector_in_another_slot_is_still_the_one(self) -> None:
        whole = Pipeline((phase("a", "b", greeting.at(SYSTEM), mend),))

        assert list(whole.without(greeting)) == [mend()]

    def test_each_injectors_of_one_name_are_told_apart(self) -> None:
        one, other = EachInjector("x", str), EachInjector("x", repr)

        assert list(Pipeline((phase("a", "b", one, other),)).without(one)) == [other]

    def test_a_name_means_the_step_of_that_number(self) -> None:
        assert names_of(WHOLE.replace("mend", halve)) == (
            *("cut", "halve", "shout", "mend", "whisper"),
        )


class TestEditing:
    """By value: the pipeline that was edited stays as it was."""

    def test_before_stands_before_the_first(self) -> None:
        assert names_of(WHOLE.before(mend, not_empty)) == (
            *("cut", "not_empty", "mend", "shout", "mend#2", "whisper"),
        )

    def test_after_stands_after_the_last(self) -> None:
        assert names_of(WHOLE.after(mend, not_empty, halve)) == (
            *("cut", "mend", "shout", "mend#2", "not_empty", "halve", "whisper"),
        )

    def test_replace_replaces_each(self) -> None:
        assert names_of(WHOLE.replace(mend, halve)) == (
            *("cut", "halve", "shout", "halve#2", "whisper"),
        )

    def test_without_takes_each_away(self) -> None:
        assert names_of(WHOLE.without(mend, shout)) == ("cut", "whisper")

    def test_only_keeps_the_order_of_the_list(self) -> None:
        assert names_of(WHOLE.only(whisper, cut)) == ("cut", "whisper")

    def test_a_step_is_meant_by_factory_value_name_or_numbered_name(self) -> None:
        assert WHOLE.without(whisper) == WHOLE.without(whisper(characters=2))
        assert WHOLE.without(whisper) == WHOLE.without("whisper")
        assert names_of(WHOLE.without("mend#2")) == ("cut", "mend", "shout", "whisper")

    def test_a_step_of_other_options_is_not_there(self) -> None:
        with pytest.raises(UnknownStep) as caught:
            WHOLE.without(whisper(characters=3))

        assert str(caught.value) == (
            "no step whisper(characters=3) in this pipeline; "
            "it has: cut, mend, shout, mend#2, whisper"
        )

    def test_an_injector_is_meant_wherever_it_was_moved(self) -> None:
        whole = Pipeline((phase("user", "what changes", greeting.at(SYSTEM), mend),))

        assert names_of(whole.without(greeting)) == ("mend",)

    def test_another_pipeline_is_not_meant(self) -> None:
        one = Pipeline((phase("one", "nested", mend),))
        other = Pipeline((phase("other", "nested", shout),))
        whole = Pipeline((phase("whole", "holds both", one, other),))

        assert list(whole.without(one)) == [other]
        assert names_of(whole) == ("pipeline", "pipeline#2")

    def test_what_is_put_in_is_checked_as_what_is_declared(self) -> None:
        with pytest.raises(PipelineError, match="a step: found 'mend'"):
            WHOLE.after(mend, "mend")  # type: ignore[arg-type]

    def test_the_one_that_was_edited_is_unchanged(self) -> None:
        before = repr(WHOLE)
        WHOLE.without(mend).before(cut, halve)

        assert repr(WHOLE) == before

    @given(st.sampled_from(["cut", "mend", "shout", "whisper"]))
    def test_replacing_a_step_by_itself_changes_nothing(self, name: str) -> None:
        meant = {"cut": cut(nodes=3), "mend": mend(), "shout": shout()}.get(
            name, whisper(characters=2)
        )

        assert WHOLE.replace(name, meant) == WHOLE

    @given(st.lists(st.sampled_from(["cut", "mend", "shout", "whisper"]), unique=True, min_size=1))
    def test_without_and_only_share_the_steps_out(self, names: list[str]) -> None:
        left, kept = list(WHOLE.without(*names)), list(WHOLE.only(*names))

        assert sorted(map(repr, left + kept)) == sorted(map(repr, WHOLE))


class TestRules:
    """They refuse, say why, and never sort."""

    RULE = must_follow(mend, cut, because="cutting is what orphans results")

    def test_a_list_that_breaks_one_is_refused(self) -> None:
        with pytest.raises(OrderError) as caught:
            Pipeline((phase("a", "b", mend, cut),), rules=(self.RULE,))

        assert str(caught.value) == (
            "mend is listed before cut but must follow it: cutting is what orphans results. "
            "Move mend down, or drop the rule."
        )

    def test_an_edit_is_checked_as_well(self) -> None:
        whole = Pipeline((phase("a", "b", cut, mend),), rules=(self.RULE,))

        with pytest.raises(OrderError):
            whole.after(mend, cut(nodes=2))

    def test_so_is_what_stands_in_a_nested_pipeline(self) -> None:
        inner = Pipeline((phase("a", "b", mend),))

        with pytest.raises(OrderError):
            Pipeline((phase("c", "d", inner, cut),), rules=(self.RULE,))

    def test_every_earlier_one_counts_or_the_first_alone(self) -> None:
        steps = phase("a", "b", cut, mend, cut)
        first = must_follow(mend, cut, because="it mends what the first left", first=True)

        with pytest.raises(OrderError):
            Pipeline((steps,), rules=(self.RULE,))
        assert Pipeline((steps,), rules=(first,)).rules == (first,)

    def test_a_rule_by_value_is_on_that_value(self) -> None:
        rule = must_follow(mend, cut(nodes=2), because="that one alone")

        assert list(Pipeline((phase("a", "b", mend, cut),), rules=(rule,))) == [mend(), cut()]

    @pytest.mark.parametrize("name", ["mend", None])
    def test_a_name_is_no_step(self, name: AnyStep) -> None:
        with pytest.raises(PipelineError, match="a step or its factory, by value"):
            must_follow(name, cut, because="a renamed step must not pass unnoticed")

    def test_a_rule_has_a_reason(self) -> None:
        with pytest.raises(PipelineError, match="because"):
            must_follow(mend, cut, because=" ")

    def test_a_pipeline_is_no_step_a_rule_can_be_on(self) -> None:
        inner = Pipeline((phase("a", "b", mend),))

        with pytest.raises(PipelineError, match="an order rule"):
            Pipeline((), rules=(must_follow(inner, cut, because="never checked"),))


class TestNesting:
    """A pipeline is a step."""

    INNER = Pipeline((phase("inner", "to be nested", mend, shout),), name="polish")
    OUTER = Pipeline((phase("outer", "to hold it", cut(nodes=2), INNER, INNER),))

    def test_it_is_one_step_of_the_list(self) -> None:
        assert names_of(self.OUTER) == ("cut", "polish", "polish#2")

    def test_its_steps_run_under_both_phases(self) -> None:
        assert [name for name, _ in steps_of(self.OUTER)] == ["outer", *["outer/inner"] * 4]

    @given(conversations(cards=True, depth=3))
    def test_it_does_what_its_steps_do(self, messages: Messages) -> None:
        flat = Pipeline((phase("flat", "all in one", cut(nodes=2), mend, shout, mend, shout),))

        assert self.OUTER(messages) == flat(messages)
        assert self.OUTER(Context.of(messages)) == flat(Context.of(messages))

    @given(conversations(cards=True, depth=3))
    def test_an_empty_one_is_the_identity(self, messages: Messages) -> None:
        assert Pipeline()(messages) is messages


class TestTravels:
    """It prints, compares, hashes and pickles."""

    ALL = Pipeline(
        (phase("all", "every kind of step", cut(nodes=2), greeting.at(SYSTEM), halve, WHOLE),),
        rules=(must_follow(greeting, cut, because="what we inject is not history", first=True),),
    )

    @given(conversations(cards=True, depth=3))
    def test_it_does_the_same_after_a_journey(self, messages: Messages) -> None:
        back = pickle.loads(pickle.dumps(self.ALL))
        context = Context.of(messages, "hello")

        assert back == self.ALL
        assert hash(back) == hash(self.ALL)
        assert repr(back) == repr(self.ALL)
        assert back(context) == self.ALL(context)

    def test_phases_compare_by_what_they_hold(self) -> None:
        assert phase("a", "b", cut) == Phase("a", "b", (cut(),))
        assert phase("a", "b", cut) != phase("a", "c", cut)


class TestNeeds:
    """Which facts are read, and what is missing."""

    def test_each_type_once_in_the_order_of_use(self) -> None:
        whole = Pipeline(
            (phase("a", "b", greeting, count_facts, Pipeline((phase("c", "d", mend),))),)
        )

        assert needs(whole) == (str, int)

    def test_of_a_bare_step(self) -> None:
        assert needs(count_facts) == (int, str)
        assert needs(halve) == ()

    def test_nothing_to_complain_about(self) -> None:
        assert validate(WHOLE, Context.of(chat())) == ()

    def test_missing_facts(self) -> None:
        whole = Pipeline((phase("a", "b", count_facts),))

        assert validate(whole, Context.of(chat(user("hi")), 7)) == (
            Complaint("missing-fact", "no str is known; context.tell(...) it"),
        )

    def test_empty_ones_however_deep(self) -> None:
        nested = Pipeline((phase("inner", "nothing yet"),))

        assert validate(Pipeline((phase("outer", "holds it", nested),)))[0].kind == "empty"
        assert validate(Pipeline((phase("outer", "holds it", nested, mend),))) == (
            Complaint("empty-phase", "phase outer/inner has no steps"),
        )

    def test_a_name_that_stands_for_two(self) -> None:
        def named(context: Context) -> Context:
            return context

        named.__name__ = "mend#2"

        assert validate(Pipeline((phase("a", "b", mend, mend, named),))) == (
            Complaint("name", "names stand for two steps: mend#2"),
        )
        assert say_how_many().name == "say_how_many"

    def test_a_step_alone_is_looked_at_as_well(self) -> None:
        found = validate(count_facts(), Context(chat()))

        assert [complaint.kind for complaint in found] == ["missing-fact", "missing-fact"]
        assert names_of(mend) == ("mend",)
