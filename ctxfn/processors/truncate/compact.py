"""Let a summary stand for the beginning of a conversation."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Annotated, Final, Literal

from annotated_types import Ge

from ctxfn.context import Note
from ctxfn.messages import (
    CompressedGroup,
    Messages,
    Node,
    System,
    Text,
    ToolResult,
    is_blank,
    is_said,
    last_said,
    reuse,
    spans_of,
)
from ctxfn.pipeline import Changed, processor
from ctxfn.processors.reshape.surface_summaries import open_summary
from ctxfn.processors.truncate.borders import turn_starts
from ctxfn.processors.truncate.continuation import with_hint

__all__ = ["compact"]

_STEP: Final = "compact"

#: The steps whose messages are summaries: a newer one stands for them as well.
_SUMMARIES: Final = frozenset({_STEP, "surface_summaries"})


@processor
def compact(
    messages: Messages,
    /,
    *,
    cut: Annotated[int, Ge(0)],
    summary: str,
    snap: Literal["earlier", "later"] = "earlier",
    border: Literal["atom", "turn"] = "atom",
    pinned: tuple[str, ...] = (),
    write: Literal["card", "message"] = "card",
    hint: str | None = None,
) -> Messages | Changed:
    """Put *summary* in place of the messages before *cut*.

    Who writes the summary is not our business, and what it says is not read: it has to stand
    for all that goes, earlier summaries included.

    Contract:
        The cut moves to the next place, *snap*, where no call stands apart from its results;
        with ``border="turn"`` to where a turn begins, so that all answers to a question stand
        on its side. Before it stay, as the same objects and in order: system messages, messages
        of ours that are no summaries, what *pinned* ids name (a call with its results, a
        question with its whole turn), and the last thing a person said, wherever it is. The
        rest gives way to one card with the summary, which holds it (``write="message"``: to the
        message of ours that such a card becomes), where the first of it stood. The history is
        never empty beside the summary: the newest atom stays. A note names what gave way. With
        a *hint* that text is put behind the last question. Where nothing would give way, and
        where the summary says nothing, the same vector comes back; the latter is noted.

    Complexity: O(messages).

    Source: LobeHub's compression, which leaves the last user message; the borders are ours,
    after failures reported of cuts inside a batch of calls and of instructions that were
    carried out again, since they were kept and their answer was not.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result, user
        >>> said = chat(
        ...     user("Look."),
        ...     assistant("", call("c1"), call("c2")),
        ...     tool_result("c1", "a"),
        ...     tool_result("c2", "b"),
        ...     assistant("Done."),
        ...     user("Next."),
        ... )
        >>> [m.role for m in compact(said, cut=3, summary="They looked.")]
        ['compressedGroup', 'assistant', 'tool', 'tool', 'assistant', 'user']
        >>> [m.role for m in compact(said, cut=3, summary="They looked.", snap="later")]
        ['compressedGroup', 'assistant', 'user']
    """
    atoms = spans_of(messages)
    place = _snapped(messages, atoms, min(cut, len(messages)), snap, border)
    goes = _going(messages, atoms, place, frozenset(pinned))
    if not goes:
        return messages
    if is_blank(summary):
        text = f"there is no summary: {len(goes)} messages before {place} stay"
        return Changed(messages, (Note(_STEP, "no-summary", text),))
    gone = tuple(messages[one] for one in goes)
    ids = tuple(node.id for node in gone if node.id is not None)
    card = CompressedGroup((Text(summary),), gone, id=f"ctxfn:{_STEP}:{ids[-1]}" if ids else None)
    stands = open_summary(card).nodes if write == "message" else (card,)
    leaving = set(goes)
    after: list[Node] = []
    for index, node in enumerate(messages):
        if index == goes[0]:
            after += stands
        if index not in leaving:
            after.append(node)
    made = reuse(messages, after)
    if hint is not None:
        made = with_hint(made, hint, _STEP)
    note = Note(_STEP, "compacted", f"{len(goes)} messages give way to a summary", ids, tuple(goes))
    return Changed(made, (note,))


def _snapped(
    messages: Sequence[Node], atoms: Sequence[tuple[int, ...]], cut: int, snap: str, border: str
) -> int:
    """Return the place next to *cut* where the conversation may be divided."""
    inside = [0] * (len(messages) + 1)
    for span in atoms:
        if len(span) > 1:
            inside[min(span) + 1] += 1
            inside[max(span) + 1] -= 1
    depth, whole = 0, []
    for place, step in enumerate(inside):
        depth += step
        if depth == 0:
            whole.append(place)
    if border == "turn":
        starts = {0, len(messages), *turn_starts(messages)}
        whole = [place for place in whole if place in starts]
    if snap == "earlier":
        return max(place for place in whole if place <= cut)
    return min((place for place in whole if place >= cut), default=len(messages))


def _going(
    messages: Sequence[Node],
    atoms: Sequence[tuple[int, ...]],
    place: int,
    pinned: frozenset[str],
) -> list[int]:
    """Return the places before *place* of what a summary will stand for."""
    stays = {index for index in range(place) if _always_stays(messages[index])}
    named = {index for index in range(place) if messages[index].id in pinned}
    if named:
        named = _with_turns(messages, named)
    last = last_said(messages)
    if last is not None:
        named.add(last.place)
    elif place == len(messages) and atoms:
        named.update(atoms[-1])
    for atom in atoms:
        if not named.isdisjoint(atom):
            stays.update(atom)
    return [index for index in range(place) if index not in stays]


def _always_stays(node: Node) -> bool:
    if isinstance(node, System):
        return True
    ours = node.origin.ours
    return ours is not None and ours not in _SUMMARIES and not isinstance(node, ToolResult)


def _with_turns(messages: Sequence[Node], named: set[int]) -> set[int]:
    """Return the places *named* and, where one is a question's, those of its whole turn."""
    starts = turn_starts(messages)
    turns = {bisect_right(starts, place) for place in named if is_said(messages[place])}
    ends = [*starts, len(messages)]
    return named.union(*(range(ends[turn - 1], ends[turn]) for turn in turns))
