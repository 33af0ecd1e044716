"""Put each tool result right behind its call, exactly one for each."""

from __future__ import annotations

from collections.abc import Sequence

from ctxfn.messages import Assistant, Call, Messages, Node, ToolResult, is_flat, nested_in, reuse
from ctxfn.pipeline import Changed, processor
from ctxfn.processors.clean.answer_calls import (
    LateResult,
    MissingResult,
    OpenCalls,
    OrphanResult,
    Rules,
    answer_calls,
    is_speechless,
)

__all__ = ["pair_tool_results"]


@processor
def pair_tool_results(
    messages: Messages,
    /,
    *,
    missing_result: MissingResult = "answer",
    orphan_result: OrphanResult = "drop",
    late_result: LateResult = "drop",
    open_calls: OpenCalls = "answer",
    placeholder: str = "the tool gave no result",
) -> Messages | Changed:
    """Answer every call exactly once, by a result directly behind it, in call order.

    Providers refuse a whole request for one call or result that stands alone, and every later
    one too: the history is sent again each time.

    Contract:
        Which result answers which call: `ctxfn.messages.pair`, so ids may come back in later
        turns. Of several results the first that says something is taken (``late_result=
        "replace"``: the last); a made-up one never beats a real one. A result that says nothing
        but has an error gets the error's words; one with neither stays: nothing is an answer.
        What stood between a call and its result follows behind the results; only words right
        behind a wordless call of the same speaker are said with the call.
        A call without a result is answered by a made-up one with *placeholder* as its error, or
        dropped; calls at the very end may be left open. A result without a call, or one too
        many, is dropped or kept as the text of a user message. Two different calls of one
        message under one id become two ids; a call without an id is dropped.
        Results of calls inside cards stay where they are. Whatever is dropped, renamed, made up
        or turned into text is noted. If each call has its result, the argument comes back.

    Complexity: O(nodes + calls); one look at each node when there is nothing to do.

    Source: LobeHub context-engine, tool message reorder. It keeps the first result of an id
    for the first call of it and replaces real results of later turns, lists and images by
    failures; ours loses none. The made-up text's keys are its.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, text_of, tool_result, user
        >>> said = chat(
        ...     tool_result("c1", "42"), assistant("", call("c1"), call("c2")), user("and?")
        ... )
        >>> paired = pair_tool_results(said)
        >>> [(m.role, text_of(m)) for m in paired[1:3]]  # doctest: +NORMALIZE_WHITESPACE
        [('tool', '42'), ('tool', '{"error":"the tool gave no result","reason":"missing",\
"success":false,"synthetic":true,"tool":"tool"}')]
        >>> pair_tool_results(paired) is paired
        True
        >>> [m.role for m in pair_tool_results(said, missing_result="drop_call")]
        ['assistant', 'tool', 'user']
    """
    nodes = list(messages)
    suspects = _suspects(nodes, open_calls == "leave")
    if not suspects:
        return messages
    rules = Rules(missing_result, orphan_result, late_result, open_calls, placeholder)
    after, notes = answer_calls(nodes, _spread(nodes, suspects), _in_cards(nodes), rules)
    result = reuse(messages, after)
    return Changed(result, tuple(notes)) if notes else result


def _suspects(nodes: Sequence[Node], may_stay_open: bool) -> set[str]:
    """Collect the call ids that are not simply asked once and answered right behind."""
    found: set[str] = set()
    awaited: tuple[Call, ...] = ()
    seen = 0
    for node in nodes:
        kind = type(node)
        if kind is ToolResult:
            fits = seen < len(awaited) and awaited[seen].id == node.call_id  # type: ignore[union-attr]
            if fits and (node.error is None or not is_speechless(node)):  # type: ignore[union-attr, arg-type]
                seen += 1
            else:
                found.add(node.call_id)  # type: ignore[union-attr]
            continue
        if seen < len(awaited):
            found.update(call.id for call in awaited)
        seen = 0
        awaited = node.calls if kind is Assistant else ()  # type: ignore[union-attr]
        if awaited and not _is_clear(awaited):
            found.update(call.id for call in awaited)
    if seen < len(awaited) and not may_stay_open:
        found.update(call.id for call in awaited)
    return found


def _is_clear(calls: tuple[Call, ...]) -> bool:
    if len(calls) == 1:
        return calls[0].id != ""
    ids = {call.id for call in calls}
    return len(ids) == len(calls) and "" not in ids


def _spread(nodes: Sequence[Node], suspects: set[str]) -> frozenset[str]:
    """Add the ids that share a message with a suspect: its results are laid out together."""
    asking = [node.calls for node in nodes if isinstance(node, Assistant) and len(node.calls) > 1]
    size = -1
    while size != len(suspects):
        size = len(suspects)
        for calls in asking:
            if any(call.id in suspects for call in calls):
                suspects.update(call.id for call in calls)
    return frozenset(suspects)


def _in_cards(nodes: Sequence[Node]) -> frozenset[str]:
    waiting = [node for node in nodes if not is_flat(node)]
    ids: set[str] = set()
    while waiting:
        node = waiting.pop()
        ids.update(call.id for call in getattr(node, "calls", ()))
        waiting.extend(nested_in(node))
    return frozenset(ids)
