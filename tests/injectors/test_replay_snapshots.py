"""What local tools showed, as calls and results."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.context import Context, Note
from ctxfn.injectors import replay_snapshots
from ctxfn.messages import (
    Assistant,
    Mention,
    Messages,
    Node,
    Origin,
    Text,
    ToolError,
    ToolName,
    ToolResult,
    ToolSnapshot,
    User,
    assistant,
    chat,
    freeze,
    marks_of,
    text_of,
    user,
)
from ctxfn.testing import conversations, unpaired_in
from ctxfn.wire.uichat.decode import decode

SEEN = {
    "snapshotId": "sn1",
    "toolCallId": "c1",
    "identifier": "lobe-local-system",
    "apiName": "readFile",
    "arguments": {"path": "/a.txt", "n": 1},
    "content": "hello",
    "success": True,
}


def showing(*snapshots: dict[str, Any], **fields: Any) -> User:
    marks = tuple(ToolSnapshot(freeze(one)) for one in snapshots)
    return User((Text("look"),), "u1", marks=marks, **fields)


def replayed(**changes: Any) -> ToolResult:
    (_, _, result) = replay_snapshots(chat(showing({**SEEN, **changes})))
    assert isinstance(result, ToolResult)
    return result


class TestExamples:
    """A call and a result each."""

    def test_one(self) -> None:
        times = Origin(created_ms=1, updated_ms=2, topic="t", agent="a", parent="p")
        said, asked, answered = replay_snapshots(chat(showing(SEEN, origin=times)))
        tool = ToolName("lobe-local-system", "readFile")

        assert isinstance(asked, Assistant)
        assert isinstance(answered, ToolResult)
        assert said == User((Text("look"),), "u1", origin=times)
        assert [(one.id, one.tool, one.arguments) for one in asked.calls] == [
            ("c1", tool, '{"n":1,"path":"/a.txt"}')
        ]
        assert (answered.call_id, answered.tool, text_of(answered)) == ("c1", tool, "hello")
        assert (asked.id, answered.id) == ("u1:0:sn1:call", "u1:0:sn1")
        assert asked.origin == answered.origin == Origin(created_ms=1, updated_ms=2, topic="t")
        assert marks_of(ToolSnapshot, answered) == (ToolSnapshot(freeze(SEEN)),)

    @pytest.mark.parametrize(
        ("error", "read"),
        [
            (None, None),
            ("", None),
            (False, None),
            ("gone", ToolError("gone")),
            ({"message": "gone", "type": "E", "x": 1}, ToolError("gone", "E", freeze({"x": 1}))),
            ({"message": 7}, ToolError()),
            ([1], ToolError(details=freeze([1]))),
        ],
    )
    def test_errors(self, error: object, read: ToolError | None) -> None:
        assert replayed(error=error).error == read

    def test_content_and_state(self) -> None:
        assert replayed(content=None).parts == ()
        assert replayed(content=["a", 1]).parts == (Text('["a",1]'),)
        assert replayed(state={"exit": 2}).state == freeze({"exit": 2})
        assert replayed().state is None

    @pytest.mark.parametrize(
        ("arguments", "text"), [(None, "{}"), ('{"a"', '{"a"'), ([1], "[1]"), ({}, "{}")]
    )
    def test_arguments(self, arguments: object, text: str) -> None:
        asked = replay_snapshots(chat(showing({**SEEN, "arguments": arguments})))[1]

        assert isinstance(asked, Assistant)
        assert asked.calls[0].arguments == text

    def test_without_an_id_one_is_made_of_the_place(self) -> None:
        bare = {key: value for key, value in SEEN.items() if not key.endswith("Id")}
        nodes = replay_snapshots(chat(user("a"), evolve(showing(bare, bare), id=None)))
        ids = [node.call_id for node in nodes if isinstance(node, ToolResult)]

        assert ids == ["snapshot_1:0", "snapshot_1:1"]
        assert unpaired_in(nodes) == ()

    @pytest.mark.parametrize("unread", [{**SEEN, "apiName": None}, {"identifier": "x"}, {}])
    def test_what_names_no_tool_stays_and_is_noted(self, unread: dict[str, Any]) -> None:
        after = replay_snapshots(Context(chat(showing(unread))))

        assert after.messages[0] == showing(unread)
        assert list(after.notes) == [
            Note(
                "replay_snapshots",
                "unread-snapshot",
                "1 snapshots name no tool and are not replayed",
                ("u1",),
                (0,),
            )
        ]

    def test_other_marks_stay(self) -> None:
        said = evolve(showing(SEEN), marks=(Mention("x"), *showing(SEEN).marks, Mention("y")))

        assert replay_snapshots(chat(said))[0].marks == (Mention("x"), Mention("y"))

    def test_as_a_store_holds_it(self) -> None:
        row = {
            "id": "u1",
            "role": "user",
            "content": "look",
            "metadata": {"localSystemToolSnapshots": [SEEN, "junk"]},
        }

        assert [node.role for node in replay_snapshots(decode([row]).messages)] == [
            "user",
            "assistant",
            "tool",
        ]


SNAPSHOTS = st.fixed_dictionaries(
    {"identifier": st.sampled_from(("files", "web", 7)), "apiName": st.just("read")},
    optional={
        "toolCallId": st.sampled_from(("c1", "c2", "")),
        "snapshotId": st.text(max_size=3),
        "content": st.none() | st.text(max_size=5),
        "arguments": st.dictionaries(st.text(max_size=2), st.integers(), max_size=2),
    },
)


@st.composite
def histories(draw: st.DrawFn) -> Messages:
    """Conversations in which people show something."""
    nodes: list[Node] = []
    for node in draw(conversations()):
        nodes += [node, *([showing(*draw(st.lists(SNAPSHOTS, max_size=3)))])]
    return chat(*nodes, assistant("so"))


class TestProperties:
    """Nothing lost, nothing twice."""

    @given(histories())
    def test_twice_is_once(self, messages: Messages) -> None:
        once = replay_snapshots(messages)

        assert replay_snapshots(once) is once

    @given(histories())
    def test_each_snapshot_is_on_one_message(self, messages: Messages) -> None:
        before, after = (
            [mark for node in some for mark in marks_of(ToolSnapshot, node)]
            for some in (messages, replay_snapshots(messages))
        )

        assert sorted(map(repr, after)) == sorted(map(repr, before))

    @given(st.lists(SNAPSHOTS, max_size=4))
    def test_every_call_is_answered(self, snapshots: list[dict[str, Any]]) -> None:
        assert unpaired_in(replay_snapshots(chat(showing(*snapshots), assistant("so")))) == ()
