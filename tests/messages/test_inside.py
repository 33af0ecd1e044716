"""all_inside and check_size: cards that are small as they are kept and endless as they are read."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from attrs import evolve
from hypothesis import given

from ctxfn.assembly import default_pipeline
from ctxfn.context import Context
from ctxfn.facts import Onboarding
from ctxfn.injectors import onboarding_hint
from ctxfn.messages import (
    MAX_CARD_NODES,
    Card,
    Column,
    Compare,
    CompressedGroup,
    Council,
    Messages,
    Node,
    Tasks,
    TooManyNodes,
    all_inside,
    chat,
    check_size,
    nested_in,
    to_json,
    user,
)
from ctxfn.pipeline import StepError, run
from ctxfn.processors import (
    choose_columns,
    flatten_councils,
    flatten_tasks,
    require_capabilities,
    strip_fields,
    surface_summaries,
    unfold_cards,
)
from ctxfn.testing import conversations
from ctxfn.tokens import estimate, measure
from ctxfn.wire import Conversation, codec_named

#: As often as each kind is doubled: deeper than nothing that is refused for its depth.
LEVELS = 60

AROUND: dict[str, Callable[[Node], Card]] = {
    "council": lambda node: Council((node, node)),
    "tasks": lambda node: Tasks((node, node)),
    "compare": lambda node: Compare((Column((node, node)),)),
    "pinned": lambda node: CompressedGroup(pinned=(node, node)),
}


def doubled(kind: str) -> Node:
    card: Node = user("hi", id="m1")
    for _ in range(LEVELS):
        card = AROUND[kind](card)
    return card


class TestExamples:
    """Cards that hold themselves again and again end at once."""

    @pytest.mark.parametrize("kind", AROUND)
    def test_whoever_opens_one_refuses_it(self, kind: str) -> None:
        said = chat(doubled(kind))

        for work in (
            unfold_cards,
            strip_fields,
            run_default,
            to_json,
            write_uichat,
            count,
        ):
            with pytest.raises((TooManyNodes, StepError)) as raised:
                work(said)
            error = raised.value.__cause__ if isinstance(raised.value, StepError) else raised.value
            assert isinstance(error, TooManyNodes)
            assert error.limit == MAX_CARD_NODES

    @pytest.mark.parametrize(
        ("kind", "step"),
        [
            ("council", flatten_councils),
            ("tasks", flatten_tasks),
            ("compare", choose_columns),
            ("pinned", surface_summaries),
        ],
    )
    def test_so_does_the_step_for_its_kind(
        self, kind: str, step: Callable[[Messages], Messages]
    ) -> None:
        with pytest.raises(TooManyNodes):
            step(chat(doubled(kind)))

    @pytest.mark.parametrize("kind", AROUND)
    def test_what_is_left_out_is_named_and_not_opened(self, kind: str) -> None:
        answer = user("chosen", id="a")
        compared = Compare((Column((doubled(kind),)), Column((answer,), "b")), active="b")
        stretch = CompressedGroup(user("They met.").parts, (doubled(kind),))

        for said in (chat(compared), chat(stretch)):
            for step in (surface_summaries, choose_columns, flatten_councils, unfold_cards):
                assert len(step(said)) == 1
        noted = choose_columns(Context(chat(compared))).notes
        assert [note.ids for note in noted] == [("m1",)]
        assert run_default(chat(compared, user("hi")))

    def test_whoever_only_looks_sees_each_once(self) -> None:
        said = chat(doubled("council"))

        assert (
            onboarding_hint(Context.of(said, Onboarding("Phase: Discovery"))).messages[0] is said[0]
        )
        assert require_capabilities(said, of=("vision",)) is said

    def test_the_same_card_may_stand_twice(self) -> None:
        card = Council((user("hi"),))

        assert len(unfold_cards(chat(Council((card, card)), card))) == 3


class TestProperties:
    """What holds for every conversation."""

    @given(conversations())
    def test_all_objects_are_found_once(self, said: Messages) -> None:
        found = all_inside(said)

        assert len(set(map(id, found))) == len(found)
        below = {id(inner) for node in found for inner in nested_in(node)}
        assert below | {id(node) for node in said} == {id(node) for node in found}

    @given(conversations())
    def test_what_can_be_drawn_can_be_opened(self, said: Messages) -> None:
        for node in said:
            check_size(evolve(node))


def run_default(said: Messages) -> Messages:
    return run(default_pipeline(), Context(said)).messages


def write_uichat(said: Messages) -> object:
    return codec_named("uichat").encode(Conversation(said), None).body  # type: ignore[arg-type]


def count(said: Messages) -> int:
    return sum(measure(node, estimate()) for node in said)
