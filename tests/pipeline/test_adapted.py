"""Adapted: a processor of a class runs as a step, and its contract is checked."""

from __future__ import annotations

import asyncio
from copy import deepcopy
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.context import Context, Dropped, Note
from ctxfn.messages import (
    AssistantGroup,
    Attributed,
    Block,
    Council,
    Messages,
    Origin,
    Text,
    User,
    assistant,
    call,
    chat,
    inject,
    text_of,
    tool_result,
    user,
)
from ctxfn.pipeline import Adapted, Pipeline, PipelineError, StepError, phase, run
from ctxfn.testing import conversations

SAID = chat(user("a"), assistant("", call("c1")), tool_result("c1", "42"), user("b"))


class Loud:
    """Changes what people say, on copies."""

    name = "loud"

    def process(self, context: Any) -> Any:
        rows = [
            {**row, "content": row["content"].upper()} if row["role"] == "user" else row
            for row in context.messages
        ]
        return {**context, "messages": rows}


class Last:
    """Keeps the end, asynchronously, and counts."""

    async def process(self, context: Any) -> Any:
        await self.before()
        return SimpleNamespace(messages=context["messages"][-1:], metadata={"kept": 1})

    async def before(self) -> None:
        """Wait for nothing."""


class Rude:
    """Changes what it was given."""

    def process(self, context: Any) -> Any:
        context.messages[0]["content"] = "changed"
        return context


class TestExamples:
    """What comes back is read; what was not touched is the same object."""

    def test_what_it_leaves_alone_is_the_same_object(self) -> None:
        after = Adapted(Loud())(Context(SAID)).messages

        assert [text_of(message) for message in after] == ["A", "", "42", "B"]
        assert after[1] is SAID[1]
        assert after[2] is SAID[2]

    def test_nothing_to_do_is_the_same_context(self) -> None:
        class Nothing:
            def process(self, context: Any) -> Any:
                return context

        context = Context(SAID)

        assert Adapted(Nothing())(context) is context

    def test_an_asynchronous_one_runs_to_its_end(self) -> None:
        after = Adapted(Last())(Context(SAID))

        assert list(after.messages) == [SAID[3]]
        assert list(after.notes) == [
            Note("Last", "metadata", "kept: 1"),
            Dropped("Last", (), (0, 1, 2)),
        ]

    def test_in_a_pipeline_it_has_its_name(self) -> None:
        pipeline = Pipeline((phase("old", "not yet moved", Adapted(Loud()), Adapted(Last())),))

        after = run(pipeline, Context(SAID))

        assert [text_of(message) for message in after.messages] == ["B"]
        assert [note.step for note in after.notes] == ["Last", "Last"]

    def test_cards_go_through_the_format_that_has_them(self) -> None:
        group = AssistantGroup(id="g")

        after = Adapted(Loud(), codec="uichat")(Context(chat(user("a"), group))).messages

        assert text_of(after[0]) == "A"
        assert after[1] is group

    def test_what_it_does_not_see_stays_where_it_stands(self) -> None:
        card = Council((assistant("yes"),), id="c")
        said = chat(user("a", id="m1"), card, user("b", id="m2"), assistant("c", id="m3"))

        after = Adapted(Last())(Context(said))

        assert list(after.messages) == [card, said[3]]
        assert [(note.kind, note.places) for note in after.notes if isinstance(note, Note)] == [
            ("unseen", (1,)),
            ("metadata", ()),
        ]

    def test_what_it_changes_keeps_what_the_format_cannot_say(self) -> None:
        mark, origin = Attributed("b", "Bo"), Origin(parent="m0")
        said = chat(Council(id="c"), User((Text("a"),), "m1", marks=(mark,), origin=origin))

        after = Adapted(Loud())(Context(said)).messages

        assert after[1] == User((Text("A"),), "m1", marks=(mark,), origin=origin)

    @pytest.mark.parametrize("codec", ["openai_chat", "uichat"])
    def test_copies_are_the_messages_they_were_made_of(self, codec: Any) -> None:
        class Copies:
            def process(self, context: Any) -> Any:
                return {"messages": deepcopy(context.messages)}

        said = chat(
            user("a", id="m1"),
            Council((assistant("yes", id="in"),), id="c"),
            inject(user("a", id="m2"), Block("date", "today")),
            assistant("", call("c1"), id="m3"),
            tool_result("c1", "42", id="m4"),
        )

        assert Adapted(Copies(), codec=codec)(Context(said)).messages is said

    def test_aborting_stops_the_run(self) -> None:
        class Enough:
            def process(self, context: Any) -> Any:
                return {**context, "isAborted": True, "abortReason": "enough"}

        after = run(
            Pipeline((phase("p", "why", Adapted(Enough()), Adapted(Loud())),)), Context(SAID)
        )

        assert (after.stopped, after.messages) == ("enough", SAID)

    def test_what_a_dict_could_not_say_is_noted_if_it_was_changed(self) -> None:
        told = inject(user("a"), Block("date", "today"))
        assert isinstance(told, User)

        changed = Adapted(Loud())(Context(chat(told)))

        assert text_of(changed.messages[0]) == "A"
        assert [(note.kind, note.places) for note in changed.notes if isinstance(note, Note)] == [
            ("lost", (0,))
        ]


