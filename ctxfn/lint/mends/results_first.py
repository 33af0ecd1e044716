"""Put results of tools before what a person says in the same turn."""

from __future__ import annotations

from ctxfn.context import Note
from ctxfn.messages import Assistant, Messages, Node, ToolResult, User, reuse
from ctxfn.pipeline import Changed, processor

__all__ = ["late_results", "results_first"]


def late_results(messages: Messages) -> tuple[int, ...]:
    """Return the places of results that words keep from the calls they answer.

    Nothing but results and user messages stands between, so all of it is one turn.

    Complexity: O(nodes).
    """
    late: list[int] = []
    asked: frozenset[str] = frozenset()
    spoken = False
    for place, node in enumerate(messages):
        if isinstance(node, Assistant):
            asked, spoken = frozenset(call.id for call in node.calls), False
        elif isinstance(node, User):
            spoken = True
        elif not isinstance(node, ToolResult):
            asked = frozenset()
        elif spoken and node.call_id in asked:
            late.append(place)
    return tuple(late)


@processor
def results_first(messages: Messages, /) -> Messages | Changed:
    """Move results that words keep from their calls before those words.

    Contract:
        The order among results, and among words, stays. One note names what moved. Twice is
        once.

    Complexity: O(nodes).

    Source: catalogue rule ``tool-result-not-first``.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result, user
        >>> said = chat(assistant("", call("c1")), user("quick!"), tool_result("c1", "42"))
        >>> [message.role for message in results_first(said)]
        ['assistant', 'tool', 'user']
    """
    late = late_results(messages)
    if not late:
        return messages
    moved = frozenset(late)
    after: list[Node] = []
    waiting: list[Node] = []
    for place, node in enumerate(messages):
        if isinstance(node, User):
            waiting.append(node)
        elif place in moved:
            after.append(node)
        elif isinstance(node, ToolResult):
            (waiting or after).append(node)
        else:
            after += [*waiting, node]
            waiting = []
    ids = tuple(one.id for one in (messages[place] for place in late) if one.id is not None)
    text = f"{len(late)} results were put before what was said in their turn"
    note = Note("results_first", "moved-result", text, ids, late)
    return Changed(reuse(messages, [*after, *waiting]), (note,))
