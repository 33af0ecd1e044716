"""What an agent that creates and calls other agents may choose from, and whom it has to call."""

from __future__ import annotations

import pytest

from ctxfn.context import Context
from ctxfn.facts import (
    AgentDirectory,
    DirectoryAgent,
    DirectoryModel,
    DirectoryPlugin,
    DirectoryProvider,
    MentionedAgent,
    MentionedAgents,
    Onboarding,
    Todo,
    TodoList,
)
from ctxfn.injectors import (
    agent_directory,
    mentioned_agents,
    onboarding,
    render_agent_directory,
    render_mentioned_agents,
    todo_list,
)
from ctxfn.messages import (
    Messages,
    ToolName,
    User,
    assistant,
    call,
    chat,
    system,
    text_of,
    tool_result,
    user,
)
from ctxfn.processors import render_blocks
from ctxfn.testing import check_slot

ME = DirectoryAgent("agt_b", "Bo")
CY = DirectoryAgent("agt_c", "Cy", "Legal")
MODELS = (
    DirectoryProvider(
        "p1",
        "P One",
        (
            DirectoryModel("m1", "M One", "fast", functions=True, vision=True),
            DirectoryModel("m2", "M Two", files=True, reasoning=True),
        ),
    ),
    DirectoryProvider("p2", "P Two"),
)
PLUGINS = (
    DirectoryPlugin("mine", "Mine", "custom", "own"),
    DirectoryPlugin("maps", "Maps"),
    DirectoryPlugin("poems", "Poems", "lobehub-skill"),
    DirectoryPlugin("mail", "Mail", "composio"),
    DirectoryPlugin("old", "Old", "klavis"),
)
YOU = (
    "The agent in current_agent is you: edit yourself by that id, and never hand work to yourself."
)
IDS = (
    "When you create or change an agent, take the ids of models, providers and plugins from here, "
    "letter by letter."
)
OTHERS = (
    "The agents in available_agents are others that the person has. Where one clearly fits the "
    "task you may hand it over with the tool that calls agents, activated first if need be; where "
    "none does, look further with the tool that searches agents."
)


class TestAgentDirectory:
    """How to use it, then what there is."""

    def test_all_of_it(self) -> None:
        whole = AgentDirectory(
            current=ME, providers=MODELS, agents=(CY,), more_agents=True, plugins=PLUGINS
        )

        assert render_agent_directory(whole) == (
            "<agent_management_context>\n"
            f"<instruction>{YOU} {IDS} {OTHERS}</instruction>\n"
            '<current_agent id="agt_b" title="Bo" />\n'
            "<available_models>\n"
            '<provider id="p1" name="P One">\n'
            '<model id="m1" functionCall="true" vision="true">M One - fast</model>\n'
            '<model id="m2" files="true" reasoning="true">M Two</model>\n'
            "</provider>\n"
            '<provider id="p2" name="P Two">\n'
            "</provider>\n"
            "</available_models>\n"
            "<available_agents>\n"
            "<note>Only the 1 changed last are shown; find the others with the tool that searches "
            "agents.</note>\n"
            '<agent id="agt_c">Cy - Legal</agent>\n'
            "</available_agents>\n"
            "<available_plugins>\n"
            '<builtin_plugins>\n<plugin id="maps">Maps</plugin>\n</builtin_plugins>\n'
            '<composio_plugins>\n<plugin id="mail">Mail</plugin>\n</composio_plugins>\n'
            '<klavis_plugins>\n<plugin id="old">Old</plugin>\n</klavis_plugins>\n'
            '<lobehub_skill_plugins>\n<plugin id="poems">Poems</plugin>\n</lobehub_skill_plugins>\n'
            '<custom_plugins>\n<plugin id="mine">Mine - own</plugin>\n</custom_plugins>\n'
            "</available_plugins>\n"
            "</agent_management_context>"
        )

    @pytest.mark.parametrize(
        ("part", "instruction", "element"),
        [
            (AgentDirectory(current=ME), YOU, "current_agent"),
            (AgentDirectory(providers=MODELS), IDS, "available_models"),
            (AgentDirectory(plugins=PLUGINS), IDS, "available_plugins"),
            (AgentDirectory(agents=(CY,)), OTHERS, "available_agents"),
        ],
    )
    def test_the_instruction_speaks_of_what_follows_alone(
        self, part: AgentDirectory, instruction: str, element: str
    ) -> None:
        lines = render_agent_directory(part).split("\n")

        assert lines[1] == f"<instruction>{instruction}</instruction>"
        assert lines[2].startswith(f"<{element}")
        assert "<note>" not in render_agent_directory(part)

    def test_tools_are_named_if_their_names_are_told(self) -> None:
        told = AgentDirectory(
            agents=(CY,), more_agents=True, search_tool="find", call_tool=ToolName("a", "call")
        )
        text = render_agent_directory(told)

        assert "hand it over with the tool a____call, activated" in text
        assert text.count("the tool find") == 2

    @pytest.mark.parametrize("empty", [AgentDirectory(), AgentDirectory(more_agents=True)])
    def test_what_says_nothing_leaves_the_context_alone(self, empty: AgentDirectory) -> None:
        for context in (Context.of(chat(user("hi")), empty), Context.of(chat(user("hi")))):
            assert agent_directory(context) is context


