"""The verbs of change. Each returns a new message, or the very same one if nothing changes."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar, cast

from attrs import evolve
from pyrsistent import pvector

from ctxfn.messages.calls import Call
from ctxfn.messages.cards import Messages, Node
from ctxfn.messages.parts import Part, Text
from ctxfn.messages.records import Assistant, Block, ToolResult, User

__all__ = [
    "inject",
    "map_text",
    "over_messages",
    "reuse",
    "with_blocks",
    "with_calls",
    "with_nodes",
    "with_parts",
]

N = TypeVar("N", bound=Node)

#: So many nodes are set one by one; for more, a new vector is the quicker way.
_FEW: Final = 16


def reuse(before: Messages, after: Sequence[Node]) -> Messages:
    """Make a vector of *after*, or return *before* itself if every element is the same object.

    Contract:
        The elements themselves, in order.

    Complexity: O(nodes).

    Source: ours; `pvector` copies even a vector.

    Examples:
        >>> from ctxfn.messages import chat, user
        >>> said = chat(user("hi"))
        >>> reuse(said, list(said)) is said
        True
    """
    if len(before) == len(after) and all(map(operator.is_, before, after)):
        return before
    return pvector(after)


def with_nodes(messages: Messages, nodes: Mapping[int, Node]) -> Messages:
    """Put *nodes*, by place, into *messages*; the same vector if all of them stand there.

    Contract:
        As many nodes as before. Where a few change, the rest is shared with *messages*.

    Complexity: O(nodes given x log(messages)); O(messages) if they are many.

    Source: ours.

    Examples:
        >>> from ctxfn.messages import chat, text_of, user
        >>> said = chat(user("a"), user("b"))
        >>> [text_of(node) for node in with_nodes(said, {1: user("c")})]
        ['a', 'c']
        >>> with_nodes(said, {0: said[0]}) is said
        True
    """
    changed = {place: node for place, node in nodes.items() if node is not messages[place]}
    if len(changed) > _FEW:
        after = list(messages)
        for place, node in changed.items():
            after[place] = node
        return pvector(after)
    for place, node in changed.items():
        messages = messages.set(place, node)
    return messages


def over_messages(change: Callable[[Node], Node], messages: Messages) -> Messages:
    """Apply *change* to every node; the same vector if it changes none.

    Contract:
        One node for each, in order.

    Complexity: O(nodes), besides *change*.

    Source: ours.

    Examples:
        >>> from ctxfn.messages import chat, user
        >>> said = chat(user("hi"))
        >>> over_messages(lambda node: node, said) is said
        True
    """
    return reuse(messages, [change(node) for node in messages])


def with_parts(node: N, parts: tuple[Part, ...]) -> N:
    """Return *node* with other *parts*; how it was written before no longer counts.

    Contract:
        The same node if *parts* is the tuple it has.

    Complexity: O(1); constructors by class, since this is on every hot path.

    Source: ours.

    Examples:
        >>> from ctxfn.messages import Text, text_of, user
        >>> text_of(with_parts(user("hi"), (Text("ho"),)))
        'ho'
    """
    known: Node = node
    if parts is known.parts:
        return node
    if isinstance(known, User):
        made: Node = User(
            parts, known.id, known.name, known.blocks, known.marks, known.origin, known.extras
        )
    elif isinstance(known, Assistant):
        made = _assistant(known, parts, known.calls)
    elif isinstance(known, ToolResult):
        made = ToolResult(
            parts,
            known.id,
            known.call_id,
            known.tool,
            known.error,
            known.state,
            known.synthetic,
            known.kind,
            known.blocks,
            known.marks,
            known.origin,
            known.extras,
        )
    else:
        made = evolve(known, parts=parts, written=None)
    return cast("N", made)


def with_calls(message: Assistant, calls: tuple[Call, ...]) -> Assistant:
    """Return *message* with other *calls*.

    Contract:
        The same message if *calls* is the tuple it has; how it was written no longer counts.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import assistant, call
        >>> with_calls(assistant(call("c1")), ()).calls
        ()
    """
    return message if calls is message.calls else _assistant(message, message.parts, calls)


def with_blocks(node: N, blocks: tuple[Block, ...]) -> N:
    """Return *node* with other *blocks*.

    Contract:
        The same node if *blocks* is the tuple it has.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import Block, user
        >>> with_blocks(user("hi"), (Block("a", "b"),)).blocks[0].name
        'a'
    """
    known: Node = node
    if blocks is known.blocks:
        return node
    if isinstance(known, User):
        made: Node = User(
            known.parts,
            known.id,
            known.name,
            blocks,
            known.marks,
            known.origin,
            known.extras,
            known.written,
        )
        return cast("N", made)
    return evolve(node, blocks=blocks)


def inject(node: N, block: Block) -> N:
    """Add *block* to *node*, or put it where a block of its name stands.

    Contract:
        The same block twice leaves the same object.

    Complexity: O(blocks).

    Source: LobeHub context-engine, wrapper protocol; ours keeps what is injected apart from what
    is said.

    Examples:
        >>> from ctxfn.messages import Block, user
        >>> once = inject(user("hi"), Block("date", "Monday"))
        >>> inject(once, Block("date", "Monday")) is once
        True
        >>> [b.text for b in inject(once, Block("date", "Tuesday")).blocks]
        ['Tuesday']
    """
    for place, there in enumerate(node.blocks):
        if there.name == block.name:
            if there == block:
                return node
            return with_blocks(node, (*node.blocks[:place], block, *node.blocks[place + 1 :]))
    return with_blocks(node, (*node.blocks, block))


def map_text(change: Callable[[str], str], node: N) -> N:
    """Apply *change* to each text of *node*; the same node if it changes none.

    Contract:
        Only `Text` parts are seen; a part whose text stays is the same object.

    Complexity: O(characters).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import text_of, user
        >>> text_of(map_text(str.upper, user("hi")))
        'HI'
    """
    parts = tuple(_changed(change, part) for part in node.parts)
    if all(map(operator.is_, parts, node.parts)):
        return node
    return with_parts(node, parts)


def _changed(change: Callable[[str], str], part: Part) -> Part:
    if not isinstance(part, Text):
        return part
    text = change(part.text)
    return part if text == part.text else Text(text, part.signature, part.extras)


def _assistant(message: Assistant, parts: tuple[Part, ...], calls: tuple[Call, ...]) -> Assistant:
    return Assistant(
        parts,
        message.id,
        calls,
        message.reasoning,
        message.usage,
        message.name,
        message.blocks,
        message.marks,
        message.origin,
        message.extras,
    )
