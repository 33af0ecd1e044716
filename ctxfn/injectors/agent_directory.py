"""What an agent that creates and calls other agents may choose from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

from ctxfn.facts import (
    AgentDirectory,
    DirectoryAgent,
    DirectoryModel,
    DirectoryPlugin,
    DirectoryProvider,
    PluginOffer,
)
from ctxfn.injectors.say_tool import say_tool
from ctxfn.injectors.write_sections import section, titled
from ctxfn.messages import enclose, tag
from ctxfn.slots import PREAMBLE, Injector

__all__ = ["agent_directory", "render_agent_directory"]

_OFFERS: Final[tuple[PluginOffer, ...]] = get_args(PluginOffer)


def render_agent_directory(directory: AgentDirectory) -> str:
    """Write how to use it, then who the model is, models, other agents and plugins.

    Contract:
        Each element only if there is something in it; nothing there, no text. The instruction
        speaks only of what follows. An ability of a model is told only if it has it. Whatever
        the values hold is escaped. For another form, another injector:
        ``evolve(agent_directory, render=...)``.

    Complexity: O(characters).

    Source: LobeHub context-engine, agent management context, its first point: elements,
    attributes and their order; it does not escape the ids of providers, models and plugins.

    Examples:
        >>> listed = AgentDirectory(
        ...     current=DirectoryAgent("a", "Bo"),
        ...     providers=(DirectoryProvider("p", "P", (DirectoryModel("m", "M", vision=True),)),),
        ... )
        >>> print("\\n".join(render_agent_directory(listed).splitlines()[2:]))
        <current_agent id="a" title="Bo" />
        <available_models>
        <provider id="p" name="P">
        <model id="m" vision="true">M</model>
        </provider>
        </available_models>
        </agent_management_context>
    """
    parts = (
        _current(directory.current),
        section("available_models", *map(_provider, directory.providers)),
        _agents(directory),
        _plugins(directory.plugins),
    )
    kept = [one for one in parts if one]
    if not kept:
        return ""
    instruction = tag("instruction", " ".join(_instructions(directory)))
    return enclose("agent_management_context", instruction, *kept)


def _instructions(directory: AgentDirectory) -> Iterator[str]:
    if directory.current is not None:
        yield (
            "The agent in current_agent is you: edit yourself by that id, and never hand work "
            "to yourself."
        )
    if directory.providers or directory.plugins:
        yield (
            "When you create or change an agent, take the ids of models, providers and plugins "
            "from here, letter by letter."
        )
    if directory.agents:
        call = say_tool(directory.call_tool, "the tool that calls agents")
        search = say_tool(directory.search_tool, "the tool that searches agents")
        yield (
            "The agents in available_agents are others that the person has. Where one clearly "
            f"fits the task you may hand it over with {call}, activated first if need be; where "
            f"none does, look further with {search}."
        )


def _current(agent: DirectoryAgent | None) -> str:
    if agent is None:
        return ""
    return tag("current_agent", id=agent.id, title=agent.title or None)


def _provider(provider: DirectoryProvider) -> str:
    models = map(_model, provider.models)
    return enclose("provider", *models, id=provider.id, name=provider.name)


def _model(model: DirectoryModel) -> str:
    return tag(
        "model",
        titled(model.name, model.description),
        id=model.id,
        functionCall=model.functions or None,
        vision=model.vision or None,
        files=model.files or None,
        reasoning=model.reasoning or None,
    )


def _agents(directory: AgentDirectory) -> str:
    lines = [
        tag("agent", titled(one.title, one.description), id=one.id) for one in directory.agents
    ]
    return section("available_agents", _note(directory) if lines else "", *lines)


def _note(directory: AgentDirectory) -> str:
    if not directory.more_agents:
        return ""
    search = say_tool(directory.search_tool, "the tool that searches agents")
    return tag(
        "note",
        f"Only the {len(directory.agents)} changed last are shown; find the others with {search}.",
    )


def _plugins(plugins: tuple[DirectoryPlugin, ...]) -> str:
    by_offer = (
        section(
            f"{offer.replace('-', '_')}_plugins",
            *(_plugin(one) for one in plugins if one.kind == offer),
        )
        for offer in _OFFERS
    )
    return section("available_plugins", *by_offer)


def _plugin(one: DirectoryPlugin) -> str:
    return tag("plugin", titled(one.name, one.description), id=one.identifier)


agent_directory: Final = Injector(
    "agent_directory", PREAMBLE, AgentDirectory, render_agent_directory
)
