"""Leave what the API reads: no keys of a store, nothing of another format, no cards."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, TypeAlias, TypeVar, cast

from attrs import evolve, fields
from pyrsistent import pvector

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
    System,
    Text,
    ToolResult,
    User,
    extra,
    has_content,
    is_store_key,
    marks_of,
    own,
    unusual,
    with_nodes,
)
from ctxfn.pipeline import Changed, processor, separable, tells_drops
from ctxfn.processors.clean.left_marks import left_marks
from ctxfn.processors.clean.stripped_keys import notes_of, told_together
from ctxfn.processors.reshape import unfold_any
from ctxfn.wire import CodecName, known_beyond

__all__ = ["strip_fields"]

_STEP: Final = "strip_fields"
_IN_ORIGIN: Final = frozenset(field.name for field in fields(Origin)) - {"ours"}

_FLAT: Final = frozenset((System, User, Assistant, ToolResult))

#: There are few keys and many messages.
_is_of_store: Final = functools.lru_cache(maxsize=1_024)(is_store_key)

#: What was stripped, and from which places.
Stripped: TypeAlias = dict[str, list[int]]

#: With more odd messages than this, those whose keys or words are odd are looked for anew.
_MANY: Final = 64

Held = TypeVar("Held", bound=Part | Call | Reasoning)


@processor
@tells_drops
@separable(together=told_together)
def strip_fields(messages: Messages, /, *, codec: CodecName = "openai_chat") -> Messages | Changed:
    """Strip from *messages* what must not reach the API that *codec* writes for.

    Providers refuse keys they don't know; and a store's ids and times are nobody's business.

    Contract:
        Gone are the keys of that format that belong to stores (`ctxfn.messages.STORE_KEYS`),
        wherever a record keeps them, and all that other codecs carried along, in parts, calls
        and reasoning too. Keys of *codec* that we don't know stay: they may be the API's.
        A card or a message of an unknown role becomes messages with its words
        (`ctxfn.processors.reshape.unfold_any`), so only the four roles leave.
        Selections that a person pointed at, and what a call ran with, go, whatever the codec:
        they are told by now.
        An assistant message that held nothing else goes, noted.
        Words, calls, results, blocks, and who made a message of ours stay. There is one note a
        key, with all its places; the ids and origins of messages of ours are nothing to tell, nor
        is the error of a result of ours that stands in for one: its words say it.
        Nothing to strip: the same object.

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
    nodes = list(messages)
    due = _not_bare(messages)
    if not due:
        return messages
    stripped: Stripped = {}
    notes: list[Note] = []
    cleared = _cleared(codec)
    left: dict[int, list[Node]] = {}
    for place in due:
        node = nodes[place]
        inner = (node,) if isinstance(node, Message) else _unfolded(node, place, notes)
        left[place] = []
        for message in inner:
            bare = _bare(message, codec, cleared, place, stripped)
            if isinstance(bare, Assistant) and has_content(message) and not has_content(bare):
                notes.append(_emptied(message, place))
            else:
                left[place].append(bare)
    notes.extend(notes_of(stripped))
    result = _with_left(messages, left)
    return Changed(result, tuple(notes)) if notes else result


def _with_left(messages: Messages, left: Mapping[int, Sequence[Node]]) -> Messages:
    """Put what is *left* of nodes, by place, in their places."""
    if all(len(nodes) == 1 for nodes in left.values()):
        return with_nodes(messages, {place: nodes[0] for place, nodes in left.items()})
    after: list[Node] = []
    for place, node in enumerate(messages):
        after += left.get(place, (node,))
    return pvector(after)


def _unfolded(card: Node, place: int, notes: list[Note]) -> tuple[Message, ...]:
    inner, lost = unfold_any(card, _STEP)
    text = f"no model reads the role {card.role!r}: {len(inner)} messages stand in its place"
    named = () if card.id is None else (card.id,)
    told = (Note(_STEP, "unreadable-role", text, named), *lost)
    notes += [evolve(note, places=(place,)) for note in told]
    return inner


def _not_bare(messages: Messages) -> list[int]:
    """List the places of what may be more than a message with one text and calls; few are."""
    known = [
        place
        for place, node in enumerate(messages)
        if node.id is not None
        or node.origin is not NOWHERE
        or (type(node) is Assistant and node.usage is not None)
    ]
    if len(known) == len(messages):
        return known
    odd = known_beyond(messages)
    if odd is None or len(odd) > _MANY:
        odd = unusual(messages)
    return sorted({*known, *(at for at in odd if not _is_bare(messages[at]))})


