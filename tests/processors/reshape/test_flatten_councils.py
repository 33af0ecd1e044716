"""flatten_councils: who answered side by side speaks one after the other, as who they are."""

from __future__ import annotations

import pickle

from hypothesis import given

from ctxfn.context import Context, Dropped, Note
from ctxfn.messages import (
    Anchor,
    Assistant,
    AssistantGroup,
    Block,
    Call,
    Column,
    Compare,
    CompressedGroup,
    Council,
    File,
    Instruction,
    Messages,
    Node,
    Origin,
    Reaction,
    Supervisor,
    Task,
    Tasks,
    Text,
    ToolResult,
    Turn,
    Unknown,
    assistant,
    call,
    chat,
    text_of,
    tool_result,
    user,
)
from ctxfn.processors import flatten_councils
from ctxfn.testing import trees
from ctxfn.wire.uichat.decode import decode

PLACE = Origin(parent="m7", thread="t1", topic="o1", group="g1", created_ms=7, updated_ms=8)
ANN = Assistant((Text("yes"),), "a", origin=Origin(agent="ann"))
BOB = AssistantGroup(
    (
        Turn(assistant("looking", call("c1"), id="b1"), (tool_result("c1", "42", id="r1"),)),
        Turn(assistant("no", id="b2")),
    ),
    "b1",
    origin=Origin(agent="bob"),
)


def flattened(*members: Node, anchor: str | None = "m8", origin: Origin = PLACE) -> list[Node]:
    return list(flatten_councils(chat(Council(members, anchor, "council", origin=origin))))


def known(node: Node) -> tuple[object, ...]:
    one = node.origin
    return (one.parent, one.thread, one.topic, one.group, one.created_ms, one.updated_ms)


class TestExamples:
    """What it does, in cases a reader can check by eye."""

    def test_members_stand_in_the_order_they_are_stored(self) -> None:
        after = flattened(BOB, ANN)

        assert [node.id for node in after] == ["b1", "r1", "b2", "a"]

    def test_a_member_hangs_on_the_message_the_council_hangs_on(self) -> None:
        after = flattened(ANN, BOB)

        assert [node.origin.parent for node in after] == ["m8", "m8", "b1", "r1"]

    def test_what_a_member_knows_of_its_place_it_keeps(self) -> None:
        own = Origin(parent="p", agent="ann", thread="t2", created_ms=1)
        told = flattened(Assistant((Text("yes"),), "a", origin=own))[0]

        assert known(told) == ("p", "t2", "o1", "g1", 1, 8)

    def test_who_speaks_is_never_taken_from_the_council(self) -> None:
        leader = Origin(agent="lea", agent_name="Lea", avatar="L", model="x", provider="y")
        after = flattened(ANN, assistant("maybe"), BOB, origin=leader)

        assert [node.origin.agent for node in after] == ["ann", None, "bob", "bob", "bob"]
        assert {(node.origin.agent_name, node.origin.model) for node in after} == {(None, None)}

    def test_without_an_anchor_its_parent_is_theirs(self) -> None:
        assert flattened(ANN, anchor=None)[0].origin.parent == "m7"

    def test_signatures_files_and_marks_of_members_stay(self) -> None:
        rich = Assistant(
            (Text("hi", signature="s1"), File(id="f1", attached=True)),
            "m1",
            (Call("c1", "now", signature="s2"),),
            marks=(Reaction("+"),),
        )

        assert flattened(rich, anchor=None, origin=Origin()) == [rich]

    def test_a_council_that_stands_nowhere_leaves_its_members_the_same_objects(self) -> None:
        after = flattened(ANN, anchor=None, origin=Origin())

        assert after[0] is ANN

    def test_users_results_and_tasks_stay_what_they_are(self) -> None:
        task = Task((Text("done"),), "t", marks=(Instruction("do it"),))
        after = flattened(user("me too", id="u"), assistant(call("c2")), tool_result("c2"), task)

        assert [node.role for node in after] == ["user", "assistant", "tool", "task"]
        assert after[3].marks == task.marks

    def test_the_anchor_is_no_parent_of_a_result(self) -> None:
        """It would say which call the result answers, and the anchor may have one of that id."""
        after = flattened(tool_result("c1", "42"))

        assert after[0].origin.parent is None

    def test_a_member_that_leads_keeps_its_steps(self) -> None:
        leading = Supervisor((Turn(assistant("one", id="s1")),), "s", (Text("you start"),))

        assert [text_of(node) for node in flattened(leading, Supervisor(id="t"))] == [
            "you start",
            "one",
            "",
        ]

    def test_members_of_a_nested_council_stand_where_it_stood(self) -> None:
        inner = Council((assistant("two", id="i"),), id="inner", parts=(Text("we say"),))
        after = flattened(assistant("one"), inner, assistant("three"))

        assert [text_of(node) for node in after] == ["one", "we say", "two", "three"]
        assert [node.origin.parent for node in after] == ["m8", "m8", "m8", "m8"]

    def test_other_cards_stay_cards(self) -> None:
        others = (Tasks((ANN,)), Compare((Column((ANN,)),)), CompressedGroup(), Unknown("critic"))
        after = flattened(*others, anchor=None, origin=Origin())

        assert all(one is other for one, other in zip(after, others, strict=True))

    def test_a_council_inside_another_card_is_taken_apart_there(self) -> None:
        for around in (
            lambda node: Tasks((node,)),
            lambda node: Compare((Column((node,)),)),
            lambda node: CompressedGroup((), (), (node,)),
        ):
            after = flatten_councils(chat(around(Council((ANN, BOB)))))
            inside = flatten_councils(chat(around(ANN)))

            assert len(after) == 1
            assert type(after[0]) is type(inside[0])
            assert after[0] != inside[0]
            assert flatten_councils(after) is after

    def test_what_a_summary_stands_for_is_left_alone(self) -> None:
        said = chat(CompressedGroup((Text("so far"),), (Council((ANN,)),)))

        assert flatten_councils(said) is said


