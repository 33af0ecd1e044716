"""What a step drops without a word is lost, though the run notes that it is gone."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import pytest
from annotated_types import Ge

from ctxfn.context import Context, Dropped, Note
from ctxfn.messages import (
    Messages,
    Node,
    ToolResult,
    User,
    chat,
    map_text,
    reuse,
    tool_result,
    user,
)
from ctxfn.pipeline import Changed, Told, each_message, processor
from ctxfn.testing import KINDS, AnyChange, LawBroken, check_step, conserving

SHORTENED = partial(conserving, noted={"shortened": ("results",)})


@processor
def drop_all(messages: Messages, /) -> Messages:
    return reuse(messages, [])


@processor
def drop_results(messages: Messages, /) -> Messages:
    return reuse(messages, [node for node in messages if not isinstance(node, ToolResult)])


@processor
def tell_all(messages: Messages, /) -> Messages | Changed:
    places = tuple(range(len(messages)))
    note = Note("tell_all", "all", "everything went", (), places)
    return Changed(reuse(messages, []), (note,)) if messages else messages


@each_message
def shorten(result: ToolResult, /, *, limit: Annotated[int, Ge(1)]) -> ToolResult | Told:
    cut = map_text(lambda text: text[:limit], result)
    if cut is result:
        return result
    return Told((cut,), (Note("shorten", "shortened", f"cut after {limit} characters"),))


@each_message
def shorten_too_much(
    node: Node, /, *, limit: Annotated[int, Ge(1)]
) -> Node | Told | tuple[Node, ...]:
    if isinstance(node, User):
        return ()
    if not isinstance(node, ToolResult):
        return node
    cut = map_text(lambda text: text[:limit], node)
    if cut is node:
        return node
    return Told((cut,), (Note("shorten", "shortened", f"cut after {limit} characters"),))


class TestExamples:
    """The run's note, the step's own, and what a law is told of."""

    @pytest.mark.parametrize("step", [drop_all, drop_results])
    def test_the_note_of_the_run_excuses_nothing(self, step: AnyChange) -> None:
        with pytest.raises(LawBroken, match="is not in the output") as caught:
            check_step(step, laws=(conserving,), examples=50)

        assert caught.value.law == "conserving"

    def test_it_is_there_all_the_same(self) -> None:
        after = drop_all()(Context.of(chat(user("a"))))

        assert tuple(after.notes) == (Dropped("drop_all", (), (0,)),)

    def test_a_note_of_its_own_does(self) -> None:
        check_step(tell_all, laws=(conserving,), examples=30)

    def test_so_does_what_the_law_is_told_of(self) -> None:
        check_step(drop_all, laws=(partial(conserving, noted={"dropped": KINDS}),), examples=30)

    def test_no_further_than_it_is_told(self) -> None:
        results = partial(conserving, noted={"dropped": ("results",)})
        said = Context.of(chat(user("a"), tool_result("c1", "12")))
        conserving(drop_results, said, noted={"dropped": ("results",)})

        with pytest.raises(LawBroken, match="is not in the output"):
            results(drop_all, said)

    def test_a_step_that_shortens_results_passes(self) -> None:
        check_step(shorten(limit=20), idempotent=True, laws=(SHORTENED,), examples=40)

    def test_one_that_takes_what_people_said_with_it_does_not(self) -> None:
        with pytest.raises(LawBroken) as caught:
            check_step(shorten_too_much(limit=20), laws=(SHORTENED,), examples=50)

        assert caught.value.law == "conserving"
