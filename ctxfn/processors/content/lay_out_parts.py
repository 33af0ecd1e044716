"""Where media, their stand-ins and files go in one message."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, TypeAlias

from attrs import evolve, frozen

from ctxfn.context import Note
from ctxfn.functional import countby
from ctxfn.messages import (
    Assistant,
    Audio,
    Enveloped,
    File,
    Image,
    Media,
    Part,
    Text,
    ToolResult,
    User,
    Video,
    enclose,
    inject,
    marks_of,
    with_parts,
)
from ctxfn.pipeline import Told
from ctxfn.processors.content.files_block import FILES_INFO, files_block, files_text

__all__ = ["STEP", "Layout", "Spoken", "Takes", "lay_out_parts"]

STEP: Final = "render_media"

Spoken: TypeAlias = User | Assistant | ToolResult

_ORDER: Final = (Image, Video, Audio, File)


@frozen
class Takes:
    """Which media are shown, and the words that stand for those that are not."""

    image_stand_in: str
    video_stand_in: str
    sound_stand_in: str
    max_video_bytes: int | None = None
    image: bool = True
    video: bool = True
    sound: bool = True

    def stand_in(self, part: Part) -> str | None:
        """Return the words to put for *part*, or ``None`` if it stays."""
        match part:
            case Image():
                return None if self.image and _reachable(part) else self.image_stand_in
            case Video():
                limit = self.max_video_bytes
                fits = limit is None or part.size is None or part.size <= limit
                taken = self.video and fits and _reachable(part)
                return None if taken else self.video_stand_in
            case Audio():
                return None if self.sound and _reachable(part) else self.sound_stand_in
            case _:
                return None


@frozen
class Layout:
    """What is shown, and whether and how files are told of."""

    takes: Takes
    file_block: bool
    include_urls: bool


class _Laid(NamedTuple):
    """The parts of a message as they will be, and the media that words stand for."""

    parts: tuple[Part, ...]
    hidden: tuple[Media, ...]


def lay_out_parts(
    message: Spoken, layout: Layout, found: tuple[Image, ...] = (), unreachable: int = 0
) -> Spoken | Told:
    """Put what is attached to *message*, and *found* beside it, into its content.

    *unreachable* counts what was found and can't be shown. The rules are `render_media`'s.
    """
    attached = _in_order(part for part in message.parts if _is_attached(part)) + found
    if not attached and all(layout.takes.stand_in(part) is None for part in message.parts):
        notes = _notes(message, (), (), unreachable)
        return Told((message,), notes) if notes else message
    if marks_of(Enveloped, message):
        text = "media were left as they are: the envelope of this message is written already"
        return Told((message,), (Note(STEP, "envelope-written", text, _named(message)),))
    said = tuple(part for part in message.parts if not _is_attached(part))
    media = tuple(one for one in attached if not isinstance(one, File))
    left_out = () if layout.file_block else tuple(one for one in attached if isinstance(one, File))
    after: Spoken
    if isinstance(message, User):
        laid = _behind_the_words(said, media, layout.takes)
        block = files_block(message.id, attached, include_urls=layout.include_urls)
        after = with_parts(message, laid.parts)
        after = inject(after, block) if block and layout.file_block else after
    else:
        laid = _in_place(said, media, layout.takes)
        files = tuple(one for one in attached if isinstance(one, File))
        written = files_text(message.id, files, include_urls=layout.include_urls)
        told = (Text(enclose(FILES_INFO, written)),) if written and layout.file_block else ()
        after = with_parts(message, (*laid.parts, *told))
    told_of = tuple(one for one in attached if isinstance(one, File) and _holds_more(one, layout))
    notes = _notes(message, laid.hidden, left_out, unreachable, told_of)
    return Told((after,), notes) if notes else after


def _behind_the_words(said: tuple[Part, ...], media: tuple[Media, ...], takes: Takes) -> _Laid:
    """Lay out what a person says: stand-ins and attachments follow the last own words."""
    shown = [part for part in said if takes.stand_in(part) is None]
    behind = [evolve(one, attached=False) for one in media if takes.stand_in(one) is None]
    hidden = [part for part in (*said, *media) if takes.stand_in(part) is not None]
    texts = [place for place, part in enumerate(shown) if isinstance(part, Text)]
    start = texts[-1] if texts else 0
    words = shown[start : start + 1] if texts else []
    rest = shown[start + len(words) :]
    if hidden:
        stand_ins = "\n".join(takes.stand_in(part) or "" for part in hidden)
        words = _said_too(words[0] if words else None, stand_ins)
    return _Laid((*shown[:start], *words, *behind, *rest), _media(hidden))


def _in_place(said: tuple[Part, ...], media: tuple[Media, ...], takes: Takes) -> _Laid:
    """Lay out what a model or a tool says: a stand-in where the medium stood, the rest behind."""
    parts: list[Part] = []
    for part in said:
        words = takes.stand_in(part)
        parts.append(part if words is None else Text(words))
    behind = [evolve(one, attached=False) for one in media if takes.stand_in(one) is None]
    unseen = [one for one in media if takes.stand_in(one) is not None]
    if unseen:
        words = "\n".join(takes.stand_in(one) or "" for one in unseen)
        last = parts.pop() if parts else None
        parts += _said_too(last, words)
    hidden = [part for part in said if takes.stand_in(part) is not None]
    return _Laid((*parts, *behind), _media([*hidden, *unseen]))


def _said_too(last: Part | None, words: str) -> list[Part]:
    """Say *words* in a paragraph behind *last*, or apart if that can't be touched."""
    if last is None:
        return [Text(words)]
    if not isinstance(last, Text) or last.signature is not None:
        return [last, Text(words)]
    return [Text(f"{last.text}\n\n{words}" if last.text else words, None, last.extras)]


