"""The door out: fresh rows, and a word on everything they cannot say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ctxfn.messages import (
    MANY_NODES,
    Compare,
    CompressedGroup,
    Council,
    Node,
    Tasks,
    Verbatim,
    check_size,
    nested_in,
)
from ctxfn.wire.codec import Conversation, Encoded, Loss
from ctxfn.wire.uichat.decode_cards import inner_rows, read_node
from ctxfn.wire.uichat.encode_node import written_node
from ctxfn.wire.uichat.keys import CODEC
from ctxfn.wire.uichat.reading import Reading, Row
from ctxfn.wire.uichat.remembered import (
    HOLDING,
    NAMES,
    before,
    changed_in,
    merged,
    unchanged,
)

__all__ = ["encode"]

#: Why a field may not come back as it was.
_REASONS: Final = {
    "blocks": "injected blocks are not stored; render them first",
    "synthetic": "that a result was made up has no key",
    "kind": "the kind of a result's call has no key",
    "origin": "who of us made it, and other parts of the origin, have no key",
    "parts": "a part, or their order, has no key here",
    "calls": "a call, or the order of stored and wire calls, has no key here",
    "reasoning": "there is room for one thought, with content and signature",
    "marks": "a mark, or their order, has no key here",
    "extras": "another format's keys have no place here",
    "usage": "details that are no object have no key",
    "error": "this error would be read as another",
    "tool": "this name would be read as another",
    "turns": "a step, or a result without its call, has no place in a card",
    "role": "the role would be read as another kind",
}


def encode(conversation: Conversation, _profile: object = None) -> Encoded:
    """Write *conversation* as UI rows: a list, or an object with `messages` if it had settings.

    A row that was read from this format and has not changed is written as it came. Whatever
    is written anew is read back, and what comes back different is a loss.

    Contract:
        ``encode(decode(w)).body == w``, key order kept. Without losses,
        ``decode(encode(c).body) == c``. The body is fresh, the caller's to change.
        No target asks anything of this format: a profile changes nothing.

    Complexity: O(size), without recursion over the tree.

    Source: LobeHub context-engine, the chat message of its interface; losses are ours.

    Raises:
        TooManyNodes: a card's cards stand inside each other so often that no end is near.

    Examples:
        >>> from ctxfn.messages import chat, user
        >>> encode(Conversation(chat(user("hi", id="m1")))).body
        [{'id': 'm1', 'role': 'user', 'content': 'hi'}]
    """
    losses: list[Loss] = []
    rows: list[object] = []
    for index, node in enumerate(conversation.messages):
        rows.append(_tree(node, index, losses))
    if conversation.tools is not None:
        losses.append(Loss(None, "tools", "UI rows declare no tools"))
    return Encoded(_body(conversation, rows, losses), tuple(losses))


def _body(conversation: Conversation, rows: list[object], losses: list[Loss]) -> object:
    keys: tuple[str, ...] | None = None
    match conversation.written:
        case (name, order, odd, messages) if name == CODEC:
            keys = order if isinstance(order, tuple) else None
            if isinstance(odd, tuple) and messages is conversation.messages:
                rows = _with_odd(odd, rows)
        case _:
            pass
    if conversation.settings is None:
        return rows
    settings = conversation.settings.thaw()
    if not isinstance(settings, dict) or "messages" in settings:
        losses.append(Loss(None, "settings", "settings are an object without messages"))
        settings = {}
    order = [key for key in keys or ("messages",) if key in settings or key == "messages"]
    order += [key for key in settings if key not in order]
    return {key: rows if key == "messages" else settings[key] for key in order}


def _with_odd(odd: tuple[object, ...], rows: list[object]) -> list[object]:
    """Put entries that were no rows back where they stood."""
    said = iter(rows)
    return [kept.thaw() if isinstance(kept, Verbatim) else next(said) for kept in odd]


def _tree(node: Node, index: int, losses: list[Loss]) -> Row:
    """Write a node after all inside it, so that nothing recurses."""
    order: list[tuple[Node, str]] = [(node, "")]
    bodies: dict[int, Row] = {}
    for number, (outer, path) in enumerate(order):
        if number == MANY_NODES:
            check_size(node, index)
        as_it_came = unchanged(outer)
        if as_it_came is None:
            order += _inside(outer, path)
        else:
            bodies[id(outer)] = as_it_came
    for inner, path in reversed(order):
        if id(inner) not in bodies:
            bodies[id(inner)] = _row(inner, bodies, index, path, losses)
    return bodies[id(node)]


def _inside(node: Node, path: str) -> list[tuple[Node, str]]:
    match node:
        case Council() | Compare() | Tasks() | CompressedGroup():
            start = f"{path}." if path else ""
            return [
                (inner, f"{start}{node.role}[{place}]")
                for place, inner in enumerate(nested_in(node))
            ]
        case _:
            return []


def _row(node: Node, bodies: dict[int, Row], index: int, path: str, losses: list[Loss]) -> Row:
    was = before(node)
    if was is None:
        changed = frozenset(NAMES[type(node)])
        row = written_node(node, bodies)
    else:
        changed = changed_in(node, was)
        row = merged(was.row, written_node(node, bodies), changed)
    losses += _lost(node, row, bodies, index, path, changed)
    return row


def _lost(
    node: Node,
    row: Row,
    bodies: dict[int, Row],
    index: int,
    path: str,
    changed: frozenset[str],
) -> Sequence[Loss]:
    """Read *row* back and tell what is not as it was."""
    nested = {id(bodies[id(inner)]): inner for inner, _ in _inside(node, path)}
    reread = {id(inner): nested[id(inner)] for _, inner in inner_rows(row) if id(inner) in nested}
    again = read_node(row, reread, Reading(), inside=path != "")
    start = f"{path}." if path else ""
    if type(again) is not type(node):
        return [Loss(index, f"{start}role", _REASONS["role"])]
    return [
        Loss(index, f"{start}{name}", _REASONS.get(name, "it would be read as another"))
        for name in NAMES[type(node)]
        if (name in changed or name not in HOLDING)
        and not _same(getattr(node, name), getattr(again, name), name)
    ]


def _same(one: object, other: object, name: str) -> bool:
    if one is other:
        return True
    if name in ("members", "tasks", "compressed", "pinned"):
        return _same_nodes(one, other)
    if name == "columns" and isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(
            a.id == b.id and a.extras == b.extras and _same_nodes(a.nodes, b.nodes)
            for a, b in zip(one, other, strict=True)
        )
    return one == other


def _same_nodes(one: object, other: object) -> bool:
    """The very nodes: each was read back on its own, and `==` would walk down the tree."""
    if not isinstance(one, tuple) or not isinstance(other, tuple):
        return False
    return len(one) == len(other) and all(a is b for a, b in zip(one, other, strict=True))
