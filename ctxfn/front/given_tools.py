"""Tools that a caller gives beside a request: declarations, or dicts in whatever dialect."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.messages import freeze
from ctxfn.tools import Declaration
from ctxfn.wire import Codec, Conversation, Loss, codec_named

__all__ = ["with_tools"]


def with_tools(
    conversation: Conversation, used: Codec, tools: list[Declaration | dict[str, object]] | None
) -> Conversation:
    """Offer *tools*, declarations or dicts in the format's own writing, in place of the body's."""
    if tools is None:
        return conversation
    offered: list[Declaration] = []
    problems = [one for one in conversation.problems if not _of_tools(one)]
    for number, one in enumerate(tools):
        if isinstance(one, Declaration):
            offered.append(one)
            continue
        read = _declared(used, freeze(one, f"tools[{number}]").thaw())
        offered += read.tools or ()
        problems += [
            evolve(odd, path=odd.path.replace("tools[0]", f"tools[{number}]", 1))
            for odd in read.problems
        ]
    return evolve(conversation, tools=tuple(offered), problems=tuple(problems))


def _of_tools(problem: Loss) -> bool:
    return problem.index is None and problem.path.startswith(
        ("tools", "functions", "toolConfig.tools")
    )


def _declared(used: Codec, tool: object) -> Conversation:
    """Read a declaration in its own dialect, else the format's, else the usual one."""
    body: dict[str, object] = {"messages": [], "tools": [tool]}
    keys = tool.keys() if isinstance(tool, dict) else ()
    named = next((name for key, name in _DIALECTS if key in keys), used.name)
    there = {"messages": [], "toolConfig": {"tools": [tool]}} if named == "bedrock" else body
    read = codec_named(named).decode(there)
    return codec_named("openai_chat").decode(body) if read.tools is None else read


#: A key that only declarations in one format have, and the format.
_DIALECTS: Final = (
    ("input_schema", "anthropic"),
    ("function", "openai_chat"),
    ("toolSpec", "bedrock"),
    ("systemTool", "bedrock"),
)
