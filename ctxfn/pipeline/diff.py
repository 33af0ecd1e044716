"""What a step did to messages, seen from outside: by identity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import compress, count, islice
from operator import is_not
from typing import NamedTuple

from ctxfn.context import AnyNote, Context, Dropped
from ctxfn.errors import InvalidArgument
from ctxfn.functional import concat
from ctxfn.messages import Assistant, Node, ToolResult

__all__ = ["Changes", "changes", "vanished", "with_drops"]


class Changes(NamedTuple):
    """How many messages stayed the same object, were replaced, came in, and went."""

    kept: int
    changed: int
    added: int
    dropped: int


def changes(before: Sequence[Node], after: Sequence[Node]) -> Changes:
    """Compare two lists of messages by identity.

    Contract:
        Between two kept messages, new ones stand for old ones one by one (changed); what
        is over was added, or dropped. ``kept + changed + added == len(after)``.

    Complexity: O(1) if it is the same object, O(nodes) else.

    Examples:
        >>> from ctxfn.messages import user
        >>> a, b, c = user("a"), user("b"), user("c")
        >>> changes([a, b], [a, c, b])
        Changes(kept=2, changed=0, added=1, dropped=0)
        >>> changes([a, b], [a, c])
        Changes(kept=1, changed=1, added=0, dropped=0)
    """
    if before is after:
        return Changes(len(after), 0, 0, 0)
    shared = Counter[object](map(id, before)) & Counter[object](map(id, after))
    old, new = _gaps(before, shared), _gaps(after, shared)
    changed = sum(min(count, new[gap]) for gap, count in old.items())
    kept = len(after) - sum(new.values())
    return Changes(kept, changed, sum(new.values()) - changed, sum(old.values()) - changed)


def with_drops(step: str, before: Context, after: Context) -> Context:
    """Return *after* with a note on messages that left and that *step* itself did not name.

    Contract:
        A note names messages by id, by the id of a call, or by place; one that names none
        speaks for the whole step.

    Complexity: O(1) if the messages are the same object; else one look at each node, and
    O(nodes) between the first and the last that differ.
    """
    if after.messages is before.messages:
        return after
    unseen = () if after.notes is before.notes else after.notes[len(before.notes) :]
    if any(not (note.ids or note.places) for note in unseen):
        return after
    if len(before.messages) == len(after.messages):
        pairs = _changed(before.messages, after.messages)
        if all(one.id == other.id for one, other in pairs):
            return after
        if not unseen and _are_replaced(pairs, before.messages):
            return after
    start, old, new = _apart(before.messages, after.messages)
    if not old:
        return after
    if _come_again(new, before.messages, start, len(old)):
        start, old, new = 0, before.messages, after.messages
    gone = _not_there(old, new)
    named = frozenset(_named(old, gone, unseen, start)) if unseen else frozenset()
    # Most steps leave alone what they do not name: that is seen in one look.
    if gone is not None and len(named) == len(gone):
        return after
    dropped = vanished(step, old, new, named, start)
    return after.with_messages(after.messages, *dropped)


def _apart(
    before: Sequence[Node], after: Sequence[Node]
) -> tuple[int, Sequence[Node], Sequence[Node]]:
    """Return where the two begin to differ, and each without what both begin and end with."""
    old, new = list(before), list(after)
    shorter = min(len(old), len(new))
    start = next(compress(count(), map(is_not, old, new)), shorter)
    end = next(compress(count(), map(is_not, reversed(old), reversed(new))), shorter)
    end = min(end, shorter - start)
    return start, old[start : len(old) - end], new[start : len(new) - end]


def _not_there(before: Sequence[Node], after: Sequence[Node]) -> list[int] | None:
    """Find the places of what is not in *after* by identity; nothing can be told of repeats."""
    kept = set(map(id, after))
    were = list(map(id, before))
    if len(set(were)) < len(were):
        return None
    return [place for place, one in enumerate(were) if one not in kept]


def _named(
    before: Sequence[Node], gone: Sequence[int] | None, notes: Sequence[AnyNote], start: int
) -> Iterator[int]:
    """Yield the places, of those *gone* (or of all), of the messages that *notes* name.

    *before* are messages from *start* on; the places yielded count from there.
    """
    ids = {one for note in notes for one in note.ids}
    places = {one for note in notes for one in note.places}
    for place in range(len(before)) if gone is None else gone:
        node = before[place]
        if place + start in places or node.id in ids:
            yield place
        elif isinstance(node, ToolResult):
            if node.call_id in ids:
                yield place
        elif isinstance(node, Assistant) and any(call.id in ids for call in node.calls):
            yield place


def vanished(
    step: str,
    before: Sequence[Node],
    after: Sequence[Node],
    named: frozenset[int] = frozenset(),
    start: int = 0,
) -> tuple[Dropped, ...]:
    """Say which nodes of *before* are gone, but for those at places *named* already.

    *start* is where *before* begins in the whole; what is told counts from the whole's.

    Contract:
        What is there by identity stayed. A new node stands for an old one of its id, else
        for the first old one between the same neighbours; what is over left.

    Complexity: O(1) if it is the same object, O(nodes) else; most steps change each node
    where it stands, and that is seen in one look.

    Source: ours.

    Examples:
        >>> from ctxfn.messages import assistant, user
        >>> a, b = user("a", id="m1"), user("b", id="m2")
        >>> vanished("cut", [a, b], [b])
        (Dropped(step='cut', ids=('m1',), places=(0,)),)
        >>> vanished("swap", [a, b], [user("b!", id="m2"), assistant("c")])
        (Dropped(step='swap', ids=('m1',), places=(0,)),)
    """
    try:
        gone = _gone(before, after, named)
    except (AttributeError, TypeError) as error:
        raise InvalidArgument("vanished", str(error), "two sequences of messages") from error
    if not gone:
        return ()
    ids = tuple(name for place in gone if (name := before[place].id) is not None)
    return (Dropped(step, ids, tuple(place + start for place in gone)),)


def _gone(before: Sequence[Node], after: Sequence[Node], named: frozenset[int]) -> list[int]:
    """The places of *before* whose nodes are gone, but for those *named* already."""
    if before is after or _stand_where_they_stood(before, after):
        return []
    shared = Counter[object](map(id, before)) & Counter[object](map(id, after))
    anchors = shared | _renewed(before, after, shared)
    spare = _gaps(after, anchors)
    gone: list[int] = []
    last: object = 0
    for place, node in enumerate(before):
        anchor = _anchor(node, anchors)
        if anchor is not None:
            anchors[anchor] -= 1
            last = anchor
        elif spare[last] > 0:
            spare[last] -= 1
        elif place not in named:
            gone.append(place)
    return gone


def _stand_where_they_stood(before: Sequence[Node], after: Sequence[Node]) -> bool:
    """Say whether each node is still the same, or one of its id in its place."""
    return len(before) == len(after) and all(
        old is new or old.id == new.id for old, new in zip(before, after, strict=True)
    )


def _come_again(new: Sequence[Node], before: Sequence[Node], start: int, length: int) -> bool:
    """Say whether one of *new* is in *before*, outside the *length* nodes from *start* on."""
    if not new:
        return False
    made = set(map(id, new))
    around = (islice(before, start), islice(before, start + length, None))
    return not made.isdisjoint(map(id, concat(around)))


def _changed(before: Sequence[Node], after: Sequence[Node]) -> list[tuple[Node, Node]]:
    """Pair the nodes that differ at the same place."""
    old, new = list(before), list(after)
    return list(compress(zip(old, new, strict=True), map(is_not, old, new)))


def _are_replaced(pairs: Sequence[tuple[Node, Node]], before: Sequence[Node]) -> bool:
    """Say whether in each of *pairs* the new node stands for the old one, and no other claims it.

    Nothing of *before* stands there instead. Then there is as much new as old between any two
    that stayed, and nothing left.
    """
    old, new = zip(*pairs, strict=True)
    if not set(map(id, new)).isdisjoint(map(id, before)):
        return False
    renamed = [(one.id, other.id) for one, other in pairs if one.id != other.id]
    gone, made = zip(*renamed, strict=True)
    known, named = {node.id for node in old}, {node.id for node in new}
    return (named & {*gone}) | (known & {*made}) <= {None}


def _renewed(
    before: Sequence[Node], after: Sequence[Node], shared: Counter[object]
) -> Counter[object]:
    """Count the ids of old nodes that new ones go on with."""
    old, new = (
        Counter[object](n.id for n in nodes if n.id is not None and id(n) not in shared)
        for nodes in (before, after)
    )
    return old & new


def _anchor(node: Node, anchors: Counter[object]) -> object:
    """Return by what *node* is there on both sides: its identity, else its id, else nothing."""
    if anchors[id(node)] > 0:
        return id(node)
    return node.id if node.id is not None and anchors[node.id] > 0 else None


def _gaps(nodes: Sequence[Node], anchors: Counter[object]) -> Counter[object]:
    """Count the nodes that are no anchors by the anchor before them."""
    gaps: Counter[object] = Counter()
    left = anchors.copy()
    last: object = 0
    for node in nodes:
        anchor = _anchor(node, left)
        if anchor is None:
            gaps[last] += 1
        else:
            left[anchor] -= 1
            last = anchor
    return gaps
