"""The part of both builders that lists what an agent can be given."""

from __future__ import annotations

from typing import Final, get_args

from ctxfn.facts import OfficialTool, ToolOffer
from ctxfn.injectors.write_sections import section, titled
from ctxfn.messages import tag

__all__ = ["render_official_tools"]

_OFFERS: Final[tuple[ToolOffer, ...]] = get_args(ToolOffer)


def render_official_tools(tools: tuple[OfficialTool, ...]) -> str:
    """Write *tools* in an element for each who offers them; none, no text.

    Contract:
        Built-in ones first; within an element in their own order. Whether a built-in one is
        installed is not said. Whatever the values hold is escaped.

    Complexity: O(characters).

    Source: LobeHub context-engine, official tools of its builders.

    Examples:
        >>> mail = OfficialTool("mailco", "MailCo", "composio", "Letters", enabled=True)
        >>> print(render_official_tools((mail,)))
        <available_official_tools>
        <composio_tools>
        <tool id="mailco" installed="false" enabled="true">MailCo - Letters</tool>
        </composio_tools>
        </available_official_tools>
    """
    return section(
        "available_official_tools",
        *(
            section(f"{offer.replace('-', '_')}_tools", *map(_tool, _of(tools, offer)))
            for offer in _OFFERS
        ),
    )


def _of(tools: tuple[OfficialTool, ...], offer: ToolOffer) -> tuple[OfficialTool, ...]:
    return tuple(tool for tool in tools if tool.kind == offer)


def _tool(tool: OfficialTool) -> str:
    return tag(
        "tool",
        titled(tool.name, tool.description),
        id=tool.identifier,
        installed=None if tool.kind == "builtin" else tool.installed,
        enabled=tool.enabled,
    )
