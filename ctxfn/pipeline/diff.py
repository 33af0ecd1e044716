"""What a step did to messages, seen from outside: by identity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ctxfn.context import Context, Dropped
from ctxfn.messages import Node

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
    shared = Counter(map(id, before)) & Counter(map(id, after))
    old, new = _gaps(before, shared), _gaps(after, shared)
    changed = sum(min(count, new[gap]) for gap, count in old.items())
    kept = len(after) - sum(new.values())
    return Changes(kept, changed, sum(new.values()) - changed, sum(old.values()) - changed)


def _gaps(nodes: Sequence[Node], shared: Counter[int]) -> Counter[int]:
    """Count the nodes that are not *shared* by the shared one before them."""
    gaps: Counter[int] = Counter()
    left = shared.copy()
    last = 0
    for node in nodes:
        if left[id(node)] > 0:
            left[id(node)] -= 1
            last = id(node)
        else:
            gaps[last] += 1
    return gaps


def with_drops(step: str, before: Context, after: Context) -> Context:
    """Return *after* with a note on messages that left, if *step* said nothing at all itself.

    Complexity: as `vanished`.
    """
    if len(after.notes) > len(before.notes):
        return after
    return after.with_messages(after.messages, *vanished(step, before.messages, after.messages))


def vanished(step: str, before: Sequence[Node], after: Sequence[Node]) -> tuple[Dropped, ...]:
    """Say which nodes of *before* are gone, if *after* has fewer.

    Contract:
        What is there by identity stayed. A new node stands for an old one of its id, else
        for the first old one between the same neighbours; what is over left.

    Complexity: O(1) if there are not fewer, O(nodes) else.

    Examples:
        >>> from ctxfn.messages import user
        >>> a, b = user("a", id="m1"), user("b", id="m2")
        >>> vanished("cut", [a, b], [b])
        (Dropped(step='cut', ids=('m1',), places=(0,)),)
    """
    if len(before) <= len(after):
        return ()
    stayed = Counter(map(id, before)) & Counter(map(id, after))
    new = [node for node in after if id(node) not in stayed]
    old_ids = {node.id for node in before if id(node) not in stayed}
    renewed: Counter[str | None] = Counter(
        n.id for n in new if n.id is not None and n.id in old_ids
    )
    spare = _gaps([n for n in after if id(n) in stayed or n.id not in renewed], stayed)
    gone: list[int] = []
    last = 0
    for place, node in enumerate(before):
        if stayed[id(node)] > 0:
            stayed[id(node)] -= 1
            last = id(node)
        elif renewed[node.id] > 0:
            renewed[node.id] -= 1
        elif spare[last] > 0:
            spare[last] -= 1
        else:
            gone.append(place)
    ids = tuple(name for place in gone if (name := before[place].id) is not None)
    return (Dropped(step, ids, tuple(gone)),)
