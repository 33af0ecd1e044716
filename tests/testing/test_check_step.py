"""check_step: every law catches a step that breaks it, and lets the others pass."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyrsistent import pvector

from ctxfn.context import Context
from ctxfn.messages import Messages, assistant, call, chat, reuse, spans_of, tool_result, user
from ctxfn.pipeline import StepError
from ctxfn.testing import (
    KINDS,
    AnyChange,
    Law,
    LawBroken,
    check_step,
    conserving,
    conversations,
    paired,
    pure,
    same_object,
    total,
    travels,
    users,
    whole_groups,
)
from tests.testing import steps

FULL = chat(user("find it"), assistant(call("c1")), tool_result("c1", "42"), assistant("there"))


def broken_law(step: AnyChange, *laws: Law, idempotent: bool = False) -> str:
    with pytest.raises(LawBroken) as caught:
        check_step(step, laws=laws, idempotent=idempotent, examples=500)
    return caught.value.law


class TestGoodSteps:
    """What keeps the laws passes."""

    @pytest.mark.parametrize("step", [steps.leave_alone, steps.leave_messages_alone, steps.shout])
    def test_passes(self, step: AnyChange) -> None:
        check_step(step, idempotent=True, examples=60)

    def test_a_processor_is_a_step_by_its_defaults(self) -> None:
        check_step(steps.drop_silent, idempotent=True, laws=(conserving,), examples=60)

    @pytest.mark.parametrize("atoms", [0, 1, 3])
    def test_a_truncator_keeps_whole_groups(self, atoms: int) -> None:
        law = partial(whole_groups, at_most=atoms)

        check_step(steps.keep_last(atoms=atoms), idempotent=True, laws=(law,), examples=60)

    def test_a_repair_pairs_and_conserves(self) -> None:
        noted = {"dropped": KINDS}
        calls_and_texts = partial(conserving, ordered=("texts", "calls"), noted=noted)

        check_step(
            steps.pair_results, idempotent=True, laws=(paired, calls_and_texts), examples=100
        )

    def test_facts_are_known_to_the_step(self) -> None:
        seen: list[int | None] = []

        check_step(steps.leave_alone, facts=(7,), examples=5)
        check_step(
            steps.leave_alone,
            facts=st.tuples(st.integers(1, 3)),
            laws=(lambda _, context: seen.append(context.get(int)),),
            examples=20,
        )

        assert set(seen) <= {1, 2, 3}


class TestBrokenSteps:
    """Each law names what breaks it."""

    @pytest.mark.parametrize(
        ("step", "law"),
        [
            (steps.copy_vector, "same object"),
            (steps.copy_context, "same object"),
            (steps.copy_messages, "same object"),
            (steps.look_at_identity, "pure"),
            (steps.remember_addresses, "pure"),
            (steps.read_clock, "pure"),
            (steps.count_runs, "pure"),
            (steps.write_into, "pure"),
            (steps.crash, "total"),
            (steps.return_nothing, "total"),
            (steps.recurse, "total"),
            (steps.a_closure(), "travels"),
            (lambda context: context, "travels"),
            (steps.Configured(), "travels"),
        ],
    )
    def test_a_law_of_every_step(self, step: AnyChange, law: str) -> None:
        assert broken_law(step) == law

    @pytest.mark.parametrize(
        ("step", "law", "name"),
        [
            (steps.lose_result, conserving, "conserving"),
            (steps.lose_call, conserving, "conserving"),
            (steps.turn_around, conserving, "conserving"),
            (steps.say_twice, conserving, "conserving"),
            (steps.leave_alone, paired, "paired"),
            (steps.invent, paired, "paired"),
            (steps.cut_inside(nodes=2), whole_groups, "whole groups"),
            (steps.keep_first(atoms=2), whole_groups, "whole groups"),
            (steps.keep_last(atoms=2), partial(whole_groups, at_most=1), "whole groups"),
            (steps.add_once_more, whole_groups, "whole groups"),
            (steps.turn_around, whole_groups, "whole groups"),
        ],
    )
    def test_a_law_that_some_promise(self, step: AnyChange, law: Law, name: str) -> None:
        assert broken_law(step, law) == name

    def test_doing_it_again(self) -> None:
        assert broken_law(steps.add_once_more, idempotent=True) == "idempotent"

    def test_turning_twice_is_not_idempotent(self) -> None:
        assert broken_law(steps.turn_around, idempotent=True) == "idempotent"


class TestMessages:
    """A broken law says which, by whom, and on what."""

    def test_the_smallest_input_is_shown(self) -> None:
        with pytest.raises(LawBroken) as caught:
            check_step(steps.crash, conversations=st.lists(users()).map(pvector))

        assert caught.value == LawBroken(
            "total",
            "crash",
            "IndexError: tuple index out of range",
            "an answer, or one of ctxfn's errors",
            "chat(\n    User(),\n)",
        )

    def test_it_reads_as_a_sentence(self) -> None:
        broken = LawBroken("pure", "my_step(n=2)", "another answer", "the same", "chat()")

        assert str(broken) == (
            "my_step(n=2) breaks the law 'pure': found another answer; expected the same. "
            "Given:\nchat()"
        )

    def test_it_is_an_assertion(self) -> None:
        assert issubclass(LawBroken, AssertionError)


class TestLaws:
    """Laws are functions: anybody may hold a step to one of them on one context."""

    @pytest.mark.parametrize("law", [total, pure, same_object, travels, paired, conserving])
    def test_one_law_on_one_context(self, law: Callable[[AnyChange, Context], None]) -> None:
        law(steps.drop_silent, Context(FULL))

    def test_an_error_of_ours_is_an_answer(self) -> None:
        total(_refuse, Context(FULL))

    def test_a_crash_that_a_pipeline_wrapped_is_a_crash(self) -> None:
        with pytest.raises(LawBroken, match="KeyError"):
            total(_wrap, Context(FULL))

    def test_pins_may_stay_anywhere(self) -> None:
        pinned = partial(whole_groups, pinned=lambda node: node.role == "system")

        check_step(_keep_system_and_last, laws=(pinned,), examples=100)

    def test_what_a_step_exists_to_remove_is_excepted(self) -> None:
        removes = partial(conserving, removes=lambda node: node.role == "system")

        removes(_drop_systems, Context(chat(user("a"))))
        check_step(_drop_systems, laws=(removes,), examples=100)

    @given(conversations(well_formed=True, cards=True))
    def test_doing_nothing_keeps_every_law(self, messages: Messages) -> None:
        for law in (total, pure, same_object, travels, conserving, whole_groups, paired):
            law(steps.leave_alone, Context(messages))


def _refuse(context: Context) -> Context:
    raise StepError("", steps.leave_alone, "too long", context)


def _wrap(context: Context) -> Context:
    try:
        raise KeyError("id")
    except KeyError as error:
        raise StepError("", steps.leave_alone, repr(error), context) from error


def _keep_system_and_last(messages: Messages) -> Messages:
    spans = spans_of(messages)
    said = [span for span in spans if messages[span[0]].role != "system"]
    kept = sorted(i for span in spans if span not in said[:-1] for i in span)
    return reuse(messages, [messages[i] for i in kept])


def _drop_systems(messages: Messages) -> Messages:
    return reuse(messages, [node for node in messages if node.role != "system"])
