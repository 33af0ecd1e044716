"""Make one message of two neighbours, every field of both."""

from __future__ import annotations

from typing import TypeVar

from attrs import evolve

from ctxfn.messages import (
    ENVELOPE_END,
    NOWHERE,
    Assistant,
    Block,
    Enveloped,
    Extras,
    Mark,
    Origin,
    Part,
    System,
    Text,
    User,
    Verbatim,
    extra,
    own,
)
from ctxfn.processors.clean.render_blocks import close_seams

__all__ = ["join_messages", "join_parts"]

M = TypeVar("M", System, User, Assistant)

#: What stands between two texts that meet.
_APART = "\n\n"


def join_messages(first: M, *others: M) -> M:
    """Make one message of *first* and *others*; where several know a thing, the first does.

    Contract:
        Id, name and origin are those of the first that has one; what was
        said does not become ours. Parts as `join_parts`, but nothing is said into the text
        that holds an envelope of ours, and a marker that only all together make is
        neutralised. Calls, reasoning and marks follow each other; of usage the last
        one holds. Blocks of one name become one, texts apart by a blank line. Of a key that
        several carried the last value stands. Nothing new in all but one: that
        one itself.

    Complexity: O(parts + calls + blocks + marks).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import text_of, user
        >>> text_of(join_messages(user("one"), user("two")))
        'one\\n\\ntwo'
    """
    joined = first
    for one in others:
        joined = _both(joined, one)
    if isinstance(joined, System) or joined is first or any(joined is one for one in others):
        return joined
    return close_seams(joined, first, *others)


def _both(first: M, second: M) -> M:
    closed = any(_closes(mark, first.parts) for mark in first.marks)
    before = len(first.parts)
    parts = join_parts(first.parts, second.parts, closed=closed)
    meeting = len(parts) < before + len(second.parts)
    end = first.parts[-1] if meeting else None
    shift = len(end.text) + len(_APART) if isinstance(end, Text) and end.text else 0
    joined = evolve(
        first,
        parts=parts,
        id=second.id if first.id is None else first.id,
        name=second.name if first.name is None else first.name,
        blocks=_blocks(first.blocks, second.blocks),
        marks=first.marks + tuple(_moved(mark, before - meeting, shift) for mark in second.marks),
        origin=_origin(first.origin, second.origin),
        extras=_extras(first.extras, second.extras),
        written=None,
    )
    if isinstance(joined, System) and isinstance(second, System):
        joined = evolve(joined, developer=joined.developer or second.developer)
    if isinstance(joined, Assistant) and isinstance(second, Assistant):
        joined = evolve(
            joined,
            calls=joined.calls + second.calls,
            reasoning=joined.reasoning + second.reasoning,
            usage=second.usage or joined.usage,
        )
    if joined == first:
        return first
    return second if joined == second else joined


def join_parts(
    first: tuple[Part, ...], second: tuple[Part, ...], *, closed: bool = False
) -> tuple[Part, ...]:
    """Append *second* to *first*; two texts that meet become one, a blank line between.

    A signed text stays as it was signed; *closed*: nothing may follow in the last text.
    """
    if not first or not second or closed:
        return first + second
    end, start = first[-1], second[0]
    if not isinstance(end, Text) or not isinstance(start, Text):
        return first + second
    if end.signature or start.signature:
        return first + second
    text = f"{end.text}{_APART}{start.text}" if end.text and start.text else end.text or start.text
    met = Text(text, None, _extras(end.extras, start.extras))
    return (*first[:-1], met, *second[1:])


def _closes(mark: Mark, parts: tuple[Part, ...]) -> bool:
    """Say whether *mark* is that of an envelope at the end of the last text."""
    if not parts or not isinstance(mark, Enveloped) or mark.part != len(parts) - 1:
        return False
    last = parts[-1]
    return isinstance(last, Text) and last.text.endswith(ENVELOPE_END)


def _moved(mark: Mark, parts: int, characters: int) -> Mark:
    """Let an envelope's mark point where the envelope is once so much stands in front."""
    if not isinstance(mark, Enveloped):
        return mark
    return Enveloped(mark.part + parts, mark.start + (characters if mark.part == 0 else 0))


def _origin(first: Origin, second: Origin) -> Origin:
    """Take what is known of the first, else of the second; ours only if both are."""
    known = second if first is NOWHERE or first == NOWHERE else first
    if known.ours is not None and (first.ours is None or second.ours is None):
        return evolve(known, ours=None)
    return known


def _blocks(first: tuple[Block, ...], second: tuple[Block, ...]) -> tuple[Block, ...]:
    joined = {block.name: block for block in first}
    for block in second:
        there = joined.get(block.name)
        if there is not None and there.text != block.text:
            block = evolve(block, text=f"{there.text}{_APART}{block.text}")
        joined[block.name] = block
    return tuple(joined.values())


def _extras(first: Extras, second: Extras) -> Extras:
    if not second or first == second:
        return first
    kept: dict[str, Verbatim] = dict(first)
    for codec, carried in second:
        both = {**extra(first, codec), **extra(second, codec)}
        kept[codec] = own(both) if codec in kept else carried
    return tuple(kept.items())
