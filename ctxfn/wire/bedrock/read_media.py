"""Read media, whose bytes are here or in a bucket, and the block that any of them stands in."""

from __future__ import annotations

import base64
from typing import Any, NamedTuple, TypeAlias

from attrs import evolve

from ctxfn.messages import Media
from ctxfn.wire.bedrock.media import KINDS, type_of
from ctxfn.wire.bedrock.reader import Reader, Row, others
from ctxfn.wire.bedrock.written import Layout

__all__ = ["Block", "encoded_bytes", "read_medium"]


class Block(NamedTuple):
    """A block being read: what stands under its own key, and under all others."""

    kind: str
    inner: object
    spare: Row
    keys: tuple[str, ...]
    path: str

    def extras(self, inner: Row) -> Row:
        """Keep what nobody took: of the object in the block under the block's own key."""
        return {**self.spare, self.kind: inner} if inner else dict(self.spare)


def read_medium(block: Block, reader: Reader) -> tuple[Media, Layout] | None:
    """Read an image, a film, a sound or a document; nothing if it lacks what it needs."""
    inner = block.inner
    source = inner.get("source") if isinstance(inner, dict) else None
    if not isinstance(inner, dict) or not isinstance(source, dict):
        return None
    named = ("name",) if block.kind == "document" else ()
    known = ("format", "source", *named)
    word, name = inner.get("format"), inner.get("name") if named else None
    missing = any(key in inner and inner[key] is None for key in known)
    if missing or not isinstance(word, str | None) or not isinstance(name, str | None):
        return None
    held = _held(block, source, reader)
    if held is None:
        return None
    fields, beside, location = held
    spare = others(inner, *known)
    if beside:
        spare["source"] = beside
    layout = Layout(block.kind, block.keys, tuple(inner), tuple(source), location, word)
    made = evolve(
        KINDS[block.kind](**fields),
        media_type=type_of(block.kind, word),
        name=name,
        extras=reader.extras(block.extras(spare)),
    )
    return made, reader.shared(layout)


_Held: TypeAlias = tuple[dict[str, Any], Row, tuple[str, ...]]


def _held(block: Block, source: Row, reader: Reader) -> _Held | None:
    """Read the one source of a medium: the field it fills, what else stands there, its keys."""
    words = ("bytes", "s3Location", "text") if block.kind == "document" else ("bytes", "s3Location")
    found = [word for word in words if word in source]
    if len(found) != 1:
        return None
    word = found[0]
    held, beside = source[word], others(source, word)
    if word == "s3Location":
        uri = held.get("uri") if isinstance(held, dict) else None
        if not isinstance(held, dict) or not isinstance(uri, str):
            return None
        more = others(held, "uri")
        return {"url": uri}, {**beside, word: more} if more else beside, tuple(held)
    if word == "bytes":
        held = encoded_bytes(held, f"{block.path}.{block.kind}.source.bytes", reader)
    if not isinstance(held, str):
        return None
    return {"data" if word == "bytes" else "text": held}, beside, ()


def encoded_bytes(value: object, path: str, reader: Reader) -> object:
    """Write bytes as the JSON of the API has them; client libraries take them as they are."""
    if not isinstance(value, bytes):
        return value
    reader.odd(path, "found bytes, read as their base64")
    return base64.b64encode(value).decode("ascii")
