"""linearise: one branch, each message once, the last try."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import twins
from benchmarks.corpus import ui_rows
from ctxfn.context import Context, Note
from ctxfn.messages import (
    Anchor,
    Messages,
    Node,
    Origin,
    RetryOf,
    System,
    Task,
    ToolResult,
    User,
    assistant,
    call,
    chat,
    system,
    text_of,
    tool_result,
    user,
)
from ctxfn.processors import linearise
from ctxfn.wire import codec_named
from tests.messages.histories import histories

Row = dict[str, Any]

#: Reported failures: a regenerated answer, a question stored again, a history merged with itself.
REPORTS: list[tuple[list[Row], str | None, list[str]]] = [
    (
        [
            {"id": "m1", "parent": None, "role": "user", "content": "name a bird"},
            {"id": "m2", "parent": "m1", "role": "assistant", "content": "wren"},
            {"id": "m3", "parent": "m1", "role": "assistant", "content": "owl"},
            {"id": "m4", "parent": "m3", "role": "user", "content": "why?"},
            {"id": "m5", "parent": "m2", "role": "user", "content": "colour?"},
        ],
        "m5",
        ["name a bird", "wren", "colour?"],
    ),
    (
        [
            {"id": "u1", "role": "user", "content": "sum it up"},
            {"id": "u2", "role": "user", "content": "sum it up", "retry_of": "u1"},
        ],
        None,
        ["sum it up"],
    ),
    (
        [
            {"role": "assistant", "content": "Hi!", "id": "m1"},
            {"role": "user", "content": "one", "id": "m2"},
            {"role": "assistant", "content": "Hi!", "id": "m1"},
            {"role": "user", "content": "one", "id": "m2"},
            {"role": "user", "content": "two", "id": "m3"},
        ],
        None,
        ["Hi!", "one", "two"],
    ),
]


def below(parent: str | None, node: Node) -> Node:
    return evolve(node, origin=Origin(parent=parent))


def ids(messages: Messages) -> list[str | None]:
    return [node.id for node in messages]


def kinds(context: Context) -> list[tuple[str, tuple[str, ...]]]:
    return [(note.kind, note.ids) for note in context.notes if isinstance(note, Note)]


TREE = chat(
    user("ask", id="u"),
    below("u", assistant(call("c1"), call("c2"), id="a")),
    below("a", tool_result("c1", id="r1")),
    below("a", tool_result("c2", id="r2")),
    below("r2", assistant("done", id="b")),
    below("u", assistant("other", id="o")),
    below("b", user("more", id="v")),
)


class TestExamples:
    @pytest.mark.parametrize(("rows", "head", "said"), REPORTS)
    def test_reported_failures(self, rows: list[Row], head: str | None, said: list[str]) -> None:
        messages = codec_named("openai_chat").decode(rows).messages

        assert [text_of(node) for node in linearise(messages, head=head)] == said

    def test_all_results_of_a_call_on_the_line_belong_to_it(self) -> None:
        assert ids(linearise(TREE, head="v")) == ["u", "a", "r1", "r2", "b", "v"]
        assert ids(linearise(TREE, head="o")) == ["u", "o"]

    def test_what_goes_is_named(self) -> None:
        assert kinds(linearise(Context(TREE), head="v")) == [("other-branch", ("o",))]

    def test_results_without_a_parent_belong_to_their_call(self) -> None:
        said = chat(
            assistant(call("c"), id="a"), tool_result("c", id="r"), below("a", user(id="u"))
        )

        assert linearise(said, head="u") is said

    def test_system_messages_without_a_parent_stand_first(self) -> None:
        said = chat(user(id="u"), system("s", id="s"), user("other", id="o"))

        assert ids(linearise(said, head="u")) == ["s", "u"]

    def test_sibling_tasks_and_councils_belong_to_the_line(self) -> None:
        tasks = [below("u", Task(id=one)) for one in ("t1", "t2")]
        said = chat(user(id="u"), *tasks, below("t2", assistant("x", id="b")))
        assert linearise(said, head="b") is said

        anchor = User(id="q", marks=(Anchor("council"),))
        members = [below("q", assistant(one, id=one)) for one in ("x", "y")]
        council = chat(anchor, *members, below("y", user("z", id="z")))
        assert linearise(council, head="z") is council

    def test_of_one_id_the_latest_content_stands_at_the_first_place(self) -> None:
        said = chat(user("old", id="a"), user("b", id="b"), user("new", id="a"))
        context = linearise(Context(said))

        assert [text_of(node) for node in context.messages] == ["new", "b"]
        assert kinds(context) == [("duplicate", ("a",))]

    def test_a_retry_of_a_retry_stands_where_the_first_stood(self) -> None:
        again = evolve(user("two", id="b"), marks=(RetryOf("a"),))
        last = evolve(user("three", id="c"), marks=(RetryOf("b"),))
        context = linearise(Context(chat(user("one", id="a"), user("x", id="x"), again, last)))

        assert ids(context.messages) == ["c", "x"]
        assert kinds(context) == [("retried", ("a", "b"))]

    def test_of_two_retries_the_last_stays_and_the_other_is_named(self) -> None:
        tries = [evolve(user(word, id=word), marks=(RetryOf("a"),)) for word in ("b", "c")]
        context = linearise(Context(chat(user("one", id="a"), *tries)))

        assert ids(context.messages) == ["c"]
        assert kinds(context) == [("retried", ("a", "b"))]

    def test_a_retry_may_be_stored_before_what_it_retries(self) -> None:
        again = evolve(user("two", id="b"), marks=(RetryOf("a"),))
        context = linearise(Context(chat(again, user("x", id="x"), user("one", id="a"))))

        assert ids(context.messages) == ["x", "b"]
        assert kinds(context) == [("retried", ("a",))]

    def test_the_results_of_a_retried_message_go_with_it(self) -> None:
        again = evolve(assistant(call("c"), id="b"), marks=(RetryOf("a"),))
        said = chat(
            assistant(call("c"), id="a"), tool_result("c", "old", id="r"), again, tool_result("c")
        )
        context = linearise(Context(said))

        assert context.messages == said[2:]
        assert kinds(context) == [("retried", ("a", "r"))]

    def test_retries_of_each_other_leave_the_last(self) -> None:
        one = evolve(user("one", id="a"), marks=(RetryOf("b"),))
        other = evolve(user("two", id="b"), marks=(RetryOf("a"),))

        assert ids(linearise(chat(one, other))) == ["b"]

    def test_a_retry_of_nothing_stays(self) -> None:
        said = chat(evolve(user("two", id="b"), marks=(RetryOf("gone"),)))

        assert linearise(said) is said

    def test_a_missing_parent_is_named(self) -> None:
        said = chat(user("lost", id="x"), below("gone", user("hi", id="u")))

        assert kinds(linearise(Context(said), head="u")) == [
            ("broken-parent-chain", ("u", "gone")),
            ("other-branch", ("x",)),
        ]

    def test_parents_in_a_circle_are_named(self) -> None:
        said = chat(below("b", user(id="a")), below("a", assistant("x", id="b")))
        context = linearise(Context(said), head="b")

        assert context.messages is said
        assert kinds(context) == [("parent-circle", ("b",))]

    def test_an_unknown_head_cuts_nothing_and_is_named(self) -> None:
        context = linearise(Context(TREE), head="nowhere")

        assert context.messages is TREE
        assert kinds(context) == [("unknown-head", ("nowhere",))]

    def test_without_a_head_branches_stay_and_are_named(self) -> None:
        context = linearise(Context(TREE))

        assert context.messages is TREE
        assert kinds(context) == [("branches", ("u",))]

    def test_a_line_of_ten_thousand(self) -> None:
        nodes = [below(f"m{n - 1}" if n else None, user(id=f"m{n}")) for n in range(10_000)]
        said = chat(*nodes)

        assert linearise(said, head="m9999") is said


@st.composite
def tangled(draw: st.DrawFn) -> Messages:
    """Generate trees of few ids, used again, in which others hang on nearly everything."""
    few, marks = st.sampled_from("abc"), (Anchor("council"), Anchor("compare"))
    nodes: list[Node] = []
    for _ in range(draw(st.integers(0, 6))):
        calls = (call(one) for one in draw(st.lists(few, max_size=2)))
        kinds: tuple[Node, ...] = (user("u"), assistant("a", *calls), tool_result(draw(few)))
        kinds += (system("s"), Task())
        tried = (RetryOf(draw(few)),) if draw(st.booleans()) else ()
        one = below(draw(st.none() | few), draw(st.sampled_from(kinds)))
        some = draw(st.sampled_from(((), marks[:1], marks[1:], marks)))
        nodes.append(evolve(one, id=draw(st.none() | few), marks=(*some, *tried)))
    return chat(*nodes)


class TestTangled:
    """Whatever hangs on whatever."""

    @given(tangled(), st.sampled_from(("a", "b", "c", None)))
    def test_twice_is_once(self, tree: Messages, head: str | None) -> None:
        once = linearise(tree, head=head)

        assert linearise(once, head=head) == once

    def test_what_is_above_the_head_was_chosen(self) -> None:
        first = user("first", id="a")
        again = below("a", evolve(user("again", id="b"), marks=(RetryOf("a"),)))

        assert ids(linearise(chat(first, again), head="b")) == ["a", "b"]


class TestProperties:
    @given(histories(), st.sampled_from((None, "m0", "m1", "m2", "m3", "m7")))
    def test_idempotent(self, messages: Messages, head: str | None) -> None:
        once = linearise(messages, head=head)

        assert linearise(once, head=head) == once

    @given(histories())
    def test_each_id_once_on_each_side(self, messages: Messages) -> None:
        """One id of two sides names two messages; two results, if they answer two calls."""
        kinds = (ToolResult, User, System)
        named = [
            (node.id, next((kind for kind in kinds if isinstance(node, kind)), None))
            for node in linearise(messages)
            if node.id is not None and not isinstance(node, ToolResult)
        ]

        assert len(set(named)) == len(named)

    @given(histories(unique_ids=True))
    def test_the_same_object_without_a_head_and_duplicates(self, messages: Messages) -> None:
        assert linearise(messages) is messages

    @given(histories(), st.sampled_from(("m0", "m1", "m5")))
    def test_whole_messages_stay_themselves(self, messages: Messages, head: str) -> None:
        assert set(map(id, linearise(messages, head=head))) <= set(map(id, messages))


class TestTwin:
    @given(st.integers(0, 300), st.integers(1, 40), st.sampled_from((0.0, 0.2)))
    def test_agrees_with_the_mutable_twin(self, seed: int, place: int, damage: float) -> None:
        rows = [row for row in ui_rows(40, seed=seed, damage=damage) if row["role"] != "system"]
        head = rows[place % len(rows)]["id"]
        mutable = copy.deepcopy(rows)
        twins.linearise(mutable, head=head)

        line = linearise(codec_named("uichat").decode(rows).messages, head=head)
        assert ids(line) == [row["id"] for row in mutable]


def test_the_same_system_message_said_twice_stays_twice() -> None:
    rule = system("Be brief.")
    said = chat(rule, rule, user("hi", id="m1"))

    assert list(linearise(said, head="m1")) == [rule, rule, said[2]]
