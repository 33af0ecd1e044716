"""What shares a message with what stands before it, and what its message carries."""

from __future__ import annotations

from attrs import evolve

from ctxfn.messages import Node, ToolResult
from ctxfn.wire.bedrock.written import form_of

__all__ = ["as_joined", "block_keys", "opens_message"]


def block_keys(node: Node) -> tuple[str, ...]:
    """Return the keys under which *node* carries what is its own block's, not its message's.

    Contract:
        None of any other record: all it carries is its message's.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> block_keys(ToolResult())
        ('toolResult',)
    """
    return ("toolResult",) if isinstance(node, ToolResult) else ()


def opens_message(node: Node) -> bool:
    """Say whether *node* was read as the first of a message of its own.

    Contract:
        Of what this codec read alone; else the codec decides what shares a message.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> from ctxfn.wire.bedrock.decode import decode
        >>> block = {"toolResult": {"toolUseId": "t1", "content": []}}
        >>> said = decode([{"role": "user", "content": [block, {"text": "So?"}]}])
        >>> [opens_message(node) for node in said.messages]
        [True, False]
    """
    form = form_of(node)
    return form is not None and form.place == "row"


def as_joined(node: Node) -> Node:
    """Return *node* as one that goes on in the message before it; otherwise it is written as it was.

    Contract:
        What another codec read, or nobody, is the same object.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> from ctxfn.wire.bedrock.decode import decode
        >>> said = decode([{"role": "user", "content": [{"text": "hi"}]}])
        >>> opens_message(as_joined(said.messages[0]))
        False
    """
    form = form_of(node)
    return node if form is None else evolve(node, written=form._replace(place="joined", keys=()))
