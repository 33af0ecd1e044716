"""Read content: a text, a list of blocks, nothing, or what only resembles these."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, TypeAlias

from ctxfn.messages import (
    Call,
    Extras,
    File,
    Image,
    InvalidJson,
    Opaque,
    Part,
    Reasoning,
    Text,
    Verbatim,
    own,
)
from ctxfn.wire.anthropic.reader import Reader, Row
from ctxfn.wire.anthropic.written import CODEC, ContentForm, Layout
from ctxfn.wire.openai_chat.reader import is_no_number, json_text, name_of, under

__all__ = ["ANSWER_TYPES", "PART_TYPES", "Content", "Item", "read_content", "read_part"]

Item: TypeAlias = Part | Reasoning | Call
_Read: TypeAlias = "tuple[Item, Layout] | None"
_Readers: TypeAlias = "Mapping[str, Callable[[Row, str, Reader], _Read]]"


class Content(NamedTuple):
    """What stands in the content of a message, and how it was written."""

    items: tuple[Item, ...] = ()
    form: ContentForm = "text"
    layouts: tuple[Layout | None, ...] = ()
    value: Verbatim | None = None

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts among the items."""
        return tuple(one for one in self.items if not isinstance(one, Reasoning | Call))


def read_content(row: Row, reader: Reader, *, answer: bool = False) -> Content:
    """Read the value of ``content`` in *row*; thoughts and calls only in an *answer*.

    Contract:
        An empty text is no part. A block without a list around it is read as a list of it;
        any other object, a number or a truth value as the text of its JSON. ``null`` in a list
        is left out. All but texts and lists are problems.

    Complexity: O(size of the value).
    """
    value = row.get("content")
    if isinstance(value, str):
        return Content((Text(value),) if value else ())
    if value is None:
        reader.odd("content", "found nothing, read as an empty text")
        return Content((), "null" if "content" in row else "absent")
    if isinstance(value, list | tuple):
        return _read_list(value, reader, answer)
    if isinstance(value, dict) and isinstance(value.get("type"), str):
        reader.odd("content", "found a block without a list around it, read as a list of one")
        item, layout = read_part(value, "content", reader, answer=answer)
        return Content((item,), "list", (layout,))
    reader.odd("content", f"found {name_of(value)}, read as the text of its JSON")
    if is_no_number(value):
        return Content((Text(json_text(value)),), "text")
    kept = reader.keep(value)
    return Content((Text(json_text(kept.thaw())),), "value", (), kept)


def _read_list(value: list[object] | tuple[object, ...], reader: Reader, answer: bool) -> Content:
    items: list[Item] = []
    layouts: list[Layout | None] = []
    for number, one in enumerate(value):
        if one is None:
            reader.odd(f"content[{number}]", "found null, left out")
            continue
        item, layout = read_part(one, f"content[{number}]", reader, answer=answer)
        items.append(item)
        layouts.append(layout)
    return Content(tuple(items), "list", tuple(layouts))


def read_part(
    value: object, path: str, reader: Reader, *, answer: bool = False
) -> tuple[Item, Layout | None]:
    """Read one block; one whose type is not known here is kept verbatim."""
    if isinstance(value, str):
        reader.odd(path, "found a bare text, read as a text block")
        return Text(value), Layout("bare", ())
    try:
        if isinstance(value, dict):
            kind = value.get("type")
            read = (
                (_IN_ANSWERS if answer else _READERS).get(kind) if isinstance(kind, str) else None
            )
            found = read(value, path, reader) if read else None
            if found is not None:
                return found
            if _is_of_blocks(value):
                return Opaque(CODEC, reader.keep(value)), None
            if read or not isinstance(kind, str) or kind in _IN_ANSWERS or kind == "tool_result":
                reader.odd(path, "found a block that lacks what it needs there, kept as it is")
        else:
            reader.odd(path, f"found {name_of(value)}, kept as it is")
        return Opaque(CODEC, reader.keep(value)), None
    except InvalidJson as wrong:
        raise under(path, wrong) from wrong


def _is_of_blocks(value: Row) -> bool:
    """Say whether *value* is a document whose content is written out in blocks: nobody's part."""
    source = value.get("source")
    return value.get("type") == "document" and isinstance(source, dict) and "content" in source


def stays_opaque(value: object, *, answer: bool) -> bool:
    """Say whether *value* is read as a block that nobody here knows."""
    return isinstance(read_part(value, "", Reader(own), answer=answer)[0], Opaque)


