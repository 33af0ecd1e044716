"""Accounting: what a request costs, by what the tokens are for, by message, by zone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from attrs import frozen

from ctxfn.arguments import blames_arguments
from ctxfn.errors import InvalidArgument, shown
from ctxfn.messages import Node
from ctxfn.tools import Declaration

from .booking import Booked
from .counters import Counter
from .errors import UnclearLimit
from .not_counted import NotCounted, not_counted_in
from .pieces import pieces_of
from .remembered import books_for
from .rounded import is_finite, rounded_up
from .tariff import Tariff
from .tool_tokens import measure_tool, measure_tools
from .zones import zones_of

__all__ = ["Accounting", "Counted", "account"]

Pairs = tuple[tuple[str, int], ...]


@frozen
class Counted:
    """One message of a request: its tokens by what they are for, and those not counted exactly."""

    index: int
    role: str
    zone: str
    total: int
    by_source: Pairs
    estimated: int = 0


@frozen
class Accounting:
    """The tokens of one request.

    `by_source` pairs what tokens are for (system, text, calls, signatures, call ids, reasoning,
    media, file context, blocks, reported, overhead, tools) with how many there are;
    `by_message` is the tokens of each message, `messages` says more of each. `exact` is true
    only if the model's own vocabulary counted and nothing had to be presumed; `because` says
    why. `estimated` are the tokens that are not exact: they alone may be wrong, and so they
    alone are multiplied in `adjusted`. `not_counted` says what is there and not in the total,
    and why. `by_injector` divides ``blocks``, `by_tool` ``tools`` (each by itself, so their sum
    may differ a little), `by_zone` the total: head, history, turn, and what the request has
    besides messages. `volatile` is what the next request will have elsewhere or not at all.
    """

    total: int
    exact: bool
    by_source: Pairs
    by_message: tuple[int, ...]
    counter: str
    because: str = ""
    not_counted: tuple[NotCounted, ...] = ()
    estimated: int = 0
    drift: float = 1.25
    messages: tuple[Counted, ...] = ()
    by_injector: Pairs = ()
    by_tool: Pairs = ()
    by_zone: Pairs = ()
    volatile: int = 0

    @property
    def adjusted(self) -> int:
        """The total with what was estimated multiplied by the drift, rounded up."""
        return self.total - self.estimated + rounded_up(self.estimated, self.drift)

    @property
    def stable(self) -> int:
        """The tokens the next request will begin with, if the history is not changed."""
        return self.total - self.volatile

    @blames_arguments
    def of(self, source: str) -> int:
        """Return the tokens of one *source*, 0 if it has none.

        Complexity: O(1).

        Raises:
            InvalidArgument: there is no such source.
        """
        if source not in _SOURCES:
            raise InvalidArgument("Accounting.of, source", shown(source), " or ".join(_SOURCES))
        return dict(self.by_source).get(source, 0)


@blames_arguments
def account(
    messages: Sequence[Node],
    counter: Counter,
    /,
    *,
    tools: Sequence[Declaration] = (),
    tariff: Tariff | None = None,
    drift: float = 1.25,
    reported: Literal["for_estimates", "always", "never"] = "for_estimates",
    flatten: Callable[[Node], Sequence[Node]] | None = None,
) -> Accounting:
    """Count *messages* and *tools* with *counter*.

    Contract:
        The sources add up to the total, and so do the messages, the tools and what every
        request costs; and so do the zones. What system messages say stands under ``system``. A
        card costs what *flatten* makes of it, or what it holds. What a provider *reported* for
        an answer stands under ``reported`` in place of its words, calls and reasoning: where
        they could only be estimated, always, or never. It is exact and never multiplied, and so
        is what an exact counter counts; what is estimated is, by *drift*, whose usual value is too
        low for some languages (`estimate_text`). Media cost what their formula says, and make the total
        inexact.

    Complexity: O(messages), and O(characters), the counter's, of messages never counted so.

    Source: LobeHub context-engine, token accounting: its sources and its multiplier; it counts
    a card, a prompt and what is injected as nothing, and multiplies exact figures too.

    Raises:
        UnclearLimit: *drift* is no finite number of 1 or more.

    Examples:
        >>> from ctxfn.messages import chat, system, user
        >>> from ctxfn.tokens import estimate
        >>> told = account(chat(system("Be brief."), user("hello world")), estimate())
        >>> told.total, told.by_source, told.by_message
        (15, (('system', 3), ('text', 3), ('overhead', 9)), (6, 6))
        >>> told.estimated, told.adjusted, told.by_zone
        (15, 19, (('head', 6), ('turn', 6), ('request', 3)))
    """
    if not is_finite(drift) or drift < 1:
        raise UnclearLimit("drift", drift, "a finite number, 1 or more")
    rates = Tariff() if tariff is None else tariff
    believed = reported == "always" or (reported == "for_estimates" and not counter.exact)
    apart = pieces_of if flatten is None else flatten
    known = books_for(counter, rates, apart, believed)
    books = [known.of(node) for node in messages]
    offered = measure_tools(tools, counter)
    fixed = rates.request if messages else 0
    sources = _summed([*(one.by_source for one in books), {"overhead": fixed, "tools": offered}])
    total = sum(sources.values())
    beside = 0 if counter.exact else fixed + offered
    estimated = sum(one.estimated for one in books) + beside
    zones = zones_of(messages)
    rows = tuple(
        Counted(
            place,
            node.role,
            zones.of(place),
            one.total,
            _pairs(one.by_source),
            one.estimated,
        )
        for place, (node, one) in enumerate(zip(messages, books, strict=True))
    )
    by_zone = _summed([*({row.zone: row.total} for row in rows), {"request": fixed + offered}])
    return Accounting(
        total,
        counter.exact and not estimated,
        tuple((name, sources[name]) for name in _SOURCES if sources.get(name)),
        tuple(one.total for one in books),
        counter.name,
        _because(counter, books),
        not_counted_in(messages, flattened=flatten is not None),
        estimated,
        drift,
        rows,
        _pairs(_summed([one.by_injector for one in books])),
        tuple((_name(tool), measure_tool(tool, counter)) for tool in tools),
        tuple((name, by_zone[name]) for name in _ZONES if by_zone.get(name)),
        sum(
            one.total if zones.is_volatile(place, node) else one.blocks * (place >= zones.turn)
            for place, (node, one) in enumerate(zip(messages, books, strict=True))
        ),
    )


_SOURCES = (
    "system",
    "text",
    "calls",
    "signatures",
    "call ids",
    "reasoning",
    "media",
    "file context",
    "blocks",
    "reported",
    "overhead",
    "tools",
)
_ZONES = ("head", "history", "turn", "request")


def _summed(many: Sequence[Mapping[str, int]]) -> dict[str, int]:
    total: dict[str, int] = {}
    for one in many:
        for name, tokens in one.items():
            total[name] = total.get(name, 0) + tokens
    return total


def _pairs(amounts: Mapping[str, int]) -> Pairs:
    return tuple((name, tokens) for name, tokens in amounts.items() if tokens)


def _because(counter: Counter, books: Sequence[Booked]) -> str:
    if any(one.by_source.get("media") for one in books):
        return "images, sounds, films and files are counted by formula"
    return counter.because


def _name(tool: Declaration) -> str:
    return tool.tool if isinstance(tool.tool, str) else f"{tool.tool.identifier}.{tool.tool.api}"
