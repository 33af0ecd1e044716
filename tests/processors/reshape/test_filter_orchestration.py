"""filter_orchestration: who was told to speak is no part of the talk."""

from __future__ import annotations

from typing import Final

from attrs import evolve
from hypothesis import given

from ctxfn.context import Context
from ctxfn.facts import Team
from ctxfn.messages import (
    Assistant,
    Image,
    Origin,
    ToolName,
    assistant,
    call,
    chat,
    tool_result,
    user,
)
from ctxfn.pipeline import needs
from ctxfn.processors import filter_orchestration
from tests.processors.reshape.teams import TEAM, by, noted, seen, several_agents

SPEAK: Final = ToolName("lobe-group-management", "speak")
FIND: Final = ToolName("web", "find")


class TestExamples:
    """What goes, and what stays."""

    def test_a_message_of_nothing_else_goes_with_its_results(self) -> None:
        order = by("s", assistant(call("c1", SPEAK), id="m1"))
        context = filter_orchestration(seen(user("go"), order, tool_result("c1", "ok", id="m2")))

        assert [*context.messages] == [user("go")]
        assert [(note.kind, note.ids, note.places) for note in noted(context)] == [
            ("orchestration-call", ("c1", "m2"), (1, 2))
        ]

    def test_words_pictures_and_other_calls_stay(self) -> None:
        shown = Image(url="https://a.example/b.png")
        order = by("s", assistant("Ann?", shown, call("c1", SPEAK), call("c2", FIND)))
        said = seen(order, tool_result("c1", "ok"), tool_result("c2", "42"))

        assert [*filter_orchestration(said).messages] == [
            by("s", assistant("Ann?", shown, call("c2", FIND))),
            tool_result("c2", "42"),
        ]

    def test_a_name_on_the_wire_is_the_same_call(self) -> None:
        context = seen(by("s", assistant(call("c1", "lobe-group-management____speak"))))

        assert [*filter_orchestration(context).messages] == []

    def test_a_participants_calls_and_other_functions_stay(self) -> None:
        other = ToolName("lobe-group-management", "createAgent")
        context = seen(
            by("b", assistant(call("c1", SPEAK))),
            tool_result("c1", "ok"),
            by("s", assistant(call("c2", other))),
            assistant(call("c3", SPEAK)),
        )

        assert filter_orchestration(context) is context

    def test_a_lonely_result_goes_by_the_name_it_carries(self) -> None:
        lonely = by("s", tool_result("c1", "ok", tool=SPEAK))
        other = by("b", tool_result("c1", "ok", tool=SPEAK))

        assert [*filter_orchestration(seen(lonely, other)).messages] == [other]

    def test_who_took_a_supervisors_name_is_none(self) -> None:
        taken = Origin(agent="x", agent_name="Lead")
        context = seen(evolve(assistant(call("c1", SPEAK), name="Lead"), origin=taken))

        assert filter_orchestration(context) is context

    def test_its_lists_are_options_and_empty_ones_hold_nothing(self) -> None:
        context = seen(by("s", assistant(call("c1", ToolName("boss", "vote")))))

        assert filter_orchestration(context, identifiers=("boss",), apis=()) is context
        gone = filter_orchestration(context, identifiers=("boss",), apis=("vote",))
        assert [*gone.messages] == []


class TestWhoIsWho:
    """The fact and the option."""

    def test_a_supervisor_sees_its_own_calls(self) -> None:
        context = seen(by("s", assistant(call("c1", SPEAK))), team=evolve(TEAM, current="s"))

        assert filter_orchestration(context) is context
        assert filter_orchestration(context, current="a") is not context

    def test_the_role_here_counts(self) -> None:
        context = seen(by("s", assistant(call("c1", SPEAK))), team=evolve(TEAM, role="supervisor"))

        assert filter_orchestration(context) is context

    def test_nobody_to_speak_is_no_supervisor(self) -> None:
        context = seen(by("s", assistant(call("c1", SPEAK))), team=Team(TEAM.members))

        assert [*filter_orchestration(context).messages] == []

    def test_without_a_team_nothing_happens(self) -> None:
        said = chat(by("s", assistant(call("c1", SPEAK))))

        assert filter_orchestration(said) is said
        assert needs(filter_orchestration()) == (Team,)


class TestProperties:
    """Whatever was said by whomever."""

    @given(several_agents())
    def test_no_such_call_of_a_supervisor_is_left(self, context: Context) -> None:
        step = filter_orchestration(identifiers=("ann", "bob"), apis=("ann", "bob", "reader"))

        for node in step(context).messages:
            if isinstance(node, Assistant) and node.origin.agent == "s":
                for one in node.calls:
                    tool = one.tool
                    if isinstance(tool, ToolName):
                        assert not (
                            tool.identifier in ("ann", "bob")
                            and tool.api in ("ann", "bob", "reader")
                        )
