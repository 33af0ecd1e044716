"""Drop messages that say nothing, and what generations that failed left behind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias, cast

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
    """Find what may be empty: answers without calls that are not one text with words, cards."""
    passed = (User, System, ToolResult) if users == "keep" else (System, ToolResult)
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
                    and (words := parts[0].text.strip())
                    and words != loading_marker
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
    gone: list[Node] = []
    kept = _pruned(card, marker, gone)
    if kept is None or kept is card:
        return kept
    ids = tuple(one.id for one in gone if one.id is not None)
    text = f"{len(gone)} entries of a card said nothing"
    return Told((kept,), (Note("drop_empty", "pruned-card", text, ids),))


def _pruned(card: Container, marker: str, gone: list[Node]) -> Node | None:
    """Return *card* without its empty entries (added to *gone*), or nothing if all were."""
    left: Node
    match card:
        case AssistantGroup() | Supervisor():
            blank = [not one.results and _is_residue(one.said, marker) for one in card.turns]
            if not any(blank):
                return card
            gone.extend(one.said for one, out in zip(card.turns, blank, strict=True) if out)
            turns = tuple(one for one, out in zip(card.turns, blank, strict=True) if not out)
            left, empty = evolve(card, turns=turns), not turns
        case Council():
            members = tuple(_entries(card.members, marker, gone))
            if _same(members, card.members):
                return card
            left, empty = evolve(card, members=members), not members
        case Tasks():
            tasks = tuple(_entries(card.tasks, marker, gone))
            if _same(tasks, card.tasks):
                return card
            left, empty = evolve(card, tasks=tasks), not tasks
    return None if empty and _is_residue(left, marker) else left


def _entries(nodes: tuple[Node, ...], marker: str, gone: list[Node]) -> Iterable[Node]:
    for node in nodes:
        kept: Node | None = node
        if isinstance(node, AssistantGroup | Supervisor | Council | Tasks):
            kept = _pruned(node, marker, gone)
        elif isinstance(node, Assistant | Task | Unknown) and _is_residue(node, marker):
            kept = None
        if kept is None:
            gone.append(node)
        else:
            yield kept


def _same(one: tuple[Node, ...], other: tuple[Node, ...]) -> bool:
    return len(one) == len(other) and all(a is b for a, b in zip(one, other, strict=True))
