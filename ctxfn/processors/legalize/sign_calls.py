"""Let a documented value stand where a call should carry a signature that nobody knows."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import Assistant, Messages, Node, User, reuse, with_calls
from ctxfn.pipeline import Changed, processor

__all__ = ["sign_calls", "unsigned_steps"]

_SKIP: Final = "skip_thought_signature_validator"


@processor
def sign_calls(messages: Messages, /, *, stand_in: str = _SKIP) -> Messages | Changed:
    """Let the first call of each step of the current turn carry *stand_in* if nothing signs it.

    No signature can be made up: the value says that there is none, and its API documents it.

    Contract:
        The current turn is what stands behind the last thing a person said; a step is an answer
        that calls. A signature that is known is never replaced, and neither the other calls of a
        step nor earlier turns get one. Each is noted. All signed: the same object. Twice is once.

    Complexity: O(messages of the current turn).

    Source: catalogue rule ``thought-signature-missing``; ai.google.dev, "Thought signatures".

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result, user
        >>> said = chat(user("Both?"), assistant("", call("c1"), call("c2")), tool_result("c1"))
        >>> [one.signature for one in sign_calls(said)[1].calls]
        ['skip_thought_signature_validator', None]
    """
    after: list[Node] = list(messages)
    notes: list[Note] = []
    for place in unsigned_steps(messages):
        node = after[place]
        assert isinstance(node, Assistant)
        first, *others = node.calls
        signed = with_calls(node, (evolve(first, signature=stand_in), *others))
        # Only a key is added: the order of parts stays as it was written.
        after[place] = evolve(signed, written=node.written)
        text = f"no signature is known: {stand_in!r} stands in its place"
        notes.append(Note("sign_calls", "call-signed", text, (first.id,), (place,)))
    return Changed(reuse(messages, after), tuple(notes)) if notes else messages


def unsigned_steps(messages: Messages) -> tuple[int, ...]:
    """Return the places in the current turn of answers whose first call nothing signs.

    Contract:
        In order; the current turn is what stands behind the last message of a person.

    Complexity: O(messages of the current turn).

    Source: ai.google.dev, "Thought signatures".

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, user
        >>> unsigned_steps(chat(user("hi"), assistant("", call("c1"))))
        (1,)
    """
    found: list[int] = []
    for place in range(len(messages) - 1, -1, -1):
        node = messages[place]
        if isinstance(node, User):
            break
        if isinstance(node, Assistant) and node.calls and not node.calls[0].signature:
            found.append(place)
    return tuple(reversed(found))
