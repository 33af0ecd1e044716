"""Make one answer of several that list the same calls, each with the result of another."""

from __future__ import annotations

from attrs import evolve
from pyrsistent import pvector

from ctxfn.context import Note
from ctxfn.messages import Assistant, Messages, Node, ToolResult, calls_in, text_of, with_calls
from ctxfn.pipeline import Changed, processor

__all__ = ["collapse_batches"]

_STEP = "collapse_batches"


@processor
def collapse_batches(messages: Messages, /) -> Messages | Changed:
    """Leave calls out that an answer before lists already, as long as not all have their result.

    Some stores write parallel calls once for each result. Apart, each copy lacks the results of
    the others.

    Contract:
        A copy has the same calls in the same order, and nothing but results stands between. If
        it says something else than the first, its words stay, behind. The results follow as they
        did. Each copy is noted; no copies: the same object. Twice is once.

    Complexity: O(messages + calls).

    Source: a public report on parallel calls, anomalyco/opencontrol#20.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result
        >>> both = assistant("", call("c1"), call("c2"))
        >>> said = chat(both, tool_result("c1", "1"), both, tool_result("c2", "2"))
        >>> [message.role for message in collapse_batches(said)]
        ['assistant', 'tool', 'tool']
    """
    known = calls_in(messages)
    if len(known.ids) == len(known.calls):
        return messages
    after: list[Node] = []
    notes: list[Note] = []
    first: Assistant | None = None
    waiting: set[str] = set()
    for place, node in enumerate(messages):
        if isinstance(node, ToolResult):
            waiting.discard(node.call_id)
        elif isinstance(node, Assistant) and first is not None and _is_copy(node, first, waiting):
            ids = tuple(call.id for call in node.calls)
            notes.append(Note(_STEP, "batch-collapsed", "calls listed before", ids, (place,)))
            if not text_of(node) or node.parts == first.parts:
                continue
            node = with_calls(node, ())
        else:
            first = node if isinstance(node, Assistant) and node.calls else None
            waiting = set() if first is None else {call.id for call in first.calls}
        after.append(node)
    return Changed(pvector(after), tuple(notes)) if notes else messages


def _is_copy(node: Assistant, first: Assistant, waiting: set[str]) -> bool:
    return bool(waiting) and bool(node.calls) and _bare(node) == _bare(first)


def _bare(node: Assistant) -> tuple[object, ...]:
    return tuple(evolve(call, extras=()) for call in node.calls)
