"""Let words stand where a part stood that no request can hold."""

from __future__ import annotations

import json
from typing import Final

from attrs import evolve

from ctxfn.context import AnyNote, Context, Note
from ctxfn.messages import (
    Audio,
    File,
    Image,
    Node,
    Opaque,
    Part,
    Refusal,
    Text,
    Video,
    neutralise,
    reuse,
    with_parts,
)
from ctxfn.pipeline import processor, reads
from ctxfn.processors.content.render_media import IMAGE_STAND_IN, SOUND_STAND_IN, VIDEO_STAND_IN
from ctxfn.wire import Profile, beyond_words_and_calls, can_show, unsendable_parts

__all__ = ["stand_in_parts"]

_STEP: Final = "stand_in_parts"

#: As much of a part nobody knows as is worth reading.
_LONGEST: Final = 2_000


@processor
@reads(Profile)
def stand_in_parts(context: Context, /) -> Context:
    """Put words in place of each part that no request to the target can hold.

    Which these are, the target's profile tells: `ctxfn.wire.unsendable_parts`. What a model does
    not look at though its API takes it is for `meet_capabilities`, where a role may show no
    media for `lift_media`.

    Contract:
        An image to be looked at in a way nobody knows is shown as usual. A refusal becomes its words, a file what was read out of it, a part nobody knows its
        text, else its JSON, if that is short; anything else is named by what it was. A message of
        a role nobody knows is one; of a card, its own steps make messages first. Each
        message changed is noted. Without a profile, or without such parts, the context is the
        same. Twice is once.

    Complexity: O(parts).

    Source: catalogue rules ``image-not-supported`` and ``refusal-part``; OpenAI's published
    interface description.

    Examples:
        >>> from ctxfn.messages import chat, text_of, user
        >>> from ctxfn.wire import profile
        >>> said = chat(user("Read:", File(name="a.txt", text="Ahoy", url="https://a.example/a")))
        >>> text_of(stand_in_parts(Context.of(said, profile("openai"))).messages[0])
        'Read:\\n\\n[The file a.txt:]\\nAhoy'
    """
    profile = context.get(Profile)
    if profile is None:
        return context
    after = list(context.messages)
    notes: list[AnyNote] = []
    for place in beyond_words_and_calls(context.messages):
        node = after[place]
        if len(node.parts) == 1 and type(node.parts[0]) is Text:
            continue
        numbers = unsendable_parts(node, profile)
        if numbers:
            notes.append(_note(place, node, [node.parts[number] for number in numbers]))
            after[place] = _worded(node, frozenset(numbers), profile)
    return context.with_messages(reuse(context.messages, after), *notes)


def _worded(node: Node, numbers: frozenset[int], profile: Profile) -> Node:
    plain = with_parts(
        node,
        tuple(
            evolve(part, detail=None)
            if number in numbers and isinstance(part, Image) and not can_show(part, profile)
            else part
            for number, part in enumerate(node.parts)
        ),
    )
    still = numbers.intersection(unsendable_parts(plain, profile))
    parts = tuple(
        Text(words(part)) if number in still else part for number, part in enumerate(plain.parts)
    )
    return with_parts(node, parts)


def words(part: Part) -> str:
    """Say in words what *part* says, or what it was."""
    match part:
        case Refusal() | Text():
            return part.text
        case Image():
            return IMAGE_STAND_IN
        case Video():
            return VIDEO_STAND_IN
        case Audio():
            return SOUND_STAND_IN
        case File():
            return _of_file(part)
        case Opaque():
            return _of_other(part)


def _of_file(part: File) -> str:
    named = neutralise(part.name or "without a name")
    if part.text:
        return f"[The file {named}:]\n{part.text}"
    return f"[A file belongs here that you cannot open: {named}. Do not guess what it holds.]"


def _of_other(part: Opaque) -> str:
    value = part.value.thaw()
    text = value.get("text") if isinstance(value, dict) else value
    if isinstance(text, str):
        return text
    kind = value.get("type") if isinstance(value, dict) else None
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if len(written) <= _LONGEST:
        return written
    named = f" of the type {neutralise(kind)}" if isinstance(kind, str) else ""
    return f"[A part{named} belongs here that cannot be shown to you.]"


def _note(place: int, node: Node, parts: list[Part]) -> Note:
    kinds = ", ".join(_named(part) for part in parts)
    text = f"words stand in place of what no request can hold: {kinds}"
    return Note(_STEP, "stand-in", text, () if node.id is None else (node.id,), (place,))


def _named(part: Part) -> str:
    if not isinstance(part, Opaque):
        return type(part).__name__.lower()
    value = part.value.shared()
    kind = value.get("type") if isinstance(value, dict) else None
    return f"a part of the type {kind!r}" if isinstance(kind, str) else "a part of no type"