class TestContract:
    """Broken, it says which processor, what was found and what was expected."""

    def test_a_change_in_place_is_refused(self) -> None:
        with pytest.raises(StepError, match=r"Rude\.process: found message 0 changed in place"):
            run(Adapted(Rude()), Context(SAID))

    @pytest.mark.parametrize(
        ("answer", "found"),
        [
            (None, "found None, expected a list"),
            ({"messages": "ab"}, "found a str, expected a list"),
            ({"messages": [3]}, "found a int at 0, expected dicts"),
        ],
    )
    def test_messages_are_a_list_of_dicts(self, answer: object, found: str) -> None:
        class Wrong:
            def process(self, context: Any) -> Any:
                return answer

        with pytest.raises(PipelineError, match=found):
            Adapted(Wrong())(Context(SAID))

    def test_one_that_waits_is_refused(self) -> None:
        class Waits:
            async def process(self, context: Any) -> Any:
                await asyncio.sleep(1)
                return context

        class Yields:
            async def process(self, context: Any) -> Any:
                await Once()
                return context

        class Once:
            def __await__(self) -> Any:
                yield None

        for waiting in (Waits(), Yields()):
            with pytest.raises(PipelineError, match="a coroutine that waits"):
                Adapted(waiting)(Context(SAID))

    def test_rows_that_cannot_be_read_are_refused(self) -> None:
        deep: Any = "x"
        for _ in range(600):
            deep = [deep]

        class Deep:
            def process(self, context: Any) -> Any:
                return {"messages": [{"role": "user", "content": deep}]}

        with pytest.raises(PipelineError, match="expected messages in openai_chat"):
            Adapted(Deep())(Context(SAID))

    def test_something_without_process_is_refused_at_once(self) -> None:
        with pytest.raises(PipelineError, match="a processor of a class"):
            Adapted(len)  # type: ignore[arg-type]


class TestProperties:
    """What holds for every conversation."""

    @given(conversations(), st.data())
    def test_what_comes_back_is_what_went_in(self, said: Messages, data: st.DataObject) -> None:
        class Some:
            def process(self, context: Any) -> Any:
                kept = data.draw(st.sets(st.sampled_from(range(len(context.messages) or 1))))
                rows = enumerate(context.messages)
                return {"messages": [deepcopy(row) for place, row in rows if place in kept]}

        codec = data.draw(st.sampled_from(["openai_chat", "uichat"]))

        after = Adapted(Some(), codec=codec)(Context(said)).messages  # type: ignore[arg-type]

        assert {id(node) for node in after} <= {id(node) for node in said}
