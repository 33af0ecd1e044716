"""Which atoms of a history fit: the pinned, and the newest beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from ctxfn.messages import (
    Assistant,
    Node,
    System,
    ToolResult,
    head_of,
    is_ours,
    is_said,
    newest_atoms,
    spans_of,
)
from ctxfn.processors.errors import BudgetUnsatisfiable, Culprit

__all__ = ["Chosen", "Pins", "choose_atoms", "choose_in_units"]

Cost = Callable[[tuple[int, ...]], int]


class Pins(NamedTuple):
    """Which messages stay whatever they cost: by id, by the names of their marks, and ours.

    A result of ours stands in for one that is missing: it stays or goes with its call.
    `everywhere`: ours, and system messages, wherever they stand; else at both ends.
    """

    ids: frozenset[str]
    marks: frozenset[str]
    everywhere: bool

    def hold(self, node: Node) -> bool:
        """Say whether *node* is pinned."""
        if _stays(node) or node.id in self.ids:
            return True
        return any(type(mark).__name__ in self.marks for mark in node.marks)


class Chosen(NamedTuple):
    """The places kept, in order (`None`: all), and their tokens."""

    places: list[int] | None
    tokens: int


def choose_atoms(
    messages: Sequence[Node], cost: Cost, allowed: int, *, pins: Pins, start_on_user: bool
) -> Chosen:
    """Choose the pinned atoms of *messages* and the newest others that fit in *allowed* tokens.

    Contract:
        Atoms are whole. The first that does not fit ends the search. `start_on_user`: of what
        a cut leaves, unpinned atoms before the first thing a person says go too.

    Complexity: O(kept) in orderly histories, besides the search for pins.

    Source: ours.

    Raises:
        BudgetUnsatisfiable: the pinned atoms alone cost more (where they are but system messages:
            they and the newest other). With what it needs allowed, it does not raise.
    """
    pinned = _pinned(messages, pins)
    fixed, others = _divided(messages, pinned)
    rest = iter(others)
    kept = [place for atom in fixed for place in atom]
    # A prompt alone is no request: the newest atom has to stay beside it.
    bare = all(isinstance(messages[place], System) for place in kept)
    chosen = list(islice((atom for atom in rest if atom[0] not in pinned), 1)) if bare else []
    prices = {atom: cost(atom) for atom in (*fixed, *chosen)}
    used = sum(prices.values())
    if used > allowed:
        raise BudgetUnsatisfiable(used, allowed, _culprits(messages, prices))
    for atom in rest:
        if atom[0] in pinned:
            continue
        price = cost(atom)
        if used + price > allowed:
            break
        used += price
        chosen.append(atom)
    else:
        return Chosen(None, used)
    if start_on_user:
        chosen, used = _from_user(messages, kept, chosen, used, cost)
    kept += [place for atom in reversed(chosen) for place in atom]
    kept.sort()
    return Chosen(kept, used)


def choose_in_units(
    messages: Sequence[Node],
    cost: Cost,
    allowed: int,
    *,
    unit: int | None,
    turn_tokens: int,
    pins: Pins,
    start_on_user: bool,
) -> Chosen:
    """Choose as `choose_atoms`, but let the oldest go by whole units of *unit* tokens.

    Contract:
        What goes are the fewest of the oldest unpinned atoms that reach a whole number of
        units, so many that the rest fits (*unit*: a quarter of what is allowed); what follows
        the last question goes only as far as it does not fit. So a history that grows by less
        than what is left of a unit loses nothing more, and what is sent begins as it did: it
        takes no memory of earlier cuts. The last question and what follows it count as
        *turn_tokens* at least: while they cost no more, the cut does not depend on them.

    Complexity: O(messages).

    Source: the trimming rule of an agent (drop by units of a quarter of the budget); here a
    function of the history alone.

    Raises:
        BudgetUnsatisfiable: as `choose_atoms`.
    """
    pinned = _pinned(messages, pins)
    atoms = spans_of(messages)
    prices = {atom: cost(atom) for atom in atoms}
    fixed = [atom for atom in atoms if not pinned.isdisjoint(atom)]
    if all(isinstance(messages[place], System) for atom in fixed for place in atom):
        fixed += [atom for atom in atoms if pinned.isdisjoint(atom)][-1:]
    needed = sum(prices[atom] for atom in fixed)
    if needed > allowed:
        raise BudgetUnsatisfiable(
            needed, allowed, _culprits(messages, {atom: prices[atom] for atom in fixed})
        )
    total = sum(prices.values())
    turn = max((place for place in pinned if is_said(messages[place])), default=0)
    said = sum(price for atom, price in prices.items() if atom[0] >= turn)
    over = total - said + max(said, turn_tokens) - allowed
    if over <= 0:
        return Chosen(None, total)
    step = unit or -(-allowed // 4)
    left = total - -(-over // step) * step
    used, stays, chosen = total, set(fixed), []
    for atom in atoms:
        if atom in stays:
            continue
        if used > (left if atom[0] < turn else allowed):
            used -= prices[atom]
        else:
            chosen.append(atom)
    kept = [place for atom in fixed for place in atom]
    chosen.reverse()
    if start_on_user:
        chosen, used = _from_user(messages, kept, chosen, used, cost)
    kept += [place for atom in chosen for place in atom]
    return Chosen(sorted(kept), used)


def _pinned(messages: Sequence[Node], pins: Pins) -> set[int]:
    """Find what is pinned: at both ends, the last question, and what is named, everywhere."""
    found = set(range(head_of(messages)))
    index = len(messages) - 1
    while index >= 0 and pins.hold(messages[index]):
        found.add(index)
        index -= 1
    while index >= 0 and not is_said(messages[index]):
        index -= 1
    if index >= 0:
        found.add(index)
    if pins.everywhere:
        found.update(place for place, node in enumerate(messages) if _stays(node))
    if pins.ids or pins.marks:
        found.update(place for place, node in enumerate(messages) if pins.hold(node))
    return found


def _stays(node: Node) -> bool:
    return type(node) is System or (is_ours(node) and type(node) is not ToolResult)


def _divided(
    messages: Sequence[Node], pinned: set[int]
) -> tuple[list[tuple[int, ...]], Iterable[tuple[int, ...]]]:
    """Divide the atoms into the pinned, and the others from the newest on."""
    if any(_has_partners(messages[place]) for place in pinned):
        atoms = spans_of(messages)
        fixed = [atom for atom in atoms if not pinned.isdisjoint(atom)]
        return fixed, [atom for atom in reversed(atoms) if pinned.isdisjoint(atom)]
    start = 0
    while start in pinned:
        start += 1
    walked = newest_atoms(messages, start=start)
    return [(place,) for place in sorted(pinned)], walked


def _has_partners(node: Node) -> bool:
    return isinstance(node, ToolResult) or (isinstance(node, Assistant) and bool(node.calls))


def _from_user(
    messages: Sequence[Node],
    kept: list[int],
    chosen: list[tuple[int, ...]],
    used: int,
    cost: Cost,
) -> tuple[list[tuple[int, ...]], int]:
    places = [*kept, *(atom[0] for atom in chosen)]
    first = min((place for place in places if is_said(messages[place])), default=0)
    after = [atom for atom in chosen if atom[0] >= first]
    return after, used - sum(cost(atom) for atom in chosen if atom[0] < first)


def _culprits(messages: Sequence[Node], prices: dict[tuple[int, ...], int]) -> tuple[Culprit, ...]:
    dearest = sorted(prices, key=lambda atom: (-prices[atom], atom))
    return tuple(
        Culprit(messages[atom[0]].role, prices[atom], atom[0], messages[atom[0]].id)
        for atom in dearest
    )
