"""Tell what a cache made of a session."""

from __future__ import annotations

from attrs import asdict

from ctxfn.io.cli.caching import prefix_object
from ctxfn.io.cli.terminal import Terminal, plural
from ctxfn.tokens import CacheReport, CacheTurn, LimitBroken

__all__ = ["print_report", "report_object"]

#: Requests told of unasked: the worst, where many broke it.
_SHOWN = 10


def print_report(seen: Terminal, source: str, report: CacheReport, *, each: bool) -> None:
    """Print the sums, who broke it, and the requests at which it broke, or all of them."""
    seen.answer(
        f"{source}: {plural(len(report.turns), 'request')}, {report.mean_share:.1%} of a request "
        f"read from the cache in the mean, {report.read_share:.1%} of all tokens"
    )
    if report.mean_use is not None:
        seen.answer(f"  {report.mean_use:.1%} of the budget used in the mean")
    if report.most is not None:
        seen.answer(f"  {report.most.tokens:,} tokens at most, in request {report.most.number + 1}")
    for name, times in report.culprits:
        seen.answer(f"  broken {plural(times, 'time')} by {name}")
    shown = report.turns if each else report.broken[:_SHOWN]
    for turn in shown:
        seen.answer(f"  {_line(turn)}")
    left = len(report.broken) - len(shown)
    if left > 0:
        seen.remark(f"{source}: {plural(left, 'more request')} broke it: --each tells of all")


def _line(turn: CacheTurn) -> str:
    line = f"request {turn.number + 1}: {turn.share:.1%} of {plural(turn.tokens, 'token')}"
    if turn.prefix is None or turn.prefix.difference is None:
        return line
    return f"{line}; {turn.prefix.difference.path}; {turn.prefix.blame}"


def report_object(
    source: str, report: CacheReport, broken: tuple[LimitBroken, ...]
) -> dict[str, object]:
    """Write a report as a JSON object."""
    return {
        "source": source,
        "requests": len(report.turns),
        "mean_share": report.mean_share,
        "read_share": report.read_share,
        "mean_use": report.mean_use,
        "most_tokens": None if report.most is None else report.most.tokens,
        "broken": [turn.number for turn in report.broken],
        "culprits": [{"name": name, "times": times} for name, times in report.culprits],
        "limits_broken": [asdict(one) for one in broken],
        "turns": [_turn_object(turn) for turn in report.turns],
    }


def _turn_object(turn: CacheTurn) -> dict[str, object]:
    return {
        "number": turn.number,
        "messages": turn.messages,
        "tokens": turn.tokens,
        "injected": turn.injected,
        "most_injected": turn.most_injected,
        "broken": turn.broken,
        "against": turn.against,
        "gone": list(turn.gone),
        "prefix": None if turn.prefix is None else prefix_object(turn.prefix),
    }
