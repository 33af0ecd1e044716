"""drop_handoffs: calls that only moved a conversation between agents go."""

from __future__ import annotations

import pytest
from hypothesis import given

from ctxfn.context import Context
from ctxfn.messages import (
    Assistant,
    ToolName,
    ToolResult,
    assistant,
    call,
    chat,
    tool_result,
    user,
)
from ctxfn.processors import drop_handoffs
from ctxfn.testing import conversations
from tests.processors.reshape.teams import noted

GO = user("plot it")


class TestExamples:
    """Names, targets, and what stays."""

    def test_a_call_without_an_id_is_noted_by_its_place(self) -> None:
        context = drop_handoffs(Context.of(chat(GO, assistant("so", call("", "handoff")))))

        assert [note.places for note in context.notes] == [(1,)]

    @pytest.mark.parametrize(
        "tool",
        [
            "transfer_to_planner",
            "Transfer_To_Planner",
            "transfer_back_to_supervisor",
            "transfer_to_agent",
            "Handoff-transfer_to_planner",
            "handoff_to_agent",
            "handoff",
            "team____transfer_to_planner",
            ToolName("team", "transfer_to_planner"),
            ToolName("Handoff", "transfer_to_planner"),
        ],
    )
    def test_frameworks_call_it(self, tool: ToolName | str) -> None:
        said = chat(GO, assistant(call("h1", tool)), tool_result("h1", "moved"))

        assert [*drop_handoffs(said)] == [GO]

    @pytest.mark.parametrize(
        "tool",
        [
            "transfer_money",
            "bank_transfer_to_x",
            "handoff_to_user",
            "handoff_to_human_support",
            "delegate_task_to_member",
            "handoffs",
            "",
        ],
    )
    def test_other_tools_stay(self, tool: str) -> None:
        said = chat(GO, assistant(call("h1", tool)), tool_result("h1", "moved"))

        assert drop_handoffs(said) is said

    def test_words_and_other_calls_stay(self) -> None:
        moved = assistant("I pass you on.", call("c1", "find"), call("h1", "transfer_to_x"))
        said = chat(GO, moved, tool_result("h1", "ok"), tool_result("c1", "42"))

        assert [*drop_handoffs(said)] == [
            GO,
            assistant("I pass you on.", call("c1", "find")),
            tool_result("c1", "42"),
        ]

    def test_each_message_concerned_has_a_note(self) -> None:
        moved = assistant(call("h1", "transfer_to_x"), call("h2", "transfer_to_y"), id="m1")
        lonely = tool_result("h0", "ok", tool="transfer_to_x")
        context = drop_handoffs(Context.of(chat(moved, tool_result("h2", id="m2"), lonely)))

        assert [(note.kind, note.ids, note.places) for note in noted(context)] == [
            ("handoff", ("h1", "h2", "m2"), (0, 1)),
            ("handoff", ("h0",), (2,)),
        ]

    def test_the_way_to_one_agent_can_stay(self) -> None:
        told = call("h3", "transfer_to_agent", '{"agent_name": "Data Planner"}')
        moved = assistant(call("h1", "transfer_to_data_planner"), call("h2", "transfer_to_x"), told)
        said = chat(GO, moved, tool_result("h1", "ok"))

        assert [*drop_handoffs(said, keep_to="data-planner")] == [
            GO,
            assistant(call("h1", "transfer_to_data_planner"), told),
            tool_result("h1", "ok"),
        ]

    def test_arguments_nobody_can_read_name_no_agent(self) -> None:
        said = chat(assistant(call("h1", "handoff", '{"to')))

        assert [*drop_handoffs(said, keep_to="x")] == []

    def test_names_are_options(self) -> None:
        said = chat(assistant(call("h1", "pass_on")), tool_result("h1"))

        assert drop_handoffs(said) is said
        assert drop_handoffs(said, names=()) is said
        assert [*drop_handoffs(said, names=("pass_[aeio]n",))] == []

    def test_a_reused_id_takes_only_its_own_result(self) -> None:
        said = chat(
            assistant(call("c", "transfer_to_x")),
            tool_result("c", "moved"),
            assistant(call("c", "find")),
            tool_result("c", "42"),
        )

        assert [*drop_handoffs(said)] == [said[2], said[3]]


class TestProperties:
    """Whatever was said."""

    @given(conversations())
    def test_with_every_name_no_call_is_left(self, messages: object) -> None:
        after = drop_handoffs(Context(messages), names=("*",), but=()).messages  # type: ignore[arg-type]

        assert not [
            node
            for node in after
            if isinstance(node, Assistant) and any(c.tool for c in node.calls)
        ]

    @given(conversations())
    def test_results_without_calls_and_names_stay(self, messages: object) -> None:
        context = Context(messages)  # type: ignore[arg-type]
        after = drop_handoffs(context, names=("*",), but=()).messages
        calls = [c for n in context.messages if isinstance(n, Assistant) for c in n.calls]
        lonely = [
            node
            for node in context.messages
            if isinstance(node, ToolResult)
            and node.tool is None
            and node.call_id not in {one.id for one in calls}
        ]

        assert [node for node in after if node in lonely] == lonely
