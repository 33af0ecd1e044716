"""view_as: one history, seen from where each agent stands."""

from __future__ import annotations

from hypothesis import given

from ctxfn.context import Context
from ctxfn.messages import (
    Assistant,
    Attributed,
    assistant,
    call,
    chat,
    marks_of,
    system,
    text_of,
    tool_result,
    user,
)
from ctxfn.processors import view_as
from tests.processors.reshape.teams import by, noted, seen, several_agents

FAIR = chat(
    system("rules"),
    user("Plan a fair"),
    assistant("9k.", call("c1", "sum"), name="Cfo"),
    tool_result("c1", "9000"),
    assistant("Tents.", name="Ops"),
)


class TestExamples:
    """The same words, in other roles."""

    def test_each_sees_its_own_turns_as_its_own(self) -> None:
        assert [node.role for node in view_as(FAIR, agent="Ops")] == [
            "system",
            "user",
            "user",
            "user",
            "assistant",
        ]
        assert [node.role for node in view_as(FAIR, agent="Cfo")] == [
            "system",
            "user",
            "assistant",
            "tool",
            "user",
        ]

    def test_nobody_sees_everybody_as_somebody_else(self) -> None:
        texts = [text_of(node) for node in view_as(FAIR, agent="Zoe", label="colon")]

        assert texts[-1] == "Ops: Tents."

    def test_calls_of_others_can_go_before_anything_is_written(self) -> None:
        context = view_as(Context(FAIR), agent="Ops", calls="drop", label="brackets")

        assert [text_of(node) for node in context.messages[2:]] == ["[Cfo]: 9k.", "Tents."]
        assert [note.kind for note in noted(context)] == ["dropped-call", "dropped-result"]

    def test_messages_of_nobody_are_ones_own_or_somebodys(self) -> None:
        said = chat(assistant("hm"))

        assert view_as(said, agent="Ops") is said
        assert text_of(view_as(said, agent="Ops", unnamed="other")[0]) == (
            '<speaker name="another agent" />\nhm'
        )

    def test_a_known_team_joins_ids_and_names(self) -> None:
        context = seen(by("b", assistant("by id")), assistant("by name", name='Bo "9k"'))

        assert view_as(context, agent="b") is context
        assert {node.role for node in view_as(context, agent="Ann").messages} == {"user"}

    def test_a_view_of_a_view_changes_what_was_ones_own(self) -> None:
        first = view_as(FAIR, agent="Ops")
        second = view_as(first, agent="Cfo")

        assert second[2:4] == first[2:4]
        assert second[4].role == "user"


class TestProperties:
    """Whatever was said by whomever."""

    @given(several_agents())
    def test_no_other_agent_is_an_assistant(self, context: Context) -> None:
        after = view_as(context, agent="a", unnamed="other", calls="drop")

        assert not [
            node
            for node in after.messages
            if isinstance(node, Assistant) and node.origin.agent not in (None, "a")
        ]

    @given(several_agents())
    def test_where_calls_go_no_element_is_written(self, context: Context) -> None:
        after = view_as(context, agent="nobody", unnamed="other", calls="drop")

        written = [node for node in after.messages if marks_of(Attributed, node)]
        assert not [node for node in written if "<tool_" in text_of(node).lower()]
