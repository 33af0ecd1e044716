"""The laws of every step. Each is a function of a step and one context, and names itself."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable
from typing import Final, TypeAlias, cast

from attrs import evolve
from pyrsistent import pvector

from ctxfn.context import Context, Note
from ctxfn.messages import Messages, Node, User
from ctxfn.pipeline import AnyStep, Pipeline, Processor, Step, needs
from ctxfn.testing.elsewhere import elsewhere
from ctxfn.testing.errors import LawBroken
from ctxfn.testing.running import (
    AnyChange,
    Outcome,
    describe,
    forget_copies,
    latest,
    outcome,
    remember,
    stand_in,
)
from ctxfn.testing.shown import named, shown

__all__ = [
    "EVERY_STEP",
    "Law",
    "elsewhere",
    "faithful",
    "idempotent",
    "pure",
    "same_object",
    "total",
    "travels",
]

#: A fact that no step reads, and a message that nobody said.
_WITNESS: Final = User(id="witness")

#: A law: it raises `LawBroken` if the step does not keep it on this context.
Law: TypeAlias = Callable[[AnyChange, Context], None]


def total(step: AnyChange, context: Context, /) -> None:
    """Check that *step* answers *context*, or refuses it with one of our errors.

    Contract:
        Any other exception breaks the law, also one that a pipeline wrapped, and so does an
        answer that is no context (or no vector of messages, from a function of messages).
    """
    latest(step, context)


def pure(step: AnyChange, context: Context, /) -> None:
    """Check that equal input gives equal output, and that the input stays as it was.

    Contract:
        Run twice on *context*, on a copy that shares no object with it, and on one in which
        equal messages are one object: the answers are the same, byte for byte. A step that
        runs on contexts and on bare messages gives the same messages on both, unless it reads
        facts, which bare messages do not have.
    """
    before, printer = stand_in(context, "pure"), _Printer()
    written = printer.all_of(context)
    first = outcome(step, context)
    remember(step, context, first)
    others = [
        (what, given, outcome(step, given))
        for what, given in (
            ("the same input", context),
            ("a deep copy of the input", before),
            (
                "the input with equal messages as one object",
                stand_in(context, "as one", shared=True),
            ),
        )
    ]
    if _Printer().all_of(context) != written:
        forget_copies()
        found, wanted = f"an input changed to {shown(context)}", "it unchanged"
        raise LawBroken("pure", named(step), found, wanted, written)
    expected: dict[bool, str] = {}
    for what, given, again in others:
        loose = _twice(context) or _twice(given)
        if loose not in expected:
            expected[loose] = printer.bytes_of(first, loose)
        if printer.bytes_of(again, loose) != expected[loose]:
            found = f"on {what}: {describe(again)}"
            wanted = f"what it gave before: {describe(first)}"
            raise LawBroken("pure", named(step), found, wanted, shown(context))
    reads_facts = len(context.known) > 0 and bool(needs(cast("AnyStep", step)))
    if isinstance(step, Step | Processor) and first.context is not None and not reads_facts:
        bare = step(context.messages)
        same = printer.nodes_of(bare) == printer.nodes_of(first.context.messages)
        if context.stopped is None and not same:
            found = f"on bare messages: {shown(bare)}"
            wanted = f"as on a context: {shown(first.context.messages)}"
            raise LawBroken("pure", named(step), found, wanted, shown(context))


def _twice(context: Context) -> bool:
    return len(set(map(id, context.messages))) < len(context.messages)


class _Printer:
    """Prints what the runs of one law gave: 1 and 1.0, or another order of keys, are different.

    A node is printed once. That none was changed in place meanwhile is for the law to see.
    """

    def __init__(self) -> None:
        self.prints: dict[int, tuple[Node, str]] = {}

    def nodes_of(self, messages: Messages) -> str:
        return ", ".join(map(self._print, messages))

    def _print(self, node: Node) -> str:
        if id(node) not in self.prints:
            self.prints[id(node)] = node, repr(node)
        return self.prints[id(node)][1]

    def all_of(self, context: Context) -> str:
        return f"{self.nodes_of(context.messages)} {context.known!r}"

    def bytes_of(self, outcome: Outcome, twice: bool) -> str:
        """Print an answer.

        Notes on what vanished go by identity: they cannot tell which of two places is gone where
        both held one object. There, what the runner writes and the places of the rest do not count.
        """
        context = outcome.context
        if context is None:
            return f"{type(outcome.refused).__qualname__}: {outcome.refused}"
        notes = list(context.notes)
        if twice:
            notes = [evolve(note, places=()) for note in notes if isinstance(note, Note)]
        return f"{self.all_of(context)} {notes!r} {context.stopped!r}"


def same_object(step: AnyChange, context: Context, /) -> None:
    """Check that what *step* does not change is the same object.

    Contract:
        Equal messages are the same vector; if nothing else is new either, the context is the
        same. Of the messages in the answer that equal one of the input, as many are that very
        object as the input has; not asked of a pipeline, where one step may make of a message
        what another was before a further step changed that.
    """
    after = latest(step, context).context
    if after is None or after is context:
        return
    before, messages = context.messages, after.messages
    if messages is not before and messages == before:
        raise LawBroken(
            "same object",
            named(step),
            "an equal vector that is another object",
            "the input itself, since nothing changed",
            shown(context),
        )
    if messages is before and after.notes is context.notes and _else_equal(after, context):
        raise LawBroken(
            "same object",
            named(step),
            "an equal context that is another object",
            "the input itself, since nothing changed",
            shown(context),
        )
    if isinstance(step, Pipeline):
        return
    copy = _needless_copy(before, messages)
    if copy is not None:
        raise LawBroken(
            "same object",
            named(step),
            f"an equal copy of a message: {shown(copy)}",
            "the message itself",
            shown(context),
        )


def _else_equal(after: Context, before: Context) -> bool:
    return (after.known, after.stopped) == (before.known, before.stopped)


def _needless_copy(before: Messages, after: Messages) -> Node | None:
    if after is before:
        return None
    there = Counter(before)
    same = set(map(id, before))
    for node, count in Counter(after).items():
        if node in there:
            kept = sum(1 for one in after if id(one) in same and one == node)
            if kept < min(count, there[node]):
                return node
    return None


def faithful(step: AnyChange, context: Context, /) -> None:
    """Check that *step* keeps what a context holds beside its messages.

    Contract:
        Facts may be told anew and notes added; none goes, and `given` stays. Run on *context*
        with a fact, a note and `given` messages that it did not have.
    """
    given = pvector([*context.messages, _WITNESS])
    note = Note("faithful", "before", "left before this step")
    context = Context(context.messages, context.known.tell(_WITNESS), pvector([note]), given)
    after = outcome(step, context).context
    if after is None:
        return
    kept = {
        "given": after.given is context.given,
        "facts": all(type(fact) in after.known for fact in context.known),
        "notes": tuple(after.notes[:1]) == (note,),
    }
    lost = [name for name, stays in kept.items() if not stays]
    if lost:
        found = f"a context that lost its {' and '.join(lost)}"
        expected = "the context it was given, changed: context.with_messages(messages, *notes)"
        raise LawBroken("faithful", named(step), found, expected, shown(context.messages))


def travels(step: AnyChange, context: Context, /) -> None:
    """Check that *step* can be pickled, and is and does the same where it arrives.

    Contract:
        What comes out of a pickle equals the step, has its hash and prints as it does; on
        *context* it gives the same answer.
    """
    try:
        arrived = pickle.loads(pickle.dumps(step))
    except Exception as error:
        found = f"{type(error).__name__}: {error}"
        expected = "a step that pickles: a function at the top of its module"
        raise LawBroken("travels", named(step), found, expected, shown(context)) from error
    if arrived != step or hash(arrived) != hash(step) or repr(arrived) != repr(step):
        found = f"{arrived!r}, of another value, hash or print"
        raise LawBroken("travels", named(step), found, repr(step), shown(context))
    here, there, printer = (
        latest(step, context),
        outcome(arrived, stand_in(context, "travels")),
        _Printer(),
    )
    if printer.bytes_of(here, _twice(context)) != printer.bytes_of(there, _twice(context)):
        found, expected = describe(there), describe(here)
        raise LawBroken("travels", named(step), found, expected, shown(context))


def idempotent(step: AnyChange, context: Context, /) -> None:
    """Check that *step* has nothing left to do on its own answer: it returns it itself."""
    once = latest(step, context).context
    if once is None:
        return
    fresh = evolve(once, notes=context.notes)
    twice = outcome(step, fresh)
    if twice.context is None or twice.context.messages is not once.messages:
        found = f"the second time: {describe(twice)}"
        expected = f"the first answer itself: {shown(once.messages)}"
        raise LawBroken("idempotent", named(step), found, expected, shown(context))


#: The laws that every step keeps, whatever it does. *pure* is first, to see the very first run.
EVERY_STEP: Final[tuple[Law, ...]] = (
    pure,
    total,
    faithful,
    same_object,
    travels,
    elsewhere,
)
