"""uichat, writing: what is kept of a row after an edit, and what is told as lost."""

from __future__ import annotations

import json
from typing import Any

import pytest
from attrs import evolve
from pyrsistent import pvector

from ctxfn.messages import (
    Anchor,
    Assistant,
    AssistantGroup,
    Block,
    Call,
    Column,
    Compare,
    Council,
    Image,
    Node,
    Opaque,
    Origin,
    Reasoning,
    Refusal,
    Text,
    ToolName,
    ToolResult,
    Turn,
    Unknown,
    User,
    chat,
    freeze,
    map_text,
    user,
    with_calls,
)
from ctxfn.tools import Declaration
from ctxfn.wire.codec import Conversation, Loss
from ctxfn.wire.uichat import decode, encode

READ = ToolName("files", "read")


def written(node: Node) -> Any:
    """The row of *node*; nothing may be lost."""
    result = encode(Conversation(chat(node)))
    assert result.losses == ()
    assert isinstance(result.body, list)
    return result.body[0]


def losses(node: Node) -> list[str]:
    return [loss.path for loss in encode(Conversation(chat(node))).losses]


def edited(row: dict[str, Any], **changes: Any) -> Any:
    (node,) = decode([row]).messages
    return written(evolve(node, **changes))


class TestExamples:
    def test_calls_by_the_kind_of_their_name(self) -> None:
        assert written(Assistant(calls=(Call("a", READ), Call("b", "x", "1")))) == {
            "role": "assistant",
            "content": "",
            "tools": [
                {
                    "id": "a",
                    "identifier": "files",
                    "apiName": "read",
                    "arguments": "{}",
                    "type": "builtin",
                }
            ],
            "tool_calls": [
                {"id": "b", "type": "function", "function": {"name": "x", "arguments": "1"}}
            ],
        }

    def test_a_result_stands_on_its_call(self) -> None:
        said = Assistant(calls=(Call("a", READ),))
        card = AssistantGroup((Turn(said, (ToolResult((Text("42"),), "r", "a", READ),)),))

        assert written(card)["children"][0]["tools"][0]["result"] == {"id": "r", "content": "42"}

    def test_a_models_pictures_are_stored_as_text(self) -> None:
        row = written(Assistant((Text("a", "s"), Image("u"))))

        assert (json.loads(row["content"]), row["metadata"]) == (
            [
                {"type": "text", "text": "a", "thoughtSignature": "s"},
                {"type": "image", "image": "u"},
            ],
            {"isMultimodal": True},
        )

    def test_a_persons_pictures_are_a_list_of_parts(self) -> None:
        assert written(User((Text("a"), Image("u", detail="low"))))["content"] == [
            {"type": "text", "text": "a"},
            {"type": "image_url", "image_url": {"url": "u", "detail": "low"}},
        ]

    def test_columns_without_a_name_are_lists(self) -> None:
        columns = (Column((user("a"),)), Column((), "x"))

        assert written(Compare(columns))["columns"] == [
            [{"role": "user", "content": "a"}],
            {"id": "x", "messages": []},
        ]

    def test_settings_make_an_object(self) -> None:
        body = {"model": "m", "messages": [{"role": "user", "content": "a"}], "agentId": "x"}

        assert json.dumps(encode(decode(body)).body) == json.dumps(body)


