"""A line about usage now and then: where the window's level changes, and each tenth time."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from attrs import frozen

from ctxfn.arguments import blames_arguments

from .usage import UsageEvent

__all__ = ["NOT_LOGGED", "Level", "UsageLog", "level_of", "log_usage"]

Level: TypeAlias = Literal["OK", "INFO", "WARN", "CRITICAL"]

#: The share of the window below which each level ends.
_LEVELS: Final[tuple[tuple[float, Level], ...]] = ((0.5, "OK"), (0.7, "INFO"), (0.85, "WARN"))

#: Of events at one level, the first of so many is told.
_EVERY: Final = 10


@frozen
class UsageLog:
    """What is remembered of a session: how many events there were, and the last one's level."""

    count: int = 0
    level: Level | None = None


#: The state before the first event.
NOT_LOGGED: Final = UsageLog()


@blames_arguments
def level_of(ratio: float) -> Level:
    """Return the level of a share of the window.

    Contract:
        Below a half OK, below 0.7 INFO, below 0.85 WARN, else CRITICAL.

    Complexity: O(1).

    Source: an agent's log of its usage: its borders.

    Examples:
        >>> [level_of(ratio) for ratio in (0.49, 0.5, 0.7, 0.85)]
        ['OK', 'INFO', 'WARN', 'CRITICAL']
    """
    for border, level in _LEVELS:
        if ratio < border:
            return level
    return "CRITICAL"


@blames_arguments
def log_usage(log: UsageLog, event: UsageEvent, /) -> tuple[UsageLog, str | None]:
    """Return the *log* after one more *event*, and the line to print, if one is.

    Contract:
        A line where the level is another than the last event's, in either direction, and at
        the 1st, 11th, 21st … event. Snapshots neither print nor count.

    Complexity: O(1).

    Source: an agent's log of its usage.

    Examples:
        >>> from ctxfn.tokens.usage import Breakdown
        >>> event = UsageEvent("s1", "t1", "web", 1000, 100, 388, 250, 0.25, False, 200, 4,
        ...                    Breakdown(persona=50, history=200, tool_definitions=0))
        >>> log, line = log_usage(NOT_LOGGED, event)
        >>> print(line)
        [token-usage:OK] s1 250/1000 (25.0%) sys=50(persona=50 mem=0 skills=0 subtask=0 other=0) \
hist=200 tools=0+0def reserve=0
        >>> log_usage(log, event)
        (UsageLog(count=2, level='OK'), None)
    """
    if event.turn is None:
        return log, None
    level = level_of(event.usage_ratio)
    after = UsageLog(log.count + 1, level)
    told = level != log.level or after.count % _EVERY == 1
    return after, _line(level, event) if told else None


def _line(level: Level, event: UsageEvent) -> str:
    told = event.breakdown
    memory = told.memory_summary + told.memory_vector
    # Four are named; what is left of the system's seven parts stands under the last.
    other = told.platform + told.system_other
    return (
        f"[token-usage:{level}] {event.session} {event.used}/{event.context_window} "
        f"({event.usage_ratio:.1%}) sys={told.system}(persona={told.persona} mem={memory} "
        f"skills={told.skills} subtask={told.subtask} other={other}) hist={told.history} "
        f"tools={told.tool_results}+{told.tool_definitions}def reserve={told.reserved_for_reply}"
    )
