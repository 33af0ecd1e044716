"""The verbs of change: another message, or the very same one."""

from __future__ import annotations

import pytest
from attrs import evolve, fields
from hypothesis import given
from hypothesis import strategies as st
from pyrsistent import pvector

from ctxfn.messages import (
    Assistant,
    Block,
    Compare,
    Image,
    Messages,
    Node,
    Origin,
    Reaction,
    System,
    Task,
    Text,
    ToolResult,
    Unknown,
    User,
    assistant,
    call,
    chat,
    freeze,
    inject,
    map_text,
    over_messages,
    reuse,
    text_of,
    user,
    with_blocks,
    with_calls,
    with_nodes,
    with_parts,
)
from ctxfn.testing import blocks, conversations

EXTRAS = (("codec", freeze({"x": 1})),)
FULL = {
    "parts": (Text("a", "sig", EXTRAS), Image(url="u")),
    "id": "m1",
    "blocks": (Block("hint", "b"),),
    "marks": (Reaction("+"),),
    "origin": Origin(parent="m0"),
    "extras": EXTRAS,
    "written": ("list",),
}
NODES: list[Node] = [
    User(name="ann", **FULL),  # type: ignore[arg-type]
    System(developer=True, **FULL),  # type: ignore[arg-type]
    Assistant(calls=(call("c1"),), name="bob", **FULL),  # type: ignore[arg-type]
    ToolResult(call_id="c1", tool="t", synthetic="why", kind="custom", **FULL),  # type: ignore[arg-type]
    Task(calls=(call("c1"),), **FULL),  # type: ignore[arg-type]
    Compare(active="x", **FULL),  # type: ignore[arg-type]
    Unknown("odd", **FULL),  # type: ignore[arg-type]
]


def others(node: Node, *changed: str) -> dict[str, object]:
    """Return all fields but those that were *changed*."""
    names = [one.name for one in fields(type(node)) if one.name not in changed]
    return {name: getattr(node, name) for name in names}


@pytest.mark.parametrize("node", NODES, ids=lambda node: node.role)
class TestEveryNode:
    """A verb changes one field; how the message was written counts no more if it was said otherwise."""

    def test_with_parts(self, node: Node) -> None:
        after = with_parts(node, (Text("b"),))

        assert (after.parts, after.written) == ((Text("b"),), None)
        assert others(after, "parts", "written") == others(node, "parts", "written")

    def test_with_blocks(self, node: Node) -> None:
        after = with_blocks(node, ())

        assert after.blocks == ()
        assert others(after, "blocks") == others(node, "blocks")

    def test_map_text(self, node: Node) -> None:
        after = map_text(str.upper, node)

        assert after.parts == (Text("A", "sig", EXTRAS), Image(url="u"))
        assert after.parts[1] is node.parts[1]
        assert after.written is None

    def test_inject(self, node: Node) -> None:
        after = inject(node, Block("date", "d"))

        assert after.blocks == (Block("hint", "b"), Block("date", "d"))
        assert inject(node, Block("hint", "c")).blocks == (Block("hint", "c"),)
        assert others(after, "blocks") == others(node, "blocks")

    def test_nothing_new_is_the_same_object(self, node: Node) -> None:
        assert with_parts(node, node.parts) is node
        assert with_blocks(node, node.blocks) is node
        assert map_text(lambda text: text, node) is node
        assert inject(node, Block("hint", "b")) is node


class TestCalls:
    """Only an assistant calls."""

    def test_with_calls(self) -> None:
        said = evolve(assistant("a", call("c1"), id="m"), written=("list",))
        after = with_calls(said, (call("c2"),))

        assert after == assistant("a", call("c2"), id="m")
        assert after.written is None
        assert with_calls(said, said.calls) is said


class TestProperties:
    """Of every conversation."""

    @given(conversations(cards=True, depth=3))
    def test_reuse_knows_the_same_elements(self, messages: Messages) -> None:
        assert reuse(messages, list(messages)) is messages
        assert reuse(messages, [*messages, user("x")]) == messages.append(user("x"))

    @given(conversations(cards=True, depth=3), st.data())
    def test_nodes_are_put_where_they_belong(self, messages: Messages, data: st.DataObject) -> None:
        said = messages + pvector([user(str(number)) for number in range(20)])
        places = data.draw(st.sets(st.integers(0, len(said) - 1)))
        new: dict[int, Node] = {place: user(f"new {place}") for place in places}
        after = with_nodes(said, new)

        assert list(after) == [new.get(place, node) for place, node in enumerate(said)]
        assert with_nodes(after, new) is after

    @given(conversations(cards=True, depth=3))
    def test_equal_elements_are_not_the_same(self, messages: Messages) -> None:
        copies = [evolve(node) for node in messages]
        after = reuse(messages, copies)

        assert (after is messages) is (not messages)
        assert all(new is copy for new, copy in zip(after, copies, strict=True))

    @given(conversations(cards=True, depth=3))
    def test_mapping_texts_composes(self, messages: Messages) -> None:
        def both(node: Node) -> Node:
            return map_text(lambda text: text[:3].upper(), node)

        first = over_messages(lambda node: map_text(lambda text: text[:3], node), messages)

        assert over_messages(lambda n: map_text(str.upper, n), first) == over_messages(
            both, messages
        )

    @given(conversations(cards=True, depth=3), blocks(), blocks())
    def test_blocks_of_two_names_commute_but_for_their_order(
        self, messages: Messages, one: Block, other: Block
    ) -> None:
        for node in messages:
            if {one.name, other.name} & {block.name for block in node.blocks}:
                continue
            if one.name == other.name:
                assert inject(inject(node, one), other) == inject(node, other)
            else:
                both = inject(inject(node, one), other).blocks
                turned = inject(inject(node, other), one).blocks
                assert both == (*node.blocks, *reversed(turned[-2:]))

    @given(conversations(cards=True, depth=3))
    def test_what_came_in_is_unchanged(self, messages: Messages) -> None:
        before = repr(messages)
        over_messages(lambda node: inject(map_text(str.upper, node), Block("a", "b")), messages)

        assert repr(messages) == before
        assert [text_of(n) for n in chat(*messages)] == [text_of(n) for n in messages]
