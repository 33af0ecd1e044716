"""Read content: a text, a list of parts, nothing, or what only resembles these."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from ctxfn.messages import (
    Audio,
    Extras,
    File,
    Image,
    InvalidJson,
    Opaque,
    Part,
    Reasoning,
    Refusal,
    Text,
    Verbatim,
    Video,
    own,
)
from ctxfn.wire.openai_chat.dialect import OPENAI, Dialect, PartReader
from ctxfn.wire.openai_chat.reader import Reader, is_no_number, json_text, name_of, under
from ctxfn.wire.openai_chat.written import ContentForm, Layout

__all__ = [
    "PART_TYPES",
    "Content",
    "read_audio",
    "read_content",
    "read_file",
    "spare_of",
    "stays_opaque",
]

_Row: TypeAlias = dict[str, object]


#: Parts whose address stands in an object; the older libraries wrote it bare.
_ADDRESSED: Final = ("image_url", "video_url")


class Content(NamedTuple):
    """The parts of a message, and how they were written."""

    parts: tuple[Part, ...] = ()
    form: ContentForm = "text"
    layouts: tuple[Layout | None, ...] = ()
    value: Verbatim | None = None
    #: What stood among the parts that is a thought, and the order of both: ``t``, ``p``.
    thoughts: tuple[Reasoning, ...] = ()
    order: str = ""


_EMPTY: Final = Content()
_NULL: Final = Content((), "null")


def read_content(value: object, reader: Reader, *, answer: bool = False) -> Content:
    """Read the value of ``content``.

    Contract:
        An empty text is no part. An object that is a part is read as a list of it alone; any
        other object, a number or a truth value as the text of its JSON: that is what a tool
        meant whose result nobody wrote out. What is no part in a list is kept as it is, ``null``
        is left out. All but texts, lists and ``null`` are problems.

    Complexity: O(size of *value*).
    """
    if isinstance(value, str):
        return Content((Text(value),)) if value else _EMPTY
    if value is None:
        return _NULL
    if isinstance(value, list | tuple):
        return _read_list(value, reader, answer=answer)
    if isinstance(value, dict) and isinstance(value.get("type"), str):
        part, layout = _read_part(value, "content", reader)
        reader.odd("content", "found a part without a list around it, read as a list of one")
        return Content((part,), "part", (layout,))
    reader.odd("content", f"found {name_of(value)}, read as the text of its JSON")
    if is_no_number(value):
        return Content((Text(json_text(value)),))
    kept = reader.keep(value)
    return Content((Text(json_text(kept.thaw())),), "value", (), kept)


def stays_opaque(value: object, dialect: Dialect = OPENAI) -> bool:
    """Say whether *value*, as one of a list of parts, is read as a part nobody knows.

    Complexity: O(size of *value*).
    """
    parts = read_content([value], Reader(own, dialect)).parts
    return len(parts) == 1 and isinstance(parts[0], Opaque)


def _read_list(
    value: list[object] | tuple[object, ...], reader: Reader, *, answer: bool
) -> Content:
    parts: list[Part] = []
    thoughts: list[Reasoning] = []
    layouts: list[Layout | None] = []
    order = ""
    for number, one in enumerate(value):
        path = f"content[{number}]"
        if one is None:
            reader.odd(path, "found null, left out")
            continue
        if isinstance(one, dict) and one.get("type") == "text" and one.get("text") is None:
            reader.odd(path, "found a text part without a text, left out")
            continue
        thought = _read_thought(one, path, reader) if answer else None
        part, layout = thought or _read_part(one, path, reader)
        if isinstance(part, Reasoning):
            thoughts.append(part)
        else:
            parts.append(part)
        order += "t" if isinstance(part, Reasoning) else "p"
        layouts.append(layout)
    said = tuple(thoughts)
    return Content(tuple(parts), "list", tuple(layouts), None, said, order if said else "")


def _read_thought(value: object, path: str, reader: Reader) -> tuple[Reasoning, Layout] | None:
    thoughts = reader.dialect.thoughts
    if thoughts is None or not isinstance(value, dict) or value.get("type") != thoughts.kind:
        return None
    try:
        return thoughts.read(value, reader)
    except InvalidJson as wrong:
        raise under(path, wrong) from wrong


def _read_part(value: object, path: str, reader: Reader) -> tuple[Part, Layout | None]:
    try:
        return _part_of(value, path, reader)
    except InvalidJson as wrong:
        raise under(path, wrong) from wrong


def _part_of(value: object, path: str, reader: Reader) -> tuple[Part, Layout | None]:
    if isinstance(value, dict):
        kind = value.get("type", "text" if "text" in value else None)
        read = _reader_of(kind, reader.dialect) if isinstance(kind, str) else None
        found = read(value, reader) if read else None
        if found is not None:
            _tell_oddities(value, kind, path, reader)
            return found
        if read or not isinstance(kind, str):
            reader.odd(path, "found a part that lacks what its type needs, kept as it is")
    elif isinstance(value, str):
        reader.odd(path, "found a bare text, read as a text part")
        return Text(value), reader.layout("bare", (), None)
    else:
        reader.odd(path, f"found {name_of(value)}, kept as it is")
    return Opaque(reader.dialect.name, reader.keep(value)), None


def _reader_of(kind: str, dialect: Dialect) -> PartReader | None:
    return dialect.readers.get(kind) or _READERS.get(kind)


def _tell_oddities(value: _Row, kind: object, path: str, reader: Reader) -> None:
    """Say what of a part that could be read is not as it should be written."""
    if "type" not in value:
        reader.odd(f"{path}.type", "found nothing, read as a text part")
    bare = kind in _ADDRESSED and isinstance(value.get(str(kind)), str)
    if bare and not reader.dialect.bare_addresses:
        reader.odd(f"{path}.{kind}", "found a bare address, read as the object around it")


def _read_text(value: _Row, reader: Reader) -> tuple[Part, Layout] | None:
    text = value.get("text")
    if not isinstance(text, str):
        return None
    layout = reader.layout("text", tuple(value), None)
    if len(value) == 2 and "type" in value:
        return Text(text), layout
    return Text(text, None, spare_of(value, ("type", "text"), reader)), layout


def _read_refusal(value: _Row, reader: Reader) -> tuple[Part, Layout] | None:
    text = value.get("refusal")
    if not isinstance(text, str):
        return None
    extras = spare_of(value, ("type", "refusal"), reader)
    return Refusal(text, extras), reader.layout("refusal", tuple(value), None)


def _read_image(value: _Row, reader: Reader) -> tuple[Part, Layout] | None:
    source = value.get("image_url")
    if isinstance(source, str):
        extras = spare_of(value, ("type", "image_url"), reader)
        return Image(source, extras=extras), reader.layout("image_url", tuple(value), None)
    if not isinstance(source, dict):
        return None
    url, detail = source.get("url"), source.get("detail")
    if not isinstance(url, str) or not isinstance(detail, str | None):
        return None
    extras = _spare_inside(value, "image_url", source, ("url", "detail"), reader)
    return Image(url, detail=detail, extras=extras), _inside("image_url", value, source, reader)


def _read_video(value: _Row, reader: Reader) -> tuple[Part, Layout] | None:
    source = value.get("video_url")
    if isinstance(source, str):
        extras = spare_of(value, ("type", "video_url"), reader)
        return Video(source, extras=extras), reader.layout("video_url", tuple(value), None)
    if not isinstance(source, dict) or not isinstance(source.get("url"), str):
        return None
    extras = _spare_inside(value, "video_url", source, ("url",), reader)
    return Video(str(source["url"]), extras=extras), _inside("video_url", value, source, reader)


def read_audio(value: _Row, reader: Reader) -> tuple[Part, Layout] | None:
    """Read a sound in base64."""
    source = value.get("input_audio")
    if not isinstance(source, dict):
        return None
    data, sound = source.get("data"), source.get("format")
    if not isinstance(data, str) or not isinstance(sound, str | None):
        return None
    extras = _spare_inside(value, "input_audio", source, ("data", "format"), reader)
    media_type = None if sound is None else f"audio/{sound}"
    audio = Audio(data=data, media_type=media_type, extras=extras)
    return audio, _inside("input_audio", value, source, reader)


def read_file(value: _Row, reader: Reader) -> tuple[Part, Layout] | None:
    """Read an upload by its id, or a file itself."""
    source = value.get("file")
    if not isinstance(source, dict):
        return None
    file_id, data, name = (source.get(key) for key in ("file_id", "file_data", "filename"))
    if not (
        isinstance(file_id, str | None)
        and isinstance(data, str | None)
        and isinstance(name, str | None)
    ):
        return None
    extras = _spare_inside(value, "file", source, ("file_id", "file_data", "filename"), reader)
    file = File(file_id=file_id, data=data, name=name, extras=extras)
    return file, _inside("file", value, source, reader)


_READERS: Final[dict[str, PartReader]] = {
    "text": _read_text,
    "image_url": _read_image,
    "input_audio": read_audio,
    "file": read_file,
    "refusal": _read_refusal,
    "video_url": _read_video,
}


#: The types of parts that are read here.
PART_TYPES: Final = frozenset(_READERS)


def _inside(kind: str, value: _Row, source: _Row, reader: Reader) -> Layout:
    return reader.layout(kind, tuple(value), tuple(source))


def spare_of(value: _Row, known: tuple[str, ...], reader: Reader) -> Extras:
    """Keep what of *value* is not *known*."""
    if len(value) <= len(known) and all(key in known for key in value):
        return ()
    return reader.extras({key: one for key, one in value.items() if key not in known})


def _spare_inside(
    value: _Row, kind: str, source: _Row, known: tuple[str, ...], reader: Reader
) -> Extras:
    spare = {key: one for key, one in value.items() if key not in ("type", kind)}
    inner = {key: one for key, one in source.items() if key not in known}
    if inner:
        spare[kind] = inner
    return reader.extras(spare)
