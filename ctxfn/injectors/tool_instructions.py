"""How the tools on offer are to be used, in the system message."""

from __future__ import annotations

from typing import Final

from ctxfn.context import Context
from ctxfn.facts import Model, ToolInstructions, ToolManual, capabilities_of
from ctxfn.messages import enclose, is_blank, neutralise_all, neutralise_tags, tag
from ctxfn.pipeline import reads
from ctxfn.slots import SYSTEM, Injector
from ctxfn.wire import Profile

__all__ = ["cannot_call_tools", "render_tool_instructions", "tool_instructions"]

_ABOUT: Final = "The tools you may call, and how they are meant to be used."
_SILENT: Final = "Nothing more is said about this one."
#: The elements that hold what the author of a package says.
_OURS: Final = ("tools", "tool", "tool.instructions")


@reads(Model, Profile)
def cannot_call_tools(context: Context) -> bool:
    """Say whether the reader of the request is known not to call tools.

    Contract:
        As `ctxfn.facts.capabilities_of`: model first, then target, and nobody knowing is no.

    Complexity: O(1).

    Source: LobeHub context-engine, its callback for calls.

    Examples:
        >>> cannot_call_tools(Context.of((), Model(functions=False)))
        True
        >>> cannot_call_tools(Context.of(()))
        False
    """
    return not capabilities_of(context.get(Model), context.get(Profile)).functions


def render_tool_instructions(given: ToolInstructions) -> str:
    """Write one element a package: its instructions, else its description; none, no text.

    Instructions are the author's words to the model, often with examples of markup: they stay
    readable, but can neither close their element nor open another of ours.

    Contract:
        Packages with neither functions nor instructions are left out. The name is the title,
        else the identifier. Names and descriptions are escaped; in instructions only tags of
        this block and the marks of an envelope lose their meaning.

    Complexity: O(characters).

    Source: LobeHub context-engine, tool system role: tags and their order; it escapes nothing.

    Examples:
        >>> maps = ToolManual("maps", instructions="Answer in <km>.")
        >>> notes = ToolManual("notes", "Notes", "Personal notes", functions=("add",))
        >>> print(render_tool_instructions(ToolInstructions((notes, maps, ToolManual("empty")))))
        <tools description="The tools you may call, and how they are meant to be used.">
        <tool name="Notes">Personal notes</tool>
        <tool name="maps">
        <tool.instructions>Answer in <km>.</tool.instructions>
        </tool>
        </tools>
        >>> render_tool_instructions(ToolInstructions())
        ''
    """
    told = [_manual(one) for one in given.manuals if one.functions or _speaks(one)]
    return enclose("tools", *told, description=_ABOUT) if told else ""


def _speaks(manual: ToolManual) -> bool:
    return not is_blank(manual.instructions or "")


def _manual(manual: ToolManual) -> str:
    name = manual.identifier if is_blank(manual.title or "") else manual.title
    if not _speaks(manual):
        silent = is_blank(manual.description or "")
        return tag("tool", _SILENT if silent else manual.description, name=name)
    (said,) = neutralise_all(neutralise_tags((manual.instructions or "",), _OURS))
    return enclose("tool", f"<tool.instructions>{said}</tool.instructions>", name=name)


tool_instructions: Final = Injector(
    "tool_instructions",
    SYSTEM,
    ToolInstructions,
    render_tool_instructions,
    needless=cannot_call_tools,
)
