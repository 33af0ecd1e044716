"""Where messages stood that the API would not take there: they are written where it would."""

from __future__ import annotations

from attrs import evolve

from ctxfn.messages import Assistant, Node, ToolResult, User, Verbatim
from ctxfn.wire.gemini.written import form_of

__all__ = ["well_placed"]


def well_placed(before: Node | None, node: Node) -> tuple[Node, str | None]:
    """Return *node*, behind *before*, without its place if it may not stand there, and why.

    Contract:
        Results that follow each other stand in one content; words beside results get one of
        their own; a result says something; a step of calls that its first call alone signs is
        one content. What stood right: the same object.

    Complexity: O(1); of an answer written as several contents O(calls).

    Source: catalogue rules ``tool-results-split``, ``result-turn-mixed``,
    ``function-response-not-object`` and ``thought-signature-missing``.

    Examples:
        >>> from ctxfn.wire.gemini.decode import decode
        >>> answer = {"functionResponse": {"name": "f", "response": {}}}
        >>> read = decode([{"parts": [answer, {"text": "So?"}]}]).messages
        >>> well_placed(read[0], read[1])[1]
        'words beside results stand in a content of their own'
    """
    form = form_of(node)
    if form is None:
        return node, None
    why: str | None = None
    if isinstance(node, User) and isinstance(before, ToolResult) and form.place == "joined":
        why = "words beside results stand in a content of their own"
    elif isinstance(node, ToolResult) and not _is_object(form.response):
        why = "what a tool answers is an object, be it one of nothing"
    elif isinstance(node, ToolResult) and isinstance(before, ToolResult):
        other = form_of(before)
        if other is not None and other.number != form.number:
            why = "the results of one step stand in one content"
    elif isinstance(node, Assistant) and form.rows and not _is_signed(node, form.rows, form.order):
        why = "a step whose first call alone is signed stands in one content"
        return evolve(node, written=form._replace(rows=())), why
    return (node, None) if why is None else (evolve(node, written=None), why)


def _is_object(response: Verbatim | None) -> bool:
    return response is not None and isinstance(response.shared(), dict)


def _is_signed(
    node: Assistant, rows: tuple[tuple[tuple[str, ...], str | None, int], ...], order: str
) -> bool:
    """Say whether the first call of each content of *node* is signed, or none of them is."""
    signed: list[bool] = []
    start, call = 0, 0
    for *_, count in rows:
        calls = order[start : start + count].count("c")
        if calls and call + calls <= len(node.calls):
            signed.append(bool(node.calls[call].signature))
        start, call = start + count, call + calls
    return all(signed) or not any(signed)
