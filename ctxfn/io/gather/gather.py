"""Ask everybody at once, wait for each no longer than its limit, keep the declared order."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Final, TypeVar

from ctxfn.errors import check_argument
from ctxfn.functional import countby
from ctxfn.io.errors import InvalidArgument
from ctxfn.io.gather.contribution import Contribution, Gathered, Report, check_limit
from ctxfn.io.gather.fetching import Late, fetched
from ctxfn.io.gather.looking_up import reason_of
from ctxfn.pipeline import AnyStep, needs

__all__ = ["DEFAULT_LIMIT", "gather"]

V = TypeVar("V")

#: Seconds that each contribution has.
DEFAULT_LIMIT: Final = 10.0


async def gather(
    what: AnyStep | Iterable[Contribution[V]],
    view: V,
    /,
    *,
    sources: Iterable[Contribution[V]] = (),
    limit: float = DEFAULT_LIMIT,
) -> Gathered:
    """Fetch all facts that are needed at the same time, each within its *limit* in seconds.

    *what* is the contributions to ask, or a pipeline: then those of *sources* are asked that
    provide a fact the pipeline reads. *view* is handed to each: whatever you want your
    fetchers to see.

    Contract:
        Facts come in the order of the contributions, whatever arrived first. One that hangs
        or raises is absent this time and reported; the others arrive. It returns when all
        have ended, at the latest after the longest limit. Cancelled, it cancels what it
        started and waits for that to end. A fetch that will not be cancelled gets a second
        more, one in a thread is forgotten.

    Complexity: the slowest contribution's, not their sum.

    Source: LobeHub context-engine waits for one after the other; a limit each is the chat
    agent's rule for building contributions.

    Raises:
        InvalidArgument: two contributions of one name, or a limit that is no time.

    Examples:
        >>> async def fetch(view): return view.upper()
        >>> gathered = asyncio.run(gather([Contribution("shout", fetch, (str,))], "hi"))
        >>> gathered.facts
        ('HI',)
    """
    check_limit("limit", limit)
    asked = _asked(what, _contributions("sources", sources))
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(_report(one, view, one.limit or limit)) for one in asked]
    return Gathered(tuple(task.result() for task in tasks))


def _asked(
    what: AnyStep | Iterable[Contribution[V]], sources: tuple[Contribution[V], ...]
) -> tuple[Contribution[V], ...]:
    if callable(what):
        wanted = set(needs(what))
        asked = tuple(one for one in sources if wanted.intersection(one.provides))
    else:
        asked = (*_contributions("contributions", what), *sources)
    twice = [name for name, count in countby(lambda one: one.name, asked).items() if count > 1]
    if twice:
        raise InvalidArgument("contributions", f"two named {twice[0]!r}", "a name for each")
    return asked


def _contributions(what: str, given: Iterable[Contribution[V]]) -> tuple[Contribution[V], ...]:
    expected = "a list of Contribution(name, fetch, provides)"
    check_argument(what, given, Iterable, expected)
    every = tuple(given)
    for one in every:
        check_argument(what, one, Contribution, expected)
    return every


async def _report(contribution: Contribution[V], view: V, limit: float) -> Report:
    clock = asyncio.get_running_loop().time
    started = clock()
    name = contribution.name
    try:
        result = await fetched(contribution.fetch, view, limit)
    except Late:
        return Report(name, "late", clock() - started, (), f"not there within {limit:g} s")
    except Exception as error:
        return Report(name, "failed", clock() - started, (), reason_of(error))
    facts = result if isinstance(result, tuple) else () if result is None else (result,)
    for fact in facts:
        if not issubclass(type(fact), contribution.provides):
            provided = " or ".join(kind.__name__ for kind in contribution.provides) or "nothing"
            reason = f"it brought a {type(fact).__name__} and provides {provided}"
            return Report(name, "failed", clock() - started, (), reason)
    return Report(name, "arrived" if facts else "absent", clock() - started, facts)