class TestEdits:
    """What changes is written anew, in its place; what does not stays as it came."""

    def test_only_the_keys_of_a_changed_field_change(self) -> None:
        row = {"metadata": {"compare": True, "x": 1}, "content": None, "role": "user", "id": 7}
        result = edited(row, marks=())

        assert json.dumps(result) == json.dumps(
            {"metadata": {"x": 1}, "content": None, "role": "user", "id": 7}
        )

    def test_a_new_key_comes_last(self) -> None:
        row = {"content": "a", "role": "user"}

        assert list(edited(row, marks=(Anchor("compare"),))) == ["content", "role", "metadata"]

    def test_new_words_keep_unknown_keys(self) -> None:
        row = {"zzz": 1, "role": "user", "content": "a", "metadata": {"yyy": None}}
        (node,) = decode([row]).messages

        assert written(map_text(str.upper, node)) == {**row, "content": "A"}

    def test_new_calls_keep_what_stood_beside_the_old(self) -> None:
        call = {"id": "a", "identifier": "f", "apiName": "r", "arguments": "{}", "type": "mcp"}
        row = {"role": "assistant", "content": "", "tools": [{**call, "source": "s"}]}
        (node,) = decode([row]).messages
        assert isinstance(node, Assistant)
        (old,) = node.calls

        assert written(with_calls(node, (evolve(old, arguments="[]"),)))["tools"] == [
            {**call, "arguments": "[]", "source": "s"}
        ]

    def test_an_edit_inside_a_card_leaves_its_neighbours(self) -> None:
        one = {"zzz": 1, "content": "a", "role": "user"}
        row = {"members": [one, {"role": "user", "content": "b"}], "role": "agentCouncil"}
        (node,) = decode([row]).messages
        assert isinstance(node, Council)
        members = (node.members[0], map_text(str.upper, node.members[1]))
        result = written(evolve(node, members=members))

        assert json.dumps(result) == json.dumps(
            {"members": [one, {"role": "user", "content": "B"}], "role": "agentCouncil"}
        )

    def test_a_member_with_results_is_a_card_of_one_step_once_it_is_written_anew(self) -> None:
        tool = {"id": "c1", "identifier": "f", "apiName": "r", "result": {"id": "r1"}}
        one = {"id": "a", "role": "assistant", "content": "hm", "tools": [tool]}
        row = {"role": "agentCouncil", "members": [one, {"role": "user", "content": "b"}]}
        (node,) = decode([row]).messages
        assert isinstance(node, Council)
        members = (node.members[0], map_text(str.upper, node.members[1]))
        result = written(evolve(node, members=members))

        assert result["members"][0] == {
            "id": "a",
            "role": "assistantGroup",
            "content": "",
            "children": [one],
        }
        assert decode([result]).messages[0] == evolve(node, members=members)

    def test_entries_that_are_no_rows_go_with_an_edit_of_the_list(self) -> None:
        read = decode([None, {"role": "user", "content": "a"}])
        longer = evolve(read, messages=read.messages.append(user("b")))

        assert encode(longer).body == [
            {"role": "user", "content": "a"},
            {"role": "user", "content": "b"},
        ]


class TestLosses:
    @pytest.mark.parametrize(
        ("node", "lost"),
        [
            (User(blocks=(Block("date", "Monday"),)), ["blocks"]),
            (User(origin=Origin(ours="step")), ["origin"]),
            (User((Opaque("other", freeze({})),)), ["parts"]),
            (User((Image(attached=True), Text("late"))), ["parts"]),
            (User(extras=(("other", freeze({"a": 1})),)), ["extras"]),
            (User(marks=(Anchor("compare"), Anchor("council"))), ["marks"]),
            (Assistant(calls=(Call("a", "x"), Call("b", READ))), ["calls"]),
            (Assistant(reasoning=(Reasoning("a"), Reasoning("b"))), ["reasoning"]),
            (ToolResult(synthetic="why", kind="custom"), ["synthetic", "kind"]),
            (AssistantGroup((Turn(Assistant(), (ToolResult(call_id="a"),)),)), ["turns"]),
            (Unknown("user"), ["role"]),
        ],
    )
    def test_what_has_no_key_is_told(self, node: Node, lost: list[str]) -> None:
        assert losses(node) == lost

    def test_the_path_leads_into_cards(self) -> None:
        inner = User(blocks=(Block("date", "Monday"),))

        assert losses(Council((user("a"), inner))) == ["agentCouncil[1].blocks"]

    def test_a_refusal_has_a_part_of_its_own(self) -> None:
        assert losses(Assistant((Refusal("no"),))) == []

    def test_tools_and_odd_settings_are_told(self) -> None:
        said = Conversation(pvector(), (Declaration("x"),), freeze([1]))

        assert encode(said).losses == (
            Loss(None, "tools", "UI rows declare no tools"),
            Loss(None, "settings", "settings are an object without messages"),
        )
