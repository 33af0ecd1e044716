"""`ctxfn cache`: what a cache makes of a session, and whether it stays within limits."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Annotated

import typer

from ctxfn.front import turns_of
from ctxfn.io.cli.caching import Cached, caching_of
from ctxfn.io.cli.exits import FOUND
from ctxfn.io.cli.options import AsJson, Budget, Model, Quiet
from ctxfn.io.cli.progress import with_bar, with_progress
from ctxfn.io.cli.session import Cut, cut_to, requests_of
from ctxfn.io.cli.terminal import Terminal, terminal
from ctxfn.io.cli.told_cache import print_report, report_object
from ctxfn.io.errors import InvalidArgument
from ctxfn.tokens import CacheLimits, CacheReport, LimitBroken, limits_broken

__all__ = ["cache"]


def cache(
    sessions: Annotated[
        list[str],
        typer.Argument(
            metavar="SESSION",
            help="The requests of a session in their order, one a line; or one conversation, "
            "whose requests are what stood before each answer.",
            show_default=False,
        ),
    ],
    max_tokens: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="Fail if a request has more tokens.")
    ] = None,
    min_hit: Annotated[
        float | None,
        typer.Option(min=0, max=1, metavar="SHARE", help="Fail if less is read, in the mean."),
    ] = None,
    max_injected: Annotated[
        float | None,
        typer.Option(min=0, max=1, metavar="SHARE", help="Fail if nobody said more of a request."),
    ] = None,
    budget: Budget = None,
    cut: Annotated[
        Cut, typer.Option(help="How to cut each request to the budget, before it is looked at.")
    ] = "no",
    among: Annotated[
        int,
        typer.Option(min=1, metavar="N", help="Requests before that the cache still has."),
    ] = 1,
    each: Annotated[bool, typer.Option("--each", help="Tell of each request.")] = False,
    model: Model = None,
    cached: Cached = "exact",
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Say how much of each request of a session is read from the cache, and who broke that.

    Exits with 1 if a limit is broken, and names the culprit.
    """
    if cut != "no" and budget is None:
        raise InvalidArgument("--cut", cut, "--budget N, that it cuts to")
    seen = terminal(json=as_json, quiet=quiet)
    limits = CacheLimits(max_tokens=max_tokens, min_hit=min_hit, max_injected=max_injected)
    failed = 0
    for name in sessions:
        # Each by itself: a file that is named twice is two sessions.
        items = with_progress([name], seen)
        first = next(items)
        requests, number = requests_of(item.value for item in chain([first], items))
        sent = cut_to(with_bar(requests, number, seen), budget, cut, model)
        turns = turns_of(sent, model=model, caching=caching_of(cached), among=among)
        report = CacheReport(tuple(turns), budget)
        broken = limits_broken(report, limits)
        failed += len(broken)
        _tell(seen, first.source, report, broken, each=each)
    if failed:
        raise typer.Exit(FOUND)


def _tell(
    seen: Terminal,
    source: str,
    report: CacheReport,
    broken: tuple[LimitBroken, ...],
    *,
    each: bool,
) -> None:
    if seen.json:
        seen.data(report_object(source, report, broken))
        return
    print_report(seen, source, report, each=each)
    for line in _lines(source, broken):
        seen.answer(line)


def _lines(source: str, broken: tuple[LimitBroken, ...]) -> Iterator[str]:
    for one in broken:
        name = one.limit.replace("_", "-")
        yield (
            f"{source}: --{name} {one.allowed:g} is broken: {one.found:.6g}, "
            f"most at request {one.turn + 1}: {one.culprit}"
        )
