"""LastLook, CallsIn and are_whole: what many steps ask is answered once, and always the same."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from ctxfn.messages import (
    Assistant,
    CallsIn,
    LastLook,
    Messages,
    Node,
    ToolResult,
    are_whole,
    assistant,
    call,
    calls_in,
    chat,
    is_paired,
    is_whole,
    tool_result,
    user,
)

NODES: tuple[Node, ...] = (
    user("hi"),
    user("ho", id="m1"),
    assistant("", call("c1")),
    assistant("", call("c1"), call("c2")),
    assistant("words"),
    tool_result("c1", "42"),
    tool_result("c2", "43"),
)
histories = st.lists(st.sampled_from(NODES), max_size=8).map(lambda nodes: chat(*nodes))


def _calling(nodes: Sequence[Node]) -> list[int]:
    return [place for place, node in enumerate(nodes) if isinstance(node, Assistant) and node.calls]


class TestLastLook:
    @given(st.lists(histories, min_size=1, max_size=5))
    def test_who_asked_before_does_not_matter(self, asked: list[Messages]) -> None:
        look = LastLook(_calling)
        assert [look(one) for one in asked] == [tuple(_calling(one)) for one in asked]

    def test_known_is_what_was_asked_last(self) -> None:
        look, said = LastLook(_calling), chat(*NODES)
        assert look.known(said) is None
        assert look(said) == look.known(said) == (2, 3)


class TestCallsIn:
    @given(histories)
    def test_order_means_pairs(self, said: Messages) -> None:
        assert not calls_in(said).is_in_order or is_paired(said)

    @given(histories)
    def test_the_same_as_of_each_message(self, said: Messages) -> None:
        known = calls_in(said)
        calls = [call for node in said if isinstance(node, Assistant) for call in node.calls]
        results = [node for node in said if isinstance(node, ToolResult)]
        assert known.asking == tuple(_calling(said))
        assert (list(known.calls), list(known.results)) == (calls, results)
        assert known.ids == {call.id for call in calls}
        assert known.names == {call.tool for call in calls}
        assert known.result_ids == {node.call_id for node in results}
        assert known.result_names == {node.tool for node in results}

    def test_a_list_may_change_and_is_not_remembered(self) -> None:
        nodes: list[Node] = [assistant("", call("c1"))]
        assert calls_in(nodes).ids == {"c1"}
        nodes.append(assistant("", call("c2")))
        assert calls_in(nodes).ids == {"c1", "c2"}

    def test_results_out_of_order_are_not_in_order(self) -> None:
        said = chat(NODES[3], NODES[6], NODES[5])
        assert not CallsIn(said).is_in_order
        assert is_paired(said)


class TestAreWhole:
    @given(st.lists(st.text(st.characters(exclude_categories=())), max_size=5))
    def test_whole_is_each_alone(self, texts: list[str]) -> None:
        assert are_whole(texts) is all(map(is_whole, texts))

    def test_a_half_behind_a_wide_text_is_found(self) -> None:
        assert not are_whole(["caf\u00e9", "\u20ac", "cut \ud83d"])
