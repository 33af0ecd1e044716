"""Put each tool result right behind its call, exactly one for each."""

from __future__ import annotations

from collections.abc import Sequence

from ctxfn.messages import Assistant, Messages, Node, ToolResult, is_asked_elsewhere, reuse
from ctxfn.pipeline import Changed, processor, separable
from ctxfn.processors.clean.answer_calls import answer_calls
from ctxfn.processors.clean.choose_result import is_speechless
from ctxfn.processors.clean.find_concerned import has_clear_ids
from ctxfn.processors.clean.pairing_rules import (
    LateResult,
    MissingResult,
    OpenCalls,
    OrphanResult,
    Rules,
)

__all__ = ["pair_tool_results"]


def _has_unclear_ids(messages: Messages, /, **_: object) -> bool:
    """Say whether ids have to be made, which nobody else may have."""
    return not all(has_clear_ids(node.calls) for node in messages if isinstance(node, Assistant))


@processor
@separable(tells=True, unless=_has_unclear_ids)
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
        A result whose call a server holds (`AskedElsewhere`) stays where it stands.
        Cards are not looked into: take them apart first (`flatten_groups`), or a result beside
        a card that holds its call counts as an orphan. Whatever is dropped, renamed, moved, made up or
        turned into text is noted. If each call has its result, the argument comes back.

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
    if _is_paired(nodes, open_calls == "leave"):
        return messages
    rules = Rules(missing_result, orphan_result, late_result, open_calls, placeholder)
    after, notes = answer_calls(nodes, rules)
    result = reuse(messages, after)
    return Changed(result, tuple(notes)) if notes else result


def _is_paired(nodes: Sequence[Node], may_stay_open: bool) -> bool:
    """Say whether each call is answered in its place; stops at the first that is not."""
    rest = iter(nodes)
    for node in rest:
        if type(node) is Assistant:
            calls = node.calls
            if len(calls) > 1 and not has_clear_ids(calls):
                return False
            for call in calls:
                result = next(rest, None)
                if result is None:
                    return may_stay_open and call.id != ""
                if type(result) is not ToolResult or result.call_id != call.id:
                    return False
                if not call.id or (result.error is not None and is_speechless(result)):
                    return False
        elif type(node) is ToolResult and not is_asked_elsewhere(node):
            return False
    return True
