"""Let the results of one answer, and what a person says behind them, stand in one message."""

from __future__ import annotations

from ctxfn.context import Note
from ctxfn.messages import Messages, Node, ToolResult, User, reuse
from ctxfn.pipeline import Changed, processor
from ctxfn.wire import as_joined, opens_message

__all__ = ["join_results", "split_results"]


def split_results(messages: Messages) -> tuple[int, ...]:
    """Name the messages right behind a result that were written as ones of their own.

    Contract:
        Of what was read alone: else the codec decides what shares a message.

    Complexity: O(messages).

    Source: catalogue rule ``tool-results-split``.

    Examples:
        >>> from ctxfn.messages import chat, tool_result
        >>> split_results(chat(tool_result("c1", "a"), tool_result("c2", "b")))  # nobody read them
        ()
    """
    return tuple(
        place
        for place in range(1, len(messages))
        if isinstance(messages[place - 1], ToolResult)
        and isinstance(messages[place], ToolResult | User)
        and opens_message(messages[place])
    )


@processor
def join_results(messages: Messages, /) -> Messages | Changed:
    """Forget of results, and of words behind them, that they stood in a message of their own.

    Contract:
        They are written in the message before them then. Nothing of what they say changes.
        Each is noted. Nothing apart: the same object. Twice is once.

    Complexity: O(messages).

    Source: catalogue rules ``tool-results-split`` and ``consecutive-same-role``.

    Examples:
        >>> from ctxfn.wire import codec_named
        >>> results = [{"toolResult": {"toolUseId": one, "content": []}} for one in ("a", "b")]
        >>> rows = [{"role": "user", "content": [one]} for one in results]
        >>> said = join_results(codec_named("bedrock").decode(rows).messages)
        >>> split_results(said)
        ()
    """
    apart = split_results(messages)
    if not apart:
        return messages
    after: list[Node] = list(messages)
    notes: list[Note] = []
    for place in apart:
        node = messages[place]
        after[place] = as_joined(node)
        text = f"a {node.role} message stands in the one before it, with its results"
        ids = () if node.id is None else (node.id,)
        notes.append(Note("join_results", "joined", text, ids, (place,)))
    return Changed(reuse(messages, after), tuple(notes))
