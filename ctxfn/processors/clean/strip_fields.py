"""Leave what the API reads: no keys of a store, nothing of another format, no cards."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import Any, Final, TypeAlias, TypeGuard, TypeVar

from attrs import evolve, fields

from ctxfn.context import Note
from ctxfn.messages import (
    NOWHERE,
    STORE_KEYS,
    Assistant,
    Call,
    Enveloped,
    Extras,
    Mark,
    Message,
    Messages,
    Node,
    Opaque,
    Origin,
    Part,
    Reasoning,
    RetryOf,
    System,
    Text,
    ToolResult,
    User,
    extra,
    is_store_key,
    own,
    reuse,
)
from ctxfn.pipeline import Changed, processor
from ctxfn.processors.reshape import unfold_any

__all__ = ["strip_fields"]

_STEP: Final = "strip_fields"
_IN_ORIGIN: Final = frozenset(field.name for field in fields(Origin)) - {"ours"}

#: What was stripped, and from which places.
Stripped: TypeAlias = dict[str, list[int]]

Held = TypeVar("Held", bound=Part | Call | Reasoning)


@processor
def strip_fields(messages: Messages, /, *, codec: str = "openai_chat") -> Messages | Changed:
    """Strip from *messages* what must not reach the API that *codec* writes for.

    Providers refuse keys they don't know; and a store's ids and times are nobody's business.

    Contract:
        Gone are the keys of that format that belong to stores (`ctxfn.messages.STORE_KEYS`),
        wherever a record keeps them, and all that other codecs carried along, in parts, calls
        and reasoning too. Keys of *codec* that we don't know stay: they may be the API's.
        A card or a message of an unknown role becomes messages with its words
        (`ctxfn.processors.reshape.unfold_any`), so only the four roles leave.
        Words, calls, results, blocks, and who made a message of ours stay. There is one note a
        key, with all its places; of messages of ours there is nothing to tell. Nothing to strip: the same object.

    Complexity: O(nodes + parts + calls).

    Source: LobeHub context-engine, message cleanup; it lets unknown roles through with all
    their private fields.

    Examples:
        >>> from ctxfn.messages import Unknown, Text, chat, user
        >>> said = chat(user("hi", id="m1"), Unknown("note", (Text("mind the gap"),)))
        >>> [(m.role, m.id) for m in strip_fields(said)]
        [('user', None), ('user', None)]
        >>> strip_fields(said, codec="openai_responses")[0].id  # there an id is the API's own
        'm1'
        >>> bare = chat(user("hi"))
        >>> strip_fields(bare) is bare
        True
    """
    stripped: Stripped = {}
    notes: list[Note] = []
    cleared = _cleared(codec)
    after: list[Message] = []
    for place, node in enumerate(messages):
        if _is_bare(node):
            after.append(node)
            continue
        inner = (node,) if isinstance(node, Message) else _unfolded(node, place, notes)
        told = stripped if node.origin.ours is None else {}
        after.extend(_bare(message, codec, cleared, place, told) for message in inner)
    notes.extend(_noted(stripped))
    result = reuse(messages, after)
    return Changed(result, tuple(notes)) if notes else result


def _unfolded(card: Node, place: int, notes: list[Note]) -> tuple[Message, ...]:
    inner, lost = unfold_any(card, _STEP)
    text = f"no model reads the role {card.role!r}: {len(inner)} messages stand in its place"
    named = () if card.id is None else (card.id,)
    told = (Note(_STEP, "unreadable-role", text, named), *lost)
    notes += [evolve(note, places=(place,)) for note in told]
    return inner


def _is_bare(node: Node) -> TypeGuard[Message]:
    """Say whether *node* is a message with words and calls alone; most are, and stay as they are.

    One look at the fields a store or another format fills; no list is made of anything.
    """
    if node.extras or node.marks or node.id is not None or node.origin is not NOWHERE:
        return False
    parts = node.parts
    if len(parts) == 1:
        if type(parts[0]) is not Text or parts[0].extras:
            return False
    elif not all(type(part) is Text and not part.extras for part in parts):
        return False
    if type(node) is User or type(node) is System:
        return True
    if type(node) is ToolResult:
        return node.error is None
    return type(node) is Assistant and _says_and_asks(node)


def _says_and_asks(message: Assistant) -> bool:
    """Say whether an answer has neither reasoning nor usage, nor calls with foreign keys."""
    if message.reasoning or message.usage is not None:
        return False
    for call in message.calls:  # noqa: SIM110
        if call.extras:
            return False
    return True


def _cleared(codec: str) -> dict[str, str]:
    """Map each field that the format's store keys become to the first such key."""
    keys = STORE_KEYS[codec].fields if codec in STORE_KEYS else ()
    return {field: key for key, field in reversed(keys)}


