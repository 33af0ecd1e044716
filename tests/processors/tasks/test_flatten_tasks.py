"""flatten_tasks: the tasks of a batch, one by one, where they belong."""

from __future__ import annotations

from hypothesis import given

from ctxfn.context import Context, Dropped
from ctxfn.messages import (
    Assistant,
    AssistantGroup,
    Council,
    Instruction,
    Messages,
    Node,
    Origin,
    Reaction,
    Reasoning,
    Supervisor,
    Task,
    Tasks,
    Text,
    ToolResult,
    Turn,
    Unknown,
    User,
    Verification,
    assistant,
    call,
    chat,
    nested_in,
    text_of,
    tool_result,
    user,
)
from ctxfn.processors import flatten_tasks
from ctxfn.testing import conversations
from ctxfn.wire import codec_named

ASKED = (Instruction("search"),)
HERE = Origin(parent="m1", thread="t1", group="g1", topic="o1", agent="boss", created_ms=5)


def task(words: str, id: str | None = None, origin: Origin | None = None) -> Task:
    return Task((Text(words),), id, marks=ASKED, origin=origin or Origin())


def flat(*nodes: Node) -> list[Node]:
    return list(flatten_tasks(chat(*nodes)))


class TestExamples:
    """What it does, in cases a reader can check by eye."""

    def test_a_batch_of_one_agent_and_one_of_several_become_their_tasks(self) -> None:
        batches = (Tasks((task("a"), task("b"))), Tasks((task("c"), task("d")), True))

        assert [text_of(one) for one in flat(*batches)] == ["a", "b", "c", "d"]

    def test_where_a_task_belongs_it_has_from_the_batch_and_nothing_else(self) -> None:
        own = Origin(parent="p", agent="ann")
        batch = Tasks((task("a"), task("b", origin=own)), id="b1", origin=HERE)

        assert [one.origin for one in flat(batch)] == [
            Origin(parent="m1", thread="t1", group="g1", topic="o1"),
            Origin(parent="p", thread="t1", group="g1", topic="o1", agent="ann"),
        ]

    def test_what_a_store_left_empty_counts_as_not_there(self) -> None:
        batch = Tasks((task("a", origin=Origin(parent="", thread="t2")),), origin=HERE)

        origin = flat(batch)[0].origin

        assert (origin.parent, origin.thread) == ("m1", "t2")

    def test_words_of_its_own_come_first(self) -> None:
        batch = Tasks((task("a"),), id="b1", parts=(Text("Two things."),), origin=HERE)

        first = flat(batch)[0]

        assert first == Assistant((Text("Two things."),), "b1", origin=HERE)

    def test_without_words_its_marks_go_to_the_first_task(self) -> None:
        batch = Tasks((task("a"), task("b")), marks=(Reaction("+"),))

        assert [one.marks for one in flat(batch)] == [(*ASKED, Reaction("+")), ASKED]

    def test_batches_inside_are_taken_apart_where_they_stand(self) -> None:
        inner = Tasks((task("b"), task("c")), True, parts=(Text("inner"),))
        batch = Tasks((task("a"), inner, task("d")), origin=HERE)

        after = flat(batch)

        assert [(one.role, text_of(one)) for one in after] == [
            ("task", "a"),
            ("assistant", "inner"),
            ("task", "b"),
            ("task", "c"),
            ("task", "d"),
        ]
        assert {one.origin.thread for one in after} == {"t1"}

    def test_one_that_holds_nothing_goes_and_is_noted(self) -> None:
        context = flatten_tasks(Context.of(chat(user("hi"), Tasks((), id="b1"))))

        assert [one.role for one in context.messages] == ["user"]
        assert list(context.notes) == [Dropped("flatten_tasks", ("b1",), (1,))]

    def test_others_are_the_same_object(self) -> None:
        said = chat(user("hi"), task("alone"), assistant("ho"))

        assert flatten_tasks(said) is said


class TestEntries:
    """What stands in the list of a batch, under whatever role."""

    def test_what_has_an_instruction_is_a_task(self) -> None:
        thought = (Reasoning("hm"),)
        said = Assistant((Text("a"),), "x", (call("c1"),), thought, name="ann", marks=ASKED)
        spoken = User((Text("b"),), "y", marks=ASKED)

        assert flat(Tasks((said, spoken))) == [
            Task(
                (Text("a"),),
                "x",
                (call("c1"),),
                thought,
                marks=ASKED,
                origin=Origin(agent_name="ann"),
            ),
            Task((Text("b"),), "y", marks=ASKED),
        ]

    def test_what_has_no_known_role_is_a_task(self) -> None:
        assert flat(Tasks((Unknown("", (Text("a"),), "x"),))) == [Task((Text("a"),), "x")]

    def test_messages_without_an_instruction_are_what_they_are(self) -> None:
        nodes = (assistant("a"), user("b"), tool_result("c1", "c"))

        assert flat(Tasks(nodes)) == list(nodes)

    def test_a_group_of_turns_is_unfolded_and_its_first_answer_is_the_task(self) -> None:
        turn = Turn(assistant("look", call("c1"), id="x"), (tool_result("c1", "42", id="r"),))
        card = AssistantGroup((turn, Turn(assistant("It is 42."))), "x", marks=ASKED)

        after = flat(Tasks((card,)))

        assert [(one.role, text_of(one)) for one in after] == [
            ("task", "look"),
            ("tool", "42"),
            ("assistant", "It is 42."),
        ]
        assert isinstance(after[1], ToolResult)

    def test_a_group_that_says_nothing_keeps_what_it_was_told(self) -> None:
        after = flat(Tasks((Supervisor((), "x", marks=ASKED),)))

        assert after == [Task((), "x", marks=ASKED)]

    def test_other_cards_are_left_to_their_own_steps(self) -> None:
        council = Council((assistant("yes"),), origin=HERE)
        check = Verification((Text("no"),), origin=HERE)

        after = flat(Tasks((council, check), origin=HERE))

        assert after[0] is council
        assert after[1] is check

    def test_null_entries_of_a_store_are_no_tasks(self) -> None:
        row = {"role": "tasks", "content": "", "tasks": [None, {"role": "task", "content": "a"}]}

        messages = codec_named("uichat").decode([row]).messages

        assert [text_of(one) for one in flatten_tasks(messages)] == ["a"]


class TestProperties:
    """What is true of every history. Each test is named after the invariant."""

    @given(conversations(cards=True))
    def test_no_batch_is_left_and_twice_is_once(self, messages: Messages) -> None:
        once = flatten_tasks(messages)

        assert flatten_tasks(once) is once
        assert not any(isinstance(node, Tasks) for node in once)

    @given(conversations(cards=True))
    def test_each_entry_of_a_batch_of_tasks_is_there_with_its_fields(
        self, messages: Messages
    ) -> None:
        batches = [node for node in messages if isinstance(node, Tasks)]
        inside = [one for batch in batches for one in nested_in(batch) if isinstance(one, Task)]

        after = [node for node in flatten_tasks(messages) if isinstance(node, Task)]

        there = [(one.parts, one.id, one.calls, one.reasoning) for one in after]
        assert all((one.parts, one.id, one.calls, one.reasoning) in there for one in inside)
