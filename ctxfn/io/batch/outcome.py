"""What becomes of one thing that was worked on: a value, or the error that says why not."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable
from typing import TypeAlias

from attrs import frozen

from ctxfn.errors import CtxfnError, InvalidArgument, shown
from ctxfn.io.batch.errors import WorkFailed

__all__ = [
    "Bad",
    "Done",
    "Outcome",
    "Outcomes",
    "Work",
    "packed",
    "pickled",
    "unpacked",
    "worked",
]

#: Anything that takes one value and gives one; it raises for what it cannot do.
Work: TypeAlias = Callable[[object], object]


@frozen
class Done:
    """What the work gave."""

    value: object


@frozen
class Bad:
    """Why the work gave nothing: an error of ours, equal wherever it was raised."""

    error: CtxfnError


Outcome: TypeAlias = Done | Bad

Outcomes: TypeAlias = tuple[Outcome, ...]


def worked(work: Work, value: object) -> Outcome:
    """Do *work* on *value*; whatever it raises is an answer.

    Contract:
        An error of ours comes as a copy without cause and traceback, as it would from another
        process; any other as `WorkFailed`, and so does one that cannot be pickled. Work that
        asks for the end of its process asks for no more than its own.
    """
    try:
        return Done(work(value))
    except CtxfnError as error:
        return Bad(_travelled(error))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit, CancelledError: the run is not the work's to end
        return Bad(_foreign(error))


def _travelled(error: CtxfnError) -> CtxfnError:
    """Return *error* made anew of its fields, as it would be elsewhere, or told in words."""
    try:
        copy = type(error)(*pickle.loads(pickle.dumps(error.args)))
        is_same = bool(copy == error)
    except Exception:
        return _foreign(error)
    return copy if is_same else _foreign(error)


def _foreign(error: BaseException) -> WorkFailed:
    try:
        reason = str(error)
    except Exception:
        reason = ""
    return WorkFailed(type(error).__name__, reason)


def packed(outcomes: Iterable[Outcome]) -> bytes:
    """Write *outcomes* for another process; a value that cannot go there is a `Bad`."""
    whole = tuple(outcomes)
    try:
        return pickle.dumps(whole, pickle.HIGHEST_PROTOCOL)
    except Exception:
        return pickle.dumps(tuple(map(_sendable, whole)), pickle.HIGHEST_PROTOCOL)


def _sendable(outcome: Outcome) -> Outcome:
    try:
        pickle.dumps(outcome)
    except Exception as error:
        return Bad(_foreign(error))
    return outcome


def unpacked(data: bytes) -> Outcomes:
    """Read what `packed` wrote.

    Raises:
        WorkFailed: a class of it cannot be imported here.
    """
    try:
        outcomes: Outcomes = pickle.loads(data)
    except Exception as error:
        raise _foreign(error) from error
    return outcomes


def pickled(work: Work) -> bytes:
    """Write *work* for its workers.

    Raises:
        InvalidArgument: it cannot be.
    """
    try:
        return pickle.dumps(work, pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        expected = "what pickles: a function of a module, or a record of values"
        raise InvalidArgument("work", f"{shown(work)}, {error}", expected) from error
