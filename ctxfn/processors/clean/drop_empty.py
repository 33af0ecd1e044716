"""Drop messages that say nothing, and what generations that failed left behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias, assert_never, cast

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import (
    Assistant,
    AssistantGroup,
    Council,
    Node,
    Part,
    Supervisor,
    System,
    Task,
    Tasks,
    Text,
    ToolResult,
    Unknown,
    User,
    has_content,
)
from ctxfn.pipeline import Told, each_message

__all__ = ["drop_empty"]

Container: TypeAlias = AssistantGroup | Supervisor | Council | Tasks

#: What is left of cards, by identity.
Left: TypeAlias = dict[int, Node | None]


@each_message
def drop_empty(
    node: User | Assistant | Container,
    /,
    *,
    loading_marker: str = "...",
    users: Literal["keep", "drop"] = "keep",
) -> Node | Told | None:
    """Drop assistant messages without content, and prune them out of cards.

    A store keeps a row for each answer it waits for, with dots for words; one that was never
    filled is refused by every provider, and imitated by models.

    Contract:
        An assistant message goes if it has no calls, no reasoning (a signature counts), no
        media and no blocks, and its words are blank or exactly *loading_marker* (an empty
        marker: blank only). Inside cards, entries that an assistant or a task said are judged
        alike; a card that loses all its entries goes too, unless it has words of its own; one
        that had none stays. With ``users="drop"`` user messages without any content go as
        well; a marker typed by a person is words. Everything that goes is noted; the rest are
        the same objects.

    Complexity: O(nodes, nested ones too).

    Source: LobeHub context-engine, placeholder messages; there an empty list of calls or of
    parts protects a message, and a card's own words are lost with its entries.

    Examples:
        >>> from ctxfn.messages import assistant, chat, text_of, user
        >>> said = chat(user("hi"), assistant("..."), assistant("ho"), user())
        >>> [text_of(m) for m in drop_empty(said)]
        ['hi', 'ho', '']
        >>> len(drop_empty(said, loading_marker="", users="drop"))
        3
    """
    if type(node) is Assistant:
        if node.calls or not _is_wordless(node.parts, loading_marker):
            return node
        return None if _is_silent(node) else node
    if type(node) is User:
        return None if users == "drop" and not has_content(node) else node
    return _pruned_card(cast("Container", node), loading_marker)


@drop_empty.looks
def _look(
    nodes: Sequence[Node],
    /,
    *,
    loading_marker: str = "...",
    users: Literal["keep", "drop"] = "keep",
) -> list[int]:
    """Find what may be empty: answers without calls that are not one text with words, cards.

    A first character that is neither blank nor the marker's begins words; nothing is copied.
    """
    passed = (User, System, ToolResult) if users == "keep" else (System, ToolResult)
    start = loading_marker[:1]
    return [
        place
        for place, node in enumerate(nodes)
        if type(node) not in passed
        and not (
            type(node) is Assistant
            and (
                node.calls
                or (
                    len(parts := node.parts) == 1
                    and type(parts[0]) is Text
                    and (first := parts[0].text[:1])
                    and first != start
                    and not first.isspace()
                )
            )
        )
    ]


def _is_residue(node: Node, marker: str) -> bool:
    return _is_wordless(node.parts, marker) and _is_silent(node)


def _is_wordless(parts: tuple[Part, ...], marker: str) -> bool:
    """Say whether *parts* are blank text or the marker: asked first, for it mostly says no."""
    words = ""
    for part in parts:
        if not isinstance(part, Text):
            return False
        words += part.text
    words = words.strip()
    return not words or words == marker


def _is_silent(node: Node) -> bool:
    """Say whether *node* has nothing besides its parts: no calls, reasoning, blocks or nodes."""
    return not has_content(evolve(node, parts=()) if node.parts else node)


def _pruned_card(card: Container, marker: str) -> Node | Told | None:
    if isinstance(card, AssistantGroup | Supervisor) and _is_sound(card, marker):
        return card
    left = _pruned(card, marker)
    kept = left[id(card)]
    if kept is None or kept is card:
        return kept
    gone = list(_gone(card, marker, left))
    ids = tuple(one.id for one in gone if one.id is not None)
    text = f"{len(gone)} entries of a card said nothing"
    return Told((kept,), (Note("drop_empty", "pruned-card", text, ids),))


def _is_sound(card: AssistantGroup | Supervisor, marker: str) -> bool:
    """Say whether every turn says something: most cards are asked nothing more."""
    for turn in card.turns:  # noqa: SIM110
        if not turn.results and _is_residue(turn.said, marker):
            return False
    return True


def _pruned(outermost: Container, marker: str) -> Left:
    """Map each card, itself or inside, to what is left of it: inner ones first."""
    left: Left = {}
    waiting = [(outermost, False)]
    while waiting:
        card, entered = waiting.pop()
        if id(card) in left:
            continue
        inner = [one for one in _entries(card) if isinstance(one, Container)]
        if inner and not entered:
            waiting.append((card, True))
            waiting += [(one, False) for one in inner]
        else:
            left[id(card)] = _left_of(card, marker, left)
    return left


def _left_of(card: Container, marker: str, left: Left) -> Node | None:
    kept = _kept(card, marker, left)
    if all(one is other for one, other in zip(kept, _entries(card), strict=True)):
        return card
    after = _with_entries(card, kept)
    empty = all(one is None for one in kept)
    return None if empty and _is_residue(after, marker) else after


def _kept(card: Container, marker: str, left: Left) -> list[Node | None]:
    """What is left of each entry of *card*, place by place."""
    if isinstance(card, AssistantGroup | Supervisor):
        return [
            None if not turn.results and _is_residue(turn.said, marker) else turn.said
            for turn in card.turns
        ]
    kept: list[Node | None] = []
    for one in _entries(card):
        if isinstance(one, Container):
            kept.append(left[id(one)])
        else:
            said = isinstance(one, Assistant | Task | Unknown)
            kept.append(None if said and _is_residue(one, marker) else one)
    return kept


def _entries(card: Container) -> Sequence[Node]:
    match card:
        case AssistantGroup() | Supervisor():
            return [turn.said for turn in card.turns]
        case Council():
            return card.members
        case Tasks():
            return card.tasks
        case _:
            assert_never(card)


def _with_entries(card: Container, kept: Sequence[Node | None]) -> Container:
    nodes = tuple(one for one in kept if one is not None)
    match card:
        case AssistantGroup() | Supervisor():
            pairs = zip(card.turns, kept, strict=True)
            return evolve(card, turns=tuple(turn for turn, one in pairs if one is not None))
        case Council():
            return evolve(card, members=nodes)
        case Tasks():
            return evolve(card, tasks=nodes)
        case _:
            assert_never(card)


def _gone(card: Container, marker: str, left: Left) -> Iterator[Node]:
    """Yield what went out of *card*, each card before what went out of it, each object once."""
    waiting: list[tuple[Node, Node | None]] = [(card, card)]
    seen: set[int] = set()
    while waiting:
        one, kept = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if kept is None:
            yield one
        if isinstance(one, Container) and left[id(one)] is not one:
            pairs = zip(_entries(one), _kept(one, marker, left), strict=True)
            waiting += reversed(list(pairs))
