"""Read one part: words, a thought, a medium, a call, a result, or what only this format knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, NamedTuple, TypeAlias

from attrs import evolve

from ctxfn.messages import (
    Call,
    Extras,
    Image,
    InvalidJson,
    Media,
    Opaque,
    Part,
    Reasoning,
    Text,
    Verbatim,
    own,
)
from ctxfn.wire.gemini.media import kind_of
from ctxfn.wire.gemini.reader import Reader, Row
from ctxfn.wire.gemini.spelling import camel, spelling, split
from ctxfn.wire.gemini.written import CODEC, Layout
from ctxfn.wire.openai_chat.reader import is_no_number, json_text, name_of, under

__all__ = ["Answer", "Item", "Side", "read_part", "stays_opaque"]

#: Who speaks: a model, anybody else, or a tool inside its result.
Side: TypeAlias = Literal["model", "user", "result"]


class Answer(NamedTuple):
    """A result of a tool as it stood, before its call has been found."""

    call_id: str | None
    name: str
    response: Verbatim | None
    parts: tuple[Part, ...]
    layouts: tuple[Layout | None, ...]
    spare: Row


Item: TypeAlias = Part | Reasoning | Call | Answer
_Read: TypeAlias = tuple[Item, Layout] | None


class _Fields(NamedTuple):
    """A part being read: the keys we know, all else, and the keys as they stand."""

    found: Row
    spare: Row
    value: Row
    side: Side
    path: str

    @property
    def blanks(self) -> tuple[str, ...]:
        """The keys we know whose value is ``null``."""
        return tuple(name for name, one in self.found.items() if one is None)

    def carried(self) -> Row:
        """Take all else, and ``thought`` where it makes no thought of the part."""
        spare = dict(self.spare)
        if self.found.get("thought") is not None:
            spare[spelling("thought", self.value)] = self.found["thought"]
        return spare


_KEYS: Final = (
    "text",
    "inlineData",
    "fileData",
    "functionCall",
    "functionResponse",
    "thought",
    "thoughtSignature",
)
#: What a part may hold besides, of which there is one in each: parts of tools the server runs.
_SERVER_KEYS: Final = ("executableCode", "codeExecutionResult", "toolCall", "toolResponse")


def read_part(value: object, side: Side, path: str, reader: Reader) -> tuple[Item, Layout | None]:
    """Read *value*, a part of what *side* says.

    Contract:
        A part of server tools, one without data, and one of keys that nobody here knows are
        kept verbatim. So is one that lacks what it needs, or stands on the wrong side, which
        is a problem.

    Complexity: O(size of *value*).
    """
    if isinstance(value, str):
        reader.odd(path, "found a bare text, read as a part")
        return Text(value), Layout("bare", ())
    try:
        if isinstance(value, dict):
            read = _known(value, side, path, reader)
            if read is not None:
                return read
        else:
            reader.odd(path, f"found {name_of(value)}, kept as it is")
        return Opaque(CODEC, reader.keep(value)), None
    except InvalidJson as wrong:
        raise under(path, wrong) from wrong


def stays_opaque(value: object, side: Side) -> bool:
    """Say whether *value* is read as a part that is kept verbatim, and no problem."""
    reader = Reader(own)
    item, _ = read_part(value, side, "", reader)
    return isinstance(item, Opaque) and not reader.problems


def _known(value: Row, side: Side, path: str, reader: Reader) -> _Read:
    found, spare = split(value, _KEYS)
    names = [name for name in _READERS if found.get(name) is not None]
    others = [key for key in spare if camel(key) in _SERVER_KEYS and spare[key] is not None]
    if not names:
        return None
    twice = any(camel(key) in _KEYS for key in spare)
    if len(names) + len(others) > 1 or twice:
        reader.odd(path, "found a part with more than one kind of data, kept as it is")
        return None
    signature = found.get("thoughtSignature")
    read = None
    if isinstance(signature, str | None) and names[0] in _SIDES[side]:
        read = _READERS[names[0]](_Fields(found, spare, value, side, path), reader)
    if read is None:
        reader.odd(f"{path}.{names[0]}", "found what cannot stand there, kept as it is")
    return read


def _signature(part: _Fields) -> str | None:
    found = part.found.get("thoughtSignature")
    return found if isinstance(found, str) else None


def _read_text(part: _Fields, reader: Reader) -> _Read:
    text, signature = part.found["text"], _signature(part)
    if not isinstance(text, str):
        return None
    layout = reader.shared(Layout("text", tuple(part.value), (), part.blanks))
    if part.found.get("thought") is True and part.side == "model":
        return Reasoning(text, signature, extras=reader.extras(part.spare)), layout
    return Text(text, signature, reader.extras(part.carried())), layout


def _read_inline(part: _Fields, reader: Reader) -> _Read:
    return _read_medium(part, "inlineData", "data", reader)


def _read_file(part: _Fields, reader: Reader) -> _Read:
    return _read_medium(part, "fileData", "fileUri", reader)


def _read_medium(part: _Fields, kind: str, word: str, reader: Reader) -> _Read:
    source = part.found[kind]
    if not isinstance(source, dict):
        return None
    inner, spare = split(source, (word, "mimeType", "displayName"))
    held, media_type, name = (inner.get(key) for key in (word, "mimeType", "displayName"))
    if not isinstance(held, str) or not isinstance(media_type, str | None):
        return None
    if not isinstance(name, str | None):
        return None
    outer = part.carried()
    if spare:
        outer[kind] = spare
    blanks = tuple((key, None) for key, one in inner.items() if one is None)
    layout = Layout(kind, tuple(part.value), tuple(source), part.blanks, blanks)
    medium = _medium(held if kind == "inlineData" else None, held, media_type, name)
    return _signed(medium, part, outer, reader), reader.shared(layout)


def _medium(data: str | None, held: str, media_type: str | None, name: str | None) -> Media:
    made = kind_of(media_type)
    url = held if data is None else None
    return made(url=url, data=data, media_type=media_type, name=name)


def _signed(medium: Media, part: _Fields, spare: Row, reader: Reader) -> Media:
    """Put *spare* and the signature into *medium*; only an image has a field for the latter."""
    signature = _signature(part)
    if isinstance(medium, Image):
        return evolve(medium, signature=signature, extras=reader.extras(spare))
    if signature is not None:
        spare[spelling("thoughtSignature", part.value)] = signature
    return evolve(medium, extras=reader.extras(spare))


def _read_call(part: _Fields, reader: Reader) -> _Read:
    source = part.found["functionCall"]
    if not isinstance(source, dict):
        return None
    inner, spare = split(source, ("id", "name", "args"))
    call_id, name, given = (inner.get(key) for key in ("id", "name", "args"))
    if not isinstance(call_id, str | None) or not isinstance(name, str) or is_no_number(given):
        return None
    if not isinstance(given, dict | None):
        reader.odd(f"{part.path}.functionCall.args", f"found {name_of(given)}, no object")
    arguments = "{}" if given is None else json_text(reader.keep(given).thaw())
    outer = part.carried()
    if spare:
        outer["functionCall"] = spare
    layout = Layout("functionCall", tuple(part.value), tuple(source), part.blanks, _blanks(inner))
    extras: Extras = reader.extras(outer)
    found = reader.pending.ask(call_id or None, name)
    return Call(found, name, arguments, _signature(part), extras=extras), reader.shared(layout)


def _read_answer(part: _Fields, reader: Reader) -> _Read:
    source = part.found["functionResponse"]
    if not isinstance(source, dict):
        return None
    inner, spare = split(source, ("id", "name", "response", "parts"))
    call_id, name, response = (inner.get(key) for key in ("id", "name", "response"))
    if not isinstance(call_id, str | None) or not isinstance(name, str) or is_no_number(response):
        return None
    path = f"{part.path}.functionResponse"
    if not isinstance(response, dict | None):
        reader.odd(f"{path}.response", f"found {name_of(response)}, no object")
    media: list[Part] = []
    layouts: list[Layout | None] = []
    listed = inner.get("parts")
    if isinstance(listed, list | tuple):
        for number, one in enumerate(listed):
            item, laid_out = read_part(one, "result", f"{path}.parts[{number}]", reader)
            if not isinstance(item, Reasoning | Call | Answer):
                media.append(item)
                layouts.append(laid_out)
    elif listed is not None:
        reader.odd(f"{path}.parts", f"found {name_of(listed)}, kept as it is")
        spare[spelling("parts", source)] = listed
    outer = part.carried()
    if part.found.get("thoughtSignature") is not None:
        outer[spelling("thoughtSignature", part.value)] = part.found["thoughtSignature"]
    if spare:
        outer["functionResponse"] = spare
    layout = Layout(
        "functionResponse", tuple(part.value), tuple(source), part.blanks, _blanks(inner)
    )
    kept = None if response is None else reader.keep(response)
    answer = Answer(call_id or None, name, kept, tuple(media), tuple(layouts), outer)
    return answer, reader.shared(layout)


def _blanks(inner: Row) -> tuple[tuple[str, str | None], ...]:
    """List the keys of a call or a result that say nothing: ``null``, or an empty id."""
    return tuple(
        (key, one if isinstance(one, str) else None)
        for key, one in inner.items()
        if one is None or (key == "id" and one == "")
    )


_READERS: Final[dict[str, Callable[[_Fields, Reader], _Read]]] = {
    "text": _read_text,
    "inlineData": _read_inline,
    "fileData": _read_file,
    "functionCall": _read_call,
    "functionResponse": _read_answer,
}

#: What each side may say.
_SIDES: Final[dict[Side, tuple[str, ...]]] = {
    "model": ("text", "inlineData", "fileData", "functionCall"),
    "user": ("text", "inlineData", "fileData", "functionResponse"),
    "result": ("inlineData", "fileData"),
}
