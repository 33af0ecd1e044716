"""One way to run anything that can be called a step, and to tell what came of it."""

from __future__ import annotations

import inspect
import pickle
import sys
import typing
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final, TypeAlias, cast

from attrs import frozen
from hypothesis.errors import HypothesisException
from pyrsistent import PVector, pvector

from ctxfn.context import Context
from ctxfn.errors import CtxfnError
from ctxfn.messages import Messages, Node
from ctxfn.pipeline import AnyStep, PipelineError, Processor, Step, StepError
from ctxfn.testing.errors import LawBroken
from ctxfn.testing.shown import named, shown

__all__ = ["AnyChange", "Outcome", "copied", "describe", "latest", "outcome"]
__all__ += ["forget_copies", "remember", "run", "stand_in"]

#: What the laws of steps are asked of: a step, a processor whose options all have defaults, a
#: pipeline, a bare function of a context, or one of messages.
AnyChange: TypeAlias = AnyStep | Processor[...] | Step | Callable[[Messages], Messages]

TOTAL: Final = "total"

#: What of Python's thousand frames a step may use; the rest is its caller's.
_FRAMES: Final = 900


@frozen
class Outcome:
    """What a step answered: a context, or one of our errors."""

    context: Context | None
    refused: CtxfnError | None = None


#: The last run, for laws that look at the same answer one after the other.
_LAST: Final[dict[str, tuple[AnyChange, Context, Outcome]]] = {}


def takes_messages(change: object) -> bool:
    """Say whether a bare function is one of messages: its first annotation tells."""
    if isinstance(change, Step | Processor):
        return False
    function = change if inspect.isroutine(change) else type(change).__call__
    try:
        parameters = list(inspect.signature(cast("Callable[..., object]", change)).parameters)
        hints = typing.get_type_hints(function)
    except (TypeError, ValueError, NameError):
        return False
    hint = hints.get(parameters[0]) if parameters else None
    return (typing.get_origin(hint) or hint) is PVector


def run(change: AnyChange, context: Context) -> Context:
    """Run *change* on *context*; a function of messages leaves all but the messages alone."""
    if takes_messages(change):
        after = cast("Callable[[Messages], object]", change)(context.messages)
        if not isinstance(after, PVector):
            raise TypeError(f"returned {type(after).__name__}, no vector of messages")
        return context.with_messages(cast("Messages", after))
    answer: object = cast("Callable[[Context], object]", change)(context)
    if not isinstance(answer, Context):
        raise TypeError(f"returned {type(answer).__name__}, no context")
    return answer


def outcome(change: AnyChange, context: Context) -> Outcome:
    """Run *change* on *context* and tell what came of it.

    Raises:
        LawBroken: something else than an answer or one of our errors came; the law is *total*.
            A pipeline's error that wraps what is not ours is not ours, and neither is one on
            what the step answered: no messages, or a context that lost something.
    """
    try:
        with _usual_depth():
            return Outcome(run(change, context))
    except HypothesisException:
        raise
    except StepError as error:
        if error.__cause__ is not None and not _is_refusal(error.__cause__):
            raise _not_total(change, context, error.__cause__) from error
        return Outcome(None, error)
    except CtxfnError as error:
        if not _is_refusal(error):
            raise _not_total(change, context, error) from error
        return Outcome(None, error)
    except Exception as error:
        raise _not_total(change, context, error) from error


def latest(change: AnyChange, context: Context) -> Outcome:
    """Return what came of *change* on this very *context*; it runs unless it just did.

    That a second run gives the same is a law of its own, *pure*, which does run again.
    """
    last = _LAST.get("run")
    if last is None or last[0] is not change or last[1] is not context:
        remember(change, context, outcome(change, context))
    return _LAST["run"][2]


def remember(change: AnyChange, context: Context, came: Outcome) -> None:
    """Let *came* be what `latest` returns for *change* on *context*."""
    _LAST["run"] = (change, context, came)


def _is_refusal(error: BaseException) -> bool:
    """Say whether *error* is of the data; what no step may answer is the step's own fault."""
    return isinstance(error, CtxfnError) and not isinstance(error, PipelineError)


@contextmanager
def _usual_depth() -> Iterator[None]:
    """Allow as deep a recursion as outside of Hypothesis, which raises the limit for itself."""
    before = sys.getrecursionlimit()
    frame, deep = sys._getframe(), 0
    while frame.f_back is not None:
        frame, deep = frame.f_back, deep + 1
    sys.setrecursionlimit(min(before, deep + _FRAMES))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _not_total(change: AnyChange, context: Context, error: BaseException) -> LawBroken:
    return LawBroken(
        TOTAL,
        named(change),
        f"{type(error).__name__}: {str(error)[:300]}",
        "an answer, or one of ctxfn's errors",
        shown(context),
    )


def describe(outcome: Outcome) -> str:
    """Write what came of a run, for a person to compare."""
    if outcome.context is None:
        return f"{type(outcome.refused).__name__}: {outcome.refused}"
    notes = "".join(f"\n    note: {note!r}" for note in outcome.context.notes)
    return shown(outcome.context) + notes


def copied(context: Context, *, shared: bool = False) -> Context:
    """Copy *context* deeply, node by node, so that nothing in it is the same object.

    `shared`: nodes that are equal become one object, as a store that interns its rows has it.
    """
    messages = _copied(context.messages, shared)
    same = context.given is context.messages
    given = messages if same else _copied(context.given, shared)
    return _around(context, messages, given)


def stand_in(context: Context, use: str, *, shared: bool = False) -> Context:
    """Return a copy of *context* as `copied` makes it; its messages the same for the same *use*.

    For laws that give each step of a table the same conversations: copying costs most. What
    changes its input in place is caught on the input itself, and `forget_copies` then.
    """
    key = id(context.messages), use
    found = _COPIES.get(key)
    if found is None or found[0] is not context.messages:
        if len(_COPIES) >= _MOST:
            forget_copies()
        _COPIES[key] = found = context.messages, _copied(context.messages, shared)
    same = context.given is context.messages
    return _around(context, found[1], found[1] if same else _copied(context.given, shared))


def forget_copies() -> None:
    """Let `stand_in` begin anew."""
    _COPIES.clear()


def _around(context: Context, messages: Messages, given: Messages) -> Context:
    known = pickle.loads(pickle.dumps(context.known))
    return Context(messages, known, context.notes, given, context.stopped)


def _copied(messages: Iterable[Node], shared: bool) -> Messages:
    if not shared:
        return pvector([pickle.loads(pickle.dumps(node)) for node in messages])
    once: dict[str, Node] = {}
    return pvector([once.setdefault(repr(node), node) for node in messages])


#: Conversations with their copies, by use.
_COPIES: Final[dict[tuple[int, str], tuple[Messages, Messages]]] = {}

#: So many are remembered.
_MOST: Final = 1000
