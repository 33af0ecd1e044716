"""What a server would refuse of the items one message becomes, as far as they were read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

from ctxfn.messages import Assistant, Extras, Node, Refusal, System, Text, ToolResult, User, extra
from ctxfn.wire.openai_responses.item_ids import id_fault
from ctxfn.wire.openai_responses.items import CALL_TYPES, OUTPUT_TYPES
from ctxfn.wire.openai_responses.read_parts import TEXT_TYPES
from ctxfn.wire.openai_responses.written import CODEC, Form, Piece, form_of
from ctxfn.wire.profiles import Profile

__all__ = [
    "KNOWN_KEYS",
    "ItemFault",
    "ItemFaultKind",
    "is_known",
    "is_misshapen",
    "item_faults",
    "misshapen_lists",
]

ItemFaultKind: TypeAlias = Literal[
    "prefix", "charset", "stateless", "reasoning", "content", "keys", "order", "summary"
]

#: What an item may carry beside what records have a field for; the published interface.
KNOWN_KEYS: Final = {
    "message": frozenset(("status", "phase")),
    "reasoning": frozenset(("id", "summary", "content", "encrypted_content", "status")),
    "call": frozenset(("id", "status", "namespace", "caller", "async")),
    "output": frozenset(("status", "namespace", "caller", "name")),
}
_WORDS: Final = {
    "status": ("in_progress", "completed", "incomplete"),
    "phase": ("commentary", "final_answer"),
}
_KINDS: Final[dict[str, type]] = {"namespace": str, "name": str, "caller": dict, "async": bool}
_TYPES: Final = {kind: named for named, (kind, _) in CALL_TYPES.items()}
_ORDER: Final[dict[str, int]] = {"message": 0, "call": 1}
_OUTPUTS: Final = {kind: named for named, kind in OUTPUT_TYPES.items()}


class ItemFault(NamedTuple):
    """One thing a server would refuse, and where in the record it is."""

    kind: ItemFaultKind
    path: tuple[str | int, ...]
    found: str
    expected: str


def item_faults(node: Node, profile: Profile, /, *, stores: bool = True) -> tuple[ItemFault, ...]:
    """Say what a server would refuse of the items that *node* becomes.

    Contract:
        Ids it does not take (*stores*: it keeps what it is sent), parts and keys that are not
        those of their item, items of one answer in an order it refuses, thoughts without a
        summary. A message of another format has at most keys of this one. Nothing is asked of
        words, calls and results: that is for others.

    Complexity: O(parts + calls).

    Source: the catalogue of refusals, rules on items; OpenAI's published interface description.

    Examples:
        >>> from ctxfn.wire import codec_named, profile
        >>> rows = [{"role": "assistant", "id": "chatcmpl-8", "content": "Yes."}]
        >>> said = codec_named("openai_responses").decode(rows).messages[0]
        >>> [fault.kind for fault in item_faults(said, profile("openai/responses"))]
        ['prefix', 'content', 'content']
    """
    if not isinstance(node, System | User | Assistant | ToolResult):
        return ()
    form = form_of(node)
    if node.id is None and not _carries(node) and (form is None or _is_usual(form)):
        return ()
    stateless = profile.item_ids_stored and not stores
    return (
        *_ids(node, profile, stateless),
        *_contents(node),
        *_keys(node, profile),
        *_order(node, profile),
        *_summaries(node),
    )


def _is_usual(form: Form) -> bool:
    """Say whether nothing is special about how it was written: one text, or words and calls."""
    pieces = form.pieces
    if any(piece.nulls for piece in pieces):
        return False
    if len(pieces) == 1:
        return pieces[0].kind == "call" or pieces[0].content == "text"
    if any(piece.kind not in _ORDER or piece.content != "text" for piece in pieces):
        return False
    places = [_ORDER[piece.kind] for piece in pieces]
    return places == sorted(places)


def _carries(node: System | User | Assistant | ToolResult) -> bool:
    if node.extras:
        return True
    if not isinstance(node, Assistant):
        return False
    return bool(node.reasoning) or any(call.extras for call in node.calls)


def _ids(
    node: System | User | Assistant | ToolResult, profile: Profile, stateless: bool
) -> Iterator[ItemFault]:
    kind = _OUTPUTS.get(node.kind, "") if isinstance(node, ToolResult) else "message"
    if node.id is not None and _is_of_item(node):
        fault = id_fault(kind, node.id, profile, stateless=stateless)
        if fault is not None:
            yield ItemFault(fault.kind, ("id",), f"the id {node.id!r}", fault.expected)
        elif profile.item_ids_with_reasoning and isinstance(node, Assistant) and not _led_to(node):
            found = f"the id {node.id!r} without the reasoning that led to it"
            yield ItemFault("reasoning", ("id",), found, "both, or neither")
    if isinstance(node, Assistant):
        yield from _ids_within(node, profile, stateless)


def _led_to(node: Assistant) -> bool:
    """Say whether reasoning stands in front of the words."""
    form = form_of(node)
    kinds = [piece.kind for piece in form.pieces] if form is not None else ["reasoning", "message"]
    before = kinds[: kinds.index("message")] if "message" in kinds else kinds
    return bool(node.reasoning) and "reasoning" in before


def _ids_within(node: Assistant, profile: Profile, stateless: bool) -> Iterator[ItemFault]:
    named: list[tuple[tuple[str | int, ...], str, object, bool]] = []
    for number, one in enumerate(node.reasoning):
        said = extra(one.extras, CODEC).get("id")
        unkept = stateless and one.sealed is None
        named.append((("reasoning", number, "id"), "reasoning", said, unkept))
    for number, call in enumerate(node.calls):
        said = extra(call.extras, CODEC).get("id") if call.extras else None
        named.append((("calls", number, "id"), _TYPES.get(call.kind, ""), said, stateless))
    for path, kind, said, unkept in named:
        fault = None if said is None else id_fault(kind, said, profile, stateless=unkept)
        if fault is not None:
            yield ItemFault(fault.kind, path, f"the id {said!r}", fault.expected)


def _is_of_item(node: System | User | Assistant | ToolResult) -> bool:
    """Say whether the id is written at all; another format's is a store's own."""
    if form_of(node) is not None:
        return True
    return not isinstance(node, ToolResult) and str(node.id).startswith("msg_")


def _contents(node: System | User | Assistant | ToolResult) -> Iterator[ItemFault]:
    form = form_of(node)
    pieces = () if form is None else form.pieces
    piece = next((one for one in pieces if one.kind in ("message", "output")), None)
    if piece is None:
        return
    if "type" in piece.nulls:
        yield ItemFault("content", ("type",), "a type that is null", "'message', or no key")
    items = sum(one.kind == "item" for one in pieces)
    if len(node.parts) == items and piece.content in ("null", "absent"):
        found = "content that is null" if piece.content == "null" else "no content"
        yield ItemFault("content", ("content",), found, "a text, if an empty one")
    said = isinstance(node, Assistant)
    taken = "output_text" if said else "input_text"
    for number, layout in enumerate(piece.parts):
        if layout is not None and layout.kind in TEXT_TYPES and layout.kind != taken:
            path = ("content", number, "type")
            yield ItemFault("content", path, f"a text of the type {layout.kind!r}", repr(taken))
    for number, part in enumerate(node.parts):
        if isinstance(part, Refusal) and not said:
            yield ItemFault("content", ("content", number), "a refusal", repr(taken))
    if said and node.id is not None:
        yield from _of_answer(node, piece)


def _of_answer(node: System | User | Assistant | ToolResult, piece: Piece) -> Iterator[ItemFault]:
    """An answer that goes by its id is written as the server wrote it."""
    if piece.content == "text":
        yield ItemFault("content", ("content",), "a bare text beside an id", "a list of parts")
    spare = extra(node.extras, CODEC)
    if "status" not in piece.keys and "status" not in spare:
        yield ItemFault("content", ("status",), "no status beside an id", "a status")


def _keys(node: System | User | Assistant | ToolResult, profile: Profile) -> Iterator[ItemFault]:
    if not profile.closed_messages:
        return
    for number, part in enumerate(node.parts):
        if isinstance(part, Text) and part.extras:
            for key in misshapen_lists(part.extras):
                yield ItemFault("keys", ("content", number, key), f"odd {key}", "a list of objects")
    kind = "output" if isinstance(node, ToolResult) else "message"
    yield from _unknown(kind, node.extras, ())
    if isinstance(node, Assistant):
        for number, one in enumerate(node.reasoning):
            yield from _unknown("reasoning", one.extras, ("reasoning", number))
        for number, call in enumerate(node.calls):
            yield from _unknown("call", call.extras, ("calls", number))


def misshapen_lists(extras: Extras) -> tuple[str, ...]:
    """Name what should be a list beside a text, of sources or of likelihoods, and is none."""
    return tuple(
        key
        for key, value in extra(extras, CODEC).items()
        if key in ("annotations", "logprobs")
        and not (isinstance(value, list) and all(isinstance(one, dict) for one in value))
    )


def _unknown(kind: str, extras: Extras, path: tuple[str | int, ...]) -> Iterator[ItemFault]:
    for key, value in extra(extras, CODEC).items() if extras else ():
        if key not in KNOWN_KEYS[kind]:
            yield ItemFault("keys", (*path, key), f"the key {key!r}", "keys of the item")
        elif not is_known(key, value):
            yield ItemFault(
                "keys",
                (*path, key),
                f"no {key}",
                " or ".join(_WORDS.get(key, ("a value of its type",))),
            )


def is_known(key: str, value: object) -> bool:
    """Say whether *value* is of the type *key* has, and one of its words, if only some may be."""
    if value is not None and key in _KINDS and not isinstance(value, _KINDS[key]):
        return False
    return key not in _WORDS or value is None or value in _WORDS[key]


def _order(node: System | User | Assistant | ToolResult, profile: Profile) -> Iterator[ItemFault]:
    form = form_of(node)
    if form is None or not isinstance(node, Assistant) or len(node.calls) == 0:
        return
    kinds = [piece.kind for piece in form.pieces]
    behind = kinds[kinds.index("call") :] if "call" in kinds else []
    if profile.calls_together and any(kind != "call" for kind in behind):
        yield ItemFault("order", (), "other items between or behind calls", "calls together, last")
    elif profile.reasoning_before_item and node.reasoning and "message" in behind:
        yield ItemFault("order", (), "words behind a call", "reasoning, words, calls")


def _summaries(node: System | User | Assistant | ToolResult) -> Iterator[ItemFault]:
    form = form_of(node)
    pieces = () if form is None else form.pieces
    thoughts = [piece for piece in pieces if piece.kind == "reasoning"]
    for number, piece in enumerate(thoughts):
        if "summary" not in piece.keys or "summary" in piece.nulls:
            path = ("reasoning", number, "summary")
            yield ItemFault("summary", path, "no summary", "a list, if an empty one")
    for number, one in enumerate(node.reasoning if isinstance(node, Assistant) else ()):
        for key, value in extra(one.extras, CODEC).items():
            if is_misshapen(key, value):
                path = ("reasoning", number, key)
                yield ItemFault("summary", path, "something else", "a list of texts")


def is_misshapen(key: str, value: object) -> bool:
    """Say whether *value* cannot stand under *key* of a reasoning item."""
    if key == "encrypted_content":
        return not isinstance(value, str | None)
    if key not in ("summary", "content") or value is None:
        return False
    return not isinstance(value, list) or not all(
        isinstance(one, dict) and isinstance(one.get("text"), str) for one in value
    )
