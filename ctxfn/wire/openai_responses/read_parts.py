"""Read content and outputs: a text, a list of parts, nothing, or what only resembles these."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from ctxfn.messages import Audio, File, Image, InvalidJson, Opaque, Part, Refusal, Text
from ctxfn.wire.openai_chat.reader import name_of, under
from ctxfn.wire.openai_responses.reader import Reader, Row
from ctxfn.wire.openai_responses.written import CODEC, ContentForm, Layout

__all__ = ["PART_TYPES", "TEXT_TYPES", "Content", "read_content"]

#: The types of texts: what is told to a model, what it says, and what other APIs write.
TEXT_TYPES: Final = ("input_text", "output_text", "text")


class Content(NamedTuple):
    """The parts of a message or a result, and how they were written."""

    parts: tuple[Part, ...] = ()
    form: ContentForm = "text"
    layouts: tuple[Layout | None, ...] = ()


def read_content(row: Row, key: str) -> Content:
    """Read the value under *key* of *row*.

    Contract:
        An empty text is no part. A part without a list around it is read as a list of one; any
        other object, a number or a truth value as the text of its JSON. All but texts, lists
        and ``null`` are problems.

    Complexity: O(size of the value).
    """
    reader, path = row.reader, row.place(key)
    if key not in row.value:
        return Content((), "absent")
    value = row.take(key)
    if isinstance(value, str):
        return Content((Text(value),)) if value else Content()
    if value is None:
        return Content((), "null")
    if isinstance(value, dict) and isinstance(value.get("type"), str):
        reader.odd(path, "found a part without a list around it, read as a list of one")
        value = [value]
    if isinstance(value, list | tuple):
        return _read_list(list(value), path, reader)
    reader.odd(path, f"found {name_of(value)}, read as the text of its JSON")
    return Content((Text(reader.json(value)),))


def _read_list(value: list[object] | tuple[object, ...], path: str, reader: Reader) -> Content:
    parts: list[Part] = []
    layouts: list[Layout | None] = []
    for number, one in enumerate(value):
        where = f"{path}[{number}]"
        if one is None:
            reader.odd(where, "found null, left out")
            continue
        try:
            part, layout = _read_part(one, where, reader)
        except InvalidJson as wrong:
            raise under(where, wrong) from wrong
        parts.append(part)
        layouts.append(layout)
    return Content(tuple(parts), "list", tuple(layouts))


def _read_part(value: object, path: str, reader: Reader) -> tuple[Part, Layout | None]:
    if isinstance(value, str):
        reader.odd(path, "found a bare text, read as a text part")
        return Text(value), None
    if not isinstance(value, dict):
        reader.odd(path, f"found {name_of(value)}, kept as it is")
        return Opaque(CODEC, reader.keep(value)), None
    kind = value.get("type")
    read = _READERS.get(kind) if isinstance(kind, str) else None
    if read is not None and isinstance(kind, str):
        # What a part lacks is told once, not in pieces: the reader of the attempt is its own.
        row = Row(value, path, Reader(reader.keep))
        row.take("type")
        part = read(row)
        if part is not None and not row.reader.problems:
            if kind == "text":
                reader.odd(f"{path}.type", "found the type of another API, read as a text part")
            return part, Layout(kind, row.keys, row.nulls, _inner(value))
        reader.odd(path, "found a part that lacks what its type needs, kept as it is")
    elif not isinstance(kind, str):
        reader.odd(path, "found a part without a type, kept as it is")
    return Opaque(CODEC, reader.keep(value)), None


def _inner(value: dict[str, object]) -> tuple[str, ...]:
    sound = value.get("input_audio")
    return tuple(sound) if isinstance(sound, dict) else ()


def _read_text(row: Row) -> Part | None:
    text = row.text("text")
    if text is None:
        return None
    # Most texts have no sources, and the list is there all the same.
    if row.value.get("annotations") == [] and row.value["type"] == "output_text":
        row.take("annotations")
    return Text(text, extras=row.extras())


def _read_refusal(row: Row) -> Part | None:
    text = row.text("refusal")
    return None if text is None else Refusal(text, row.extras())


def _read_image(row: Row) -> Part | None:
    url, file_id, detail = row.text("image_url"), row.text("file_id"), row.text("detail")
    if url is None and file_id is None:
        return None
    return Image(url, file_id=file_id, detail=detail, extras=row.extras())


def _read_file(row: Row) -> Part | None:
    url, file_id, data = row.text("file_url"), row.text("file_id"), row.text("file_data")
    if url is None and file_id is None and data is None:
        return None
    name = row.text("filename")
    return File(url, data, file_id, name=name, extras=row.extras())


def _read_audio(row: Row) -> Part | None:
    sound = row.value.get("input_audio")
    if not isinstance(sound, dict):
        return None
    data, said = sound.get("data"), sound.get("format")
    if not isinstance(data, str) or not isinstance(said, str):
        return None
    row.take("input_audio")
    inner = {key: one for key, one in sound.items() if key not in ("data", "format")}
    spare = {**row.spare(), **({"input_audio": inner} if inner else {})}
    return Audio(data=data, media_type=f"audio/{said}", extras=row.reader.extras(spare))


_READERS: Final[dict[str, Callable[[Row], Part | None]]] = {
    **dict.fromkeys(TEXT_TYPES, _read_text),
    "refusal": _read_refusal,
    "input_image": _read_image,
    "input_file": _read_file,
    "input_audio": _read_audio,
}

#: The types of parts that are taken apart here.
PART_TYPES: Final = frozenset(_READERS)