def _notes(
    message: Spoken,
    hidden: tuple[Media, ...],
    left_out: tuple[Media, ...],
    unreachable: int,
    told_of: tuple[File, ...] = (),
) -> tuple[Note, ...]:
    told = []
    if hidden:
        counts = countby(lambda one: type(one).__name__.lower(), hidden)
        kinds = ", ".join(f"{number} {kind}" for kind, number in counts.items())
        told.append(("stand-in", f"words stand in place of what the model does not take: {kinds}"))
    if left_out:
        names = ", ".join(repr(one.name or one.id) for one in left_out)
        told.append(("file-left-out", f"attached files are not told of: {names}"))
    if told_of:
        names = ", ".join(repr(one.name or one.id) for one in told_of)
        text = f"attached files are told of, and what they hold does not go along: {names}"
        told.append(("file-told-of", text))
    if unreachable:
        text = f"{unreachable} images of a tool have no address that can be sent"
        told.append(("unreachable-image", text))
    return tuple(Note(STEP, kind, text, _named(message)) for kind, text in told)


def _holds_more(one: File, layout: Layout) -> bool:
    """Say whether *one* is told of, and holds what its element does not say."""
    held = one.data or one.file_id or one.extras or (one.url or "").startswith("data:")
    return layout.file_block and bool(held or (one.url and not layout.include_urls))


def _in_order(attached: Iterable[Part]) -> tuple[Media, ...]:
    return tuple(sorted(_media(attached), key=lambda one: _ORDER.index(type(one))))


def _media(parts: Iterable[Part]) -> tuple[Media, ...]:
    return tuple(part for part in parts if isinstance(part, Image | Video | Audio | File))


def _is_attached(part: Part) -> bool:
    return isinstance(part, Image | Video | Audio | File) and part.attached


def _reachable(one: Image | Video | Audio) -> bool:
    return bool(one.url or one.data or one.file_id)


def _named(message: Spoken) -> tuple[str, ...]:
    return () if message.id is None else (message.id,)
