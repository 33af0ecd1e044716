"""Read one block: words, thoughts, media, a call, a result, or what only this format knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, NamedTuple, TypeAlias

from attrs import evolve

from ctxfn.messages import Call, InvalidJson, Opaque, Part, Reasoning, Text, own
from ctxfn.wire.bedrock.read_media import Block, encoded_bytes, read_medium
from ctxfn.wire.bedrock.reader import Reader, Row, others
from ctxfn.wire.bedrock.written import CODEC, Layout
from ctxfn.wire.values import is_no_number, json_text, name_of, under

__all__ = ["MARKER", "Answer", "Item", "Side", "read_block", "read_blocks", "stays_opaque"]

#: Who speaks: a model, anybody else, the system, or a tool inside its result.
Side: TypeAlias = Literal["model", "user", "system", "result"]

#: The block that marks all before it for the cache. It belongs to what it stands behind.
MARKER: Final = "cachePoint"


class Answer(NamedTuple):
    """A result of a tool as it stood."""

    call_id: str
    parts: tuple[Part, ...]
    layouts: tuple[Layout | None, ...]
    failed: bool
    spare: Row


Item: TypeAlias = Part | Reasoning | Call | Answer
_Read: TypeAlias = tuple[Item, Layout] | None


def read_blocks(
    value: list[object] | tuple[object, ...], side: Side, path: str, reader: Reader
) -> list[tuple[Item, Layout | None]]:
    """Read a list of blocks; a marker of the cache goes with the block it stands behind.

    Complexity: O(size of *value*).
    """
    read: list[tuple[Item, Layout | None]] = []
    for number, one in enumerate(value):
        if one is None:
            reader.odd(f"{path}[{number}]", "found null, left out")
        elif read and _marker_in(one) is not None and not _is_marked(read[-1][0]):
            read[-1] = (_marked(read[-1][0], _marker_in(one), reader), read[-1][1])
        else:
            read.append(read_block(one, side, f"{path}[{number}]", reader))
    return read


def _marker_in(value: object) -> object:
    """Return the point for the cache that *value* is, if it is nothing else."""
    return value[MARKER] if isinstance(value, dict) and list(value) == [MARKER] else None


def _is_marked(item: Item) -> bool:
    """Say whether *item* can carry no marker, or carries one."""
    if isinstance(item, Opaque):
        return True
    return MARKER in (item.spare if isinstance(item, Answer) else _carried(item))


def _carried(item: Part | Reasoning | Call) -> Row:
    if isinstance(item, Opaque):
        return {}
    value = next((kept.shared() for name, kept in item.extras if name == CODEC), None)
    return value if isinstance(value, dict) else {}


def _marked(item: Item, marker: object, reader: Reader) -> Item:
    if isinstance(item, Answer):
        return item._replace(spare={**item.spare, MARKER: marker})
    if isinstance(item, Opaque):
        return item
    return evolve(item, extras=reader.extras({**_carried(item), MARKER: marker}))


def read_block(value: object, side: Side, path: str, reader: Reader) -> tuple[Item, Layout | None]:
    """Read *value*, a block of what *side* says.

    Contract:
        A block of a kind that is not taken apart here is kept verbatim. So is one that lacks
        what it needs, or stands on the wrong side, which is a problem.

    Complexity: O(size of *value*).
    """
    if isinstance(value, str):
        reader.odd(path, "found a bare text, read as a block")
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
    """Say whether *value* is read as a block that is kept verbatim, and no problem."""
    reader = Reader(own)
    item, _ = read_block(value, side, "", reader)
    return isinstance(item, Opaque) and not reader.problems


def _known(value: Row, side: Side, path: str, reader: Reader) -> _Read:
    kinds = [key for key in value if key in _READERS]
    if len(kinds) != 1 or MARKER in value:
        if kinds or (MARKER in value and len(value) > 1):
            reader.odd(path, "found a block of several kinds, kept as it is")
        return None
    kind = kinds[0]
    block = Block(kind, value[kind], others(value, kind), tuple(value), path)
    if _stays_whole(block, side):
        return None
    read = _READERS[kind](block, reader) if side in _SIDES[kind] else None
    if read is None:
        reader.odd(f"{path}.{kind}", "found what cannot stand there, kept as it is")
    return read


def _stays_whole(block: Block, side: Side) -> bool:
    """Say whether *block* is whole though no record holds it: of server tools, or of many words."""
    inner = block.inner
    if not isinstance(inner, dict):
        return False
    if block.kind == "toolUse":
        return side == "model" and inner.get("type") is not None
    if block.kind == "toolResult":
        return side == "model"
    if block.kind == "document":
        source = inner.get("source")
        return (
            side != "system"
            and isinstance(source, dict)
            and isinstance(source.get("content"), list)
        )
    if block.kind == "guardContent":
        return isinstance(inner.get("image"), dict)
    return block.kind == "citationsContent" and len(_texts_in(inner)) != 1


def _texts_in(inner: Row) -> list[object]:
    held = inner.get("content")
    return list(held) if isinstance(held, list | tuple) else []


def _read_text(block: Block, reader: Reader) -> _Read:
    if not isinstance(block.inner, str):
        return None
    layout = reader.shared(Layout("text", block.keys))
    return Text(block.inner, extras=reader.extras(block.spare)), layout


def _read_guarded(block: Block, reader: Reader) -> _Read:
    inner = block.inner if isinstance(block.inner, dict) else {}
    held = inner.get("text")
    if not isinstance(held, dict) or not isinstance(held.get("text"), str):
        return None
    spare = {**others(inner, "text"), "text": others(held, "text")}
    layout = Layout("guardContent", block.keys, tuple(inner), tuple(held))
    return Text(held["text"], extras=reader.extras(block.extras(spare))), reader.shared(layout)


def _read_cited(block: Block, reader: Reader) -> _Read:
    inner = block.inner if isinstance(block.inner, dict) else {}
    (held,) = _texts_in(inner) or (None,)
    if not isinstance(held, dict) or not isinstance(held.get("text"), str) or len(held) != 1:
        return None
    # An empty object too: it alone tells that the words stood in such a block.
    spare = {**block.spare, block.kind: others(inner, "content")}
    layout = Layout("citationsContent", block.keys, tuple(inner))
    return Text(held["text"], extras=reader.extras(spare)), reader.shared(layout)


def _read_json(block: Block, reader: Reader) -> _Read:
    if block.spare or is_no_number(block.inner):
        return None
    text = json_text(reader.keep(block.inner).thaw())
    return Text(text), reader.shared(Layout("json", block.keys))


def _read_thought(block: Block, reader: Reader) -> _Read:
    inner = block.inner if isinstance(block.inner, dict) else {}
    seal = inner.get("redactedContent")
    seal = encoded_bytes(seal, f"{block.path}.reasoningContent.redactedContent", reader)
    if isinstance(seal, str) and len(inner) == 1:
        sealed = Reasoning(sealed=seal, extras=reader.extras(block.spare))
        return sealed, reader.shared(Layout("reasoningContent", block.keys, tuple(inner)))
    held = inner.get("reasoningText")
    if not isinstance(held, dict) or not isinstance(held.get("text"), str):
        return None
    signature = held.get("signature")
    if ("signature" in held and signature is None) or not isinstance(signature, str | None):
        return None
    spare = others(inner, "reasoningText")
    more = others(held, "text", "signature")
    if more:
        spare["reasoningText"] = more
    layout = Layout("reasoningContent", block.keys, tuple(inner), tuple(held))
    extras = reader.extras(block.extras(spare))
    return Reasoning(held["text"], signature, extras=extras), reader.shared(layout)


def _read_call(block: Block, reader: Reader) -> _Read:
    inner = block.inner if isinstance(block.inner, dict) else {}
    call_id, name, given = (inner.get(key) for key in ("toolUseId", "name", "input"))
    if not isinstance(call_id, str) or not isinstance(name, str) or is_no_number(given):
        return None
    if not isinstance(given, dict):
        reader.odd(f"{block.path}.toolUse.input", f"found {name_of(given)}, no object")
    arguments = "{}" if "input" not in inner else json_text(reader.keep(given).thaw())
    extras = reader.extras(block.extras(others(inner, "toolUseId", "name", "input")))
    layout = Layout("toolUse", block.keys, tuple(inner))
    return Call(call_id, name, arguments, extras=extras), reader.shared(layout)


def _read_answer(block: Block, reader: Reader) -> _Read:
    inner = block.inner if isinstance(block.inner, dict) else {}
    call_id, content, status = (inner.get(key) for key in ("toolUseId", "content", "status"))
    if not isinstance(call_id, str) or not isinstance(content, list | tuple):
        return None
    if "status" in inner and status not in ("success", "error"):
        return None
    read = read_blocks(content, "result", f"{block.path}.toolResult.content", reader)
    kept = [(one, way) for one, way in read if not isinstance(one, Reasoning | Call | Answer)]
    layout = Layout("toolResult", block.keys, tuple(inner))
    spare = block.extras(others(inner, "toolUseId", "content", "status"))
    parts, layouts = (tuple(one) for one in zip(*kept, strict=True)) if kept else ((), ())
    answer = Answer(call_id, parts, layouts, status == "error", spare)
    return answer, reader.shared(layout)


_READERS: Final[dict[str, Callable[[Block, Reader], _Read]]] = {
    "text": _read_text,
    "json": _read_json,
    "guardContent": _read_guarded,
    "citationsContent": _read_cited,
    "image": read_medium,
    "document": read_medium,
    "video": read_medium,
    "audio": read_medium,
    "reasoningContent": _read_thought,
    "toolUse": _read_call,
    "toolResult": _read_answer,
}

#: Which side may say what.
_SIDES: Final[dict[str, tuple[Side, ...]]] = {
    "text": ("model", "user", "system", "result"),
    "json": ("result",),
    "guardContent": ("user", "system"),
    "citationsContent": ("model",),
    "image": ("model", "user", "result"),
    "document": ("model", "user", "result"),
    "video": ("model", "user", "result"),
    "audio": ("model", "user"),
    "reasoningContent": ("model",),
    "toolUse": ("model",),
    "toolResult": ("user",),
}
