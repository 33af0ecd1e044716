"""agent_identity: who an agent is that works alone."""

from __future__ import annotations

import pytest
from hypothesis import given

from ctxfn.context import Context
from ctxfn.facts import AgentIdentity, InvalidFact, Member, Team
from ctxfn.injectors import agent_identity, render_agent_identity
from ctxfn.messages import chat, user
from ctxfn.slots import SYSTEM
from tests.injectors.hostile import ATTACKS, TEXTS, holds_no_marker, injected, opened, parsed

SAID = chat(user("hi"))
BY_NAME = "<instruction>When somebody asks who you are, answer with this name.</instruction>"
BY_TITLE = "<instruction>When somebody asks who you are, answer with this title.</instruction>"


class TestExamples:
    """Name, title, instruction."""

    def test_where_it_stands(self) -> None:
        assert (agent_identity.slot, agent_identity.reads) == (SYSTEM, (AgentIdentity, Team))

    @pytest.mark.parametrize(
        ("identity", "inner"),
        [
            (
                AgentIdentity("Mira", "Editor"),
                f"<name>Mira</name>\n<title>Editor</title>\n{BY_NAME}",
            ),
            (AgentIdentity("Mira"), f"<name>Mira</name>\n{BY_NAME}"),
            (AgentIdentity(" ", "Editor"), f"<title>Editor</title>\n{BY_TITLE}"),
        ],
    )
    def test_text(self, identity: AgentIdentity, inner: str) -> None:
        expected = f"<agent_identity>\n{inner}\n</agent_identity>"

        assert render_agent_identity(identity) == expected

    @pytest.mark.parametrize("identity", [AgentIdentity(), AgentIdentity("", " \n")])
    def test_nobody(self, identity: AgentIdentity) -> None:
        context = Context.of(SAID, identity)

        assert agent_identity(context) is context

    @pytest.mark.parametrize(
        ("team", "told"), [(Team(), True), (Team((Member("a", "Ann"),), "a"), False)]
    )
    def test_in_a_team_the_team_says_it(self, team: Team, told: bool) -> None:
        found = injected(agent_identity, Context.of(SAID, AgentIdentity("Mira"), team))

        assert bool(found) is told

    @pytest.mark.parametrize("attack", ATTACKS, ids=range(len(ATTACKS)))
    def test_no_value_breaks_out(self, attack: str) -> None:
        text = render_agent_identity(AgentIdentity(attack, attack))

        assert [opened(text, one) for one in ("agent_identity", "name", "title")] == [(1, 1)] * 3
        assert (text.count("<"), holds_no_marker(text)) == (8, True)

    def test_a_name_is_text(self) -> None:
        with pytest.raises(InvalidFact, match=r"AgentIdentity: field name: found 1"):
            AgentIdentity(1)  # type: ignore[arg-type]


@given(TEXTS, TEXTS)
def test_both_can_be_read_again(name: str, title: str) -> None:
    (found,) = parsed(render_agent_identity(AgentIdentity(name, title)))

    assert [one.text for one in found][:2] == [name, title]
