"""What is said in a conversation, found wherever it stands, and traced."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given

from ctxfn.context import Context
from ctxfn.messages import (
    MAX_CARD_DEPTH,
    AssistantGroup,
    Block,
    Column,
    Compare,
    CompressedGroup,
    Council,
    Messages,
    Node,
    Text,
    Turn,
    User,
    assistant,
    call,
    chat,
    nested_in,
    tool_result,
    user,
)
from ctxfn.testing import (
    MissingExtra,
    calls_in,
    conversations,
    require_hypothesis,
    results_in,
    shown,
    texts_in,
    traced,
)
from ctxfn.testing.contents import every_node, remade
from ctxfn.testing.words import words_of

ASKED = assistant("looking", call("c1"), call("c2"))
TURNS = (Turn(ASKED, (tool_result("c1", "one"), tool_result("c2", "two"))), Turn(assistant("so")))
TREE = chat(
    user("hi"),
    Council((AssistantGroup(TURNS), Compare((Column((user("a"),)), Column((user("b"),)))))),
    CompressedGroup((Text("sum"),), (user("old"),), (user("pinned"),)),
)


def tower(height: int) -> Node:
    node: Node = user("foot")
    for _ in range(height):
        node = Council((node,))
    return node


class TestExamples:
    """Cases a reader can check by eye."""

    def test_texts_in_order(self) -> None:
        assert texts_in(TREE) == (
            *("hi", "looking", "one", "two", "so", "a", "b"),
            *("sum", "old", "pinned"),
        )

    def test_calls_and_results(self) -> None:
        assert [one.id for one in calls_in(TREE)] == ["c1", "c2"]
        assert [one.call_id for one in results_in(TREE)] == ["c1", "c2"]

    def test_blocks_if_asked_for(self) -> None:
        said = chat(User((Text("hi"),), blocks=(Block("date", "Monday"),)))

        assert (texts_in(said), texts_in(said, blocks=True)) == (("hi",), ("hi", "Monday"))

    def test_a_hundred_deep(self) -> None:
        assert texts_in(chat(tower(MAX_CARD_DEPTH))) == ("foot",)

    def test_far_deeper_than_recursion_goes(self) -> None:
        assert len(texts_in([tower(sys.getrecursionlimit() * 3)])) == 1

    def test_values_are_shown_as_code(self) -> None:
        assert shown(chat(user("hi"), ASKED)) == (
            "chat(User((Text('hi'),)), Assistant((Text('looking'),), "
            "calls=(Call('c1', 'tool'), Call('c2', 'tool'))))"
        )

    def test_facts_are_shown(self) -> None:
        assert shown(Context.of(chat(), 7)) == "Context.of(chat(), 7)"

    def test_without_hypothesis_the_extra_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "hypothesis", None)

        with pytest.raises(MissingExtra, match=r"pip install 'ctxfn\[testing\]'"):
            require_hypothesis()


class TestProperties:
    """What is true of every conversation."""

    @given(conversations(cards=True))
    def test_remaking_a_node_of_its_own_parts_changes_nothing(self, messages: Messages) -> None:
        assert all(remade(node, nested_in(node)) == node for _, node in every_node(messages))

    @given(conversations(cards=True))
    def test_each_traced_word_is_there_once(self, messages: Messages) -> None:
        words = words_of(traced(messages))

        assert len(set(words)) == len(words)

    @given(conversations(cards=True))
    def test_each_result_is_traced(self, messages: Messages) -> None:
        words = [word for word in words_of(traced(messages)) if word.startswith("xresult")]

        assert len(words) >= len(results_in(messages))

    @given(conversations(cards=True, depth=9, surrogates=False))
    def test_what_is_shown_is_code(self, messages: Messages) -> None:
        compile(shown(messages), "shown", "eval")
