"""Bodies: the words of an input as they are archived and sent."""

from __future__ import annotations

from typing import Final

from ctxfn.arguments import blames_arguments
from ctxfn.messages import Message, Origin, System, Text, User
from ctxfn.turns.place import Place, name_of
from ctxfn.turns.scheduling import Input
from ctxfn.turns.stored import DELEGATED, HOST_NOTICE, EntryKind, Stored

__all__ = ["body_of", "store_input"]

_KINDS: Final = {"delegation": DELEGATED, "notice": HOST_NOTICE}


@blames_arguments
def body_of(given: Input, place: Place) -> str:
    """Write the words of *given*: who speaks, what they quote, and what they attached.

    Contract:
        In the owner's own session and in instructions nobody is named. What is quoted stands on
        a line of its own, and so does each note on an attachment that is not blank. What others
        wrote in a host's notice is not in it.

    Complexity: O(characters).

    Source: the chat agent's bodies, rules A3.1 to A3.4.

    Examples:
        >>> said = Input("1", "Look", "s", "web", "u1", "Ann", attachment_notes=("a cat", " "))
        >>> body_of(said, Place())
        '[Ann(u1)]: Look\\na cat'
    """
    spoken = place.room or not place.own
    name = name_of(given.user_id, given.nickname) if spoken and not given.instruction else ""
    lines = [given.content] if given.content else []
    if given.quote is not None and given.quote.text:
        lines.append(f"[answers {given.quote.speaker or '?'}: {given.quote.text}]")
    lines += [note for note in given.attachment_notes if note.strip()]
    body = "\n".join(lines)
    return f"[{name}]: {body}" if name else body


@blames_arguments
def store_input(
    given: Input, place: Place, turn: str | None, entry: EntryKind | None, at_ms: int
) -> Stored:
    """Make of *given* what an archive holds of it, as it enters *turn*, or without one.

    Contract:
        Its words are those of `body_of`; an instruction is no person's message.

    Complexity: O(characters).

    Source: the chat agent's bodies, rules A3.4, B4 and 9.

    Examples:
        >>> said = Input("1", "Look", "s", "web", "u1")
        >>> store_input(said, Place(own=True), None, None, 5).message
        User((Text('Look'),))
    """
    words = body_of(given, place)
    kind = _KINDS.get(given.instruction or "")
    text = (Text(words),) if words else ()
    message: Message
    if given.instruction is None:
        message = User((*text, *given.media), given.message_id, given.nickname)
    else:
        message = System(text, given.message_id, origin=Origin(ours=kind or "idle-prompt"))
    return Stored(message, at_ms, kind, turn, entry)
