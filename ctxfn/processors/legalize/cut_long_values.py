"""Cut texts, and leave out media, that are longer than a field of the target takes."""

from __future__ import annotations

from typing import Final, NamedTuple

from ctxfn.context import AnyNote, Context, Note
from ctxfn.messages import File, Image, Node, Part, Text, is_flat, reuse, with_parts
from ctxfn.pipeline import processor, reads
from ctxfn.processors.legalize.stand_in_parts import words
from ctxfn.wire import Profile

__all__ = ["LongValue", "cut_long_values", "long_values"]

_STEP: Final = "cut_long_values"
_MARK: Final = "\n[... {} characters left out here]"
#: As much room as the mark may need.
_ROOM: Final = 60
#: What stands in an address in front of the bytes.
_PREFIX: Final = len("data:;base64,")


class LongValue(NamedTuple):
    """Which part of a message is too long: what of it, how long it is, and how long it may be."""

    part: int
    what: str
    length: int
    limit: int


@processor
@reads(Profile)
def cut_long_values(context: Context, /) -> Context:
    """Cut what is longer than the target's fields take, and say words for media that are.

    Contract:
        The beginning of a text stays, then stands how much is left out. An image or a file is
        named by what it was. Each message changed is noted. Without a profile that has limits,
        or with nothing longer, the context is the same. Twice is once.

    Complexity: O(parts).

    Source: catalogue rule ``string-lengths``; OpenAI's published interface description.

    Examples:
        >>> from attrs import evolve
        >>> from ctxfn.messages import chat, text_of, user
        >>> from ctxfn.wire import profile
        >>> small = evolve(profile("openai/responses"), text_length=100)
        >>> text = text_of(cut_long_values(Context.of(chat(user("x" * 200)), small)).messages[0])
        >>> len(text) <= 100, text[-34:]
        (True, '[... 160 characters left out here]')
    """
    profile = context.get(Profile)
    if profile is None:
        return context
    after = list(context.messages)
    notes: list[AnyNote] = []
    for place, node in enumerate(after):
        long = long_values(node, profile)
        if not long:
            continue
        parts = list(node.parts)
        for one in long:
            parts[one.part] = _shorter(parts[one.part], one.limit)
        after[place] = with_parts(node, tuple(parts))
        said = ", ".join(f"{one.what} of {one.length} characters" for one in long)
        text = f"cut or left out, since the target takes less: {said}"
        ids = () if node.id is None else (node.id,)
        notes.append(Note(_STEP, "too-long", text, ids, (place,)))
    return context.with_messages(reuse(context.messages, after), *notes)


def long_values(node: Node, profile: Profile, /) -> tuple[LongValue, ...]:
    """List the parts of *node* that are longer than a field of the target takes, in order.

    Contract:
        Of a card none: it is taken apart first. A limit of ``None`` is none.

    Complexity: O(parts).

    Source: catalogue rule ``string-lengths``.

    Examples:
        >>> from attrs import evolve
        >>> from ctxfn.messages import user
        >>> from ctxfn.wire import profile
        >>> long_values(user("x" * 9), evolve(profile("openai"), text_length=5))
        (LongValue(part=0, what='a text', length=9, limit=5),)
    """
    if profile.text_length is None and profile.file_data_length is None:
        return ()
    if not is_flat(node):
        return ()
    found: list[LongValue] = []
    for number, part in enumerate(node.parts):
        what, length, limit = _measured(part, profile)
        if limit is not None and length > limit:
            found.append(LongValue(number, what, length, limit))
    return tuple(found)


def _measured(part: Part, profile: Profile) -> tuple[str, int, int | None]:
    match part:
        case Text():
            return "a text", len(part.text), profile.text_length
        case Image():
            data = 0 if part.data is None else len(part.data) + _PREFIX + len(part.media_type or "")
            length = data if part.url is None else len(part.url)
            return "the address of an image", length, profile.image_url_length
        case File():
            return "the data of a file", len(part.data or ""), profile.file_data_length
        case _:
            return "", 0, None


def _shorter(part: Part, limit: int) -> Part:
    if not isinstance(part, Text):
        return Text(words(part))
    kept = max(limit - _ROOM, 0)
    text = part.text[:kept] + _MARK.format(len(part.text) - kept)
    return Text(text[:limit], extras=part.extras)
