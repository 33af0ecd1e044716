"""filter_disabled_tools: what a model cannot call any more it should not see itself call."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.context import Context, Note
from ctxfn.messages import (
    Assistant,
    Call,
    Messages,
    ToolName,
    assistant,
    call,
    chat,
    text_of,
    tool_result,
    user,
)
from ctxfn.processors import filter_disabled_tools, pair_tool_results
from tests.processors.histories import histories, words_of

BOTH = chat(
    user("find it"),
    assistant("looking", call("c1", "web____search"), call("c2", "files____read"), id="m1"),
    tool_result("c1", "here"),
    tool_result("c2", "there"),
)
IDENTIFIERS = st.lists(st.sampled_from(["a", "b", "web"])).map(tuple)


def calls_of(messages: Messages) -> list[str]:
    return [one.id for node in messages if isinstance(node, Assistant) for one in node.calls]


class TestExamples:
    """What it does, in cases a reader can check by eye."""

    def test_calls_of_a_disabled_package_go_and_others_stay(self) -> None:
        after = filter_disabled_tools(BOTH, identifiers=("web",))

        assert calls_of(after) == ["c2"]
        assert text_of(after[1]) == "looking"

    def test_their_results_are_left_for_the_pairing_step(self) -> None:
        after = filter_disabled_tools(BOTH, identifiers=("web",))

        assert after[2:] == BOTH[2:]
        assert [text_of(node) for node in pair_tool_results(after)[2:]] == ["there"]

    def test_each_removed_call_is_noted(self) -> None:
        context = filter_disabled_tools(Context.of(BOTH), identifiers=("web", "files"))

        assert [
            (note.kind, note.ids, note.places) for note in context.notes if isinstance(note, Note)
        ] == [("disabled-call", ("c1", "c2"), (1,))]

    def test_a_message_of_nothing_but_such_calls_goes(self) -> None:
        bare = chat(user("hi"), assistant(call("c1", "web____search")))

        assert filter_disabled_tools(bare, identifiers=("web",)) == bare[:1]

    @pytest.mark.parametrize(
        ("tool", "identifier"),
        [
            (ToolName("@acme/shop", "list.items", "mcp"), "@acme/shop"),
            ("MD5HASH_07234834b67f____MD5HASH_d95be440c3f5____mcp", "@acme/shop"),
            ("web", "web"),
            ("web____search____mcp", "web"),
        ],
    )
    def test_however_the_tool_is_named(self, tool: ToolName | str, identifier: str) -> None:
        asked = chat(assistant("hm", Call("c1", tool)))

        assert calls_of(filter_disabled_tools(asked, identifiers=(identifier,))) == []

    @pytest.mark.parametrize("identifier", ["we", "Web", "search", "web____search"])
    def test_another_package_is_not_meant(self, identifier: str) -> None:
        asked = chat(assistant("hm", call("c1", "web____search"), call("c2", "websearch")))
        meant = {"c1"} if identifier == "web____search" else set[str]()

        after = filter_disabled_tools(asked, identifiers=(identifier,))

        assert set(calls_of(asked)) - set(calls_of(after)) == meant

    def test_nothing_disabled_is_the_same_object(self) -> None:
        assert filter_disabled_tools(BOTH, identifiers=()) is BOTH


class TestProperties:
    """What is true of every history. Each test is named after the invariant."""

    @given(histories(), IDENTIFIERS)
    def test_no_disabled_call_is_left(
        self, messages: Messages, identifiers: tuple[str, ...]
    ) -> None:
        after = filter_disabled_tools(messages, identifiers=identifiers)
        left = [c for n in after if isinstance(n, Assistant) for c in n.calls]

        assert [one for one in left if one.tool in identifiers] == []

    @given(histories(), IDENTIFIERS)
    def test_words_and_other_calls_are_conserved(
        self, messages: Messages, identifiers: tuple[str, ...]
    ) -> None:
        after = filter_disabled_tools(messages, identifiers=identifiers)
        kept = [c for n in messages if isinstance(n, Assistant) for c in n.calls]
        kept = [one for one in kept if one.tool not in identifiers]

        assert words_of(after) == words_of(messages)
        assert [c for n in after if isinstance(n, Assistant) for c in n.calls] == kept

    @given(histories(), IDENTIFIERS)
    def test_idempotent(self, messages: Messages, identifiers: tuple[str, ...]) -> None:
        once = filter_disabled_tools(messages, identifiers=identifiers)

        assert filter_disabled_tools(once, identifiers=identifiers) is once

    @given(IDENTIFIERS)
    def test_travels(self, identifiers: tuple[str, ...]) -> None:
        step = filter_disabled_tools(identifiers=identifiers)

        assert pickle.loads(pickle.dumps(step)) == step
