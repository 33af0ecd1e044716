"""choose_columns: of answers side by side the chosen one, and a word on the others."""

from __future__ import annotations

import pickle
from typing import Literal

import pytest
from hypothesis import given

from ctxfn.context import Context
from ctxfn.messages import (
    AssistantGroup,
    Column,
    Compare,
    CompressedGroup,
    Council,
    Messages,
    Tasks,
    Text,
    Turn,
    assistant,
    chat,
    text_of,
    user,
)
from ctxfn.pipeline import OptionError
from ctxfn.processors import choose_columns
from ctxfn.testing import trees
from ctxfn.wire.uichat.decode import decode

ONE = Column((assistant("one", id="a"), user("and?", id="b"), assistant("more", id="c")))
TWO = Column((AssistantGroup((Turn(assistant("two", id="d")),), "e"),), "second")


def said(messages: Messages) -> list[str]:
    return [text_of(node) for node in messages]


class TestExamples:
    """What it does, in cases a reader can check by eye."""

    @pytest.mark.parametrize("active", ["a", "b", "c"])
    def test_a_column_is_chosen_by_the_id_of_a_node_in_it(self, active: str) -> None:
        after = choose_columns(chat(user("so?"), Compare((TWO, ONE), active)))

        assert said(after) == ["so?", "one", "and?", "more"]

    def test_its_own_id_comes_first(self) -> None:
        other = Column((assistant("other", id="second"),))

        assert choose_columns(chat(Compare((other, TWO), "second"))) == chat(TWO.nodes[0])

    def test_the_nodes_are_the_same_objects(self) -> None:
        after = choose_columns(chat(Compare((ONE, TWO), "second")))

        assert after[0] is TWO.nodes[0]

    def test_what_is_left_out_is_noted_with_all_that_was_in_it(self) -> None:
        context = choose_columns(Context.of(chat(user("so?"), Compare((ONE, TWO), "a"))))

        assert [(note.step, note.ids, note.places) for note in context.notes] == [
            ("choose_columns", ("second", "e", "d"), (1,))
        ]

    @pytest.mark.parametrize(
        ("if_none", "left"),
        [("all", ["one", "and?", "more", ""]), ("first", ["one", "and?", "more"]), ("last", [""])],
    )
    @pytest.mark.parametrize("active", [None, "nobody"])
    def test_where_none_is_chosen_policy_decides(
        self, if_none: Literal["all", "first", "last"], left: list[str], active: str | None
    ) -> None:
        after = choose_columns(chat(Compare((ONE, TWO), active)), if_none=if_none)

        assert said(after) == left

    def test_its_own_words_come_first(self) -> None:
        card = Compare((ONE, TWO), "d", "k", (Text("Which?"),))

        assert next((node.role, node.id) for node in choose_columns(chat(card))) == (
            "assistant",
            "k",
        )

    @pytest.mark.parametrize("if_none", ["all", "first", "last"])
    def test_a_comparison_of_nothing_goes(self, if_none: Literal["all", "first", "last"]) -> None:
        assert choose_columns(chat(Compare()), if_none=if_none) == chat()

    def test_comparisons_in_a_column_are_resolved_too(self) -> None:
        inner = Compare((ONE, TWO), "a", "inner")

        assert said(choose_columns(chat(Compare((TWO, Column((inner,))), "inner")))) == [
            "one",
            "and?",
            "more",
        ]

    def test_comparisons_inside_other_cards_are_resolved_there(self) -> None:
        card = Compare((ONE, TWO), "a")

        assert choose_columns(
            chat(Council((card,)), Tasks((card,)), CompressedGroup((), (card,), (card,)))
        ) == chat(Council(ONE.nodes), Tasks(ONE.nodes), CompressedGroup((), (card,), ONE.nodes))

    def test_others_are_the_same_object(self) -> None:
        before = chat(user("hi"), Council((assistant("ho"),)))

        assert choose_columns(before) is before

    def test_both_roles_of_a_store(self) -> None:
        rows = [
            {
                "role": role,
                "columns": [[{"id": "a", "role": "assistant", "content": "one"}], []],
                "activeColumnId": "a",
            }
            for role in ("compare", "compareGroup")
        ]

        assert said(choose_columns(decode(rows).messages)) == ["one", "one"]

    def test_another_policy_is_refused_where_it_is_declared(self) -> None:
        with pytest.raises(OptionError):
            choose_columns(if_none="best")  # type: ignore[call-overload]


class TestProperties:
    """What is true of every history. Each test is named after the invariant."""

    @given(trees(depth=4))
    def test_no_comparison_is_left_and_twice_is_once(self, messages: Messages) -> None:
        once = choose_columns(messages)

        assert not any(isinstance(node, Compare) for node in once)
        assert choose_columns(once) is once

    def test_travels(self) -> None:
        step = choose_columns(if_none="first")

        assert pickle.loads(pickle.dumps(step)) == step
