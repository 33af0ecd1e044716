"""Which atoms of a history fit, where the oldest go by whole units: a cut that stays."""

from __future__ import annotations

from collections.abc import Sequence

from ctxfn.messages import Node, is_said, spans_of
from ctxfn.processors.truncate.choose_atoms import (
    Chosen,
    Cost,
    Pins,
    from_user,
    is_prompt,
    lacking,
    pinned_in,
)

__all__ = ["choose_in_units"]

#: Messages of an atom that is priced anew with each of them.
_SMALL = 9


def choose_in_units(
    messages: Sequence[Node],
    cost: Cost,
    allowed: int,
    *,
    unit: int | None,
    turn_tokens: int,
    pins: Pins,
    start_on_user: bool,
    spare: int = 0,
    least: int = 0,
) -> Chosen:
    """Choose as `choose_atoms`, but let the oldest go by whole units of *unit* tokens.

    Contract:
        The cut is where it comes to stand when the messages come one by one, each at its cost:
        it moves only where they no longer fit, and then so far that what is before it, pinned
        or not any more, reaches the fewest whole units with which they do. It never moves back, and
        between two moves what is sent begins with the same bytes; it takes no memory of earlier
        cuts. The newest atom is never before it: that goes only if it does not fit beside what is
        pinned. *unit* is a quarter of what is allowed, but at most half of what lasting pins
        leave of it. The last question and what follows it count as *turn_tokens* at least, but
        for their own sake go only where they do not fit. *spare* tokens more are there for what
        is pinned and for the newest atom alone. At least *least* atoms are before the cut.
        Where an early answer, or an id used twice, makes it odd which result answers what, later
        messages may change the costs of earlier ones, and with them the cut.

    Complexity: O(messages).

    Source: the trimming rule of an agent (drop by units of a quarter of the budget); here a
    function of the history alone.

    Raises:
        BudgetUnsatisfiable: as `choose_atoms`.
    """
    pinned = pinned_in(messages, pins)
    atoms = spans_of(messages)
    fixed = [atom for atom in atoms if not pinned.isdisjoint(atom)]
    if is_prompt(messages, (place for atom in fixed for place in atom)):
        said = [atom for atom in atoms if not is_prompt(messages, atom)]
        fixed += (said or [atom for atom in atoms if pinned.isdisjoint(atom)])[-1:]
    prices = {atom: cost(atom) for atom in fixed}
    if sum(prices.values()) > allowed + spare:
        raise lacking(messages, prices, allowed + spare)
    window = _Window(messages, atoms, pins, allowed=allowed, unit=unit, turn_tokens=turn_tokens)
    for place, price in enumerate(_steps(atoms, cost, len(messages))):
        window.add(place, price)
    cut = max(window.cut, least)
    chosen = [atom for atom in atoms[cut:] if atom not in prices]
    used = sum(prices.values()) + sum(map(cost, chosen))
    back = 0
    while used > allowed + spare:
        back += len(chosen[0])
        used -= cost(chosen.pop(0))
    if len(fixed) + len(chosen) == len(atoms):
        return Chosen(None, used)
    kept = [place for atom in fixed for place in atom]
    if start_on_user:
        chosen, used = from_user(messages, kept, chosen, used, cost)
    kept += [place for atom in chosen for place in atom]
    return Chosen(sorted(kept), used, cut, back)


class _Window:
    """The window as messages come one by one; it lives inside one function."""

    def __init__(
        self,
        messages: Sequence[Node],
        atoms: Sequence[tuple[int, ...]],
        pins: Pins,
        *,
        allowed: int,
        unit: int | None,
        turn_tokens: int,
    ) -> None:
        self._messages, self._pins, self._unit = messages, pins, unit
        self._allowed, self._turn_tokens = allowed, turn_tokens
        lasting = pins.last(messages)
        self._lasts = [not lasting.isdisjoint(atom) for atom in atoms]
        self._of = {place: number for number, atom in enumerate(atoms) for place in atom}
        self._prices = [0] * len(atoms)
        self._total = self._held = self._said = self._gone = 0
        self._turn = self._newest = 0
        self._goals = [0, 0]
        self.cut = 0

    def add(self, place: int, price: int) -> None:
        """Let the message at *place* come, which adds *price*, and move the cut if it has to."""
        node, atom = self._messages[place], self._of[place]
        if is_said(node):
            self._turn, self._said = atom, 0
        if not self._pins.hold(node):
            self._newest = max(self._newest, atom)
        self._prices[atom] += price
        self._total += price
        if self._lasts[atom]:
            self._held += price
        elif atom < self.cut:
            self._gone += price
        if atom >= self._turn:
            self._said += price
        aside = max(0, self._turn_tokens - self._said)
        self._move(0, aside, min(self._turn, self._newest) if aside else self._newest)
        if aside:
            self._move(1, 0, self._newest)

    def _move(self, which: int, aside: int, end: int) -> None:
        """Move the cut towards *end* if what is there, and *aside*, does not fit."""
        before = -1
        while before < self.cut < end:
            before = self.cut
            asked = self._turn < self.cut and not self._lasts[self._turn]
            over = self._total + aside - self._allowed
            over += self._prices[self._turn] if asked else 0
            # Beside what is set aside, what is there asks for room alone.
            if over <= (self._gone if which else min(self._gone, self._goals[which])):
                return
            step = self._step()
            self._goals[which] = max(self._goals[which], -(-over // step) * step)
            while self.cut < end and self._gone < self._goals[which]:
                self._gone += 0 if self._lasts[self.cut] else self._prices[self.cut]
                self.cut += 1

    def _step(self) -> int:
        """Return the tokens of a unit, beside what is pinned for good."""
        return self._unit or max(1, min(-(-self._allowed // 4), (self._allowed - self._held) // 2))


def _steps(atoms: Sequence[tuple[int, ...]], cost: Cost, length: int) -> list[int]:
    """Return what each message adds to the cost of its atom when it comes.

    In a large atom the stand-ins of all its calls count until the last of its results.
    """
    added = [0] * length
    for atom in atoms:
        before = 0
        for end, place in enumerate(atom, 1):
            exact = end == len(atom) or len(atom) <= _SMALL
            price = cost(atom[:end]) if exact else before + cost((place,))
            added[place], before = price - before, price
    return added
