"""uichat, reading: what each key becomes, and what becomes of dirt."""

from __future__ import annotations

from typing import Any

import pytest
from pyrsistent import pvector

from ctxfn.messages import (
    Anchor,
    Assistant,
    AssistantGroup,
    Call,
    Column,
    Compare,
    Council,
    File,
    Image,
    Instruction,
    Mention,
    Node,
    Opaque,
    Reaction,
    Reasoning,
    RetryOf,
    System,
    Task,
    TaskCallback,
    Tasks,
    Text,
    ToolError,
    ToolName,
    ToolResult,
    Turn,
    Unknown,
    Usage,
    User,
    extra,
    freeze,
    text_of,
)
from ctxfn.wire.codec import Loss
from ctxfn.wire.uichat import decode


def read(**row: Any) -> Any:
    (node,) = decode([row]).messages
    return node


def problems(**row: Any) -> list[str]:
    return [f"{loss.path}: {loss.reason}" for loss in decode([row]).problems]


class TestExamples:
    def test_a_card_with_a_call_and_its_result(self) -> None:
        name = ToolName("weather", "now")
        card = read(
            role="assistantGroup",
            content="",
            children=[
                {
                    "id": "m2",
                    "content": "let me look",
                    "tools": [
                        {
                            "id": "call_9",
                            "identifier": "weather",
                            "apiName": "now",
                            "type": "builtin",
                            "arguments": "{}",
                            "result": {"id": "m3", "content": "21", "state": {"cached": False}},
                        }
                    ],
                },
                {"id": "m4", "content": "21 degrees."},
            ],
        )
        looked = Assistant((Text("let me look"),), "m2", (Call("call_9", name),))
        state = freeze({"cached": False})
        result = ToolResult((Text("21"),), "m3", "call_9", name, state=state)
        said = Assistant((Text("21 degrees."),), "m4")

        assert card == AssistantGroup((Turn(looked, (result,)), Turn(said)))

    def test_a_council(self) -> None:
        council = read(
            role="agentCouncil",
            extra={"parentMessageId": "m8"},
            members=[{"role": "assistant", "content": "yes"}, {"role": "user", "content": "no"}],
        )

        assert council == Council((Assistant((Text("yes"),)), User((Text("no"),))), "m8")

    def test_a_member_with_results_on_its_calls_is_a_group_of_one_turn(self) -> None:
        tool = {"id": "c1", "identifier": "web", "apiName": "search", "arguments": "{}"}
        row = {"id": "m9", "role": "assistant", "content": "", "agentId": "ann"}
        answered = {**row, "tools": [{**tool, "result": {"id": "r1", "content": "found"}}]}
        running = {**row, "tools": [{**tool, "result": None}]}
        council = read(role="agentCouncil", members=[answered, running])
        outside = read(**answered)

        assert isinstance(council, Council)
        group, plain = council.members
        assert isinstance(group, AssistantGroup)
        assert (group.id, group.origin.agent, group.turns[0].said) == ("m9", "ann", plain)
        assert [result.call_id for result in group.turns[0].results] == ["c1"]
        assert isinstance(outside, Assistant)
        assert [call.extras[0][0] for call in outside.calls] == ["uichat"]

    @pytest.mark.parametrize(("role", "several"), [("tasks", False), ("groupTasks", True)])
    def test_tasks(self, role: str, several: bool) -> None:
        row = {"role": "task", "content": "done", "metadata": {"instruction": "search"}}

        assert read(role=role, tasks=[row]) == Tasks(
            (Task((Text("done"),), marks=(Instruction("search"),)),), several
        )

    def test_columns_are_lists_or_objects(self) -> None:
        row = {"role": "user", "content": "a"}
        inner = User((Text("a"),))

        assert read(
            role="compare", columns=[[row], {"id": "x", "messages": [row]}], activeColumnId="x"
        ) == Compare((Column((inner,)), Column((inner,), "x")), "x")

    def test_a_callback(self) -> None:
        told = {"identifier": "T1", "reason": "done", "taskId": "t"}

        assert read(role="taskCallback", metadata={"taskCallback": told}) == TaskCallback(
            (), "T1", "done", "t"
        )

    def test_a_failed_tool(self) -> None:
        assert read(
            role="tool",
            tool_call_id="c",
            plugin={"identifier": "files", "apiName": "read", "type": "mcp", "arguments": "{}"},
            pluginError={"type": "Timeout", "message": "took too long"},
            pluginState={"images": [{"url": "u"}]},
        ) == ToolResult(
            call_id="c",
            tool=ToolName("files", "read", "mcp"),
            error=ToolError("took too long", "Timeout"),
            state=freeze({"images": [{"url": "u"}]}),
            extras=(("uichat", freeze({"plugin": {"arguments": "{}"}})),),
        )

    def test_stored_calls_win_over_the_same_on_the_wire(self) -> None:
        stored = {"id": "a", "identifier": "f", "apiName": "r", "arguments": "{}", "type": "mcp"}
        wire = [
            {"id": "a", "function": {"name": "x", "arguments": "1"}, "thoughtSignature": "s"},
            {"id": "b", "function": {"name": "y", "arguments": "2"}},
        ]

        assert read(role="assistant", tools=[stored], tool_calls=wire).calls == (
            Call("a", ToolName("f", "r", "mcp"), "{}", "s"),
            Call("b", "y", "2"),
        )

    def test_stored_multimodal_text_is_parts(self) -> None:
        stored = '[{"type":"text","text":"a","thoughtSignature":"s"},{"type":"image","image":"u"}]'
        row = read(role="assistant", content=stored, metadata={"isMultimodal": True})

        assert row == Assistant((Text("a", "s"), Image("u")))

    def test_attachments_follow_the_content(self) -> None:
        assert read(
            role="user",
            content="see",
            fileList=[{"id": "f", "name": "n", "fileType": "t", "size": 3, "content": "words"}],
            imageList=[{"id": "i", "url": "u", "alt": "a"}],
        ).parts == (
            Text("see"),
            Image("u", id="i", name="a", attached=True),
            File(id="f", name="n", media_type="t", size=3, text="words", attached=True),
        )

    def test_reasoning_keeps_its_duration_beside(self) -> None:
        (thought,) = read(role="assistant", reasoning={"content": "k", "duration": 3}).reasoning

        assert thought == Reasoning("k", extras=(("uichat", freeze({"duration": 3})),))

    def test_stored_multimodal_reasoning_is_its_texts(self) -> None:
        stored = '[{"type":"text","text":"a"},{"type":"image","image":"u"}]'
        row = read(role="assistant", reasoning={"content": stored, "isMultimodal": True})

        assert row.reasoning[0].text == "a"

    def test_marks(self) -> None:
        metadata = {"reactions": [{"emoji": "+", "count": 2, "users": ["x"]}], "compare": True}
        tag = {"type": "action-tag", "actionType": "pdf", "actionCategory": "skill"}
        row = read(
            role="user", metadata=metadata, editorData={"root": {"children": [tag]}}, retry_of="m0"
        )

        assert row.marks == (
            Reaction("+", 2, ("x",)),
            Anchor("compare"),
            Mention("pdf", None, "skill"),
            RetryOf("m0"),
        )

    def test_usage_may_be_in_the_metadata(self) -> None:
        row = read(role="assistant", metadata={"usage": {"totalOutputTokens": 3}})

        assert (row.usage, row.extras) == (Usage(None, 3), ())

    def test_an_unknown_key_is_carried(self) -> None:
        assert extra(read(role="user", sessionId="s").extras, "uichat") == {"sessionId": "s"}

    def test_a_newer_role_of_instructions(self) -> None:
        assert read(role="developer", content="x") == System((Text("x"),), developer=True)


