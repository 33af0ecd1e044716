"""The line on usage: printed when it matters, and once in a while."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from ctxfn.arguments import blames_arguments
from ctxfn.turns.usage import UsageEvent

__all__ = ["UsageLog", "log_usage"]

#: From which share of the window on a line is of which kind.
_BUCKETS: Final = ((0.85, "CRITICAL"), (0.7, "WARN"), (0.5, "INFO"))

#: Of so many events one has its line, whatever it says.
_EVERY: Final = 10


@frozen
class UsageLog:
    """How many events there were in a session, and of which kind the last one was."""

    count: int = 0
    bucket: str | None = None


@blames_arguments
def log_usage(log: UsageLog, event: UsageEvent) -> tuple[UsageLog, str | None]:
    """Return the log behind *event*, and the line to print, if one is due.

    Contract:
        A line whenever the kind changes, up or down, and at every tenth event from the first on.
        A snapshot neither prints nor counts.

    Complexity: O(1).

    Source: the chat agent's usage, rule 11.2.

    Examples:
        >>> told = UsageEvent("s", "t", "web", 1000, 100, 388, 480, False, 0, 1, ())
        >>> log, line = log_usage(UsageLog(), told)
        >>> log, line[:34], log_usage(log, told)[1]
        (UsageLog(count=1, bucket='OK'), '[token-usage:OK] s 480/1000 (48.0%', None)
    """
    if event.turn is None:
        return log, None
    bucket = next((name for least, name in _BUCKETS if event.ratio >= least), "OK")
    after = UsageLog(log.count + 1, bucket)
    due = bucket != log.bucket or after.count % _EVERY == 1
    return after, _line(bucket, event) if due else None


def _line(bucket: str, event: UsageEvent) -> str:
    of = event.tokens_of
    parts = (("persona",), ("memory_summary", "memory_vector"), ("skills",), ("subtask",))
    rest = ("platform", "system_other")
    system = sum(of(*names) for names in (*parts, rest))
    shares = (
        f"{name}={of(*names)}"
        for name, names in zip(("persona", "mem", "skills", "subtask"), parts, strict=True)
    )
    return (
        f"[token-usage:{bucket}] {event.session} {event.used}/{event.window} "
        f"({event.ratio * 100:.1f}%) sys={system}({' '.join(shares)} other={of(*rest)}) "
        f"hist={of('history')} tools={of('tool_results')}+{of('tools')}def "
        f"reserve={event.max_tokens}"
    )
