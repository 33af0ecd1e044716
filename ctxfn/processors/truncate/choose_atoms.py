"""Which atoms of a history fit: the pinned, and the newest beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
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

__all__ = [
    "Chosen",
    "Cost",
    "Pins",
    "choose_atoms",
    "from_user",
    "is_prompt",
    "lacking",
    "pinned_in",
]

Cost = Callable[[tuple[int, ...]], int]


class Pins(NamedTuple):
    """Which messages stay whatever they cost: by id, by the names of their marks, and ours.

    A result of ours stands in for one that is missing: it stays or goes with its call.
    `everywhere`: ours, and system messages, wherever they stand; else at both ends.
    """

    ids: frozenset[str]
    marks: frozenset[str]
    everywhere: bool

    def last(self, messages: Sequence[Node]) -> set[int]:
        """Find what is pinned whatever follows: neither a question nor what is last will be."""
        found = set(range(head_of(messages)))
        if self.everywhere:
            found.update(place for place, node in enumerate(messages) if _stays(node))
        if self.ids or self.marks:
            found.update(place for place, node in enumerate(messages) if self.hold(node))
        return found

    def hold(self, node: Node) -> bool:
        """Say whether *node* is pinned."""
        if _stays(node) or node.id in self.ids:
            return True
        return any(type(mark).__name__ in self.marks for mark in node.marks)


class Chosen(NamedTuple):
    """The places kept, in order (`None`: all), their tokens, and where a steady cut is.

    `cut`: so many atoms are before it. `back`: how many messages behind it are left out, for which
    there is no room only beside what is pinned now.
    """

    places: list[int] | None
    tokens: int
    cut: int = 0
    back: int = 0


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
    pinned = pinned_in(messages, pins)
    fixed, others = _divided(messages, pinned)
    rest = iter(others)
    kept = [place for atom in fixed for place in atom]
    # A prompt alone is no request: the newest atom that is none has to stay beside it.
    chosen, passed = _beside(messages, kept, rest)
    prices = {atom: cost(atom) for atom in (*fixed, *chosen)}
    used = sum(prices.values())
    if used > allowed:
        raise lacking(messages, prices, allowed)
    for atom in chain(passed, rest):
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
        chosen, used = from_user(messages, kept, chosen, used, cost)
    kept += [place for atom in reversed(chosen) for place in atom]
    kept.sort()
    return Chosen(kept, used)


def pinned_in(messages: Sequence[Node], pins: Pins) -> set[int]:
    """Find what is pinned: at both ends, the last question, and what is named, everywhere."""
    found = pins.last(messages)
    index = len(messages) - 1
    while index >= 0 and pins.hold(messages[index]):
        found.add(index)
        index -= 1
    while index >= 0 and not is_said(messages[index]):
        index -= 1
    if index >= 0:
        found.add(index)
    return found


def _beside(
    messages: Sequence[Node], kept: Iterable[int], rest: Iterable[tuple[int, ...]]
) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Take of *rest* the atom a prompt needs beside it, and the system messages before that."""
    passed: list[tuple[int, ...]] = []
    if not is_prompt(messages, kept):
        return [], passed
    for atom in rest:
        if not is_prompt(messages, atom):
            return [atom], passed
        passed.append(atom)
    return passed[:1], passed[1:]


def is_prompt(messages: Sequence[Node], places: Iterable[int]) -> bool:
    """Say whether at *places* there are but system messages: no request without another."""
    return all(isinstance(messages[place], System) for place in places)


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


def from_user(
    messages: Sequence[Node],
    kept: list[int],
    chosen: list[tuple[int, ...]],
    used: int,
    cost: Cost,
) -> tuple[list[tuple[int, ...]], int]:
    """Leave out of *chosen* what stands before the first thing a person says."""
    places = [*kept, *(atom[0] for atom in chosen)]
    first = min((place for place in places if is_said(messages[place])), default=0)
    after = [atom for atom in chosen if atom[0] >= first]
    return after, used - sum(cost(atom) for atom in chosen if atom[0] < first)


def lacking(
    messages: Sequence[Node], prices: dict[tuple[int, ...], int], allowed: int
) -> BudgetUnsatisfiable:
    """Make the error that the atoms with *prices* have to be sent, and only *allowed* may."""
    dearest = sorted(prices, key=lambda atom: (-prices[atom], atom))
    culprits = tuple(
        Culprit(messages[atom[0]].role, prices[atom], atom[0], messages[atom[0]].id)
        for atom in dearest
    )
    return BudgetUnsatisfiable(sum(prices.values()), allowed, culprits)