class TestOwnWords:
    """What a council says besides its members."""

    def test_they_come_first_as_its_own(self) -> None:
        card = Council((ANN,), "m8", "k", (Text("We met."),), origin=Origin(agent="lea"))
        own = flatten_councils(chat(card))[0]

        assert (own.role, own.id, text_of(own)) == ("assistant", "k", "We met.")
        assert own.origin == Origin(parent="m8", agent="lea")

    def test_blocks_and_marks_go_with_them(self) -> None:
        block = Block("date", "Monday")
        card = Council((ANN,), blocks=(block,), marks=(Anchor("council"),))
        own = flatten_councils(chat(card))[0]

        assert (own.blocks, own.marks) == ((block,), (Anchor("council"),))

    def test_marks_without_words_are_noted(self) -> None:
        card = Council((ANN,), None, "k", marks=(Reaction("+"),))
        notes = flatten_councils(Context.of(chat(user("hi"), card))).notes

        assert [(note.step, note.ids, note.places) for note in notes] == [
            ("flatten_councils", ("k",), (1,))
        ]
        assert isinstance(notes[0], Note)
        assert notes[0].kind == "lost-marks"

    def test_a_council_of_nothing_goes_and_is_noted(self) -> None:
        context = flatten_councils(Context.of(chat(Council(id="k"))))

        assert list(context.notes) == [Dropped("flatten_councils", ("k",), (0,))]


class TestStored:
    """Members as a store keeps them."""

    def test_results_on_the_calls_of_a_member_follow_it(self) -> None:
        tool = {
            "id": "c1",
            "identifier": "web",
            "apiName": "search",
            "arguments": "{}",
            "result": {"id": "r1", "content": "found"},
        }
        member = {
            "id": "a",
            "role": "assistant",
            "content": "hm",
            "agentId": "ann",
            "tools": [tool],
        }
        rows = [{"role": "agentCouncil", "members": [member, None, {**member, "tools": []}]}]
        after = flatten_councils(decode(rows).messages)

        assert [(node.role, node.origin.agent) for node in after] == [
            ("assistant", "ann"),
            ("tool", "ann"),
            ("assistant", "ann"),
        ]
        assert isinstance(after[1], ToolResult)
        assert after[1].call_id == "c1"

    def test_multimodal_words_of_members_and_of_their_steps_are_parts(self) -> None:
        stored = (
            '[{"type":"text","text":"see","thoughtSignature":"s"},{"type":"image","image":"u"}]'
        )
        said = {"id": "a", "content": stored, "metadata": {"isMultimodal": True}}
        group = {"id": "g", "role": "assistantGroup", "content": "", "children": [said]}
        rows = [{"role": "agentCouncil", "members": [{**said, "role": "assistant"}, group]}]
        one, two = flatten_councils(decode(rows).messages)

        assert one.parts == two.parts
        assert one.parts[0] == Text("see", signature="s")


class TestProperties:
    """What is true of every history. Each test is named after the invariant."""

    @given(trees(depth=4))
    def test_no_council_is_left_and_twice_is_once(self, messages: Messages) -> None:
        once = flatten_councils(messages)

        assert not any(isinstance(node, Council) for node in once)
        assert flatten_councils(once) is once

    @given(trees(depth=0))
    def test_without_cards_nothing_changes(self, messages: Messages) -> None:
        assert flatten_councils(messages) is messages

    def test_travels(self) -> None:
        assert pickle.loads(pickle.dumps(flatten_councils())) == flatten_councils()
