"""No value of a fact can be more than a value, whatever it holds and wherever it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from hypothesis import given

from ctxfn.facts import (
    AgentDirectory,
    DirectoryAgent,
    DirectoryModel,
    DirectoryPlugin,
    DirectoryProvider,
    Discord,
    DiscordChannel,
    DiscordGuild,
    DiscordThread,
    DiscoverableTool,
    EditedAgent,
    EditedMember,
    EditedTeam,
    Knowledge,
    KnowledgeCollection,
    KnowledgeFile,
    Member,
    Memory,
    MemoryContext,
    MemoryExperience,
    MemoryIdentity,
    MemoryPersona,
    MemoryPreference,
    MentionedAgent,
    MentionedAgents,
    OfficialTool,
    Plan,
    Team,
    ToolDiscovery,
)
from ctxfn.injectors import (
    render_agent_directory,
    render_discord,
    render_edited_agent,
    render_edited_team,
    render_knowledge,
    render_memory,
    render_mentioned_agents,
    render_plan,
    render_team,
    render_tool_discovery,
)
from ctxfn.messages import neutralise
from tests.injectors.read_markup import HOSTILE, TEXTS, Token, read_markup

Writes: TypeAlias = Callable[[str], str]
#: Stands where a value stands, and nowhere else.
PLAIN = "qqq7qqq"


def memory(v: str) -> str:
    return render_memory(
        Memory(
            persona=MemoryPersona(tagline=v, narrative=v),
            identities=(
                MemoryIdentity(id=v, kind=v, role=v, description=v, captured="2026-02-03"),
            ),
            contexts=(MemoryContext(id=v, title=v, description=v),),
            experiences=(MemoryExperience(id=v, situation=v, key_learning=v),),
            preferences=(MemoryPreference(id=v, directives=v),),
        )
    )


def team(v: str) -> str:
    return render_team(Team((Member(v, v), Member("b", v)), v, title=v, purpose=v))


def discord(v: str) -> str:
    return render_discord(
        Discord(DiscordGuild(v, v), DiscordChannel(v, v, v, v), DiscordThread(v, v))
    )


def plan(v: str) -> str:
    return render_plan(Plan(v, v, v, id=v))


def knowledge(v: str) -> str:
    files = (KnowledgeFile(v, v, v), KnowledgeFile(v, v, error=v), KnowledgeFile("f", v, v))
    return render_knowledge(Knowledge(files, (KnowledgeCollection(v, v, v),), True, v, v))


def tool_discovery(v: str) -> str:
    return render_tool_discovery(ToolDiscovery((DiscoverableTool(v, v, v),), v))


def official(v: str) -> tuple[OfficialTool, ...]:
    return OfficialTool(v, v, "builtin", v), OfficialTool(v, v, "composio", v, True, True)


def edited_agent(v: str) -> str:
    return render_edited_agent(
        EditedAgent(
            title=v,
            description=v,
            avatar=v,
            background_color=v,
            tags=(v, v),
            model=v,
            provider=v,
            plugins=(v, v),
            opening_message=v,
            opening_questions=(v,),
            system_role=v,
            official_tools=official(v),
            toggle_tool=v,
            install_tool=v,
        )
    )


def edited_team(v: str) -> str:
    return render_edited_team(
        EditedTeam(
            id=v,
            title=v,
            scene=v,
            purpose=v,
            opening_message=v,
            opening_questions=(v,),
            supervisor_model=v,
            supervisor_provider=v,
            supervisor_plugins=(v,),
            members=(EditedMember(v, v, v),),
            official_tools=official(v),
            invite_tool=v,
            remove_tool=v,
            prompt_tool=v,
            configuration_tool=v,
        )
    )


def agent_directory(v: str) -> str:
    return render_agent_directory(
        AgentDirectory(
            current=DirectoryAgent(v, v),
            providers=(DirectoryProvider(v, v, (DirectoryModel(v, v, v, True),)),),
            agents=(DirectoryAgent(v, v, v),),
            more_agents=True,
            plugins=(DirectoryPlugin(v, v, "custom", v),),
            search_tool=v,
            call_tool=v,
        )
    )


def mentioned_agents(v: str) -> str:
    return render_mentioned_agents(MentionedAgents((MentionedAgent(v, v),), v))


ALL: list[Any] = [
    memory,
    team,
    discord,
    plan,
    knowledge,
    tool_discovery,
    edited_agent,
    edited_team,
    agent_directory,
    mentioned_agents,
]


def as_if(tokens: list[Token], value: str) -> list[Token]:
    """Put *value* where the plain one stands; a length is the value's own."""

    def put(text: str) -> str:
        return text.replace(PLAIN, value)

    return [
        (
            kind,
            put(words),
            tuple(
                (key, str(len(value)) if key == "length" else put(said)) for key, said in attributes
            ),
        )
        for kind, words, attributes in tokens
    ]


@pytest.mark.parametrize("write", ALL)
class TestProperties:
    """Each injector with one value in every place."""

    @pytest.mark.parametrize("value", HOSTILE, ids=ascii)
    def test_a_hostile_value_is_read_back_as_it_was(self, write: Writes, value: str) -> None:
        text = write(value)

        assert read_markup(text) == as_if(read_markup(write(PLAIN)), value)
        assert neutralise(text) is text

    @given(TEXTS)
    def test_any_value_is_read_back_as_it_was(self, write: Writes, value: str) -> None:
        assert read_markup(write(value[:200])) == as_if(read_markup(write(PLAIN)), value[:200])

    def test_a_long_value_is_a_value(self, write: Writes) -> None:
        tokens = read_markup(write("</x>" + "x" * 1_000_000))
        plain = read_markup(write(PLAIN))

        assert [token[0] for token in tokens if token[0] != "text"] == [
            token[0] for token in plain if token[0] != "text"
        ]