def _read_text(value: Row, _path: str, reader: Reader) -> _Read:
    text = value.get("text")
    if not isinstance(text, str):
        return None
    return Text(text, None, reader.spare(value, "type", "text")), reader.layout("text", value)


def _read_thinking(value: Row, _path: str, reader: Reader) -> _Read:
    text, signature = value.get("thinking"), value.get("signature")
    if not isinstance(text, str) or not isinstance(signature, str | None):
        return None
    extras = reader.spare(value, "type", "thinking", "signature")
    return Reasoning(text, signature, extras=extras), reader.layout("thinking", value)


def _read_redacted(value: Row, _path: str, reader: Reader) -> _Read:
    data = value.get("data")
    if not isinstance(data, str):
        return None
    extras = reader.spare(value, "type", "data")
    return Reasoning(sealed=data, extras=extras), reader.layout("redacted_thinking", value)


def _read_call(value: Row, path: str, reader: Reader) -> _Read:
    call_id = reader.text(value.get("id"), f"{path}.id", "read as no id")
    name = reader.text(value.get("name"), f"{path}.name", "read as no name")
    given = value.get("input")
    if not isinstance(given, dict):
        found = "nothing" if given is None else name_of(given)
        reader.odd(f"{path}.input", f"found {found}, no object")
    if is_no_number(given):
        return None
    arguments = "{}" if given is None else json_text(reader.keep(given).thaw())
    extras = reader.spare(value, "type", "id", "name", "input")
    return Call(call_id, name, arguments, extras=extras), reader.layout("tool_use", value)


def _read_image(value: Row, _path: str, reader: Reader) -> _Read:
    source = value.get("source")
    if not isinstance(source, dict):
        return None
    url, data, file_id, media_type = _addressed(source)
    if url is None and data is None and file_id is None:
        return None
    extras = _spare_inside(value, source, ("type", "source"), reader)
    image = Image(url, data, file_id, media_type, extras=extras)
    return image, reader.layout("image", value, source)


def _read_document(value: Row, _path: str, reader: Reader) -> _Read:
    source, title = value.get("source"), value.get("title")
    if not isinstance(source, dict) or not isinstance(title, str | None):
        return None
    words = source.get("data") if source.get("type") == "text" else None
    url, data, file_id, media_type = _addressed(source)
    text = words if isinstance(words, str) else None
    if text is not None:
        mime = source.get("media_type")
        media_type = mime if isinstance(mime, str) else None
    elif url is None and data is None and file_id is None:
        return None
    extras = _spare_inside(value, source, ("type", "source", "title"), reader)
    file = File(url, data, file_id, media_type, name=title, text=text, extras=extras)
    return file, reader.layout("document", value, source)


def _addressed(source: Row) -> tuple[str | None, str | None, str | None, str | None]:
    """Take address, bytes, upload and type of a *source*: one of the first three, or none."""
    kind = source.get("type")
    if kind == "url" and isinstance(source.get("url"), str):
        return str(source["url"]), None, None, None
    if kind == "file" and isinstance(source.get("file_id"), str):
        return None, None, str(source["file_id"]), None
    media_type = source.get("media_type")
    if kind != "base64" or not isinstance(source.get("data"), str):
        return None, None, None, None
    if not isinstance(media_type, str | None):
        return None, None, None, None
    return None, str(source["data"]), None, media_type


_SOURCE_KEYS: Final = {
    "url": ("type", "url"),
    "file": ("type", "file_id"),
    "base64": ("type", "media_type", "data"),
    "text": ("type", "media_type", "data"),
}


def _spare_inside(value: Row, source: Row, known: tuple[str, ...], reader: Reader) -> Extras:
    spare = {key: one for key, one in value.items() if key not in known}
    taken = _SOURCE_KEYS[str(source["type"])]
    inner = {key: one for key, one in source.items() if key not in taken}
    if inner:
        spare["source"] = inner
    return reader.extras(spare)


_READERS: Final[_Readers] = {
    "text": _read_text,
    "image": _read_image,
    "document": _read_document,
}
_IN_ANSWERS: Final[_Readers] = {
    **_READERS,
    "thinking": _read_thinking,
    "redacted_thinking": _read_redacted,
    "tool_use": _read_call,
}

#: The types of blocks that are read here: of any message, and of an answer.
PART_TYPES: Final = frozenset(_READERS)
ANSWER_TYPES: Final = frozenset(_IN_ANSWERS)
