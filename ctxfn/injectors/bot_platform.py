"""How to behave as a bot on a messenger, in the system message."""

from __future__ import annotations

from typing import Final

from ctxfn.facts import BotPlatform
from ctxfn.injectors.say_tool import say_tool
from ctxfn.messages import ToolName, enclose, escape_line, is_blank
from ctxfn.slots import SYSTEM, Injector

__all__ = ["bot_platform", "render_bot_platform"]

_PLACE: Final = (
    "You take part in a conversation on {name}: you are one of those who talk there, not somebody "
    "who advises from outside."
)
_BEHAVIOR: Final = (
    "Behave as a member of the group.",
    "Where a message refers to something you have not seen, read the recent messages of the "
    "channel with {reader} first; never ask people to repeat themselves.",
    "When in doubt, read further back rather than ask.",
    "Keep answers short, as people do in a messenger.",
    "Do not mention buttons, panels or pages of other applications: nobody here sees them.",
)
_DELIVERY: Final = (
    "What you answer is delivered to this channel for you.",
    "Do not call a tool that sends messages in order to answer here; call one only for another "
    "channel or person, and only when asked to.",
)
_PLAIN: Final = (
    "Markdown is not shown here. Write plain text: no headings, bold, italics, strikethrough, "
    "links, quotes, tables, code marks or fenced code.",
    "Give structure with line breaks, indentation, dashes and numbers.",
)
_TROUBLE: Final = (
    "Something went wrong while the person's message was read. Tell them briefly what they need "
    "to know of it:"
)


def render_bot_platform(platform: BotPlatform) -> str:
    """Write where the model is, how to behave there, and who delivers what it says.

    Contract:
        Plain text is asked for only where Markdown is not shown; warnings stand last, one line
        each, blank ones left out. The platform's name and the warnings are escaped. Without a
        name, no text.

    Complexity: O(characters).

    Source: LobeHub context-engine, bot platform: tags and their order; it escapes the warnings
    alone, and there one with a line break looks like two.

    Examples:
        >>> told = render_bot_platform(BotPlatform("Telegram", warnings=("a.pdf is too large",)))
        >>> print(told[told.index("<message_delivery>") :])
        <message_delivery>
        What you answer is delivered to this channel for you.
        Do not call a tool that sends messages in order to answer here; call one only for \
another channel or person, and only when asked to.
        </message_delivery>
        <processing_warnings>
        Something went wrong while the person's message was read. Tell them briefly what they \
need to know of it:
        - a.pdf is too large
        </processing_warnings>
        </bot_platform_context>
    """
    if is_blank(platform.name):
        return ""
    # No `format` on a text that holds a name: braces in it would be read.
    reader = _tool(platform.reader, "the tool that reads messages")
    behavior = [f"- {line.replace('{reader}', reader)}" for line in _BEHAVIOR]
    sections = [
        _PLACE.replace("{name}", escape_line(platform.name)),
        enclose("behavior", *behavior),
        enclose("message_delivery", *_DELIVERY),
    ]
    if not platform.supports_markdown:
        sections.append(enclose("formatting", *_PLAIN))
    warnings = [f"- {escape_line(one)}" for one in platform.warnings if not is_blank(one)]
    if warnings:
        sections.append(enclose("processing_warnings", _TROUBLE, *warnings))
    return enclose("bot_platform_context", *sections, platform=platform.name)


def _tool(tool: ToolName | str | None, otherwise: str) -> str:
    return escape_line(say_tool(tool, otherwise))


bot_platform: Final = Injector("bot_platform", SYSTEM, BotPlatform, render_bot_platform)
