"""The context: what was said, and what is known about this request."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from attrs import Factory, evolve, field, frozen
from pyrsistent import PVector, pvector

from ctxfn.context.known import NOTHING, Known
from ctxfn.context.notes import AnyNote, Dropped, Note
from ctxfn.errors import check_argument
from ctxfn.messages import Messages, Node, check_nodes

__all__ = ["Context"]

F = TypeVar("F")


def _messages(nodes: Iterable[Node]) -> Messages:
    if isinstance(nodes, PVector):
        return nodes
    return pvector(check_nodes(nodes))


def _notes(notes: Iterable[AnyNote]) -> PVector[AnyNote]:
    if isinstance(notes, PVector):
        return notes
    expected = "a list of notes: Note(step, kind, text)"
    check_argument("the notes of a context", notes, Iterable, expected)
    every = pvector(notes)
    for one in every:
        check_argument("the notes of a context", one, Note | Dropped, expected)
    return every


@frozen
class Context:
    """Messages, the facts known, the notes of the steps so far, and why it stopped, if it did.

    `given` are the messages as they came: what was really said, whatever steps made of it.

    Raises:
        InvalidMessages: something that is no message stands where messages belong.

    Examples:
        >>> from ctxfn.messages import chat, user
        >>> context = Context.of(chat(user("hi")), 7)
        >>> context.get(int), context.messages is context.given
        (7, True)
    """

    messages: Messages = field(converter=_messages)
    known: Known = NOTHING
    notes: PVector[AnyNote] = field(factory=pvector, converter=_notes)
    given: Messages = field(
        default=Factory(lambda self: self.messages, takes_self=True), converter=_messages
    )
    stopped: str | None = None

    def __attrs_post_init__(self) -> None:
        check_argument("what is known", self.known, Known, "Known.of(*facts)")
        check_argument("why it stopped", self.stopped, str | None, "a text that says it, or None")

    @staticmethod
    def of(messages: Iterable[Node], *facts: object) -> Context:
        """Make a context of *messages* and *facts*; of two facts of one type the later counts.

        That is what a context is told with: what is known later is known better. Where two of
        one type can only be a mistake, ask first (`ctxfn.assemble` refuses them).

        Complexity: O(facts); O(messages) if they are no vector yet.
        """
        return Context(_messages(messages), Known.of(*facts))

    def get(self, kind: type[F]) -> F | None:
        """Return the fact of type *kind*, or ``None`` if it is not known."""
        return self.known.get(kind)

    def tell(self, *facts: object) -> Context:
        """Return a context that knows *facts* as well; itself if it knows just these."""
        known = self.known.tell(*facts)
        return self if known is self.known else evolve(self, known=known)

    def with_messages(self, messages: Messages, *notes: AnyNote) -> Context:
        """Return a context with other *messages* and further *notes*; itself if nothing is new."""
        if messages is self.messages and not notes:
            return self
        return Context(messages, self.known, self.notes.extend(notes), self.given, self.stopped)
