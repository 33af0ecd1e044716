"""The agent that is being built, for the agent that helps to build it."""

from __future__ import annotations

from typing import Final

from ctxfn.facts import EditedAgent
from ctxfn.injectors.official_tools import render_official_tools
from ctxfn.injectors.say_tool import say_tool
from ctxfn.injectors.write_sections import excerpt, joined, questions, section, told
from ctxfn.messages import enclose, is_blank, tag
from ctxfn.slots import PREAMBLE, Injector

__all__ = ["edited_agent", "render_edited_agent"]

#: How many characters of the agent's system role are shown.
_ROLE: Final = 10_000


def render_edited_agent(agent: EditedAgent) -> str:
    """Write how to use it, what the agent is called, how it is set, and what it can be given.

    Contract:
        Each element only if there is something in it; nothing set, no text. A system role of
        more than 10,000 characters shows its head, and its whole length. Whatever the values
        hold is escaped. For another form, another injector: ``evolve(edited_agent, render=...)``.

    Complexity: O(characters).

    Source: LobeHub context-engine, agent builder context: elements and their order; it escapes
    titles and texts, but not ids, models, tags and colours.

    Examples:
        >>> agent = EditedAgent(title="Bo", tags=("travel",), model="m1", opening_message="Hi!")
        >>> print("\\n".join(render_edited_agent(agent).splitlines()[2:]))
        <agent_meta>
        <title>Bo</title>
        <tags>travel</tags>
        </agent_meta>
        <agent_config>
        <model provider="unknown">m1</model>
        <openingMessage>Hi!</openingMessage>
        </agent_config>
        </current_agent_context>
        >>> render_edited_agent(EditedAgent())
        ''
    """
    sections = (_meta(agent), _configuration(agent), render_official_tools(agent.official_tools))
    kept = [one for one in sections if one]
    if not kept:
        return ""
    return enclose("current_agent_context", tag("instruction", _instruction(agent)), *kept)


def _instruction(agent: EditedAgent) -> str:
    toggle = say_tool(agent.toggle_tool, "the tool that switches plugins on and off")
    install = say_tool(agent.install_tool, "the tool that installs plugins")
    return (
        "This is the configuration of the agent that is being edited, as it is now. Use it to "
        "answer questions about the agent and to decide on changes. A plugin is switched on or "
        f"off with {toggle}; one that is not installed yet is installed first, with {install}."
    )


def _meta(agent: EditedAgent) -> str:
    return section(
        "agent_meta",
        told("title", agent.title),
        told("description", agent.description),
        told("avatar", agent.avatar),
        told("backgroundColor", agent.background_color),
        joined("tags", agent.tags),
    )


def _configuration(agent: EditedAgent) -> str:
    model = "" if is_blank(agent.model) else agent.model
    return section(
        "agent_config",
        tag("model", model, provider=agent.provider or "unknown") if model else "",
        joined("enabled_plugins", agent.plugins),
        told("openingMessage", agent.opening_message),
        questions(agent.opening_questions),
        excerpt("systemRole", agent.system_role, longest=_ROLE),
    )


edited_agent: Final = Injector("edited_agent", PREAMBLE, EditedAgent, render_edited_agent)
