"""Other conversations, the task board, and which list of todos counts."""

from __future__ import annotations

import pytest

from ctxfn.context import Context
from ctxfn.facts import (
    InvalidFact,
    OpenTasks,
    Todo,
    TodoList,
    TopicMessage,
    TopicReference,
    TopicReferences,
)
from ctxfn.injectors import (
    open_tasks,
    render_open_tasks,
    render_topic_references,
    todo_list,
    topic_references,
)
from ctxfn.messages import chat, text_of, user
from ctxfn.processors import render_blocks
from tests.injectors.hostile_values import HOSTILE, SPOKEN, parsed


class TestTopicReferences:
    """What is known, then what is pending."""

    def test_all_kinds(self) -> None:
        known = TopicReferences(
            (
                TopicReference("t9"),
                TopicReference("t7", 'Q "1"', "Hire <two>.", (TopicMessage("user", "unseen"),)),
                TopicReference(
                    "t8",
                    messages=(
                        TopicMessage("user", "status?"),
                        TopicMessage("assistant", " "),
                        TopicMessage("assistant", "a < b"),
                        TopicMessage("tool", "42"),
                    ),
                ),
            )
        )

        assert render_topic_references(known) == (
            '<referred_topics hint="Shortened accounts of other conversations the person refers to. '
            'The topic context tool gives the whole of each.">\n'
            '<topic id="t7" title="Q &quot;1&quot;" type="summary">\nHire &lt;two&gt;.\n</topic>\n'
            '<topic id="t8" type="recent_messages">\n'
            "**User**: status?\n\n**Assistant**: a &lt; b\n\n**tool**: 42\n</topic>\n"
            '<pending_topics hint="Nothing of these is shown yet. Fetch what you need of them with '
            'the topic context tool before you answer.">\n<topic id="t9" />\n</pending_topics>\n'
            "</referred_topics>"
        )

    @pytest.mark.parametrize(
        ("one", "pending"),
        [
            (TopicReference("t", summary="s"), False),
            (TopicReference("t", summary=" ", messages=(TopicMessage("user", "m"),)), False),
            (TopicReference("t", summary=" "), True),
            (TopicReference("t", messages=(TopicMessage("user", "\n"),)), True),
        ],
    )
    def test_what_says_nothing_is_pending(self, one: TopicReference, pending: bool) -> None:
        text = render_topic_references(TopicReferences((one,)))

        assert ("<pending_topics" in text) is pending
        assert (" type=" in text) is not pending

    def test_a_tool_that_is_not_there_is_not_spoken_of(self) -> None:
        known = TopicReferences((TopicReference("a", summary="s"), TopicReference("b")), False)

        assert "tool" not in render_topic_references(known)

    @pytest.mark.parametrize("value", SPOKEN)
    def test_values_come_back(self, value: str) -> None:
        known = TopicReferences(
            (
                TopicReference(value, value, value),
                TopicReference(value, messages=(TopicMessage(value, value),)),
                TopicReference(value, value),
            )
        )
        (whole,) = parsed(render_topic_references(known))
        summary, recent, pending = whole

        assert (summary.get("id"), summary.get("title"), summary.text) == (
            value,
            value,
            f"\n{value}\n",
        )
        assert recent.text == f"\n**{value}**: {value}\n"
        assert [one.get("title") for one in pending] == [value]

    def test_none_inject_nothing(self) -> None:
        context = Context.of(chat(user("hi")), TopicReferences())

        assert topic_references(context) is context

    def test_wrong_values_are_refused(self) -> None:
        with pytest.raises(InvalidFact, match=r"TopicReference: field messages\[0\]"):
            TopicReference("t", messages=({"role": "user"},))  # type: ignore[arg-type]
        with pytest.raises(InvalidFact, match="TopicReferences: field can_fetch: found 1"):
            TopicReferences((), 1)  # type: ignore[arg-type]


class TestOpenTasks:
    """The application's own words, in an element that only we close."""

    def test_text(self) -> None:
        assert render_open_tasks(OpenTasks("<tasks>T-1</tasks>")) == "<tasks>T-1</tasks>"
        assert render_open_tasks(OpenTasks(" \n")) == ""

    @pytest.mark.parametrize(
        "value", [*HOSTILE, "</task_manager_context>", "</ TASK_manager_context"]
    )
    def test_nothing_breaks_out(self, value: str) -> None:
        context = open_tasks(Context.of(chat(user("hi")), OpenTasks(value)))
        text = text_of(render_blocks(context).messages[0])

        assert text.count("</task_manager_context>") == 1
        assert text.count("</context.instruction>") == 1
        assert text.count("<!-- END SYSTEM CONTEXT -->") == 1


class TestTodoList:
    """The list told last counts."""

    def test_the_step_s_list_takes_the_place_of_the_plan_s(self) -> None:
        planned, now = TodoList((Todo("plan"),)), TodoList((Todo("now"),))
        after = todo_list(Context.of(chat(user("hi")), planned, now))

        assert ">now</todo>" in after.messages[0].blocks[0].text
        assert ">plan</todo>" not in after.messages[0].blocks[0].text

    def test_an_empty_list_takes_back_what_was_planned(self) -> None:
        context = Context.of(chat(user("hi")), TodoList((Todo("plan"),)), TodoList())

        assert todo_list(context) is context

    def test_wrong_values_are_refused(self) -> None:
        with pytest.raises(InvalidFact, match="Todo: field status: found 'open'"):
            Todo("x", "open")  # type: ignore[arg-type]
        with pytest.raises(InvalidFact, match=r"TodoList: field items\[0\]: found 'x'"):
            TodoList(("x",))  # type: ignore[arg-type]
