"""Questions, short ways to write, and what is left to flatten."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given

from ctxfn.messages import (
    Assistant,
    AssistantGroup,
    Audio,
    Block,
    Column,
    Compare,
    CompressedGroup,
    Council,
    File,
    Image,
    Left,
    Messages,
    Node,
    Opaque,
    Origin,
    Reaction,
    Reasoning,
    Refusal,
    Supervisor,
    Task,
    TaskCallback,
    Tasks,
    Text,
    ToolError,
    ToolName,
    ToolResult,
    Turn,
    Unknown,
    User,
    Verification,
    Video,
    assistant,
    call,
    chat,
    every_node,
    first_of,
    flat,
    freeze,
    has_content,
    is_blank,
    is_flat,
    is_ours,
    last_of,
    marks_of,
    media_of,
    nested_in,
    system,
    text_of,
    tool_result,
    user,
)
from ctxfn.testing import conversations

ONE, TWO, THREE = user("1"), user("2"), user("3")


class TestText:
    """Words, and nothing else."""

    def test_texts_are_joined(self) -> None:
        assert text_of(user("a", Image(url="u"), "b")) == "a\n\nb"
        assert text_of(user("a", "b"), "") == "ab"
        assert text_of((Text("a"), Refusal("b"))) == "a"
        assert text_of(user()) == ""

    @pytest.mark.parametrize("text", [None, "", " ", "\n\t\u00a0\u2003"])
    def test_blank(self, text: str | None) -> None:
        assert is_blank(text)

    @pytest.mark.parametrize("text", ["a", " a ", "\u200b", "0"])
    def test_not_blank(self, text: str) -> None:
        assert not is_blank(text)


class TestContent:
    """Whether a node says anything at all."""

    @pytest.mark.parametrize(
        "node",
        [
            user("a"),
            user(Image(url="u")),
            User((Text(" "),), blocks=(Block("a", "b"),)),
            assistant(call("c")),
            assistant(Reasoning("hm")),
            tool_result("c"),
            User((Refusal(""),)),
            User((Opaque("codec", freeze(None)),)),
            Council((user(),)),
            AssistantGroup((Turn(assistant()),)),
        ],
        ids=repr,
    )
    def test_it_does(self, node: Node) -> None:
        assert has_content(node)

    @pytest.mark.parametrize(
        "node", [user(), User((Text(" \n"),)), assistant(), system(), Council(), Task(), Compare()]
    )
    def test_it_does_not(self, node: Node) -> None:
        assert not has_content(node)


class TestInside:
    """What cards hold, one level deep, in order."""

    @pytest.mark.parametrize(
        ("card", "expected"),
        [
            (Council((ONE, TWO)), (ONE, TWO)),
            (Tasks((ONE, Task())), (ONE, Task())),
            (Compare((Column((ONE,)), Column((TWO, THREE)))), (ONE, TWO, THREE)),
            (CompressedGroup(compressed=(ONE,), pinned=(TWO,)), (ONE, TWO)),
            (
                AssistantGroup((Turn(assistant("a"), (tool_result("c"),)), Turn(assistant("b")))),
                (assistant("a"), tool_result("c"), assistant("b")),
            ),
            (Supervisor((Turn(assistant("a")),)), (assistant("a"),)),
            (Task(), ()),
            (TaskCallback(), ()),
            (Verification(), ()),
            (Unknown("odd"), ()),
            (ONE, ()),
        ],
    )
    def test_nested(self, card: Node, expected: tuple[Node, ...]) -> None:
        assert nested_in(card) == expected

    @given(conversations(cards=True, depth=3))
    def test_every_node_is_each_before_what_it_holds(self, messages: Messages) -> None:
        def walked(nodes: Iterable[Node]) -> list[Node]:
            return [one for node in nodes for one in (node, *walked(nested_in(node)))]

        assert list(map(id, every_node(messages))) == list(map(id, walked(messages)))

    def test_every_node_of_deep_cards(self) -> None:
        deep: Node = ONE
        for _ in range(5_000):
            deep = Council((deep,))

        assert sum(1 for _ in every_node((deep, TWO))) == 5_002

    def test_media(self) -> None:
        media = (Image(url="i"), Video(url="v", attached=True), Audio(data="a"), File(text="f"))

        assert media_of(user(*media[:2], "text", *media[2:])) == media

    def test_marks_of_one_kind(self) -> None:
        assert marks_of(Reaction, User(marks=(Reaction("+"), Reaction("-")))) == (
            Reaction("+"),
            Reaction("-"),
        )


class TestFinding:
    """First and last, ours or not."""

    @given(conversations(cards=True, depth=3))
    def test_first_and_last_are_the_ends_of_all(self, messages: Messages) -> None:
        for ours in (None, True, False):
            found = [
                (place, node)
                for place, node in enumerate(messages)
                if isinstance(node, User) and ours in (None, is_ours(node))
            ]

            assert first_of(User, messages, ours=ours) == (found[0] if found else None)
            assert last_of(User, messages, ours=ours) == (found[-1] if found else None)

    def test_only_the_origin_makes_it_ours(self) -> None:
        assert not is_ours(user("text", id="ctxfn:tail", name="ctxfn"))
        assert is_ours(User(origin=Origin(ours="tail")))


class TestFlat:
    """What no model can read is named."""

    @given(conversations(cards=True, depth=3))
    def test_it_is_the_same_vector_or_the_places_of_all_cards(self, messages: Messages) -> None:
        cards = tuple((i, node.role) for i, node in enumerate(messages) if not is_flat(node))

        if cards:
            assert flat(messages) == Left(cards)
        else:
            assert flat(messages) is messages


class TestBuilding:
    """Short ways to write."""

    def test_empty_texts_are_left_out(self) -> None:
        assert user("", "a", "") == User((Text("a"),))
        assert system("").parts == ()

    def test_an_assistants_things_go_to_their_fields(self) -> None:
        said = assistant("a", call("c1"), Reasoning("hm"), "b", call("c2"), id="m", name="bob")

        assert said == Assistant(
            (Text("a"), Text("b")),
            "m",
            (call("c1"), call("c2")),
            (Reasoning("hm"),),
            name="bob",
        )

    def test_a_result_with_an_error_is_a_failure(self) -> None:
        name = ToolName("web", "search")

        assert tool_result("c1", "x", tool=name, error="no") == ToolResult(
            (Text("x"),), None, "c1", name, ToolError("no")
        )
        assert tool_result("c1", error="").error == ToolError("")

    def test_chat_holds_the_nodes_themselves(self) -> None:
        assert chat(ONE, TWO)[1] is TWO
