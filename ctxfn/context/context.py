"""The context: what was said, and what is known about this request."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar

from attrs import Factory, evolve, field, frozen
from pyrsistent import PVector, pvector

from ctxfn.context.known import NOTHING, Known
from ctxfn.context.notes import AnyNote, Dropped, Note
from ctxfn.errors import check_argument
from ctxfn.messages import Messages, Node, check_nodes

__all__ = ["Context"]

F = TypeVar("F")

#: So many earlier contexts a context knows; each keeps but the path to its last messages.
_VERSIONS: Final = 3


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
    #: Beginnings of `messages`, the longest last, and the messages they are the beginnings of.
    _grown: tuple[Messages, ...] = field(default=(), init=False, eq=False, repr=False)

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
        if known is self.known:
            return self
        return evolve(self, known=known)._grown_from(self._grown)

    def with_messages(
        self, messages: Messages, *notes: AnyNote, begins: tuple[Messages, ...] = ()
    ) -> Context:
        """Return a context with other *messages* and further *notes*; itself if nothing is new.

        *begins*: vectors that *messages* was made of by appending, for whoever asks `begins`.
        """
        if messages is self.messages and not notes:
            return self
        check_argument("what messages begin with", begins, tuple, "a tuple of vectors of messages")
        after = Context(messages, self.known, self.notes.extend(notes), self.given, self.stopped)
        grown = (*begins, messages) if begins else ()
        return after._grown_from(self._grown if messages is self.messages else grown)

    @property
    def begins(self) -> tuple[Messages, ...]:
        """Vectors that `messages` is known to begin with, without a look at it; the longest last."""
        known = self._grown
        return known[:-1] if known and known[-1] is self.messages else ()

    def __reduce__(self) -> tuple[type[Context], tuple[object, ...]]:
        # What it grew from is of use only where that was seen before.
        return Context, (self.messages, self.known, self.notes, self.given, self.stopped)

    def append(self, *nodes: Node) -> Context:
        """Return a context with *nodes* behind its messages, and behind those that were given.

        It knows what it grew from, so that `ctxfn.pipeline.incremental` need not compare.

        Contract:
            Facts stay, notes and a reason to have stopped too.

        Complexity: O(nodes), besides what they share.

        Examples:
            >>> from ctxfn.messages import chat, user
            >>> first = Context(chat(user("a")))
            >>> second = first.append(user("b"))
            >>> len(second.given), second.grew_from(first.messages)
            (2, True)
        """
        check_nodes(nodes)
        messages = self.messages.extend(nodes)
        same = self.given is self.messages
        given = messages if same else self.given.extend(nodes)
        before = self._grown[:-1] if self._grown and self._grown[-1] is self.messages else ()
        grown = (*before[-_VERSIONS:], self.messages, messages)
        after = Context(messages, self.known, self.notes, given, self.stopped)
        return after._grown_from(grown)

    def _grown_from(self, grown: tuple[Messages, ...]) -> Context:
        """Let this context, just made, know what it grew from: nobody else can say so."""
        object.__setattr__(self, "_grown", grown)
        return self

    def grew_from(self, messages: Messages, /) -> bool:
        """Say whether `append` made this of a context with just these *messages*, or it is that one.

        Complexity: O(1): it looks no further back than a few contexts.
        """
        if messages is self.messages:
            return True
        known = self._grown
        return bool(known) and known[-1] is self.messages and any(m is messages for m in known)
