"""Contributions: what others say to the model in a turn, and the five places for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeAlias, get_args

from attrs import frozen

from ctxfn.arguments import blames_arguments
from ctxfn.messages import Block, Origin, System, Text
from ctxfn.turns.entries import Entry, Zone

__all__ = [
    "ANCHORS",
    "AnchorName",
    "Contribution",
    "Product",
    "injected",
    "pending",
    "place_blocks",
]

#: The five places, in the order in which they are filled.
AnchorName: TypeAlias = Literal["identity", "knowledge", "context", "turn-context", "turn-hint"]

ANCHORS: Final[tuple[str, ...]] = get_args(AnchorName)


@frozen
class Contribution:
    """Somebody's right to say something at a place. Its `key` is its plugin's, a slash, its own."""

    key: str
    anchor: str


@frozen
class Product:
    """What a contribution had to say in this turn, each block under its key."""

    key: str
    anchor: str
    blocks: tuple[Block, ...] = ()

    @property
    def says_something(self) -> bool:
        """Whether a block of it has words."""
        return any(block.text for block in self.blocks)


def injected(name: str, text: str, zone: Zone) -> Entry:
    """Make an entry of what *name* injects."""
    return Entry(System((Text(text),), origin=Origin(ours=name)), zone, "injected")


def pending(
    contributions: Iterable[Contribution], materialised: Iterable[str]
) -> tuple[Contribution, ...]:
    """Return those that have not yet said anything in this turn, by key; the last of a key wins."""
    done = frozenset(materialised)
    known = {one.key: one for one in contributions}
    return tuple(known[key] for key in sorted(known) if key not in done)


@blames_arguments
def place_blocks(entries: Sequence[Entry], products: Sequence[Product]) -> tuple[Entry, ...]:
    """Put what *products* say into *entries*, each at its anchor.

    Contract:
        One system message a block; at one anchor by key, whatever order they come in. What is
        there keeps its order, and nothing comes to stand in the history. A product of an unknown
        anchor is left out: see `ANCHORS`.

    Complexity: O(entries + products).

    Source: the chat agent's contributions, rule 8.

    Examples:
        >>> from ctxfn.messages import system, text_of, user
        >>> sent = [Entry(system("Be kind."), "head", "prompt"), Entry(user("Hi"), "turn", "input")]
        >>> said = [Product("a/b", anchor, (Block("a/b", anchor),)) for anchor in ANCHORS]
        >>> [text_of(entry.message) for entry in place_blocks(sent, said)]
        ['Be kind.', 'identity', 'knowledge', 'context', 'turn-context', 'turn-hint', 'Hi']
    """
    placed = tuple(entries)
    for anchor in ANCHORS:
        zone: Zone = "turn" if anchor.startswith("turn") else "head"
        blocks = tuple(
            injected(product.key, block.text, zone)
            for product in sorted(products, key=lambda one: one.key)
            if product.anchor == anchor
            for block in product.blocks
            if block.text
        )
        if blocks:
            at = _position(placed, anchor)
            placed = (*placed[:at], *blocks, *placed[at:])
    return placed


def _position(entries: Sequence[Entry], anchor: str) -> int:
    if anchor == "identity":
        return 1 if entries and entries[0].tag == "prompt" else 0
    if not anchor.startswith("turn"):
        return sum(entry.zone == "head" for entry in entries)
    wanted = (
        ("volatile", "instruction", "input")
        if anchor == "turn-context"
        else ("instruction", "input")
    )
    places = {_kind(entry): place for place, entry in enumerate(entries) if entry.zone == "turn"}
    return next((places[kind] for kind in wanted if kind in places), len(entries))


def _kind(entry: Entry) -> str:
    volatile = entry.tag == "injected" and entry.message.origin.ours == "persona-volatile"
    return "volatile" if volatile else entry.tag
