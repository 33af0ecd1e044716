"""The agent and the team that are being built."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from ctxfn.context import Context
from ctxfn.facts import EditedAgent, EditedMember, EditedTeam, OfficialTool
from ctxfn.injectors import edited_agent, edited_team, render_edited_agent, render_edited_team
from ctxfn.messages import ToolName, chat, user
from ctxfn.slots import Injector

TOOLS = (
    OfficialTool("mailco", "MailCo", "composio", "Letters", installed=True),
    OfficialTool("maps", "Maps", enabled=True, installed=True),
    OfficialTool("poems", "Poems", "lobehub-skill"),
    OfficialTool("old", "Old", "klavis", enabled=True),
)
TOOLS_TEXT = """\
<available_official_tools>
<builtin_tools>
<tool id="maps" enabled="true">Maps</tool>
</builtin_tools>
<composio_tools>
<tool id="mailco" installed="true" enabled="false">MailCo - Letters</tool>
</composio_tools>
<klavis_tools>
<tool id="old" installed="false" enabled="true">Old</tool>
</klavis_tools>
<lobehub_skill_tools>
<tool id="poems" installed="false" enabled="false">Poems</tool>
</lobehub_skill_tools>
</available_official_tools>"""


def body(text: str) -> list[str]:
    """The lines between the instruction and the end."""
    return text.split("\n")[2:-1]


@pytest.mark.parametrize(
    ("injector", "empty"),
    [
        (edited_agent, EditedAgent()),
        (edited_agent, EditedAgent(title=" ", tags=("",), provider="p", toggle_tool="t")),
        (edited_agent, EditedAgent(opening_questions=(" ",), system_role="\n")),
        (edited_team, EditedTeam()),
        (edited_team, EditedTeam(purpose=" ", supervisor_provider="p", invite_tool="t")),
    ],
)
def test_what_says_nothing_leaves_the_context_alone(injector: Injector[Any], empty: object) -> None:
    for context in (Context.of(chat(user("hi")), empty), Context.of(chat(user("hi")))):
        assert injector(context) is context


class TestEditedAgent:
    """How to use it, what it is called, how it is set, what it can have."""

    def test_all_of_it(self) -> None:
        whole = EditedAgent(
            title="Bo",
            description="plans",
            avatar="🧭",
            background_color="#fff",
            tags=("travel", "cheap"),
            model="m1",
            provider="p1",
            plugins=("maps", "mail"),
            opening_message="Hi!",
            opening_questions=("Where to?", "When?"),
            system_role="You plan trips.",
            official_tools=TOOLS,
            toggle_tool=ToolName("lobe-agent-builder", "togglePlugin"),
            install_tool="install_it",
        )

        assert render_edited_agent(whole) == (
            "<current_agent_context>\n"
            "<instruction>This is the configuration of the agent that is being edited, as it is "
            "now. Use it to answer questions about the agent and to decide on changes. A plugin "
            "is switched on or off with the tool lobe-agent-builder____togglePlugin; one that is "
            "not installed yet is installed first, with the tool install_it.</instruction>\n"
            "<agent_meta>\n"
            "<title>Bo</title>\n"
            "<description>plans</description>\n"
            "<avatar>🧭</avatar>\n"
            "<backgroundColor>#fff</backgroundColor>\n"
            "<tags>travel, cheap</tags>\n"
            "</agent_meta>\n"
            "<agent_config>\n"
            '<model provider="p1">m1</model>\n'
            "<enabled_plugins>maps, mail</enabled_plugins>\n"
            "<openingMessage>Hi!</openingMessage>\n"
            "<openingQuestions>\n"
            "<question>Where to?</question>\n"
            "<question>When?</question>\n"
            "</openingQuestions>\n"
            '<systemRole length="15">You plan trips.</systemRole>\n'
            "</agent_config>\n"
            f"{TOOLS_TEXT}\n"
            "</current_agent_context>"
        )

    @pytest.mark.parametrize(
        ("agent", "line"),
        [
            (EditedAgent(title="t"), "<title>t</title>"),
            (EditedAgent(description="d"), "<description>d</description>"),
            (EditedAgent(avatar="a"), "<avatar>a</avatar>"),
            (EditedAgent(background_color="c"), "<backgroundColor>c</backgroundColor>"),
            (EditedAgent(tags=("t",)), "<tags>t</tags>"),
        ],
    )
    def test_of_what_it_is_called_each_may_stand_alone(self, agent: EditedAgent, line: str) -> None:
        assert body(render_edited_agent(agent)) == ["<agent_meta>", line, "</agent_meta>"]

    @pytest.mark.parametrize(
        ("agent", "line"),
        [
            (EditedAgent(model="m"), '<model provider="unknown">m</model>'),
            (EditedAgent(plugins=("p",)), "<enabled_plugins>p</enabled_plugins>"),
            (EditedAgent(opening_message="o"), "<openingMessage>o</openingMessage>"),
            (EditedAgent(system_role="s"), '<systemRole length="1">s</systemRole>'),
        ],
    )
    def test_of_how_it_is_set_each_may_stand_alone(self, agent: EditedAgent, line: str) -> None:
        assert body(render_edited_agent(agent)) == ["<agent_config>", line, "</agent_config>"]

    @pytest.mark.parametrize(("more", "dots"), [(0, ""), (1, "...")])
    def test_a_long_system_role_shows_its_head(self, more: int, dots: str) -> None:
        text = render_edited_agent(EditedAgent(system_role="x" * (10_000 + more)))

        shown = f'<systemRole length="{10_000 + more}">{"x" * 10_000}{dots}</systemRole>'
        assert body(text)[1] == shown

    def test_another_form_is_another_injector(self) -> None:
        mine = evolve(edited_agent, render=lambda agent: f"editing {agent.title}")
        after = mine(Context.of(chat(user("hi")), EditedAgent(title="Bo")))

        assert after.messages[0].blocks[0].text == "editing Bo"


class TestEditedTeam:
    """How to use it, what it is called, how it is set, who is in it, what it can have."""

    def test_all_of_it(self) -> None:
        whole = EditedTeam(
            id="g1",
            title="Trip desk",
            scene="productive",
            supervised=True,
            purpose="Plan cheap trips.",
            opening_message="Hi!",
            opening_questions=("Where to?",),
            supervisor_model="m1",
            supervisor_provider="p1",
            supervisor_plugins=("maps",),
            members=(EditedMember("s", "Lead", "leads", True), EditedMember("b", "Bo")),
            official_tools=TOOLS,
            invite_tool="invite",
            remove_tool="remove",
            prompt_tool="prompt",
            configuration_tool="set",
        )

        assert render_edited_team(whole) == (
            "<current_group_context>\n"
            "<instruction>This is the group of agents that is being edited, as it is now. Use it "
            "to answer questions about the group and to decide on changes. A member is invited "
            "with the tool invite and removed with the tool remove; the prompt that all members "
            "share is changed with the tool prompt, everything else with the tool set."
            "</instruction>\n"
            "<group_meta>\n"
            "<id>g1</id>\n"
            "<title>Trip desk</title>\n"
            "</group_meta>\n"
            "<group_config>\n"
            "<scene>productive</scene>\n"
            "<enableSupervisor>true</enableSupervisor>\n"
            '<systemPrompt length="17">Plan cheap trips.</systemPrompt>\n'
            "<openingMessage>Hi!</openingMessage>\n"
            '<openingQuestions count="1">\n'
            "<question>Where to?</question>\n"
            "</openingQuestions>\n"
            "</group_config>\n"
            "<supervisor_agent_config>\n"
            '<model provider="p1">m1</model>\n'
            "<enabled_skills>maps</enabled_skills>\n"
            "</supervisor_agent_config>\n"
            '<group_members count="2">\n'
            '<member id="s" role="supervisor">Lead - leads</member>\n'
            '<member id="b" role="participant">Bo</member>\n'
            "</group_members>\n"
            f"{TOOLS_TEXT}\n"
            "</current_group_context>"
        )

    @pytest.mark.parametrize(
        ("team", "section", "line"),
        [
            (EditedTeam(id="g"), "group_meta", "<id>g</id>"),
            (EditedTeam(scene="s"), "group_config", "<scene>s</scene>"),
            (
                EditedTeam(supervised=False),
                "group_config",
                "<enableSupervisor>false</enableSupervisor>",
            ),
            (
                EditedTeam(supervisor_model="m"),
                "supervisor_agent_config",
                '<model provider="unknown">m</model>',
            ),
            (
                EditedTeam(supervisor_plugins=("p",)),
                "supervisor_agent_config",
                "<enabled_skills>p</enabled_skills>",
            ),
        ],
    )
    def test_each_may_stand_alone(self, team: EditedTeam, section: str, line: str) -> None:
        assert body(render_edited_team(team)) == [f"<{section}>", line, f"</{section}>"]

    def test_a_long_prompt_shows_its_head(self) -> None:
        text = render_edited_team(EditedTeam(purpose="x" * 501))

        assert f'<systemPrompt length="501">{"x" * 500}...</systemPrompt>' in text
