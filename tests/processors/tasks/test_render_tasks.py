"""render_tasks: what was delegated and what came back, in the application's template."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ctxfn.context import Context, Note
from ctxfn.facts import Variables
from ctxfn.messages import (
    Assistant,
    Image,
    Instruction,
    Messages,
    Origin,
    Part,
    Reaction,
    Reasoning,
    Task,
    Text,
    call,
    chat,
    text_of,
    user,
)
from ctxfn.pipeline import OptionError
from ctxfn.processors import TASK_TEMPLATE, fill_text, render_tasks
from ctxfn.testing import conversations

PICTURE = Image(url="https://example.org/p.png")
ALL = "{{agentName}}: {{instruction}} = {{content}}"


def task(*parts: Part | str, asked: str | None = "search", name: str | None = "Ann") -> Task:
    said = tuple(Text(part) if isinstance(part, str) else part for part in parts)
    marks = () if asked is None else (Instruction(asked),)
    return Task(said, "t", marks=marks, origin=Origin(agent_name=name))


def told(one: Task, template: str = ALL, **variables: str) -> str:
    context = Context.of(chat(one), Variables.of(variables))
    return text_of(render_tasks(context, template=template).messages[0])


class TestExamples:
    """What it does, in cases a reader can check by eye."""

    def test_instruction_and_result_stand_under_headings(self) -> None:
        (after,) = render_tasks(chat(task("3 papers")))

        assert after == Assistant(
            (Text("[Ann]\n\n**Asked to**\nsearch\n\n**Came back with**\n3 papers"),),
            "t",
            marks=(Instruction("search"),),
            origin=Origin(agent_name="Ann"),
        )

    def test_without_an_instruction_the_result_stands_alone(self) -> None:
        for asked in (None, "", " "):
            (after,) = render_tasks(chat(task("3 papers", PICTURE, asked=asked)))

            assert isinstance(after, Assistant)
            assert after.parts == (Text("3 papers"), PICTURE)

    def test_calls_thoughts_and_marks_stay(self) -> None:
        one = Task(
            (Text("a"),),
            calls=(call("c1"),),
            reasoning=(Reasoning("hm"),),
            marks=(Instruction("i"), Reaction("+")),
        )

        (after,) = render_tasks(chat(one))

        assert after == Assistant(
            (Text(told(one, TASK_TEMPLATE)),),
            None,
            (call("c1"),),
            (Reasoning("hm"),),
            marks=one.marks,
        )

    def test_nothing_came_back(self) -> None:
        for parts in ((), ("",), (" \n",)):
            assert told(task(*parts), TASK_TEMPLATE).endswith("**Came back with**\nnothing")
            assert told(task(*parts)) == "Ann: search = "

    def test_others_are_the_same_object(self) -> None:
        said = chat(user("hi {{content}}"))

        assert render_tasks(said, template=ALL) is said


class TestTemplate:
    """The little language of templates, with data put in last."""

    @pytest.mark.parametrize("value", ["{{content}}", "{{agentName}}", "$& $$ $` $'", "\\1 {x}"])
    def test_what_an_agent_was_told_or_wrote_is_data(self, value: str) -> None:
        one = task(value, asked=f"i {value}", name=f"n {value}")

        assert told(one) == f"n {value}: i {value} = {value}"

    def test_white_space_in_braces_does_not_matter(self) -> None:
        assert told(task("x"), "{{ agentName }}/{{  instruction}}/{{content }}") == "Ann/search/x"

    def test_a_blank_template_is_the_default(self) -> None:
        assert told(task("x"), " \n") == told(task("x"), TASK_TEMPLATE)

    def test_an_agent_without_a_name(self) -> None:
        for name in (None, " "):
            one = task("x", name=name)

            assert told(one) == "Agent: search = x"
            assert told(one, "{{agentName | Somebody}}: {{content}}") == "Somebody: x"
            assert told(one, "{{#if agentName}}A{{else}}B{{/if}} {{content}}") == "B x"

    def test_an_avatar_or_an_id_is_no_name(self) -> None:
        one = Task((Text("x"),), marks=(Instruction("i"),), origin=Origin(avatar="🦊", agent="a1"))

        assert told(one) == "Agent: i = x"
        (after,) = render_tasks(chat(one), template=ALL, unnamed="a fox")
        assert text_of(after) == "a fox: i = x"

    def test_a_default_for_a_result_that_is_blank(self) -> None:
        assert told(task(" "), "{{instruction}}: {{content | nothing}}") == "search: nothing"

    def test_a_further_slot_has_the_words_again(self) -> None:
        assert told(task("x"), "{{content}} {{instruction}} {{content}}") == "x search x"

    def test_media_stay_where_they_are(self) -> None:
        (after,) = render_tasks(
            chat(task("a", PICTURE, "b")), template="{{instruction}}: {{content}}."
        )

        assert after.parts == (Text("search: a"), PICTURE, Text("b."))

    def test_media_alone_are_a_result(self) -> None:
        (after,) = render_tasks(
            chat(task(PICTURE)), template="{{#if content}}see:{{/if}}{{content}}"
        )

        assert after.parts == (Text("see:"), PICTURE)

    def test_a_template_without_a_slot_loses_nothing_and_is_noted(self) -> None:
        context = render_tasks(Context.of(chat(user("hi"), task("x"))), template="{{agentName}}!")

        assert text_of(context.messages[1]) == "Ann!\n\nx"
        (note,) = context.notes
        assert isinstance(note, Note)
        assert (note.kind, note.places) == ("template-without-slot", (1,))

    @pytest.mark.parametrize("depth", [0, 9])
    def test_a_depth_that_is_none_is_refused(self, depth: int) -> None:
        with pytest.raises(OptionError):
            render_tasks(depth=depth)


class TestVariables:
    """What the template names besides the task's own values."""

    def test_they_are_filled_and_may_name_each_other(self) -> None:
        text = told(task("x"), "{{team}} {{content}}", team="{{town}} team", town="Lyon")

        assert text == "Lyon team x"

    @pytest.mark.parametrize("depth", [1, 2, 3, 8])
    def test_they_name_each_other_as_deep_as_in_any_template(self, depth: int) -> None:
        names = {"a": "{{b}}", "b": "{{c}}", "c": "{{d}}", "d": "x"}
        context = Context.of(chat(task("y")), Variables.of(names))

        after = render_tasks(context, template="{{a}}{{content}}", depth=depth).messages[0]

        assert text_of(after) == fill_text("{{a}}", names, depth=depth).text + "y"

    def test_their_values_see_nothing_of_the_task(self) -> None:
        assert told(task("x"), "{{a}} {{content}}", a="{{content}}") == "{{content}} x"

    def test_none_stands_for_a_value_of_the_task(self) -> None:
        other = {"content": "c", "agentName": "n", "instruction": "i"}

        assert told(task("", name=None), **other) == "Agent: search = "

    def test_what_is_not_known_stays_and_is_noted(self) -> None:
        said = chat(task("x"), task("y", asked=None), task("z"))
        context = render_tasks(Context.of(said), template="{{day}} {{content}}")

        assert [text_of(one) for one in context.messages] == ["{{day}} x", "y", "{{day}} z"]
        (note,) = context.notes
        assert isinstance(note, Note)
        assert (note.kind, note.text, note.places) == (
            "unresolved-placeholder",
            "no value for: day",
            (0, 2),
        )


class TestProperties:
    """What is true of every history. Each test is named after the invariant."""

    @given(conversations(cards=True))
    def test_no_task_is_left_and_twice_is_once(self, messages: Messages) -> None:
        once = render_tasks(messages)

        assert render_tasks(once) is once
        assert not any(isinstance(node, Task) for node in once)

    @given(st.text(), st.text(min_size=1), st.text(min_size=1))
    @example("{{content}}", "{{instruction}}", "{{agentName}}")
    def test_values_come_out_as_they_went_in(self, words: str, asked: str, name: str) -> None:
        shown = words if words.strip() else ""
        one = task(words, asked=f"i{asked}", name=f"n{name}")

        assert told(one, "{{agentName}}|{{instruction}}|{{content}}") == f"n{name}|i{asked}|{shown}"
