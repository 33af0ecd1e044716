"""Accounting: what a request costs, by message and by what the tokens are for."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ctxfn.arguments import blames_arguments
from ctxfn.messages import Node, Opaque, System, is_flat
from ctxfn.tools import Declaration

from .counters import Counter
from .measure import Measured, measure_tools, measured
from .tariff import Tariff

__all__ = ["Accounting", "account"]


@frozen
class Accounting:
    """The tokens of one request.

    `by_source` pairs what tokens are for (system, text, calls, reasoning, media, blocks,
    overhead, tools) with how many there are; `by_message` is the tokens of each message.
    `exact` is true only if the model's own vocabulary counted and nothing had to be presumed;
    `because` says why. `not_counted` says what is in the request and not in the total.
    """

    total: int
    exact: bool
    by_source: tuple[tuple[str, int], ...]
    by_message: tuple[int, ...]
    counter: str
    because: str = ""
    not_counted: tuple[str, ...] = ()

    @blames_arguments
    def of(self, source: str) -> int:
        """Return the tokens of one *source*, 0 if it has none.

        Complexity: O(1).
        """
        return dict(self.by_source).get(source, 0)


@blames_arguments
def account(
    messages: Sequence[Node],
    counter: Counter,
    /,
    *,
    tools: Sequence[Declaration] = (),
    tariff: Tariff | None = None,
) -> Accounting:
    """Count *messages* and *tools* with *counter*.

    Contract:
        The sources add up to the total, and so do the messages, the tools and what every
        request costs. What system messages say stands under ``system``. A card costs what it
        flattens to. Media cost what their formula says, and make the total inexact.

    Complexity: O(characters), the counter's.

    Source: LobeHub context-engine, token accounting: its sources; it counts a card as nothing.

    Examples:
        >>> from ctxfn.messages import chat, system, user
        >>> from ctxfn.tokens import estimate
        >>> told = account(chat(system("Be brief."), user("hello world")), estimate())
        >>> told.total, told.by_source, told.by_message
        (15, (('system', 3), ('text', 3), ('overhead', 9)), (6, 6))
    """
    rates = Tariff() if tariff is None else tariff
    each = [measured(node, counter, tariff=rates) for node in messages]
    offered = measure_tools(tools, counter)
    sources = _sources(messages, each, offered, rates.request)
    media = any(one.media for one in each)
    return Accounting(
        sum(tokens for _, tokens in sources),
        counter.exact and not media,
        tuple((name, tokens) for name, tokens in sources if tokens),
        tuple(one.total for one in each),
        counter.name,
        "images, sounds, films and files are counted by formula" if media else counter.because,
        _not_counted(messages),
    )


def _sources(
    messages: Sequence[Node], each: Sequence[Measured], tools: int, request: int
) -> tuple[tuple[str, int], ...]:
    pairs = list(zip(messages, each, strict=True))
    return (
        ("system", sum(one.text for node, one in pairs if isinstance(node, System))),
        ("text", sum(one.text for node, one in pairs if not isinstance(node, System))),
        ("calls", sum(one.calls for one in each)),
        ("reasoning", sum(one.reasoning for one in each)),
        ("media", sum(one.media for one in each)),
        ("blocks", sum(one.blocks for one in each)),
        ("overhead", sum(one.overhead for one in each) + (request if messages else 0)),
        ("tools", tools),
    )


def _not_counted(messages: Sequence[Node]) -> tuple[str, ...]:
    said = []
    if any(isinstance(part, Opaque) for node in messages for part in node.parts):
        said.append("parts that only their own provider can read")
    if any(not is_flat(node) for node in messages):
        said.append("what is injected, and stand-ins that are made, when cards are flattened")
    return tuple(said)
