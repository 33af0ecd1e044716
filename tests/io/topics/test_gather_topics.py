"""gather_topics: every conversation that is referred to, once, and those that fail with a note."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.context import Context
from ctxfn.facts import TopicMessage, TopicReference, TopicReferences
from ctxfn.injectors import topic_references
from ctxfn.io import InvalidArgument
from ctxfn.io.topics import GatheredTopics, gather_topics
from ctxfn.messages import Messages, assistant, chat, tool_result, user
from ctxfn.topics import Topic, refer_topic
from tests.io.gather.virtual_loop import run_virtually


def asking(*ids: str) -> Messages:
    return chat(user("as in " + " ".join(refer_topic(one, one.upper()) for one in ids)))


def gathered(messages: Messages, *lookups: Callable[[str], Any], **options: Any) -> GatheredTopics:
    return asyncio.run(gather_topics(messages, *lookups, **options))


def items(messages: Messages, *lookups: Callable[[str], Any], **options: Any) -> tuple[Any, ...]:
    return gathered(messages, *lookups, **options).references.items


def notes(messages: Messages, *lookups: Callable[[str], Any], **options: Any) -> list[str]:
    return [note.text for note in gathered(messages, *lookups, **options).notes]


def nothing(id: str) -> None:
    return None


class TestExamples:
    """What is known, and what is pending."""

    def test_nothing_referred_to_nothing_asked(self) -> None:
        assert gathered(chat(user("hi")), str.upper) == GatheredTopics(TopicReferences())

    def test_a_summary(self) -> None:
        assert items(asking("a"), lambda key: Topic("Plan", "Hire two.")) == (
            TopicReference("a", "Plan", "Hire two."),
        )

    def test_messages_where_there_is_no_summary(self) -> None:
        asked: list[str] = []

        def said(id: str) -> Messages:
            asked.append(id)
            return chat(user("status?"), tool_result("c", "x"), assistant("fine"))

        found = items(asking("a", "b"), lambda key: Topic("T", "s" if key == "a" else None), said)

        assert asked == ["b"]
        assert found[1] == TopicReference(
            "b", "T", None, (TopicMessage("user", "status?"), TopicMessage("assistant", "fine"))
        )

    def test_one_that_is_not_there_may_have_messages(self) -> None:
        (found,) = items(asking("a"), nothing, lambda key: [user("hi")])

        assert (found.title, found.messages) == ("A", (TopicMessage("user", "hi"),))

    def test_a_tool_that_is_not_on_offer(self) -> None:
        assert gathered(asking("a"), nothing, can_fetch=False).references.can_fetch is False

    def test_of_very_many_the_first(self) -> None:
        found = gathered(asking("a", "b", "c"), lambda key: Topic(key, "s"), at_most=2)

        assert [one.summary for one in found.references.items] == ["s", "s", None]
        assert [note.text for note in found.notes] == ["C: not looked up, there are too many"]

    def test_how_much_is_told(self) -> None:
        (found,) = items(
            asking("a"), nothing, lambda key: map(user, ("one", "two")), last=1, characters=2
        )

        assert found.messages == (TopicMessage("user", "tw..."),)

    def test_the_fact_is_what_the_injector_reads(self) -> None:
        found = gathered(asking("a"), lambda key: Topic("Plan", "Hire two."))
        after = topic_references(Context.of(asking("a"), found.references))

        assert "Hire two." in after.messages[0].blocks[0].text


class TestFailures:
    """One that fails is pending, with its name; the others arrive."""

    def broken(self, id: str) -> Topic:
        if id == "b":
            raise ConnectionError("down")
        return Topic("T", "s")

    def test_a_topic(self) -> None:
        found = gathered(asking("a", "b"), self.broken, lambda key: [user("never asked")])

        assert found.references.items == (TopicReference("a", "T", "s"), TopicReference("b", "B"))
        assert [(note.kind, note.ids) for note in found.notes] == [("topic-not-found", ("b",))]

    def test_messages(self) -> None:
        found = items(asking("b"), lambda key: Topic("T"), self.broken)

        assert found == (TopicReference("b", "T"),)

    @pytest.mark.parametrize(
        ("wrong", "why"),
        [
            (7, "A: a int is no Topic"),
            ({"title": "x"}, "A: a dict is no Topic"),
            ("x", "A: a str is no Topic"),
        ],
    )
    def test_no_topic(self, wrong: object, why: str) -> None:
        assert notes(asking("a"), lambda key: wrong) == [why]

    @pytest.mark.parametrize("wrong", [7, "text", [{"role": "user"}], {"a": 1}])
    def test_no_messages(self, wrong: object) -> None:
        (note,) = notes(asking("a"), nothing, lambda key: wrong)

        assert note.startswith("A: InvalidMessages: ")

    def test_messages_that_fail_as_they_are_read(self) -> None:
        def said(id: str) -> Iterator[object]:
            yield user("x")
            raise OSError("gone")

        assert notes(asking("a"), nothing, said) == ["A: OSError: gone"]

    def test_one_that_hangs(self) -> None:
        async def topic(id: str) -> Topic:
            await asyncio.sleep(1e9 if id == "a" else 1)
            return Topic("T", "s")

        found, seconds, left = run_virtually(gather_topics(asking("a", "b"), topic, limit=3))

        assert [one.summary for one in found.references.items] == [None, "s"]
        assert (seconds, left) == (3.0, 0)
        assert found.notes[0].text == "A: not there within 3 s"

    @pytest.mark.parametrize("name", ["depth", "last", "characters", "at_most"])
    @pytest.mark.parametrize("number", [-1, 1.0, True, None])
    def test_a_number_that_is_none(self, name: str, number: Any) -> None:
        with pytest.raises(InvalidArgument, match=f"{name}: found"):
            gathered(asking("a"), nothing, **{name: number})


class TestDepth:
    """References in what was looked up, and those that lead back."""

    GRAPH: ClassVar[dict[str, tuple[str, ...]]] = {"a": ("b", "a"), "b": ("c", "a"), "c": ("own",)}

    def topic(self, id: str) -> Topic:
        return Topic(id, "see " + "".join(map(refer_topic, self.GRAPH.get(id, ()))))

    @pytest.mark.parametrize(
        ("depth", "expected"), [(0, ""), (1, "a"), (2, "ab"), (3, "abc"), (99, "abc")]
    )
    def test_how_far(self, depth: int, expected: str) -> None:
        found = items(asking("a", "own"), self.topic, own="own", depth=depth)

        assert [one.id for one in found] == list(expected)

    def test_through_messages_whole_as_they_came(self) -> None:
        long = user("x" * 500, refer_topic("b"))
        found = items(asking("a"), nothing, lambda key: [long] if key == "a" else [], depth=2)

        assert [one.id for one in found] == ["a", "b"]

    def test_this_very_conversation_is_noted(self) -> None:
        found = gathered(asking("own"), nothing, own="own")

        assert (found.references.items, [note.text for note in found.notes]) == (
            (),
            ["OWN: this very conversation"],
        )

    def test_so_many_in_all(self) -> None:
        found = gathered(asking("a"), self.topic, depth=9, at_most=2)

        assert [(one.id, one.summary is None) for one in found.references.items] == [
            ("a", False),
            ("b", False),
            ("c", True),
        ]

    def test_by_some_alone(self) -> None:
        answer = tool_result("c", refer_topic("b"))
        found = items(asking("a"), nothing, lambda key: [answer], depth=9, roles=("user",))

        assert [one.id for one in found] == ["a"]

    @given(
        st.dictionaries(st.sampled_from("abcd"), st.lists(st.sampled_from("abcd"), max_size=4)),
        st.integers(0, 6),
        st.sampled_from([None, *"abcd"]),
    )
    def test_each_is_asked_once_and_it_ends(
        self, graph: dict[str, list[str]], depth: int, own: str | None
    ) -> None:
        asked: list[str] = []

        async def topic(id: str) -> Topic:
            asked.append(id)
            return Topic(id, "see " + "".join(map(refer_topic, graph.get(id, ()))))

        found, _, _ = run_virtually(gather_topics(asking("a"), topic, depth=depth, own=own))
        reached: list[str] = []
        layer = ["a"]
        for _ in range(depth):
            new = [one for one in dict.fromkeys(layer) if one not in (*reached, own)]
            reached += new
            layer = [one for each in new for one in graph.get(each, ())]

        assert [one.id for one in found.references.items] == reached
        assert sorted(asked) == sorted(set(asked)) == sorted(reached)


class TestBadRecords:
    """One record that cannot be takes no other with it."""

    @pytest.mark.parametrize("fields", [(5,), ("x", 5)])
    def test_others_arrive(self, fields: tuple[Any, ...]) -> None:
        def topic(id: str) -> Topic:
            return Topic(*fields) if id == "a" else Topic("T", "s")

        found = gathered(asking("a", "b"), topic)

        assert [one.summary for one in found.references.items] == [None, "s"]
        assert "found 5, expected a text or None" in found.notes[0].text
