"""Call the bytes of a medium what they are."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import File, Image, Message, Part, with_parts
from ctxfn.pipeline import Told, each_message

__all__ = ["mend_media_types", "misnamed_media"]

#: How the bytes of a medium begin in base64, and their type.
_STARTS: Final = (
    ("iVBORw0KGgo", "image/png"),
    ("/9j/", "image/jpeg"),
    ("R0lGOD", "image/gif"),
    ("JVBERi", "application/pdf"),
)

#: Other names that mean the same.
_SAME: Final = {"image/jpg": "image/jpeg", "image/pjpeg": "image/jpeg", "image/x-png": "image/png"}


@each_message
def mend_media_types(message: Message, /) -> Message | Told:
    """Give each picture and document the media type that its first bytes say.

    A browser or a store goes by the name of a file; an API looks at the bytes, and refuses.

    Contract:
        PNG, JPEG, GIF, WebP and PDF are known; of other bytes, and of an address, what is said
        counts. Only the type changes. It is noted. All named right: the same object. Twice is
        once.

    Complexity: O(parts); a few bytes of each.

    Source: catalogue rule ``media-type-mismatch``; the signatures are the formats' own.

    Examples:
        >>> from ctxfn.messages import chat, user
        >>> said = chat(user(Image(url="data:image/png;base64,R0lGODlhAQABAA==")))
        >>> mend_media_types(said)[0].parts[0].url
        'data:image/gif;base64,R0lGODlhAQABAA=='
    """
    wrong = misnamed_media(message)
    if not wrong:
        return message
    kinds = dict(wrong)
    parts = tuple(
        _named(part, kinds[number]) if number in kinds else part
        for number, part in enumerate(message.parts)
    )
    ids = () if message.id is None else (message.id,)
    text = f"media named by what their bytes are: {', '.join(kinds.values())}"
    return Told((with_parts(message, parts),), (Note("mend_media_types", "media-type", text, ids),))


def misnamed_media(message: Message) -> tuple[tuple[int, str], ...]:
    """Return the number of each part whose bytes are not what it says, and what they are.

    Contract:
        In order; a part that says no type is not misnamed.

    Complexity: O(parts).

    Source: as `mend_media_types`.

    Examples:
        >>> from ctxfn.messages import user
        >>> misnamed_media(user("Look:", Image(data="/9j/4AAQ", media_type="image/png")))
        ((1, 'image/jpeg'),)
    """
    wrong: list[tuple[int, str]] = []
    for number, part in enumerate(message.parts):
        if isinstance(part, Image | File):
            said, data = _inline(part)
            kind = _kind_of(data)
            if kind is not None and said and _SAME.get(said, said) != kind:
                wrong.append((number, kind))
    return tuple(wrong)


def _inline(part: Image | File) -> tuple[str, str]:
    """Return the media type that *part* says, and how its bytes begin, in base64."""
    written = part.data if part.data is not None else part.url or ""
    if written.startswith("data:"):
        head, mark, data = written.partition(";base64,")
        return head.removeprefix("data:").lower(), data[:24] if mark else ""
    return (part.media_type or "").lower(), written[:24] if part.data is not None else ""


def _kind_of(data: str) -> str | None:
    if data.startswith("UklGR") and data[12:16] == "RUJQ":
        return "image/webp"
    return next((kind for start, kind in _STARTS if data.startswith(start)), None)


def _named(part: Part, kind: str) -> Part:
    assert isinstance(part, Image | File)
    changed: dict[str, str] = {}
    for field in ("data", "url"):
        written = getattr(part, field)
        if written is not None and written.startswith("data:"):
            changed[field] = f"data:{kind};base64,{written.partition(';base64,')[2]}"
    named = changed if changed and part.media_type is None else {**changed, "media_type": kind}
    return evolve(part, **named)  # type: ignore[arg-type]
