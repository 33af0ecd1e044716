"""Shorten tool results that later events made worthless, when the prompt cache allows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from typing import Annotated

from annotated_types import Ge

from ctxfn.context import AnyNote, Note
from ctxfn.messages import Messages, Node, ToolResult, reuse, text_of
from ctxfn.pipeline import Changed, processor, separable
from ctxfn.processors.truncate.cache_gate import (
    CacheGate,
    CachePrices,
    Moment,
    last_border,
    moments_of,
)
from ctxfn.processors.truncate.stale_rules import Limits, Shortening, any_of, shortenings
from ctxfn.processors.truncate.stale_tools import StaleTools

__all__ = ["trim_stale_results"]


def _may_be_stale(
    messages: Messages,
    /,
    *,
    tools: StaleTools = StaleTools(),  # noqa: B008
    **_: object,
) -> bool:
    """Say whether there is a result that could grow stale: then all that follows it counts."""
    return any_of(messages, tools)


@processor
@separable(unless=_may_be_stale)
def trim_stale_results(
    messages: Messages,
    /,
    *,
    keep: Annotated[int, Ge(0)] = 20,
    at_least: Annotated[int, Ge(0)] = 100_000,
    command: Annotated[int, Ge(0)] = 500,
    crawl: Annotated[int, Ge(0)] = 1_000,
    page: Annotated[int, Ge(0)] = 1_000,
    tools: StaleTools = StaleTools(),  # noqa: B008  (a constant: the record is frozen)
    prices: CachePrices = CachePrices(),  # noqa: B008
    steps: Annotated[int, Ge(0)] = 20,
    margin: Annotated[float, Ge(0)] = 1.5,
    every: Annotated[int, Ge(1)] = 1,
) -> Messages | Changed:
    """Shorten results that are old and were overtaken, without spoiling a warm prompt cache.

    A file that was written since it was read, a page as it looked an hour ago: that is not only
    long, it is wrong.

    Contract:
        Only results before a border are looked at: all but the last *keep* messages up to the
        last thing a person said, by multiples of *every*; and only if they hold *at_least*
        characters. Of *tools*: a read goes if its file was written later, or read again with a
        window that holds its own; a snapshot goes; the text of a page keeps its first *page*
        characters, a crawl *crawl*, the output of a command *command* at either end. A line
        says what was there. Failures stay, and so does what would not get shorter, unless it
        has pictures, which go.

        The border moves only at a moment when a person spoke and the cache was cold (more than
        its lifetime since the message before, or no times known), or where *steps* further
        requests save more than *margin* times what writing the rest anew costs. What moved once
        has moved for good: each moment of the past is judged again from what was said up to it,
        so between two moves the bytes in front of the border stay. A note tells what was
        shortened, another that a warm cache was left alone.

    Complexity: O(messages + characters of their texts), and as `superseded` for reads.

    Source: LobeHub context-engine, stale results; there only the last moment is judged, so a
    warm one takes back what a cold one had trimmed, and spoils the cache it means to spare.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result, user
        >>> ask = assistant(call("c1", "lobe-browser____snapshot"))
        >>> said = chat(user("Look."), ask, tool_result("c1", "page " * 99), user("So?"))
        >>> print(text_of(trim_stale_results(said, keep=1, at_least=100)[2]))
        [left out: the page as it looked then]
        >>> trim_stale_results(said) is said
        True
    """
    last = last_border(messages, keep, every)
    if last == 0 or not any_of(messages, tools):
        return messages
    found = shortenings(messages, last, tools, Limits(command, crawl, page))
    if not found:
        return messages
    moments = moments_of(messages, keep, every)
    gate = CacheGate(prices, steps, margin)
    border, warm = _border(messages, moments, found, gate, at_least)
    return _applied(messages, found, border, warm)


def _border(
    messages: Sequence[Node],
    moments: Sequence[Moment],
    found: Sequence[Shortening],
    gate: CacheGate,
    at_least: int,
) -> tuple[int, Note | None]:
    """Return where the border stands after all *moments*, and why it did not move at the last."""
    sizes = [len(text_of(node)) for node in messages]
    results = [
        size * isinstance(node, ToolResult) for node, size in zip(messages, sizes, strict=True)
    ]
    gains, events = [0] * len(messages), [0] * len(messages)
    for one in found:
        gains[one.since] += one.gain
        events[one.since] += 1
    prefix, of_results, saved, counted = (
        list(accumulate(numbers, initial=0)) for numbers in (sizes, results, gains, events)
    )
    border, kept_warm = 0, None
    for moment in moments:
        kept_warm = None
        if of_results[moment.border] < at_least or counted[moment.border] == counted[border]:
            continue
        gain = saved[moment.border] - saved[border]
        length = prefix[moment.place + 1] - saved[border]
        if gate.is_warm(moment) and not gate.pays(gain, length):
            text = f"a warm cache of {length} characters is worth more than {gain} saved"
            kept_warm = Note("trim_stale_results", "kept-warm", text)
        else:
            border = moment.border
    return border, kept_warm


def _applied(
    messages: Messages, found: Sequence[Shortening], border: int, warm: Note | None
) -> Messages | Changed:
    """Shorten what is before *border* and overtaken before it; later reasons win."""
    chosen = {one.place: one for one in found if one.since < border}
    notes: list[AnyNote] = [] if warm is None else [warm]
    if not chosen:
        return Changed(messages, tuple(notes)) if notes else messages
    places = tuple(sorted(chosen))
    after: list[Node] = list(messages)
    saved = 0
    for place, one in chosen.items():
        after[place] = one.result
        saved += len(text_of(messages[place])) - len(text_of(one.result))
    rules = Counter(chosen[place].rule for place in places)
    told = ", ".join(f"{many} {rule}" for rule, many in rules.items())
    text = f"{len(places)} stale results are shortened by {saved} characters: {told}"
    ids = tuple(one.id for one in (messages[place] for place in places) if one.id is not None)
    notes.insert(0, Note("trim_stale_results", "stale-result", text, ids, places))
    return Changed(reuse(messages, after), tuple(notes))
