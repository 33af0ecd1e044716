"""Take out the calls of tools that were switched off."""

from __future__ import annotations

from ctxfn.context import Note
from ctxfn.messages import Assistant, Call, has_content, with_calls
from ctxfn.pipeline import Told, each_message
from ctxfn.tools import is_tool_of

__all__ = ["filter_disabled_tools"]


@each_message
def filter_disabled_tools(
    message: Assistant, /, *, identifiers: tuple[str, ...]
) -> Assistant | Told:
    """Remove the calls of *message* to tools whose package is one of *identifiers*.

    A model that sees calls to a tool it no longer has goes on calling it.

    Contract:
        A stored name is compared by its identifier, a wire name as `ctxfn.tools.is_tool_of`
        reads it; case counts. Words, reasoning and other calls stay as they are. A message
        that held nothing but such calls goes too. Their results are left for
        `pair_tool_results`, which drops them. Each removed call is noted. No call concerned:
        the same object.

    Complexity: O(calls x identifiers).

    Source: LobeHub context-engine, disabled tool calls. It misses hashed names and leaves an
    empty message behind.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat
        >>> said = chat(assistant("both", call("c1", "web____search"), call("c2", "files____read")))
        >>> [one.id for one in filter_disabled_tools(said, identifiers=("web",))[0].calls]
        ['c2']
        >>> filter_disabled_tools(said, identifiers=("we",)) is said
        True
    """
    judged = [(call, _is_disabled(call, identifiers)) for call in message.calls]
    gone = tuple(call for call, disabled in judged if disabled)
    if not gone:
        return message
    left = with_calls(message, tuple(call for call, disabled in judged if not disabled))
    text = f"removed {len(gone)} calls of tools that are switched off"
    note = Note("filter_disabled_tools", "disabled-call", text, tuple(call.id for call in gone))
    return Told((left,) if has_content(left) else (), (note,))


def _is_disabled(call: Call, identifiers: tuple[str, ...]) -> bool:
    if isinstance(call.tool, str):
        return any(is_tool_of(call.tool, identifier) for identifier in identifiers)
    return call.tool.identifier in identifiers
