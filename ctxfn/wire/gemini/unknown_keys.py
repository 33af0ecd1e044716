"""Keys that the format does not have: whoever put them there, its servers refuse them by name."""

from __future__ import annotations

from typing import Final, TypeAlias

from attrs import evolve

from ctxfn.messages import (
    Assistant,
    Call,
    Extras,
    Node,
    Opaque,
    Part,
    Reasoning,
    ToolResult,
    extra,
    own,
)
from ctxfn.wire.gemini.spelling import camel
from ctxfn.wire.gemini.written import CODEC

__all__ = ["is_known_part", "without_unknown_keys"]

_Row: TypeAlias = dict[str, object]

#: The API reference, "Part"; the newest of them as Google's client library has them.
_DATA: Final = frozenset(
    (
        *("text", "inlineData", "fileData", "functionCall", "functionResponse"),
        *("executableCode", "codeExecutionResult", "toolCall", "toolResponse"),
    )
)
_BESIDE: Final = frozenset(
    (
        *("thought", "thoughtSignature", "videoMetadata", "mediaResolution", "mediaProcessing"),
        *("partMetadata", "audioMetadata", "audioTranscription", "documentMetadata"),
        *("speechMetadata", "spreadsheetMetadata"),
    )
)
_PART: Final = _DATA | _BESIDE
#: What may stand in the object of a part, beside what the records hold.
_INSIDE: Final = {
    "functionCall": frozenset(("id", "name", "args", "partialArgs", "willContinue")),
    "functionResponse": frozenset(
        ("id", "name", "response", "parts", "scheduling", "willContinue")
    ),
    "inlineData": frozenset(("data", "mimeType", "displayName")),
    "fileData": frozenset(("fileUri", "mimeType", "displayName")),
}


def without_unknown_keys(node: Node) -> tuple[Node, tuple[str, ...]]:
    """Return *node* without what the format has no key for, and the names of the keys.

    Contract:
        How it is written stays. What other formats kept is left alone. No such key: the same
        object, and no name.

    Complexity: O(parts + keys).

    Source: Google's API reference, "Content" and "Part": servers refuse other names.

    Examples:
        >>> from ctxfn.wire.gemini.decode import decode
        >>> said = decode([{"role": "user", "parts": [{"text": "hi", "n": 1}], "ts": 5}])
        >>> without_unknown_keys(said.messages[0])[1]
        ('ts', 'n')
    """
    gone: list[str] = []
    extras = _extras(node.extras, gone, of_result=isinstance(node, ToolResult))
    parts = tuple(_of_part(one, gone) for one in node.parts)
    after: Node = evolve(node, extras=extras, parts=parts)
    if isinstance(after, Assistant):
        calls = tuple(_of_call(one, gone) for one in after.calls)
        thoughts = tuple(_of_thought(one, gone) for one in after.reasoning)
        after = evolve(after, calls=calls, reasoning=thoughts)
    return (after, tuple(gone)) if gone else (node, ())


def is_known_part(value: object) -> bool:
    """Say whether *value* has the form of a part the API knows, and holds something.

    Complexity: O(keys).
    """
    if not isinstance(value, dict):
        return False
    said = [camel(key) for key, one in value.items() if one is not None and _fits(camel(key), one)]
    return bool(said) and sum(key in _DATA for key in said) <= 1


def _extras(extras: Extras, gone: list[str], *, of_result: bool = False) -> Extras:
    """Leave out all that a content carries; what a result's part carries is looked into."""
    carried = extra(extras, CODEC)
    kept: _Row = {}
    for key, value in carried.items():
        if of_result and key == "parts" and isinstance(value, dict):
            inner = _known(value, gone)
            kept |= {key: inner} if inner else {}
        else:
            gone.append(key)
    return _with(extras, kept) if kept != carried else extras


def _with(extras: Extras, kept: _Row) -> Extras:
    others = tuple(one for one in extras if one[0] != CODEC)
    return (*others, (CODEC, own(kept))) if kept else others


def _fits(name: str, value: object) -> bool:
    """Say whether a part may hold *value* under *name*, as far as types tell."""
    if name == "thought":
        return isinstance(value, bool)
    return name in _PART and (name != "thoughtSignature" or isinstance(value, str))


def _known(row: _Row, gone: list[str]) -> _Row:
    """Return what of *row*, keys of a part, the API knows."""
    kept: _Row = {}
    for key, value in row.items():
        name = camel(key)
        if not _fits(name, value):
            gone.append(key)
        elif isinstance(value, dict) and name in _INSIDE:
            inside = {one: value[one] for one in value if camel(one) in _INSIDE[name]}
            gone += [one for one in value if one not in inside]
            kept |= {key: inside} if inside else {}
        else:
            kept[key] = value
    return kept


def _fitting(extras: Extras, gone: list[str]) -> Extras:
    carried = extra(extras, CODEC) if extras else {}
    kept = _known(carried, gone)
    return _with(extras, kept) if kept != carried else extras


def _of_part(part: Part, gone: list[str]) -> Part:
    if not isinstance(part, Opaque):
        extras = _fitting(part.extras, gone)
        return part if extras is part.extras else evolve(part, extras=extras)
    value = part.value.shared()
    if part.codec != CODEC or not isinstance(value, dict):
        return part
    kept = _known(value, gone)
    return part if kept == value else Opaque(CODEC, own(kept))


def _of_call(call: Call, gone: list[str]) -> Call:
    extras = _fitting(call.extras, gone)
    return call if extras is call.extras else evolve(call, extras=extras)


def _of_thought(one: Reasoning, gone: list[str]) -> Reasoning:
    extras = _fitting(one.extras, gone)
    return one if extras is one.extras else evolve(one, extras=extras)
