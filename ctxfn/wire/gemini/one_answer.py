"""One answer that was written as several contents: the results of all its calls follow it."""

from __future__ import annotations

from attrs import evolve

from ctxfn.messages import NOWHERE, Assistant, Node
from ctxfn.wire.gemini.written import Form, form_of

__all__ = ["contents_of", "one_answer"]


def one_answer(before: Node, node: Node) -> Assistant | None:
    """Make one answer of *before*, which calls, and *node*, which calls right behind it.

    The API takes the results of both in one content behind them: apart, the results of the
    first would not stand behind it.

    Contract:
        ``None`` unless both are answers with parts in a list, both call, and the second carries
        nothing beside them. How they were written is remembered.

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
    if not plain or {first.parts, second.parts} != {"list"}:
        return None
    rows = first.rows or ((first.keys, first.role, len(first.order)),)
    form = first._replace(
        layouts=first.layouts + second.layouts,
        order=first.order + second.order,
        rows=(*rows, (second.keys, second.role, len(second.order))),
    )
    return evolve(
        before,
        parts=before.parts + node.parts,
        calls=before.calls + node.calls,
        reasoning=before.reasoning + node.reasoning,
        written=form,
    )


def contents_of(form: Form | None, parts: list[object]) -> list[tuple[Form, list[object]]]:
    """Cut *parts* into the contents that *form* remembers, if it remembers several."""
    if form is None or not form.rows or sum(count for *_, count in form.rows) != len(parts):
        return []
    cut: list[tuple[Form, list[object]]] = []
    start = 0
    for keys, role, count in form.rows:
        cut.append((form._replace(keys=keys, role=role), parts[start : start + count]))
        start += count
    return cut