def _is_bare(node: Node) -> bool:
    """Say whether *node* has texts, calls and blocks alone: its words made it unusual."""
    if node.extras or node.marks or type(node) not in _FLAT:
        return False
    if isinstance(node, ToolResult) and node.error is not None:
        return False
    if isinstance(node, Assistant):
        thinks = node.reasoning or node.usage is not None
        if thinks or any(call.extras for call in node.calls):
            return False
    return not any(type(part) is not Text or part.extras for part in node.parts)


def _cleared(codec: str) -> dict[str, str]:
    """Map each field that a store's keys become to the first such key.

    The format's own keys come before those of others: where it has a word for a field, notes
    say that. What a format itself says of a field is not cleared. A format whose every key is the API's has none, and no field is cleared.
    """
    if codec not in STORE_KEYS:
        return {}
    others = (keys.fields for name, keys in STORE_KEYS.items() if name != codec)
    listed = chain(STORE_KEYS[codec].fields, *others)
    kept = STORE_KEYS[codec].kept
    return {field: key for key, field in reversed(list(listed)) if field not in kept}


def _bare(
    message: Message, codec: str, cleared: dict[str, str], place: int, stripped: Stripped
) -> Message:
    changes: dict[str, object] = dict(_cleared_fields(message, cleared, place, stripped))
    extras = _left(message.extras, codec, place, stripped)
    if extras is not message.extras:
        changes["extras"] = extras
    parts = _each_bare(message.parts, codec, place, stripped)
    if parts is not message.parts:
        changes["parts"] = parts
        if len(parts) < len(message.parts) and marks_of(Enveloped, message):
            marks = cast("tuple[Mark, ...]", changes.get("marks", message.marks))
            changes["marks"] = tuple(_moved(mark, message.parts, codec) for mark in marks)
    if isinstance(message, Assistant):
        calls = _each_bare(message.calls, codec, place, stripped)
        if calls is not message.calls:
            changes["calls"] = calls
        reasoning = _each_bare(message.reasoning, codec, place, stripped)
        if reasoning is not message.reasoning:
            changes["reasoning"] = reasoning
    return evolve(message, **changes) if changes else message  # type: ignore[arg-type]


def _moved(mark: Mark, parts: tuple[Part, ...], codec: str) -> Mark:
    """Let a mark on our envelope follow its part, where parts before it went."""
    if not isinstance(mark, Enveloped):
        return mark
    gone = sum(isinstance(one, Opaque) and one.codec != codec for one in parts[: mark.part])
    return Enveloped(mark.part - gone, mark.start)


def _cleared_fields(
    message: Message, cleared: dict[str, str], place: int, stripped: Stripped
) -> Iterator[tuple[str, object]]:
    told: Stripped = stripped if message.origin.ours is None else {}
    if "id" in cleared and message.id is not None:
        told.setdefault(cleared["id"], []).append(place)
        yield "id", None
    if message.origin is not NOWHERE:
        known = [
            name
            for name in _IN_ORIGIN & cleared.keys()
            if getattr(message.origin, name) is not None
        ]
        for name in known:
            told.setdefault(cleared[name], []).append(place)
        if known:
            gone = dict.fromkeys(known)
            bare = message.origin.ours is None and cleared.keys() >= _IN_ORIGIN
            yield "origin", NOWHERE if bare else evolve(message.origin, **gone)
    if message.marks:
        left = left_marks(message.marks, cleared, place, stripped)
        if len(left) < len(message.marks):
            yield "marks", left
    for name, kind in (("usage", Assistant), ("error", ToolResult)):
        held = name in cleared and isinstance(message, kind)
        if held and getattr(message, name) is not None:
            seen = told if getattr(message, "synthetic", None) is not None else stripped
            seen.setdefault(cleared[name], []).append(place)
            yield name, None


def _left(extras: Extras, codec: str, place: int, stripped: Stripped) -> Extras:
    left = []
    for name, kept in extras:
        if name != codec:
            for key in extra(extras, name) or (f"what {name} carried",):
                stripped.setdefault(key, []).append(place)
            continue
        value = kept.shared()
        carried = value if isinstance(value, dict) else {}
        ours = {key: one for key, one in carried.items() if not _is_of_store(codec, key)}
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


def _emptied(message: Message, place: int) -> Note:
    text = "a message of the assistant that held nothing another format reads went"
    named = () if message.id is None else (message.id,)
    return Note(_STEP, "emptied-message", text, named, (place,))
