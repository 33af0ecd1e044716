"""Let a result that failed say something, for targets that refuse one that says nothing."""

from __future__ import annotations

from ctxfn.context import Note
from ctxfn.messages import Node, Text, ToolResult, is_blank, with_parts
from ctxfn.pipeline import Told, each_message

__all__ = ["fails_in_silence", "fill_empty_results"]


def fails_in_silence(node: Node) -> bool:
    """Say whether *node* is the result of a call that failed, and does not say why.

    Contract:
        The message of its error is words, where the result has no parts of its own.

    Complexity: O(parts).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import ToolError
        >>> fails_in_silence(ToolResult(call_id="c1", error=ToolError()))
        True
    """
    if not isinstance(node, ToolResult) or (node.error is None and node.synthetic is None):
        return False
    if node.error is not None and node.error.message and not node.parts:
        return False
    return all(isinstance(part, Text) and is_blank(part.text) for part in node.parts)


@each_message
def fill_empty_results(message: ToolResult, /, *, text: str = "(no output)") -> ToolResult | Told:
    """Let a result that failed and says nothing say *text*.

    Contract:
        A result that did not fail may say nothing. Each message that changes is noted. Nothing
        silent: the same object. Twice is once.

    Complexity: O(parts).

    Source: catalogue rule ``tool-result-empty``.

    Examples:
        >>> from ctxfn.messages import ToolError, chat, text_of
        >>> text_of(fill_empty_results(chat(ToolResult(call_id="c1", error=ToolError())))[0])
        '(no output)'
    """
    if not fails_in_silence(message):
        return message
    ids = () if message.id is None else (message.id,)
    note = Note("fill_empty_results", "empty-result", f"a failure without words: {text!r}", ids)
    return Told((with_parts(message, (Text(text),)),), (note,))
