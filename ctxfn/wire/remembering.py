"""An encoder that remembers what it wrote: one more turn costs what is new."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final, NamedTuple

from pyrsistent import PVector

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.messages import Generations, Messages, Node, User, first_said
from ctxfn.wire.codec import Conversation, Encoded
from ctxfn.wire.fresh_rows import Copies
from ctxfn.wire.openai_chat.encode import Known, Progress
from ctxfn.wire.openai_chat.legacy import Pending
from ctxfn.wire.openai_chat.writer import Writer
from ctxfn.wire.profiles import Profile

__all__ = ["ChatEncoder"]

#: Messages remembered, unless the caller says otherwise.
_MESSAGES: Final = 1_000_000
#: So many new messages are written again rather than remembered together with all before.
_FEW: Final = 32


class _Written(NamedTuple):
    """A conversation, and what was written of its first messages, so many as *size* says.

    *copies* knows of so many rows as somebody asked copies of.
    """

    nodes: Messages
    size: int
    progress: Progress
    copies: Copies


class ChatEncoder:
    """Encodes for the OpenAI chat format, and remembers what it wrote, by identity of messages.

    The result is that of the codec, losses included. Bodies are fresh through and through; with
    `share` their messages are the remembered dicts themselves, to be read and not to be changed,
    which saves copying them. No more than *messages* messages are remembered in each of two
    generations. Threads may share it; it pickles without its memory.

    Raises:
        InvalidArgument: *messages* is no whole number of 0 or more.

    Examples:
        >>> from ctxfn.messages import chat, user
        >>> from ctxfn.wire import codec_named, profile
        >>> said = Conversation(chat(user("hi")))
        >>> encoder = ChatEncoder()
        >>> one, other = (encoder.encode(said, profile("openai")) for _ in range(2))
        >>> one == other == codec_named("openai_chat").encode(said, profile("openai"))
        True
        >>> one.body[0] is other.body[0]
        False
    """

    def __init__(self, messages: int = _MESSAGES) -> None:
        if type(messages) is not int or messages < 0:
            expected = "a whole number, 0 or more"
            raise InvalidArgument("the messages to remember", shown(messages), expected)
        self.limit = messages
        self._written: Generations[_Written] = Generations(messages)
        self._rows: Known = Generations(messages)

    def encode(
        self,
        conversation: Conversation,
        profile: Profile,
        *,
        share: bool = False,
        begins: Iterable[Messages] = (),
    ) -> Encoded:
        """Write *conversation* for the target of *profile*.

        Contract:
            What the codec ``openai_chat`` writes. With *share* messages of the body are dicts
            that were handed out before, and will be again. *begins* are vectors that its messages
            are known to begin with, as `ctxfn.Context.begins` says: what was written of one of
            them is not compared again.

        Complexity: a look at each message, or where *begins* spares it none, besides writing what
        is new; without *share* also copying all of it.

        Source: ours.
        """
        check_argument("what to encode", conversation, Conversation, "a Conversation")
        check_argument("the profile", profile, Profile, "a Profile: profile(name)")
        messages = conversation.messages
        known = _fitting(begins, messages)
        key = _key(messages, profile)
        written = self._begun(key, messages, known)
        progress = _unwritten(profile) if written is None else written.progress.copy()
        at = 0 if written is None else written.size
        rest = messages[at:].tolist() if at else messages.tolist()
        border = _border(rest, known[-1:], at)
        if border - at >= _FEW or written is None or (known and border > at):
            progress.add_known(rest[: border - at], at, self._rows)
            copies = Copies() if written is None else written.copies
            begin = known[-1] if known and len(known[-1]) == border else messages
            written = _Written(begin, border, progress.copy(), copies)
            self._written.put(key, written, border)
            rest, at = rest[border - at :], border
        progress.add_known(rest, at, self._rows)
        if not share:
            progress.rows = self._copied(progress.rows, key, written)
        return progress.ended(conversation)

    def _begun(
        self, key: object, messages: Messages, known: tuple[Messages, ...]
    ) -> _Written | None:
        """Return what is written of the first of *messages* already."""
        found = self._written.get(key)
        if found is None or found.size > len(messages):
            return None
        if any(begin is found.nodes and len(begin) == found.size for begin in known):
            return found
        same = all(map(operator.is_, islice(found.nodes.tolist(), found.size), messages.tolist()))
        return found if same else None

    def _copied(self, rows: list[object], key: object, written: _Written) -> list[object]:
        copies = written.copies
        if copies.size < len(written.progress.rows):
            copies = copies.copy()
            copies.add(written.progress.rows[copies.size :])
            self._written.put(key, written._replace(copies=copies), written.size)
        if copies.size < len(rows):
            copies = copies.copy()
            copies.add(rows[copies.size :])
        return copies.made(rows)

    def __reduce__(self) -> tuple[type[ChatEncoder], tuple[int]]:
        return ChatEncoder, (self.limit,)


def _key(messages: Messages, profile: Profile) -> object:
    said = first_said(messages)
    return profile, None if said is None else id(said.node)


def _fitting(begins: Iterable[Messages], messages: Messages) -> tuple[Messages, ...]:
    """Return those of *begins* that may be what the caller says of them."""
    expected = "vectors of messages: context.begins"
    check_argument("what the messages begin with", begins, Iterable, expected)
    known = tuple(begins)
    for begin in known:
        check_argument("what the messages begin with", begin, PVector, expected)
    return tuple(
        begin
        for begin in known
        if 0 < len(begin) <= len(messages) and begin[-1] is messages[len(begin) - 1]
    )


def _border(rest: Sequence[Node], longest: tuple[Messages, ...], at: int) -> int:
    """Return up to where what is written will be remembered as one: no new turn changes that."""
    if longest:
        return max(len(longest[0]), at)
    return next((at + n for n in range(len(rest) - 1, 0, -1) if type(rest[n]) is User), at)


def _unwritten(profile: Profile) -> Progress:
    return Progress(Writer(profile), Pending(), [])