def _bare(
    message: Message, codec: str, cleared: dict[str, str], place: int, stripped: Stripped
) -> Message:
    changes: dict[str, Any] = dict(_cleared_fields(message, cleared, place, stripped))
    extras = _left(message.extras, codec, place, stripped)
    if extras is not message.extras:
        changes["extras"] = extras
    parts = _each_bare(message.parts, codec, place, stripped)
    if parts is not message.parts:
        changes["parts"] = parts
        if len(parts) != len(message.parts):
            marks = changes.get("marks", message.marks)
            changes["marks"] = _moved(marks, message.parts, codec)
    if isinstance(message, Assistant):
        calls = _each_bare(message.calls, codec, place, stripped)
        if calls is not message.calls:
            changes["calls"] = calls
        reasoning = _each_bare(message.reasoning, codec, place, stripped)
        if reasoning is not message.reasoning:
            changes["reasoning"] = reasoning
    return evolve(message, **changes) if changes else message


def _moved(marks: tuple[Mark, ...], parts: tuple[Part, ...], codec: str) -> tuple[Mark, ...]:
    """Name the parts in which our envelopes stand by their places behind those that went."""
    gone = [isinstance(part, Opaque) and part.codec != codec for part in parts]
    moved: list[Mark] = []
    for mark in marks:
        if isinstance(mark, Enveloped):
            if not 0 <= mark.part < len(gone) or gone[mark.part]:
                continue
            mark = evolve(mark, part=mark.part - sum(gone[: mark.part]))
        moved.append(mark)
    return tuple(moved)


def _cleared_fields(
    message: Message, cleared: dict[str, str], place: int, stripped: Stripped
) -> Iterator[tuple[str, object]]:
    if "id" in cleared and message.id is not None:
        stripped.setdefault(cleared["id"], []).append(place)
        yield "id", None
    if message.origin is not NOWHERE:
        known = [
            name
            for name in _IN_ORIGIN & cleared.keys()
            if getattr(message.origin, name) is not None
        ]
        for name in known:
            stripped.setdefault(cleared[name], []).append(place)
        if known:
            yield "origin", evolve(message.origin, **dict.fromkeys(known))
    if "retry_of" in cleared and any(isinstance(mark, RetryOf) for mark in message.marks):
        stripped.setdefault(cleared["retry_of"], []).append(place)
        yield "marks", tuple(mark for mark in message.marks if not isinstance(mark, RetryOf))
    for name, kind in (("usage", Assistant), ("error", ToolResult)):
        held = name in cleared and isinstance(message, kind)
        if held and getattr(message, name) is not None:
            stripped.setdefault(cleared[name], []).append(place)
            yield name, None


def _left(extras: Extras, codec: str, place: int, stripped: Stripped) -> Extras:
    left = []
    for name, kept in extras:
        if name != codec:
            stripped.setdefault(f"what {name} carried", []).append(place)
            continue
        carried = extra(extras, codec)
        ours = {key: value for key, value in carried.items() if not is_store_key(codec, key)}
        for key in carried.keys() - ours.keys():
            stripped.setdefault(key, []).append(place)
        if len(ours) == len(carried):
            left.append((name, kept))
        elif ours:
            left.append((name, own(ours)))
    same = len(left) == len(extras) and all(
        one is two for (_, one), (_, two) in zip(left, extras, strict=True)
    )
    return extras if same else tuple(left)


def _each_bare(
    values: tuple[Held, ...], codec: str, place: int, stripped: Stripped
) -> tuple[Held, ...]:
    after = []
    for value in values:
        if isinstance(value, Opaque) and value.codec != codec:
            stripped.setdefault(f"what {value.codec} carried", []).append(place)
            continue
        held = () if isinstance(value, Opaque) else value.extras
        extras = _left(held, codec, place, stripped) if held else held
        after.append(value if extras is held else evolve(value, extras=extras))  # type: ignore[arg-type]
    same = len(after) == len(values) and all(map(operator.is_, after, values))
    return values if same else tuple(after)


def _noted(stripped: Stripped) -> Iterator[Note]:
    for key, places in sorted(stripped.items()):
        distinct = tuple(dict.fromkeys(places))
        yield Note(_STEP, "stripped-key", f"stripped {key}", (), distinct)
