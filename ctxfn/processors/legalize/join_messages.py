"""Make one message of two neighbours, every field of both."""

from __future__ import annotations

from typing import TypeVar

from attrs import evolve

from ctxfn.messages import (
    Assistant,
    Block,
    Enveloped,
    Extras,
    Mark,
    Part,
    System,
    Text,
    User,
    Verbatim,
    extra,
    neutralise,
    own,
)

__all__ = ["join_messages", "join_parts"]

M = TypeVar("M", System, User, Assistant)

#: What stands between two texts that meet.
_APART = "\n\n"


def join_messages(first: M, second: M) -> M:
    """Make one message of *first* and *second*; id, name and origin are the first's.

    Contract:
        Parts as `join_parts`; calls, reasoning and marks follow each other; of usage the last
        one holds. Blocks of one name become one, texts apart by a blank line. Of a key that
        both carried the second's value stands. Nothing new in one of the two: the
        other itself.

    Complexity: O(parts + calls + blocks + marks).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import text_of, user
        >>> text_of(join_messages(user("one"), user("two")))
        'one\\n\\ntwo'
    """
    marks = tuple(_moved(mark, first.parts, second.parts) for mark in second.marks)
    joined = evolve(
        first,
        parts=join_parts(first.parts, second.parts),
        blocks=_blocks(first.blocks, second.blocks),
        marks=first.marks + marks,
        extras=_extras(first.extras, second.extras),
        written=None,
    )
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


def join_parts(first: tuple[Part, ...], second: tuple[Part, ...]) -> tuple[Part, ...]:
    """Append *second* to *first*; two texts that meet become one, a blank line between.

    An envelope's marker that neither text holds and both together make is neutralised.
    """
    if not first or not second:
        return first or second
    end, start = first[-1], second[0]
    if not _meet(first, second) or not isinstance(end, Text) or not isinstance(start, Text):
        return first + second
    if not end.text:
        return (*first[:-1], start, *second[1:])
    met = evolve(end, text=_seam(end.text, start.text), extras=_extras(end.extras, start.extras))
    return (*first[:-1], met, *second[1:])


def _meet(first: tuple[Part, ...], second: tuple[Part, ...]) -> bool:
    """Say whether the last part of *first* and the first of *second* become one text."""
    if not first or not second:
        return False
    end, start = first[-1], second[0]
    return isinstance(end, Text) and isinstance(start, Text) and not end.signature


def _seam(end: str, start: str) -> str:
    joined = f"{end}{_APART}{start}"
    if "<!--" not in end or neutralise(end) is not end:
        return joined
    place = end.rfind("<!--")
    tail = end[place:] + _APART + start
    made = neutralise(tail)
    opened = made is not tail and made.startswith("&lt;")
    return f"{end[:place]}&lt;{tail[1:]}" if opened else joined


def _moved(mark: Mark, before: tuple[Part, ...], own_parts: tuple[Part, ...]) -> Mark:
    """Let an envelope's mark point where the envelope is once *before* stands in front."""
    if not isinstance(mark, Enveloped) or not before or not own_parts:
        return mark
    if not _meet(before, own_parts):
        return evolve(mark, part=mark.part + len(before))
    end = before[-1]
    said = end.text if isinstance(end, Text) else ""
    whole = join_parts((Text(said),), (Text(""),))
    shift = len(whole[0].text) if said and mark.part == 0 and isinstance(whole[0], Text) else 0
    return Enveloped(mark.part + len(before) - 1, mark.start + shift)


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
