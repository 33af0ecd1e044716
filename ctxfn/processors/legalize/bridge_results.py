"""Let the model say a word between a result and a person, where its template wants one there."""

from __future__ import annotations

from pyrsistent import pvector

from ctxfn.context import Note
from ctxfn.messages import Assistant, Messages, Node, Origin, Text, ToolResult, User
from ctxfn.pipeline import Changed, processor

__all__ = ["bridge_results"]


@processor
def bridge_results(
    messages: Messages, /, *, text: str = "(Results received.)"
) -> Messages | Changed:
    """Put an answer of ours that says *text* between a tool's result and a user message behind it.

    Contract:
        Only there: what a person said stays a message of its own, behind the bridge. Each is
        noted. No user message behind a result: the same object. Twice is once.

    Complexity: O(messages).

    Source: catalogue rule ``tool-then-user``.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result, user
        >>> said = chat(assistant("", call("c1")), tool_result("c1", "42"), user("And now?"))
        >>> [message.role for message in bridge_results(said)]
        ['assistant', 'tool', 'assistant', 'user']
    """
    after: list[Node] = []
    notes: list[Note] = []
    for place, node in enumerate(messages):
        before = after[-1] if after else None
        if isinstance(node, User) and isinstance(before, ToolResult):
            after.append(_bridge(before, text))
            words = "an answer of ours stands between a result and what a person says"
            ids = () if node.id is None else (node.id,)
            notes.append(Note("bridge_results", "bridge", words, ids, (place,)))
        after.append(node)
    return Changed(pvector(after), tuple(notes)) if notes else messages


def _bridge(result: ToolResult, text: str) -> Assistant:
    origin = Origin(ours="bridge_results")
    return Assistant((Text(text),), f"ctxfn:bridge:{result.call_id}", origin=origin)
