"""What a step did to messages, seen from outside: by identity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ctxfn.messages import Node

__all__ = ["Changes", "changes"]


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
    shared = set(map(id, before)) & set(map(id, after))
    old, new = _gaps(before, shared), _gaps(after, shared)
    changed = sum(min(count, new[gap]) for gap, count in old.items())
    kept = len(after) - sum(new.values())
    return Changes(kept, changed, sum(new.values()) - changed, sum(old.values()) - changed)


def _gaps(nodes: Sequence[Node], shared: set[int]) -> Counter[int]:
    """Count the nodes that are not in *shared* by the one in shared before them."""
    gaps: Counter[int] = Counter()
    last = 0
    for node in nodes:
        if id(node) in shared:
            last = id(node)
        else:
            gaps[last] += 1
    return gaps
