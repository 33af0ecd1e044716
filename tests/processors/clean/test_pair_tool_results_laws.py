"""pair_tool_results: what is true of every history, and of all small ones."""

from __future__ import annotations

import itertools
import pickle
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.context import Context, Note
from ctxfn.messages import Messages, Node, ToolResult, assistant, call, chat, tool_result, user
from ctxfn.processors import pair_tool_results
from tests.processors.histories import faults_of, histories, words_of

OPTIONS: list[dict[str, Any]] = [
    {"missing_result": missing, "orphan_result": orphan, "late_result": late, "open_calls": last}
    for missing in ("answer", "drop_call")
    for orphan in ("drop", "keep_as_text")
    for late in ("drop", "replace", "keep_as_text")
    for last in ("answer", "leave")
]
ANY_OPTIONS = st.sampled_from(OPTIONS)

#: Two calls at once, then one more: under ids of its own, or under one that comes back.
ONCE = (
    assistant("w1", call("c1", "a"), call("c2", "b"), id="m1"),
    tool_result("c1", "w2", id="m2"),
    tool_result("c2", "w3", id="m3"),
    assistant("w4", call("c3", "c"), id="m4"),
    tool_result("c3", "w5", id="m5"),
    user("w6", id="m6"),
)
AGAIN = (
    *ONCE[:3],
    assistant("w4", call("c1", "c"), id="m4"),
    tool_result("c1", "w5", id="m5"),
    ONCE[5],
)


def arrangements(nodes: tuple[Node, ...]) -> Iterator[Messages]:
    for size in range(len(nodes) + 1):
        for chosen in itertools.permutations(nodes, size):
            yield chat(*chosen)


def missing_without_a_note(before: Messages, after: Context) -> set[str | None]:
    noted = {name for note in after.notes if isinstance(note, Note) for name in note.ids}
    there = {node.id for node in after.messages}
    return {node.id for node in before} - there - noted


class TestAllSmallHistories:
    """Every order of every part of a small history: nothing is left to luck."""

    @pytest.mark.parametrize("nodes", [ONCE, AGAIN], ids=["own ids", "an id comes back"])
    def test_paired_and_conserving_and_idempotent(self, nodes: tuple[Node, ...]) -> None:
        for messages in arrangements(nodes):
            after = pair_tool_results(Context.of(messages))

            assert faults_of(after.messages) == [], messages
            assert missing_without_a_note(messages, after) == set(), messages
            assert pair_tool_results(after.messages) is after.messages, messages

    def test_a_real_result_of_an_id_of_its_own_is_never_lost(self) -> None:
        for messages in arrangements(ONCE):
            asked = {one.id for node in messages for one in getattr(node, "calls", ())}
            real = {
                node.call_id: node
                for node in messages
                if isinstance(node, ToolResult) and node.call_id in asked
            }
            answers = [node for node in pair_tool_results(messages) if isinstance(node, ToolResult)]

            assert {one.call_id: one for one in answers if not one.synthetic} == real

    @pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options.values()))
    def test_under_all_options(self, options: dict[str, Any]) -> None:
        leave = options["open_calls"] == "leave"
        for messages in arrangements(AGAIN[:5]):
            after = pair_tool_results(Context.of(messages), **options)

            assert faults_of(after.messages, may_stay_open=leave) == [], messages
            assert missing_without_a_note(messages, after) == set(), messages
            assert pair_tool_results(after.messages, **options) is after.messages, messages


class TestProperties:
    """What is true of every history. Each test is named after the invariant."""

    @given(histories(), ANY_OPTIONS)
    def test_paired(self, messages: Messages, options: dict[str, Any]) -> None:
        leave = options["open_calls"] == "leave"

        assert faults_of(pair_tool_results(messages, **options), may_stay_open=leave) == []

    @given(histories(), ANY_OPTIONS)
    def test_idempotent(self, messages: Messages, options: dict[str, Any]) -> None:
        once = pair_tool_results(messages, **options)

        assert pair_tool_results(once, **options) is once

    @given(histories())
    def test_same_object_if_and_only_if_nothing_was_to_do(self, messages: Messages) -> None:
        after = pair_tool_results(messages)

        assert (after is messages) == (after == messages)

    @given(histories())
    def test_what_people_and_models_say_is_conserved_in_order(self, messages: Messages) -> None:
        def talk(nodes: Messages) -> list[str]:
            return words_of(chat(*(node for node in nodes if node.role != "tool")))

        joined = "\n".join(talk(pair_tool_results(messages))).split()

        assert joined == "\n".join(talk(messages)).split()

    @given(histories())
    def test_nothing_vanishes_without_a_note(self, messages: Messages) -> None:
        context = pair_tool_results(Context.of(messages))

        gone = len(messages) - sum(not _made_up(node) for node in context.messages)
        assert gone <= len(context.notes)

    @given(histories(), ANY_OPTIONS)
    def test_travels(self, messages: Messages, options: dict[str, Any]) -> None:
        step = pair_tool_results(**options)

        assert pickle.loads(pickle.dumps(step)) == step
        assert step(messages) == pair_tool_results(messages, **options)

    @given(histories())
    def test_pure(self, messages: Messages) -> None:
        before = list(messages)

        assert pair_tool_results(messages) == pair_tool_results(chat(*messages))
        assert list(messages) == before


def _made_up(node: Node) -> bool:
    return isinstance(node, ToolResult) and node.synthetic is not None
