"""What an agent that creates and calls other agents may choose from."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from attrs import frozen

from ctxfn.facts.check_fields import check_fields
from ctxfn.messages import ToolName

__all__ = [
    "AgentDirectory",
    "DirectoryAgent",
    "DirectoryModel",
    "DirectoryPlugin",
    "DirectoryProvider",
    "PluginOffer",
]

PluginOffer: TypeAlias = Literal["builtin", "composio", "klavis", "lobehub-skill", "custom"]
"""Who offers a plugin; custom ones the person brought along."""


@frozen
class DirectoryAgent:
    """An agent of the person."""

    id: str
    title: str | None = None
    description: str | None = None

    __attrs_post_init__ = check_fields


@frozen
class DirectoryModel:
    """A model, and what it can do besides reading and writing."""

    id: str
    name: str
    description: str | None = None
    functions: bool = False
    vision: bool = False
    files: bool = False
    reasoning: bool = False

    __attrs_post_init__ = check_fields


@frozen
class DirectoryProvider:
    """Who serves models, and which."""

    id: str
    name: str
    models: tuple[DirectoryModel, ...] = ()

    __attrs_post_init__ = check_fields


@frozen
class DirectoryPlugin:
    """A package of tools an agent can be given."""

    identifier: str
    name: str
    kind: PluginOffer = "builtin"
    description: str | None = None

    __attrs_post_init__ = check_fields


@frozen(kw_only=True)
class AgentDirectory:
    """All of it; `current` is the agent this request is for, `agents` are others.

    `more_agents`: there are others still, and these are the ones changed last. `search_tool`
    finds the rest and `call_tool` hands work to one, if the model is to call them by name.

    Raises:
        InvalidFact: a field holds what it cannot.
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "step"

    current: DirectoryAgent | None = None
    providers: tuple[DirectoryProvider, ...] = ()
    agents: tuple[DirectoryAgent, ...] = ()
    more_agents: bool = False
    plugins: tuple[DirectoryPlugin, ...] = ()
    search_tool: ToolName | str | None = None
    call_tool: ToolName | str | None = None

    __attrs_post_init__ = check_fields
