"""Take out of answers the markup of calls that a server let slip into them."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import Assistant, Node, Part, Text, with_parts
from ctxfn.pipeline import Told, each_message
from ctxfn.processors.clean.leaked_calls import CALL_WORD, without_leaked_calls

__all__ = ["strip_leaked_calls"]


@each_message
def strip_leaked_calls(message: Assistant, /, *, word: str = CALL_WORD) -> Node | Told:
    """Take the markup of calls out of what the assistant said.

    Some servers write calls into the text as well. A model that reads them in its own words
    writes more of them.

    Contract:
        Each text is what `without_leaked_calls` leaves of it; one that held nothing else is
        gone. Calls, reasoning and media stay, and so does a text without a mark, as the same
        object. Nothing is run. A note says from how many characters how many went.

    Complexity: O(characters).

    Source: the chat agent's rule A11.

    Examples:
        >>> from ctxfn.messages import assistant, chat, text_of
        >>> said = chat(assistant("Looking. <|DSML|invoke name='x'>tea</|DSML|invoke>"))
        >>> text_of(strip_leaked_calls(said)[0])
        'Looking.'
    """
    kept: list[Part] = []
    gone = 0
    for part in message.parts:
        stripped = without_leaked_calls(part.text, word=word) if isinstance(part, Text) else None
        if stripped is None or not stripped.found or not isinstance(part, Text):
            kept.append(part)
            continue
        gone += len(part.text) - len(stripped.text)
        if stripped.text:
            kept.append(evolve(part, text=stripped.text))
    if not gone:
        return message
    total = sum(len(part.text) for part in message.parts if isinstance(part, Text))
    text = f"{gone:,} of {total:,} characters were markup of calls"
    ids = () if message.id is None else (message.id,)
    note = Note("strip_leaked_calls", "leaked-call", text, ids)
    return Told((with_parts(message, tuple(kept)),), (note,))


@strip_leaked_calls.looks
def _look(nodes: Sequence[Node], /, *, word: str = CALL_WORD) -> Sequence[int]:
    return [
        place
        for place, node in enumerate(nodes)
        if isinstance(node, Assistant)
        and any(isinstance(part, Text) and word in part.text for part in node.parts)
    ]
