"""unusual: which messages are more than a text and calls, whoever asked before."""

from __future__ import annotations

import pytest
from attrs import evolve, fields
from hypothesis import given
from hypothesis import strategies as st
from pyrsistent import pvector

from ctxfn.messages import (
    Assistant,
    Block,
    Call,
    Council,
    Image,
    Messages,
    Node,
    Origin,
    Reaction,
    Reasoning,
    System,
    Text,
    ToolError,
    Usage,
    User,
    assistant,
    call,
    chat,
    freeze,
    inject,
    is_flat,
    tool_result,
    unusual,
    user,
    with_nodes,
)
from ctxfn.testing import conversations

EXTRAS = (("codec", freeze({"x": 1})),)
PLAIN = (
    System((Text("Be brief."),)),
    user("hi", id="m1"),
    assistant("", call("c1")),
    assistant("words", call("c1")),
    tool_result("c1", "42"),
    evolve(user("hi"), origin=Origin(agent="a")),
)
ODD: tuple[Node, ...] = (
    user("a < b"),
    user(),
    assistant(),
    user("one", "two"),
    user(Image("u")),
    User((Text("x", "signed"),)),
    User((Text("x", None, EXTRAS),)),
    evolve(user("x"), extras=EXTRAS),
    evolve(user("x"), marks=(Reaction("+"),)),
    inject(user("x"), Block("a", "b")),
    evolve(tool_result("c1", "x"), state=freeze({})),
    evolve(tool_result("c1", "x"), error=ToolError("x")),
    Assistant((Text("x"),), reasoning=(Reasoning("y"),)),
    Assistant((Text("x"),), usage=Usage(1, 2)),
    Assistant((), calls=(Call("c1", "f", "{}", extras=EXTRAS),)),
    Council(),
)


def afresh(messages: Messages) -> tuple[int, ...]:
    """Ask after nothing was asked before."""
    unusual(chat())
    return unusual(messages)


class TestExamples:
    """What counts."""

    @pytest.mark.parametrize("node", PLAIN, ids=repr)
    def test_a_text_and_calls_are_usual(self, node: Node) -> None:
        assert afresh(chat(node)) == ()

    @pytest.mark.parametrize("node", ODD, ids=repr)
    def test_all_else_is_not(self, node: Node) -> None:
        assert afresh(chat(user("plain"), node)) == (1,)


class TestProperties:
    """Of every conversation."""

    @given(conversations(cards=True, depth=3))
    def test_what_is_usual_has_nothing_but_words_and_calls(self, messages: Messages) -> None:
        bare = {"parts", "id", "name", "developer", "calls", "call_id", "tool", "origin", "written"}
        odd = afresh(messages)
        for place, node in enumerate(messages):
            if place in odd:
                continue
            beside = {field.name for field in fields(type(node))} - bare - {"kind", "synthetic"}
            assert is_flat(node)
            assert all(not getattr(node, name) for name in beside)
            assert all(isinstance(part, Text) and "<" not in part.text for part in node.parts)

    @given(conversations(cards=True, depth=3), conversations(cards=True, depth=3), st.data())
    def test_who_asked_before_does_not_matter(
        self, one: Messages, other: Messages, data: st.DataObject
    ) -> None:
        said = one + pvector(PLAIN)
        places = data.draw(st.sets(st.integers(0, len(said) - 1)))
        replaced = with_nodes(
            said, {place: data.draw(st.sampled_from((*PLAIN, *ODD))) for place in places}
        )
        expected = [afresh(each) for each in (said, replaced, other)]

        assert [unusual(each) for each in (other, said, replaced)] == [
            expected[2],
            expected[0],
            expected[1],
        ]
        assert [unusual(each) for each in (replaced, said, said)] == [
            expected[1],
            expected[0],
            expected[0],
        ]
