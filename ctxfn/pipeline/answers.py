"""What a step may answer: nodes in a vector, notes in a tuple, and a context that forgot nothing."""

from __future__ import annotations

import operator
from typing import Final, cast, get_args

from pyrsistent import PVector

from ctxfn.context import AnyNote, Context, Dropped, Note
from ctxfn.messages import Card, Message
from ctxfn.pipeline.errors import PipelineError

__all__ = [
    "NODE_TYPES",
    "check_context",
    "check_messages",
    "check_notes",
    "check_vector",
    "described",
]

#: The classes of all nodes.
NODE_TYPES: Final = frozenset(get_args(Message | Card))


def check_messages(what: str, before: object, after: object) -> None:
    """Refuse messages that are no vector of nodes; those that came in are not looked at.

    Complexity: O(1) if it is the same object, O(nodes) else.

    Raises:
        PipelineError: naming *what*, and the place of the first that is no node.
    """
    if after is before:
        return
    check_vector(what, after)
    nodes = cast("PVector[object]", after)
    if not set(map(type, nodes)) <= NODE_TYPES:
        place = next(n for n, node in enumerate(nodes) if type(node) not in NODE_TYPES)
        raise PipelineError(
            what, f"{described(nodes[place])} at {place}", "messages and cards alone"
        )


def check_vector(what: str, after: object) -> None:
    """Refuse messages that are no vector.

    Raises:
        PipelineError: naming *what*.
    """
    if not isinstance(after, PVector):
        expected = "messages as a vector, as `reuse(messages, nodes)` makes it, or Changed"
        raise PipelineError(what, described(after), expected)


def check_notes(what: str, notes: object) -> None:
    """Refuse notes that are no tuple of notes.

    Raises:
        PipelineError: naming *what*.
    """
    if not isinstance(notes, tuple):
        raise PipelineError(what, described(notes), "a tuple of notes")
    for note in notes:
        if not isinstance(note, Note | Dropped):
            raise PipelineError(what, described(note), "notes alone")


def check_context(what: str, before: Context, after: object) -> Context:
    """Return *after* as a context, refusing one that lost what *before* had beside its messages.

    Contract:
        Facts may be told anew, and notes follow the earlier ones; none goes, and `given`
        stays. Its messages are checked by `check_messages`.

    Complexity: O(1) for what is the same object, O(nodes + notes + facts) else.

    Raises:
        PipelineError: naming *what*, and what was lost.
    """
    if after is before:
        return before
    if not isinstance(after, Context):
        raise PipelineError(what, described(after), "a Context")
    lost = [
        name
        for name, kept in (
            ("given", after.given is before.given),
            ("facts", _keeps_facts(before, after)),
            ("notes", _keeps_notes(before.notes, after.notes)),
            ("stopped", before.stopped is None or after.stopped == before.stopped),
        )
        if not kept
    ]
    if lost:
        found = f"a context that lost its {' and '.join(lost)}"
        expected = "the context it was given, changed: context.with_messages(messages, *notes)"
        raise PipelineError(what, found, expected)
    check_messages(what, before.messages, after.messages)
    if after.notes is not before.notes:
        check_notes(what, tuple(after.notes[len(before.notes) :]))
    return after


def _keeps_facts(before: Context, after: Context) -> bool:
    return after.known is before.known or all(type(fact) in after.known for fact in before.known)


def _keeps_notes(before: PVector[AnyNote], after: PVector[AnyNote]) -> bool:
    if after is before:
        return True
    return len(after) >= len(before) and all(map(operator.is_, before, after))


def described(value: object) -> str:
    """Write what *value* is, in a word.

    Examples:
        >>> described(None), described([])
        ('None', 'a list')
    """
    return "None" if value is None else f"a {type(value).__name__}"