class TestDirt:
    """What a store may hold all the same."""

    @pytest.mark.parametrize(
        ("content", "words"),
        [(None, ""), (7, "7"), ({"a": [1]}, '{"a":[1]}'), (True, "true"), (["x", 1], "x\n\n1")],
    )
    def test_any_content_is_words(self, content: object, words: str) -> None:
        assert text_of(read(role="user", content=content)) == words

    def test_a_part_nobody_knows_is_kept(self) -> None:
        part = {"type": "text", "text": {"a": 1}}

        assert read(role="user", content=[part]).parts == (Opaque("uichat", freeze(part)),)

    @pytest.mark.parametrize(
        ("role", "key"),
        [
            ("assistantGroup", "children"),
            ("agentCouncil", "members"),
            ("tasks", "tasks"),
            ("compare", "columns"),
            ("compressedGroup", "pinnedMessages"),
        ],
    )
    @pytest.mark.parametrize(("value", "found"), [({"a": 1}, "a dict"), ("x", "a str")])
    def test_what_is_no_list_is_carried(
        self, role: str, key: str, value: object, found: str
    ) -> None:
        row = {"role": role, key: value}

        assert (problems(**row), extra(read(**row).extras, "uichat")) == (
            [f"{key}: found {found}, expected a list"],
            {key: value},
        )

    def test_an_empty_entry_takes_nobody_down(self) -> None:
        row = {"role": "agentCouncil", "members": [None, {"role": "user", "content": "a"}]}

        assert (problems(**row), read(**row).members) == (
            ["members[0]: found null, expected an object"],
            (User((Text("a"),)),),
        )

    def test_the_path_leads_into_cards(self) -> None:
        inner = {"role": "tasks", "tasks": [{"role": "user", "id": ["x"]}]}

        assert problems(role="agentCouncil", members=[inner]) == [
            "members[0].tasks[0].id: found a list, expected a text"
        ]

    @pytest.mark.parametrize("calls", [{"id": "a", "apiName": "r"}, [None, {"id": "a"}]])
    def test_calls_outside_a_list_or_beside_nothing(self, calls: object) -> None:
        assert [call.id for call in read(role="assistant", tools=calls).calls] == ["a"]

    @pytest.mark.parametrize(
        ("arguments", "text"),
        [({"q": [1]}, '{"q":[1]}'), (None, "{}"), ("{broken", "{broken"), (3, "3")],
    )
    def test_arguments_are_text(self, arguments: object, text: str) -> None:
        row = {"id": "a", "identifier": "f", "apiName": "r", "arguments": arguments}

        assert read(role="assistant", tools=[row]).calls[0].arguments == text

    def test_numbers_as_ids_become_text(self) -> None:
        row = read(role="tool", id=5, tool_call_id=7)

        assert (row.id, row.call_id) == ("5", "7")

    @pytest.mark.parametrize(
        ("time", "expected"),
        [
            ("1970-01-01T00:00:01.250Z", 1250),
            ("1970-01-01 01:00:01+01:00", 1000),
            ("2024-02-29", 1709164800000),
            (12.5, 12.5),
            ("yesterday", None),
            ("2023-02-29", None),
        ],
    )
    def test_times(self, time: object, expected: object) -> None:
        assert read(role="user", createdAt=time).origin.created_ms == expected

    @pytest.mark.parametrize(
        ("error", "expected"),
        [
            ("gone", ToolError("gone")),
            (None, None),
            ("", None),
            ({}, ToolError()),
            ({"message": 3}, ToolError(details=freeze({"message": 3}))),
            (True, ToolError(details=freeze(True))),
        ],
    )
    def test_errors(self, error: object, expected: ToolError | None) -> None:
        assert read(role="tool", pluginError=error).error == expected

    @pytest.mark.parametrize("reactions", [True, {"emoji": "+"}, "x"])
    def test_reactions_that_are_no_list_are_carried(self, reactions: object) -> None:
        row = read(role="user", metadata={"reactions": reactions})

        assert (row.marks, extra(row.extras, "uichat")) == (
            (),
            {"metadata": {"reactions": reactions}},
        )

    def test_blocks_inside_a_block_are_steps_of_the_card(self) -> None:
        block = {"content": "a", "children": [{"content": "b"}]}
        card = read(role="assistantGroup", children=[block, {"content": "c"}])

        assert [text_of(turn.said) for turn in card.turns] == ["a", "b", "c"]

    @pytest.mark.parametrize("role", [None, 5, "novel"])
    def test_a_role_nobody_knows(self, role: object) -> None:
        node: Node = read(role=role, content="hi")

        assert isinstance(node, Unknown)

    def test_rows_that_are_none_are_skipped_and_told(self) -> None:
        result = decode([None, {"role": "user"}, "x"])

        assert (result.messages, result.problems) == (
            pvector([User()]),
            (
                Loss(0, "", "found null, expected an object"),
                Loss(2, "", "found a str, expected an object"),
            ),
        )

    def test_nothing_a_store_says_makes_a_message_ours(self) -> None:
        row = read(role="user", ours="step", origin={"ours": "x"}, meta={"systemInjection": True})

        assert row.origin.ours is None
