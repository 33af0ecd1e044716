"""Make one message of two neighbours, every field of both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Literal, TypeVar

from attrs import evolve

from ctxfn.messages import (
    AGENT_TAGS,
    ENVELOPE_END,
    NOWHERE,
    Assistant,
    Block,
    Enveloped,
    Extras,
    Mark,
    Message,
    Origin,
    Part,
    System,
    Text,
    User,
    Verbatim,
    neutralise_tags,
    own,
    with_parts,
)
from ctxfn.processors.clean.render_blocks import close_seams

__all__ = ["join_messages"]

K = TypeVar("K")
M = TypeVar("M", System, User, Assistant)

#: What stands between two texts that meet.
_APART = "\n\n"


def join_messages(first: M, *others: M, texts: Literal["join", "apart"] = "join") -> M:
    """Make one message of *first* and *others*; where several know a thing, the first does.

    Contract:
        Id, name and origin are those of the first that has one; what was said does not become
        ours. Texts that meet become one, a blank line between, unless one is signed or ends in
        an envelope of ours, or they stay *texts* ``apart``; a marker, or a tag of an agent,
        that only all together make is neutralised. Calls,
        reasoning and marks follow each other; of usage the last one holds. Blocks of one name
        become one, texts apart by a blank line. Of a key that several carried the last value
        stands. Nothing new in all but one: that one itself.

    Complexity: O(parts + calls + blocks + marks).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import text_of, user
        >>> text_of(join_messages(user("one"), user("two")))
        'one\\n\\ntwo'
    """
    messages = [first]
    for one in others:
        messages[-1] = _sealed(messages[-1], one)
        messages.append(one)
    parts, marks = _laid(messages, apart=texts == "apart")
    joined = evolve(
        first,
        parts=parts,
        id=_known(message.id for message in messages),
        name=_known(message.name for message in messages),
        blocks=_blocks(messages),
        marks=marks,
        origin=reduce(_origin, (message.origin for message in messages)),
        extras=_extras([message.extras for message in messages]),
        written=None,
    )
    if isinstance(joined, System):
        joined = evolve(joined, developer=any(getattr(one, "developer", False) for one in messages))
    if isinstance(joined, Assistant):
        answers = [one for one in messages if isinstance(one, Assistant)]
        joined = evolve(
            joined,
            calls=tuple(call for one in answers for call in one.calls),
            reasoning=tuple(thought for one in answers for thought in one.reasoning),
            usage=_known(one.usage for one in reversed(answers)),
        )
    for one in messages:
        if one == joined:
            return one
    return joined if isinstance(joined, System) else close_seams(joined, *messages)


def _sealed(message: M, behind: M) -> M:
    """Take from the end of *message* a bracket that what stands *behind* would make a tag of an agent."""
    end = message.parts[-1] if message.parts else None
    start = behind.parts[0] if behind.parts else None
    if not isinstance(end, Text) or not isinstance(start, Text) or "<" not in end.text:
        return message
    place = end.text.rindex("<")
    tail = end.text[place:]
    if ">" in tail or neutralise_tags((tail,), AGENT_TAGS)[0] is not tail:
        return message
    if neutralise_tags((tail, _APART, start.text), AGENT_TAGS)[0] is tail:
        return message
    text = f"{end.text[:place]}&lt;{tail[1:]}"
    return with_parts(message, (*message.parts[:-1], evolve(end, text=text)))


def _known(values: Iterable[K | None]) -> K | None:
    return next((value for value in values if value is not None), None)


def _laid(messages: Sequence[M], *, apart: bool) -> tuple[tuple[Part, ...], tuple[Mark, ...]]:
    """Lay the parts one after the other, and let marks point where their envelopes are now."""
    groups: list[list[Part]] = []
    marks: list[Mark] = []
    length = 0
    closed = False
    for message in messages:
        meets = bool(groups and message.parts) and not closed and not apart
        meets = meets and _meet(groups[-1][-1], message.parts[0])
        shift = length + len(_APART) if meets and length else 0
        marks += [_moved(mark, len(groups) - meets, shift) for mark in message.marks]
        for number, part in enumerate(message.parts):
            written = len(part.text) if isinstance(part, Text) else 0
            if meets and number == 0:
                groups[-1].append(part)
                length = shift + written if written else length
            else:
                groups.append([part])
                length = written
        if message.parts:
            closed = any(_closes(mark, message.parts) for mark in message.marks)
    return tuple(map(_met, groups)), tuple(marks)


def _meet(end: Part, start: Part) -> bool:
    if not isinstance(end, Text) or not isinstance(start, Text):
        return False
    return not end.signature and not start.signature


def _met(group: list[Part]) -> Part:
    if len(group) == 1:
        return group[0]
    texts = [part for part in group if isinstance(part, Text)]
    words = _APART.join(part.text for part in texts if part.text)
    return Text(words, None, _extras([part.extras for part in texts]))


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


def _blocks(messages: Sequence[Message]) -> tuple[Block, ...]:
    written: dict[str, list[Block]] = {}
    for block in (block for message in messages for block in message.blocks):
        there = written.setdefault(block.name, [])
        if block.text not in (one.text for one in there[:1]):
            there.append(block)
    return tuple(
        evolve(blocks[-1], text=_APART.join(block.text for block in blocks))
        if len(blocks) > 1
        else blocks[0]
        for blocks in written.values()
    )


def _extras(carried: Sequence[Extras]) -> Extras:
    """Put together what several carried; of a key that several have the last value stands."""
    told: dict[str, list[Verbatim]] = {}
    for codec, value in (pair for extras in carried for pair in extras):
        told.setdefault(codec, []).append(value)
    return tuple(
        (codec, values[0] if len(values) == 1 else own(_merged(values)))
        for codec, values in told.items()
    )


def _merged(values: Sequence[Verbatim]) -> dict[str, object]:
    merged: dict[str, object] = {}
    for value in values:
        kept = value.thaw()
        merged |= kept if isinstance(kept, dict) else {}
    return merged
