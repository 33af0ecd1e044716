"""What stands beside the content of a row: origin, reasoning, usage."""

from __future__ import annotations

from ctxfn.messages import NOWHERE, Origin, Reasoning, Usage, own, text_of
from ctxfn.wire.uichat.decode_parts import stored_parts
from ctxfn.wire.uichat.keys import ORIGIN, TIMES
from ctxfn.wire.uichat.reading import Reading, Row, kept, moment, named, text, whole

__all__ = ["origin_of", "reasoning_of", "usage_of"]


def origin_of(row: Row, rest: Row, reading: Reading) -> Origin:
    """Read where a row comes from, off *rest*; the avatar is in its `meta`.

    Contract:
        Nothing a store says can make a message count as ours.
    """
    words: dict[str, str] = {}
    times: dict[str, int | float] = {}
    for key in [key for key in rest if key in ORIGIN]:
        value = rest.pop(key)
        if key in TIMES:
            time = value if type(value) is int else moment(row, key, rest, reading)
            if time is not None:
                times[ORIGIN[key]] = time
        else:
            word = value if isinstance(value, str) else text(row, key, rest, reading)
            if word is not None:
                words[ORIGIN[key]] = word
    meta = row.get("meta")
    if meta is not None:
        avatar = _avatar(meta, rest, reading)
        if avatar is not None:
            words["avatar"] = avatar
    if not words and not times:
        return NOWHERE
    return Origin(**words, **times)  # type: ignore[arg-type]


def _avatar(meta: object, rest: Row, reading: Reading) -> str | None:
    if not isinstance(meta, dict):
        named("meta", meta, rest, reading, "an object")
        return None
    left = dict(meta)
    avatar = left.pop("avatar") if isinstance(left.get("avatar"), str) else None
    if left:
        rest["meta"] = left
    return avatar


def reasoning_of(row: Row, rest: Row, reading: Reading) -> tuple[Reasoning, ...]:
    """Read what a model thought: an object, or (older rows) a text.

    Contract:
        Without words, signature and response items there is no reasoning; what the object
        holds besides (a duration) is carried. Stored multimodal reasoning is read as its
        texts; the stored form stays beside it, for its pictures.
    """
    value = row.get("reasoning")
    if value is None:
        return ()
    if isinstance(value, str):
        return (Reasoning(value),) if value else ()
    if not isinstance(value, dict):
        named("reasoning", value, rest, reading, "an object or a text")
        return ()
    left = {key: kept for key, kept in value.items() if key not in ("content", "signature")}
    words = text(value, "content", left, reading)
    signature = text(value, "signature", left, reading)
    if not words and not signature and not left.get("responseItems"):
        rest["reasoning"] = left if words is None else {"content": words, **left}
        return ()
    if value.get("isMultimodal") is True and words:
        parts = stored_parts(words, reading)
        if parts is not None:
            left["content"], words = words, text_of(parts, "\n")
    return (Reasoning(words or "", signature, extras=kept(left)),)


def usage_of(row: Row, rest: Row, metadata: Row, reading: Reading) -> Usage | None:
    """Read the tokens an answer cost: `usage`, or else `metadata.usage`, taken from there."""
    value = row.get("usage")
    if value is None:
        inner = metadata.get("usage")
        if not isinstance(inner, dict):
            return None
        value = metadata.pop("usage")
    if not isinstance(value, dict):
        named("usage", value, rest, reading, "an object")
        return None
    known = ("totalInputTokens", "totalOutputTokens")
    left = {key: count for key, count in value.items() if key not in known}
    read = whole(value, known[0], left, reading)
    wrote = whole(value, known[1], left, reading)
    return Usage(read, wrote, own(left) if left else None)
