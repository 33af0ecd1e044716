"""Leave out texts of nothing, for targets that refuse a request with one."""

from __future__ import annotations

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import (
    Assistant,
    Extras,
    File,
    Image,
    Part,
    System,
    Text,
    ToolResult,
    User,
    extra,
    is_blank,
    own,
    with_parts,
)
from ctxfn.pipeline import Told, each_message
from ctxfn.wire import MARKER_KEYS

__all__ = ["drop_blank_texts"]

_STEP = "drop_blank_texts"


@each_message
def drop_blank_texts(
    message: System | User | Assistant | ToolResult, /
) -> System | User | Assistant | ToolResult | Told:
    """Leave out the texts of *message* that are empty or white space, and itself if that was all.

    Contract:
        A marker of the cache moves to the part before. A signed text stays. A result stays even
        if it says nothing then, and so does what calls, thinks or is still to be told blocks;
        any other message that says nothing goes. Each is noted. Nothing blank: the same object.
        Twice is once.

    Complexity: O(parts).

    Source: catalogue rules ``empty-text-block`` and ``cache-on-empty-block``.

    Examples:
        >>> from ctxfn.messages import chat, text_of, user
        >>> [text_of(message) for message in drop_blank_texts(chat(user("hi", ""), user(" ")))]
        ['hi']
    """
    ids = () if message.id is None else (message.id,)
    kept = _kept(message.parts)
    acts = getattr(message, "calls", ()) or getattr(message, "reasoning", ()) or message.blocks
    if not kept and not acts and not isinstance(message, ToolResult):
        text = f"a {message.role} message that said nothing went"
        return Told((), (Note(_STEP, "empty-dropped", text, ids),))
    if len(kept) == len(message.parts):
        return message
    text = f"{len(message.parts) - len(kept)} texts of nothing left out"
    return Told((with_parts(message, kept),), (Note(_STEP, "blank-text", text, ids),))


def _kept(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    kept: list[Part] = []
    for part in parts:
        if not isinstance(part, Text) or part.signature is not None or not is_blank(part.text):
            kept.append(part)
        elif kept:
            kept[-1] = _marked(kept[-1], part)
    return parts if len(kept) == len(parts) else tuple(kept)


def _marked(part: Part, gone: Text) -> Part:
    """Let *part* carry the marker of the text that is *gone*, unless it has one."""
    for codec, key in MARKER_KEYS.items():
        marker = extra(gone.extras, codec).get(key) if gone.extras else None
        if marker is not None and isinstance(part, Text | Image | File):
            carried = extra(part.extras, codec)
            others: Extras = tuple(one for one in part.extras if one[0] != codec)
            part = evolve(part, extras=(*others, (codec, own({key: marker, **carried}))))
    return part
