"""Rules of the three ways to run an agent: chat, exactly its own plugins, and with all tools."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from ctxfn.arguments import blames_arguments
from ctxfn.tools.enabling import EnableRules, PlatformFilter

__all__ = [
    "ALWAYS_ON",
    "CHAT_TOOLS",
    "DEFAULT_TOOLS",
    "agent_rules",
    "chat_rules",
    "default_tools",
    "own_rules",
]

#: Packages that an agent with tools always has.
ALWAYS_ON: Final = ("lobe-agent", "lobe-activator", "lobe-skills", "lobe-skill-store")

#: Packages that are asked about without anybody requesting them.
DEFAULT_TOOLS: Final = (
    "lobe-activator",
    "lobe-skills",
    "lobe-skill-store",
    "lobe-web-browsing",
    "lobe-knowledge-base",
    "lobe-user-memory",
    "lobe-local-system",
    "lobe-browser",
    "lobe-cloud-sandbox",
    "lobe-topic-reference",
    "lobe-agent-documents",
    "lobe-task",
    "lobe-agent",
)

#: The only packages of a plain chat, each with a condition of its own.
CHAT_TOOLS: Final = (
    "lobe-knowledge-base",
    "lobe-user-memory",
    "lobe-web-browsing",
    "lobe-image-generation",
)

#: Packages by which a model finds skills: nobody looks where a person chooses them.
_FINDERS: Final = ("lobe-activator", "lobe-skill-store")


@blames_arguments
def default_tools(
    *, manual_skills: bool = False, defaults: Iterable[str] = DEFAULT_TOOLS
) -> tuple[str, ...]:
    """Return the identifiers that are asked about by default.

    Contract:
        *defaults*, in their order; where skills are chosen by hand (*manual_skills*) without the
        packages that activate and find them.

    Complexity: O(identifiers).

    Source: LobeHub context-engine, its call sites.

    Examples:
        >>> default_tools(manual_skills=True)[:2]
        ('lobe-skills', 'lobe-web-browsing')
    """
    without = _FINDERS if manual_skills else ()
    return tuple(one for one in defaults if one not in without)


@blames_arguments
def chat_rules(
    conditions: Mapping[str, bool], /, *, candidates: Iterable[str] = CHAT_TOOLS
) -> EnableRules:
    """Return the rules of a plain chat: few packages, each if its condition holds.

    Contract:
        On is a candidate whose condition is True, and nothing else: no plugin, nothing that is
        always on elsewhere, and nothing by asking for it by name.

    Complexity: O(candidates).

    Source: LobeHub context-engine, its call sites in chat mode.

    Examples:
        >>> from ctxfn.tools import Manifest, ToolQuestion
        >>> rules = chat_rules({"lobe-web-browsing": True, "mail": True})
        >>> web, mail = Manifest("lobe-web-browsing"), Manifest("mail")
        >>> [bool(rules(ToolQuestion(one, explicit=True))) for one in (web, mail)]
        [True, False]
    """
    return EnableRules.of({one: conditions.get(one, False) for one in candidates})


@blames_arguments
def own_rules(plugins: Iterable[str], /) -> EnableRules:
    """Return the rules of an agent that has exactly its own *plugins*.

    Contract:
        On is what *plugins* lists, and nothing by asking for it by name.

    Complexity: O(plugins).

    Source: LobeHub context-engine, the server's custom mode.

    Examples:
        >>> own_rules(["mail"]).rules
        pmap({'mail': True})
    """
    return EnableRules.of(dict.fromkeys(plugins, True))


@blames_arguments
def agent_rules(
    plugins: Iterable[str] = (),
    /,
    *,
    conditions: Mapping[str, bool] | None = None,
    always: Iterable[str] = ALWAYS_ON,
    platform: PlatformFilter | None = None,
) -> EnableRules:
    """Return the rules of an agent with tools: what it has, what is always on, conditions last.

    The conditions are the application's: a sandbox by the mode it runs in, local files only
    while a device is online, memory by a setting.

    Contract:
        On are *plugins* and *always*, unless *conditions* say otherwise, which may also add;
        what is asked for by name is on. *platform* is asked before the rules.

    Complexity: O(identifiers).

    Source: LobeHub context-engine, its call sites in agent mode.

    Examples:
        >>> rules = agent_rules(["mail"], conditions={"mail": False}, always=())
        >>> rules.rules, rules.explicit
        (pmap({'mail': False}), True)
    """
    usual = dict.fromkeys((*plugins, *always), True)
    return EnableRules.of({**usual, **(conditions or {})}, platform=platform, explicit=True)