MENTIONED = MentionedAgents((MentionedAgent("agt_c", "Cy"), MentionedAgent("agt_d", "Di")))
TEXT = (
    "<mentioned_agents>\n"
    "<instruction>The person addressed these agents. Call them with the tool "
    "lobe-agent-management____callAgent, and do not answer in their place.</instruction>\n"
    '<agent id="agt_c" name="Cy" />\n'
    '<agent id="agt_d" name="Di" />\n'
    "</mentioned_agents>"
)


def shown(messages: Messages) -> list[str]:
    """Who made each message, or its role."""
    return [one.origin.ours or one.role for one in messages]


class TestMentionedAgents:
    """A message of its own behind the last thing a person said."""

    def test_text(self) -> None:
        assert render_mentioned_agents(MENTIONED) == TEXT
        assert render_mentioned_agents(MentionedAgents()) == ""

    def test_the_tool_is_named_as_the_request_names_it(self) -> None:
        agents = (MentionedAgent("c", "Cy"),)

        for tool, named in (
            (ToolName("a", "b", "mcp"), "a____b____mcp"),
            ("acme-call", "acme-call"),
        ):
            text = render_mentioned_agents(MentionedAgents(agents, tool))
            assert f"with the tool {named}," in text

    def test_it_stands_behind_the_last_person_and_stays_there_in_a_loop(self) -> None:
        said = chat(system("s"), user("a"), assistant("b"), user("c"))
        looped = said.extend([assistant(call("c1")), tool_result("c1", "42")])

        for messages in (said, looped):
            after = mentioned_agents(Context.of(messages, MENTIONED)).messages
            assert shown(after)[:5] == ["system", "user", "assistant", "user", "behind_last_user"]
            assert len(after) == len(messages) + 1

    def test_the_preamble_does_not_take_it_for_its_own(self) -> None:
        context = Context.of(chat(user("a")), MENTIONED, Onboarding("Go."))
        one = onboarding(mentioned_agents(context)).messages
        other = mentioned_agents(onboarding(context)).messages

        assert one == other
        assert shown(one) == ["preamble", "user", "behind_last_user"]
        assert [len(message.blocks) for message in one] == [1, 0, 1]

    def test_nor_does_it_stand_behind_the_preamble(self) -> None:
        context = Context.of(chat(User(id="p"), assistant("b")), MENTIONED, Onboarding("Go."))

        assert shown(mentioned_agents(onboarding(context)).messages) == [
            "preamble",
            "user",
            "behind_last_user",
            "assistant",
        ]

    def test_the_tail_makes_its_own(self) -> None:
        context = Context.of(chat(user("a")), MENTIONED, TodoList((Todo("x"),)))

        assert shown(todo_list(mentioned_agents(context)).messages) == [
            "user",
            "behind_last_user",
            "tail",
        ]

    def test_it_moves_behind_what_was_said_since(self) -> None:
        before = mentioned_agents(Context.of(chat(user("a")), MENTIONED)).messages
        after = mentioned_agents(Context.of(before.append(user("b")), MENTIONED)).messages

        assert shown(after) == ["user", "user", "behind_last_user"]

    def test_where_nobody_spoke_there_is_none(self) -> None:
        context = Context.of(chat(system("s"), assistant("a")), MENTIONED)

        assert mentioned_agents(context) is context

    def test_the_same_message_object_said_twice_is_two_messages(self) -> None:
        said = user("a")
        after = mentioned_agents(Context.of(chat(said, said), MENTIONED)).messages

        assert shown(after) == ["user", "user", "behind_last_user"]

    def test_it_is_written_without_an_envelope(self) -> None:
        after = render_blocks(mentioned_agents(Context.of(chat(user("a")), MENTIONED))).messages

        assert text_of(after[1]) == TEXT


class TestLaws:
    """Its place is as good as a slot."""

    def test_it_keeps_the_laws_of_slots(self) -> None:
        check_slot(mentioned_agents.slot)
