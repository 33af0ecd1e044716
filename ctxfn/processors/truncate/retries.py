"""Which tries of one message there are, and which of them counts."""

from __future__ import annotations

from collections.abc import Sequence

from ctxfn.messages import Node, RetryOf, marks_of, pair

__all__ = ["last_tries"]


def last_tries(
    nodes: Sequence[Node], above: frozenset[int] = frozenset()
) -> tuple[Sequence[Node], Sequence[Node]]:
    """Leave of each message its last try, where the first stood; return also what went.

    Contract:
        The last try is the last that stands there and that nothing tries again. With a try
        go the results of its calls. Tries that are *above* something (by identity) are
        those that were chosen: they stay where they stand, and the others go; besides, a try then
        takes the place of one that hangs where it hangs itself, and else stands at its own. Where a try stands does not matter, nor do circles. What
        went is in order of place. With no tries, *nodes* itself.

    Complexity: O(nodes).

    Source: ours.

    Examples:
        >>> from attrs import evolve
        >>> from ctxfn.messages import assistant
        >>> again = evolve(assistant("wren", id="b"), marks=(RetryOf("a"),))
        >>> line, gone = last_tries([again, assistant("owl", id="a")])
        >>> [node.id for node in line], [node.id for node in gone]
        (['b'], ['a'])
    """
    tried = _tried(nodes)
    if not tried:
        return nodes, ()
    beaten = {place for places in tried.values() for place in places}
    last: dict[int, int] = {}
    gone: set[int] = set()
    for tries in _families(tried):
        chosen = [place for place in tries if id(nodes[place]) in above]
        gone.update(tries)
        if chosen:
            last.update(zip(chosen, chosen, strict=True))
            continue
        winner = max([place for place in tries if place not in beaten] or tries)
        stands = min([place for place in tries if place not in tried] or tries)
        if above and not _stand_alike(nodes[winner], nodes[stands]):
            stands = winner
        last[stands] = winner
    kept = set(last.values())
    gone |= _results_of(nodes, gone - kept)
    line = [
        nodes[last.get(place, place)]
        for place in range(len(nodes))
        if place in last or place not in gone
    ]
    return line, [nodes[place] for place in sorted(gone - kept)]


def _stand_alike(one: Node, other: Node) -> bool:
    """Say whether a tree has both in one place: below one parent, answering one call."""
    return (
        type(one) is type(other)
        and one.origin.parent == other.origin.parent
        and getattr(one, "call_id", None) == getattr(other, "call_id", None)
    )


def _tried(nodes: Sequence[Node]) -> dict[int, list[int]]:
    """Map each try to the places of what it tries again, as far as they are there."""
    if not any(node.marks for node in nodes):
        return {}
    places = {node.id: place for place, node in enumerate(nodes) if node.id is not None}
    tried: dict[int, list[int]] = {}
    for place, node in enumerate(nodes):
        if not node.marks:
            continue
        named = {places[mark.id] for mark in marks_of(RetryOf, node) if mark.id in places}
        if named - {place}:
            tried[place] = sorted(named - {place})
    return tried


def _families(tried: dict[int, list[int]]) -> list[list[int]]:
    """Put together the places that are tries of one message."""
    beside: dict[int, list[int]] = {}
    for place, others in tried.items():
        for other in others:
            beside.setdefault(place, []).append(other)
            beside.setdefault(other, []).append(place)
    seen: set[int] = set()
    families = []
    for place in beside:
        family: list[int] = []
        due = [place]
        while due:
            one = due.pop()
            if one not in seen:
                seen.add(one)
                family.append(one)
                due += beside[one]
        families += [family] if family else []
    return families


def _results_of(nodes: Sequence[Node], askers: set[int]) -> set[int]:
    """Find the results that answer calls of the nodes at *askers*."""
    if not any(getattr(nodes[place], "calls", ()) for place in askers):
        return set()
    answers = pair(nodes).answers
    return {
        result
        for place, results in answers.items()
        if place.message in askers
        for result in results
    }
