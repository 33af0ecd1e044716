"""What a step activates, and what earlier ones did."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.messages import (
    AssistantGroup,
    CompressedGroup,
    Mention,
    Node,
    Origin,
    ToolError,
    ToolName,
    ToolResult,
    Turn,
    User,
    assistant,
    call,
    chat,
    freeze,
    tool_result,
    user,
)
from ctxfn.skills import Activation, activations_in, skill_delta

ACTIVATE = ToolName("lobe-skills", "activateSkill")
SEVERAL = ToolName("lobe-activator", "activateTools", "mcp")


def naming(*skills: str) -> User:
    marks = tuple(Mention(one, None, "skill") for one in skills)
    return evolve(user("so"), marks=(*marks, Mention("x", None, "tool")))


def result(state: object, tool: ToolName | str | None = ACTIVATE) -> ToolResult:
    return ToolResult(tool=tool, state=freeze(state))


def found(*nodes: Node) -> list[str]:
    return [one.skill for one in activations_in(nodes)]


class TestDelta:
    """The person's last message, and what a program adds."""

    def test_mentions_of_the_last_message(self) -> None:
        said = chat(naming("old"), assistant("ok"), naming("b", "a", "b"), assistant("hm"))

        assert [one.skill for one in skill_delta(said).activations] == ["b", "a"]

    def test_no_message_of_ours(self) -> None:
        ours = evolve(naming("a"), origin=Origin(ours="tail"))

        assert skill_delta(chat(naming("b"), ours)).activations == (
            Activation("b", None, "mention"),
        )

    def test_nobody_spoke(self) -> None:
        assert skill_delta(chat()).activations == ()

    def test_what_a_program_decides_comes_behind(self) -> None:
        more = Activation("z", "x", "application", 1)

        assert skill_delta(chat(naming("a")), also=(more,), step=3).activations == (
            Activation("a", None, "mention", 3),
            more,
        )


class TestHistory:
    """Results of the tools that activate."""

    @pytest.mark.parametrize(
        ("state", "expected"),
        [
            ({"id": "pdf", "name": "PDF"}, ["pdf"]),
            ({"identifier": "pdf"}, ["pdf"]),
            ({"name": "PDF"}, ["PDF"]),
            ({"id": 7, "name": ""}, []),
            ({}, []),
            ([], []),
            (None, []),
        ],
    )
    def test_one_skill(self, state: object, expected: list[str]) -> None:
        assert found(result(state)) == expected

    def test_several(self) -> None:
        state = {"activatedSkills": [{"name": "A"}, "b", None, 3, {"id": "c"}], "name": "no"}

        assert found(result(state, SEVERAL)) == ["A", "b", "c"]

    @pytest.mark.parametrize("listed", [None, "pdf", {"a": 1}])
    def test_a_list_that_is_none(self, listed: object) -> None:
        assert found(result({"activatedSkills": listed}, SEVERAL)) == []

    def test_again_moves_to_the_end(self) -> None:
        assert found(*(result({"id": one}) for one in "aba")) == ["b", "a"]

    def test_in_cards_and_what_was_compressed(self) -> None:
        turn = Turn(assistant(call("c")), (result({"id": "in-card"}),))
        gone = CompressedGroup((), (result({"id": "gone"}),), (result({"id": "pinned"}),))

        assert found(gone, AssistantGroup((turn,))) == ["gone", "pinned", "in-card"]

    def test_a_failure_activates_nothing(self) -> None:
        failed = evolve(result({"id": "pdf"}), error=ToolError("gone"))

        assert found(failed) == []

    @pytest.mark.parametrize(
        "name", ["lobe-skills____activateSkill", "lobe-skills____activateSkill____x"]
    )
    def test_a_name_as_on_the_wire(self, name: str) -> None:
        assert found(result({"id": "pdf"}, name)) == ["pdf"]

    def test_without_a_name_the_call_tells(self) -> None:
        asked = assistant(call("c1", "lobe-skills____activateSkill"))
        answer = evolve(tool_result("c1", "ok"), state=freeze({"id": "pdf"}))

        assert found(asked, answer) == ["pdf"]
        assert found(answer) == []

    def test_other_tools_do_not_count(self) -> None:
        assert found(result({"id": "pdf"}, ToolName("files", "read"))) == []
        assert found(result({"id": "pdf"}, "activateSkill")) == []

    def test_tools_of_your_own(self) -> None:
        mine = result({"id": "pdf"}, ToolName("mine", "go"))

        assert [one.skill for one in activations_in([mine], one=(("mine", "go"),))] == ["pdf"]

    def test_what_people_named_if_asked_for(self) -> None:
        said: list[Node] = [result({"id": "b"}), naming("a", "b"), result({"id": "c"})]

        assert activations_in(said, mentions=True) == (
            Activation("a", by="mention"),
            Activation("b", by="mention"),
            Activation("c"),
        )
        assert found(*said) == ["b", "c"]

    @given(st.lists(st.sampled_from("abc")), st.lists(st.sampled_from("abc")))
    def test_each_once_the_latest_last(self, first: list[str], then: list[str]) -> None:
        nodes = [result({"id": one}) for one in (*first, *then)]
        latest = list(dict.fromkeys(reversed([*first, *then])))

        assert found(*nodes) == latest[::-1]
