"""What the server holds of a conversation: calls that are answered here may be there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import evolve

from ctxfn.messages import AskedElsewhere, Assistant, Node, Opaque, ToolResult, is_asked_elsewhere
from ctxfn.wire.openai_responses.written import CODEC

__all__ = ["is_reference", "marked_held", "without_held"]

#: Settings that name a state on the server.
_STATE: Final = ("previous_response_id", "conversation")

#: No call on the server has a longer id.
_LONGEST: Final = 64

_HELD: Final = AskedElsewhere()


def marked_held(nodes: list[Node], body: Mapping[str, object]) -> list[Node]:
    """Mark the results in *nodes* whose calls the server holds, as *body* or a reference tells.

    Contract:
        A result whose call is here is not marked, nor a second one of a call, nor any where the server holds nothing.
        Nothing to mark: the same list.

    Complexity: O(nodes), if there is a state or a reference.
    """
    results = [place for place, node in enumerate(nodes) if type(node) is ToolResult]
    if not results or not (any(body.get(key) for key in _STATE) or _refers(nodes, body)):
        return nodes
    asked = {call.id for node in nodes if isinstance(node, Assistant) for call in node.calls}
    marked = list(nodes)
    answered: set[str] = set()
    for place in results:
        node = nodes[place]
        if not isinstance(node, ToolResult) or node.call_id in asked:
            continue
        if 0 < len(node.call_id) <= _LONGEST and node.call_id not in answered:
            answered.add(node.call_id)
            marked[place] = evolve(node, marks=(_HELD,))
    return marked


def _refers(nodes: list[Node], body: Mapping[str, object]) -> bool:
    """Say whether an item stands for one that the server holds; it holds none if told to."""
    if body.get("store") is False:
        return False
    return any(
        isinstance(part, Opaque) and is_reference(part)
        for node in nodes
        if isinstance(node, Assistant)
        for part in node.parts
    )


def is_reference(part: Opaque) -> bool:
    """Say whether *part* only names an item that the server holds.

    Examples:
        >>> from ctxfn.messages import freeze
        >>> is_reference(Opaque("openai_responses", freeze({"type": "item_reference", "id": "m"})))
        True
    """
    value = part.value.shared() if part.codec == CODEC else None
    if not isinstance(value, dict):
        return False
    said = value.get("type")
    bare = said is None and "id" in value and value.keys() <= {"id", "type"}
    return said == "item_reference" or bare


def without_held(node: Node) -> Node:
    """Forget that a server holds the call of *node*: there is none where it goes.

    Contract:
        Any other message is the same object.

    Complexity: O(marks).

    Source: ours; where a request goes, nobody knows what another server holds.

    Examples:
        >>> node = ToolResult(call_id="c1", marks=(AskedElsewhere(),))
        >>> without_held(node).marks
        ()
    """
    if not isinstance(node, ToolResult) or not is_asked_elsewhere(node):
        return node
    return evolve(node, marks=tuple(one for one in node.marks if one != _HELD))
