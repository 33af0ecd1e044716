"""The ledger: a history with its sums beside it, so that a cut costs what is kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from attrs import field, frozen
from pyrsistent import pvector

from ctxfn.arguments import blames_arguments
from ctxfn.errors import check_argument
from ctxfn.messages import NO_TIES, Messages, Node, System, Ties, User, check_nodes, tie

from .counters import Counter
from .errors import UnclearLimit
from .measure import measure
from .sums import NO_SUMS, Amounts, Sums, sums_of
from .tariff import Tariff

__all__ = ["Ledger", "ledger_of"]

_TOKENS: Final = Amounts._fields.index("tokens")
_ATOMS: Final = Amounts._fields.index("atoms")
_LIMITS: Final = ("tokens", "messages", "groups")


@frozen
class Ledger:
    """A history that knows the tokens, messages, atoms and groups of every stretch of it.

    A value: `append` gives another and leaves this one as it is, so to branch is to go on from
    an older one. What each message costs is counted once, when it is appended.
    """

    messages: Messages
    counter: Counter
    tariff: Tariff = field(factory=Tariff)
    _sums: Sums = field(default=NO_SUMS, repr=False, eq=False)
    _ties: Ties = field(default=NO_TIES, repr=False, eq=False)

    @property
    def total(self) -> Amounts:
        """The amounts of all messages. Groups are those `keep_recent` counts."""
        return self._sums.total

    @blames_arguments
    def append(self, *nodes: Node) -> Ledger:
        """Return the ledger with *nodes* behind its messages.

        Contract:
            Equal to `ledger_of` for all messages, whatever the order they come in.

        Complexity: O(log n) a node, besides counting it; O(n) where it changes which results
        earlier calls have, as `ctxfn.messages.tie` says.

        Source: ours.
        """
        begin = len(self.messages)
        messages = self.messages.extend(nodes)
        ties, same = tie(self._ties, messages, begin)
        if same:
            sums = self._sums
            for place in range(begin, len(messages)):
                sums = _booked(sums, messages, self._cost(messages[place]), place, ties)
        else:
            sums = sums_of(_amounts(messages, ties, map(self._cost, messages)))
        return Ledger(messages, self.counter, self.tariff, sums, ties)

    @blames_arguments
    def border(
        self,
        *,
        tokens: int | None = None,
        messages: int | None = None,
        groups: int | None = None,
        unit: int = 1,
    ) -> int:
        """Return the place from which on the newest atoms, or groups, are within the limit.

        Contract:
            Exactly one limit. With *tokens* or *messages* the newest whole atoms that cost no
            more; with *groups* so many of the newest. With a *unit* what is left out is a
            whole number of units of *tokens*, so the border stays where it is while the
            history grows by less: what is sent begins with the same bytes. The length where
            nothing fits.

        Complexity: O(log n).

        Source: ours; the unit is the agent's trimming rule.

        Raises:
            UnclearLimit: none or several limits, one below 0, a unit below 1 or without tokens.
        """
        given = {"tokens": tokens, "messages": messages, "groups": groups}
        name, limit = _only(given, unit)
        what = Amounts._fields.index(name)
        over = self.total[what] - limit
        if over <= 0:
            return 0
        if name == "groups":
            # Behind the last that goes may stand what does not count: the next group begins it.
            return self._sums.reach(over + 1, what) - 1 if limit else len(self.messages)
        place = self._sums.reach(-(-over // unit) * unit, what)
        gone = self._sums.before(place).atoms
        if gone == self.total.atoms:
            return len(self.messages)
        return self._sums.reach(gone + 1, _ATOMS) - 1

    @blames_arguments
    def newest(
        self,
        *,
        tokens: int | None = None,
        messages: int | None = None,
        groups: int | None = None,
        unit: int = 1,
    ) -> Messages:
        """Return the messages behind the `border` for the same limit; late ones go with theirs.

        Contract:
            The same vector if nothing goes. A result whose call is left out is left out.

        Complexity: O(log n + kept).

        Source: ours.

        Raises:
            UnclearLimit: as `border`.

        Examples:
            >>> from ctxfn.messages import assistant, call, tool_result, user
            >>> from ctxfn.tokens import estimate
            >>> said = [user("hi"), assistant("", call("c1")), tool_result("c1", "42")]
            >>> ledger = ledger_of(said, estimate())
            >>> [message.role for message in ledger.newest(messages=2)]
            ['assistant', 'tool']
            >>> len(ledger.newest(messages=1))
            0
        """
        place = self.border(tokens=tokens, messages=messages, groups=groups, unit=unit)
        if not place:
            return self.messages
        roots, size = self._ties.roots, 0 if groups is None else 1
        kept = range(place, len(self.messages))
        return pvector([self.messages[at] for at in kept if roots[at][size] >= place])

    @blames_arguments
    def tokens_from(self, border: int) -> int:
        """Return the tokens of the atoms that begin at *border* or behind it.

        Complexity: O(log n).

        Source: ours.
        """
        return self.total.tokens - self._sums.before(border).tokens

    def _cost(self, node: Node) -> int:
        return measure(node, self.counter, tariff=self.tariff)


@blames_arguments
def ledger_of(
    messages: Iterable[Node], /, counter: Counter, *, tariff: Tariff | None = None
) -> Ledger:
    """Return the ledger of *messages*, counted with *counter*.

    Contract:
        Equal to one that the messages were appended to.

    Complexity: O(n), besides counting each message.

    Source: ours.

    Raises:
        InvalidMessages: something in *messages* is no message.
        InvalidArgument: *counter* is none.

    Examples:
        >>> from ctxfn.messages import user
        >>> from ctxfn.tokens import estimate
        >>> ledger_of([user("hi"), user("there")], estimate()).total.messages
        2
    """
    check_argument("ledger_of, counter", counter, Counter, "a Counter: counter_for(model)")
    every, tariff = pvector(check_nodes(messages)), tariff or Tariff()
    ties = tie(NO_TIES, every, 0).ties
    costs = (measure(node, counter, tariff=tariff) for node in every)
    return Ledger(every, counter, tariff, sums_of(_amounts(every, ties, costs)), ties)


def _booked(sums: Sums, messages: Messages, cost: int, place: int, ties: Ties) -> Sums:
    """Book the node at *place*, the next, at the first of its atom and of its group."""
    atom, group = ties.roots[place]
    begins, counts = int(atom == place), not _is_free(messages[place])
    sums = sums.append(Amounts(cost * begins, begins, begins, int(counts and group == place)))
    if not begins:
        sums = sums.add(atom, Amounts(tokens=cost, messages=1))
    if counts and group < place and _is_free(messages[group]):
        counted = sums.before(group + 1).groups - sums.before(group).groups
        sums = sums if counted else sums.add(group, Amounts(groups=1))
    return sums


def _amounts(messages: Messages, ties: Ties, costs: Iterable[int]) -> Iterator[Amounts]:
    """Book what each message is at the first of its atom; groups at their first that counts."""
    tokens, numbers = [0] * len(messages), [0] * len(messages)
    counted = set()
    for node, cost, (atom, group) in zip(messages, costs, ties.roots, strict=True):
        tokens[atom] += cost
        numbers[atom] += 1
        if not _is_free(node):
            counted.add(group)
    for place, number in enumerate(numbers):
        yield Amounts(tokens[place], number, int(number > 0), int(place in counted))


def _is_free(node: Node) -> bool:
    return isinstance(node, System) or (isinstance(node, User) and node.origin.ours is not None)


def _only(given: dict[str, int | None], unit: int) -> tuple[str, int]:
    """Return the one limit that is given, checked."""
    named = {name: limit for name, limit in given.items() if limit is not None}
    if len(named) != 1:
        raise UnclearLimit(" and ".join(_LIMITS), list(named), "exactly one limit")
    ((name, limit),) = named.items()
    if type(limit) is not int or limit < 0:
        raise UnclearLimit(name, limit, "a whole number, 0 or more")
    if type(unit) is not int or unit < 1:
        raise UnclearLimit("unit", unit, "a whole number of tokens, 1 or more")
    if unit > 1 and name != "tokens":
        raise UnclearLimit("unit", unit, f"no unit beside {name}: it is in tokens")
    return name, limit
