"""Each wrong step is caught, by the law it breaks, on the smallest conversation that shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import pytest
from hypothesis import strategies as st
from pyrsistent import pvector

from ctxfn.context import Context, Note
from ctxfn.messages import (
    Image,
    Messages,
    Node,
    Text,
    assistant,
    call,
    chat,
    over_messages,
    tool_result,
    user,
    with_parts,
)
from ctxfn.pipeline import Changed, PipelineError, processor
from ctxfn.testing import (
    AnyChange,
    Kind,
    Law,
    LawBroken,
    check_step,
    conserving,
    conversations,
    nodes,
    paired,
)
from tests.testing import wrong_steps as wrong

#: Few messages, each of any kind: what is shown is small, and soon found.
SHORT = st.lists(nodes(depth=0), max_size=3).map(pvector)

#: A step, the law that catches it, and what of the input is shown.
LOSING = (
    (wrong.drop_media, "xmedia"),
    (wrong.drop_refusals, "Refusal('"),
    (wrong.drop_opaque, "Opaque('"),
    (wrong.drop_reasoning, "Reasoning('"),
    (wrong.drop_blocks, "Block('"),
    (wrong.drop_errors, "ToolError('"),
    (wrong.drop_cut_calls, "Call('"),
    (wrong.claim, "User((Text('"),
    (wrong.disown, "ours='"),
    (wrong.empty_assistants, "Assistant((Text('"),
    (wrong.empty_calls, "Call('"),
    (wrong.note_another, "xtexts0x"),
)


def broken(step: AnyChange, *laws: Law, idempotent: bool = True) -> LawBroken:
    with pytest.raises(LawBroken) as caught:
        check_step(step, conversations=SHORT, laws=laws, idempotent=idempotent, examples=3000)
    return caught.value


class TestEveryStep:
    """What no step may do."""

    def test_forgetting_what_a_context_holds(self) -> None:
        caught = broken(wrong.forget, conserving)

        assert caught.law == "faithful"
        assert caught.found == "a context that lost its given and facts and notes"
        assert len(caught.given) < 60

    def test_what_the_machinery_refuses_is_no_answer(self) -> None:
        caught = broken(wrong.forget_facts, conserving)

        assert caught.law == "total"
        assert caught.found.startswith(PipelineError.__name__)

    @pytest.mark.parametrize("step", [wrong.order_marks, wrong.list_words])
    def test_another_order_in_another_process(self, step: AnyChange) -> None:
        caught = broken(step, idempotent=False)

        assert caught.law == "elsewhere"
        assert len(caught.given.splitlines()) <= 5

    def test_a_step_that_cannot_be_imported_elsewhere_is_not_asked(self) -> None:
        check_step(Nowhere(), examples=5)


class Nowhere:
    """A step that pickles here and is not found there."""

    def __call__(self, context: Context) -> Context:
        return context

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Nowhere)

    def __hash__(self) -> int:
        return 1

    def __repr__(self) -> str:
        return "Nowhere()"

    def __reduce__(self) -> tuple[object, ...]:
        return _nowhere, ()


def _nowhere() -> Nowhere:
    return Nowhere()


class TestConserving:
    """All that is said counts, and a note excuses what it names, as far as its kind reaches."""

    @pytest.mark.parametrize(("step", "shown"), LOSING)
    def test_each_loss(self, step: AnyChange, shown: str) -> None:
        caught = broken(step, conserving, idempotent=False)

        assert caught.law == "conserving"
        assert shown in caught.given
        assert len(caught.given.splitlines()) <= 5

    def test_a_note_of_a_kind_that_may(self) -> None:
        noted: Mapping[str, Sequence[Kind]] = {"looked": ("texts",)}
        law = partial(conserving, noted=noted)

        law(wrong.empty_assistants, Context(chat(assistant("a"))))

    def test_but_only_what_its_kind_may(self) -> None:
        noted: Mapping[str, Sequence[Kind]] = {"looked": ("media",)}
        law = partial(conserving, noted=noted)

        with pytest.raises(LawBroken, match="xtexts0x"):
            law(wrong.empty_assistants, Context(chat(assistant("a"))))

    def test_a_whole_message_may_go_with_any_note_that_names_it(self) -> None:
        conserving(drop_first, Context(chat(user("a"), user("b"))))

    def test_media_may_be_named_besides(self) -> None:
        check_step(name_media, conversations=conversations(), laws=(conserving,), examples=100)


@processor
def drop_first(messages: Messages, /) -> Changed:
    return Changed(messages[1:], (Note("drop_first", "cut", "the first is gone", (), (0,)),))


@processor
def name_media(messages: Messages, /) -> Messages:
    def named(node: Node) -> Node:
        first = node.parts[0] if node.parts else None
        if not isinstance(first, Image) or first.name is None:
            return node
        return with_parts(node, (Text(first.name), *node.parts))

    return over_messages(named, messages)


class TestPaired:
    """Each call has its own result."""

    def test_the_first_result_of_an_id_for_all(self) -> None:
        assert broken(wrong.first_result, paired, idempotent=False).law == "paired"

    def test_on_the_smallest_conversation(self) -> None:
        said = chat(
            *(assistant(call("c")), tool_result("c", "one")),
            *(assistant(call("c")), tool_result("c", "two")),
        )

        with pytest.raises(LawBroken, match="'c' has the result of another call"):
            paired(wrong.first_result, Context(said))
