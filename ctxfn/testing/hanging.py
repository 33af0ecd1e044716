"""Whether all that hangs on what is said still hangs there, and nobody was made to speak."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from html import unescape
from typing import Final, cast

from ctxfn.messages import (
    Assistant,
    Messages,
    Node,
    Refusal,
    System,
    Text,
    ToolResult,
    User,
    is_blank,
    is_ours,
)
from ctxfn.testing.contents import every_node
from ctxfn.testing.excused import ALL, Excuses
from ctxfn.testing.facets import Piece, covers, facets_of, pieces_of
from ctxfn.testing.given import Given
from ctxfn.testing.shown import shown
from ctxfn.testing.words import bare_on, words_of, words_on

__all__ = ["invented_in", "unhung_in"]


#: What we made has an id and an origin of our own making.
_NOBODYS: Final = frozenset({"id", "origin"})


def unhung_in(
    given: Given, after: Messages, free: Excuses, changes: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Tell which facets of a piece no piece with its words has any more.

    Contract:
        Where a piece is gone as such and its words are in another (a call that became text),
        what of it stands there in letters counts as kept.

    Complexity: O(characters of what is new).
    """
    staying = {id(node) for _, node in every_node(after)}
    there = set(map(id, given.nodes))
    found = [node for _, node in every_node(after) if id(node) not in there]
    carriers = _by_word(found)
    if not carriers:
        return
    for node, piece, facets in given.pieces:
        if id(node) in staying or not facets:
            continue
        seen = _carrying(piece, carriers, given)
        if not seen or any(one.record is piece.record for one in seen):
            continue
        excuses = set(changes).union(*(free.facets.get(word, ()) for word in piece.words))
        if piece.sort == "node" and is_ours(node):
            excuses |= _NOBODYS
        for facet, value in () if ALL in excuses else facets.items():
            if not covers(excuses, facet) and not _held(piece.sort, facet, value, seen):
                yield (
                    f"{facet} of {shown(piece.record)} is {value!r} no more: {shown(after)}",
                    f"{facet} as it was, or a note that names the message and may excuse it",
                )


def _by_word(nodes: list[Node]) -> dict[str, list[Piece]]:
    found: defaultdict[str, list[Piece]] = defaultdict(list)
    for node in nodes:
        for piece in pieces_of(node):
            for word in piece.words:
                found[word].append(piece)
    return found


def _carrying(piece: Piece, carriers: dict[str, list[Piece]], given: Given) -> list[Piece]:
    """Find the pieces that have a word of *piece*, once each; a call's name must be its alone."""
    words = [word for word in piece.words if given.bare.get(word, 0) <= 1 or piece.sort == "call"]
    seen = {id(one.record): one for word in words for one in carriers.get(word, ())}
    return list(seen.values())


def _held(sort: str, facet: str, value: object, seen: list[Piece]) -> bool:
    same = [facets_of(one) for one in seen if one.sort == sort]
    now = [facets[facet] for facets in same if facet in facets]
    if not now and (not same or facet == "name" or facet.startswith("result.")):
        return isinstance(value, str | int) and any(_reads(str(value), one.text) for one in seen)
    if facet.startswith("marks."):
        marks = {mark for some in now for mark in cast("tuple[object, ...]", some)}
        return marks.issuperset(cast("tuple[object, ...]", value))
    if facet.endswith(".text"):
        return any(cast("str", value) in cast("str", text) for text in now)
    return value in now


def _reads(value: str, text: str) -> bool:
    """Say whether *text* has *value* in it, as it is or escaped for an element."""
    return value in text or value in unescape(text)


def invented_in(
    given: Given, after: Messages, free: Excuses, changes: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Tell what somebody is made to say of which nothing was said.

    Contract:
        What is ours may be new, and so may results that say that they are made up. What stands
        for a message that may be gone, and of which nothing is left, is as many messages.
    """
    there = set(map(id, given.nodes))
    made = [
        node
        for _, node in every_node(after)
        if id(node) not in there and _speaks(node) and given.known.isdisjoint(words_on(node))
    ]
    asked = _calls_too_many(given, after)
    if asked > 0:
        yield f"{asked} calls that nobody made: {shown(after)}", "only calls that were made"
    if not made or covers(changes, "speaker"):
        return
    left = {id(node) for _, node in every_node(after)}
    gone = [node for node in given.nodes if id(node) not in left]
    may = Counter(type(node) for node in gone if free.words.issuperset(words_on(node)))
    others = sum(any("speaker" in free.facets[one] for one in words_on(node)) for node in gone)
    for node in made:
        may[type(node)] -= 1
        others -= may[type(node)] < 0
        if others < 0:
            yield (
                f"{shown(node)}, which nobody said: {shown(after)}",
                "only what was said, or is ours",
            )


def _calls_too_many(given: Given, after: Messages) -> int:
    """Count the calls without a word that stand for none that was there."""
    words = set(words_of(after))
    lost = sum(1 for word in given.words if word.startswith("xcalls") and word not in words)
    bare = sum(len(bare_on(node)) for _, node in every_node(after) if not is_ours(node))
    return bare - given.bare.total() - lost


def _speaks(node: Node) -> bool:
    """Say whether somebody says something by *node* that is not ours."""
    if not isinstance(node, User | Assistant | System | ToolResult) or is_ours(node):
        return False
    if isinstance(node, ToolResult) and node.synthetic is not None:
        return False
    return any(
        not (isinstance(part, Text | Refusal) and is_blank(part.text)) for part in node.parts
    )
