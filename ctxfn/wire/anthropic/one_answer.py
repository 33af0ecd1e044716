"""One answer that was written as several messages: the results of all its calls follow it."""

from __future__ import annotations

from attrs import evolve

from ctxfn.messages import NOWHERE, Assistant, Node
from ctxfn.wire.anthropic.written import Form, form_of

__all__ = ["one_answer", "rows_of"]


def one_answer(before: Node, node: Node) -> Assistant | None:
    """Make one answer of *before*, which calls, and *node*, which follows it, if it is plain.

    The API reads the two as one turn, and their results stand behind both: apart, the results
    of the first would not stand behind it.

    Contract:
        ``None`` unless both are answers in blocks, both call, and the second carries nothing
        beside them. How they were written is remembered.

    Complexity: O(parts + calls + thoughts).

    Source: ours; recorded requests that were accepted.

    Examples:
        >>> from ctxfn.messages import assistant, call
        >>> one_answer(assistant(call("c1")), assistant(call("c2"))) is None  # nobody read them
        True
    """
    if not isinstance(before, Assistant) or not isinstance(node, Assistant):
        return None
    first, second = form_of(before), form_of(node)
    if first is None or second is None or not before.calls or not node.calls:
        return None
    plain = not node.extras and node.id is None and node.origin is NOWHERE
    if not plain or {first.content, second.content} != {"list"}:
        return None
    rows = first.rows or ((first.keys, len(first.order)),)
    form = first._replace(
        blocks=first.blocks + second.blocks,
        order=first.order + second.order,
        rows=(*rows, (second.keys, len(second.order))),
    )
    return evolve(
        before,
        parts=before.parts + node.parts,
        calls=before.calls + node.calls,
        reasoning=before.reasoning + node.reasoning,
        written=form,
    )


def rows_of(form: Form | None, blocks: list[object]) -> list[tuple[tuple[str, ...], list[object]]]:
    """Cut *blocks* into the messages that *form* remembers, if it remembers several."""
    if form is None or not form.rows or sum(count for _, count in form.rows) != len(blocks):
        return []
    cut: list[tuple[tuple[str, ...], list[object]]] = []
    start = 0
    for keys, count in form.rows:
        cut.append((keys, blocks[start : start + count]))
        start += count
    return cut
