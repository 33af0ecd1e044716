"""The one place where what goes wrong in a source becomes a value."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.gather.fetching import Late, fetched
from ctxfn.io.gather.looking_up import reason_of
from ctxfn.io.sources.answers import Answer, Problem, ProblemKind, Status
from ctxfn.io.sources.cleaning import tidied
from ctxfn.io.sources.source import Source

__all__ = ["problem", "safe_status", "safely"]

V = TypeVar("V")


async def safely(
    source: Source, what: Callable[[V], object], view: V, *, seconds: float | None = None
) -> Answer:
    """Return what *what* answers to *view* within the limits of *source*, or why it does not."""
    limit = source.limits.seconds if seconds is None else seconds
    answer = await _answer(source, what, view, limit)
    return tidied(answer, source.limits, source.secrets)


async def _answer(source: Source, what: Callable[[V], object], view: V, limit: float) -> Answer:
    try:
        came = await fetched(what, view, limit)
    except Late:
        return problem(source, "late", f"no answer within {limit:g} s")
    except TimeoutError as error:
        return problem(source, "late", str(error) or "time was up")
    except SourceRefusal as refusal:
        return problem(source, "refused", refusal.reason)
    except Exception as error:
        return problem(source, "failed", reason_of(error))
    if not isinstance(came, Answer):
        return problem(source, "failed", f"a {type(came).__name__} came, no Answer")
    return came


async def safe_status(source: Source) -> Status:
    """Return whether *source* can be used; one that cannot be reached is no error."""
    try:
        came = await fetched(lambda _: source.check(), None, source.limits.seconds)
    except Late:
        came = Status(False, f"no answer within {source.limits.seconds:g} s")
    except Exception as error:
        came = Status(False, reason_of(error))
    if not isinstance(came, Status):
        came = Status(False, f"a {type(came).__name__} came, no Status")
    said = tidied(Answer(text=came.detail), source.limits, source.secrets).text
    return Status(bool(came.ok), said or "", came.state)


def problem(source: Source, kind: ProblemKind, reason: str) -> Answer:
    """Make the answer of a *source* that has none."""
    return tidied(Answer(problem=Problem(source.id, kind, reason)), source.limits, source.secrets)
