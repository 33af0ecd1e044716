"""Let all that is injected share one budget."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Annotated, Final, NamedTuple

from annotated_types import Ge, Gt, Le
from attrs import evolve

from ctxfn.context import AnyNote, Context, Note
from ctxfn.facts import Model, Passage, RetrievedDocuments
from ctxfn.injectors.retrieved_documents import render_retrieved_documents
from ctxfn.messages import Block, Messages, Node, escape, has_content, is_ours, reuse, with_blocks
from ctxfn.pipeline import processor, reads
from ctxfn.tokens import (
    Candidate,
    Counter,
    LeftOut,
    Share,
    Window,
    counter_for,
    fill_window,
    zones_of,
)

__all__ = ["fit_injected"]

_STEP: Final = "fit_injected"
_PASSAGES: Final = "retrieved_documents"

#: Who an agent is, how its tools are used, and its last word: no context competes with them.
_EXEMPT: Final = ("system_role", "tool_instructions", "force_finish")

#: A note says so many by name.
_NAMED: Final = 5

#: Tokens of the element around a text.
_AROUND: Final = 4


class _Place(NamedTuple):
    """Where a candidate stands: its message, its block there, and the passage inside it."""

    message: int
    block: int
    passage: int | None = None


class _Pool(NamedTuple):
    """All that competes, by id, and the tokens that passages cost together in any case."""

    candidates: dict[str, Candidate]
    places: dict[str, _Place]
    frame: int


@processor
@reads(Model, RetrievedDocuments)
def fit_injected(
    context: Context,
    /,
    *,
    budget: Annotated[int, Ge(0)],
    priorities: tuple[tuple[str, int], ...] = (),
    shares: tuple[Share, ...] = (),
    overlap: Annotated[float, Gt(0), Le(1)] | None = 0.85,
    exempt: tuple[str, ...] = _EXEMPT,
    counter: Counter | None = None,
) -> Context:
    """Take out of the messages what of all that is injected has no room in *budget* tokens.

    Each injector has a reason to be there; together they leave no room for the conversation.

    Contract:
        Blocks compete by the priorities of their injectors (0 if none is given), passages that
        a search found one by one, by their scores. Who stays `fill_window` decides: duplicates
        go first, minimums, caps and floors are in *shares*. Blocks of *exempt* injectors stay
        and do not count. What stays keeps its place; passages stand best first, and one that
        others repeated has their sources. A message of ours that held nothing else goes too.
        Stable is what stands before the last question, passages excepted. The context knows
        only the passages that are left. One note for each reason names who went, and how much.

    Complexity: O(blocks log blocks + characters).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import chat, inject, user
        >>> asked = inject(user("So?"), Block("memory", "Ana likes owls. " * 9))
        >>> asked = inject(asked, Block("date", "Monday"))
        >>> after = fit_injected(Context.of(chat(asked)), budget=20)
        >>> [block.name for block in after.messages[0].blocks]
        ['date']
        >>> after.notes[0].text
        'left out of 2 blocks and passages 1 (budget): memory at 0: 50 tokens, for which there is no room'
    """
    if context.stopped is not None or not any(node.blocks for node in context.messages):
        return context
    model, found = context.get(Model), context.get(RetrievedDocuments)
    used = counter_for((model and model.id) or "") if counter is None else counter
    pool = _pool(context.messages, found, dict(priorities), frozenset(exempt), used)
    window = fill_window(
        pool.candidates.values(),
        used,
        budget=budget - pool.frame,
        shares=shares,
        overlap=overlap,
        each=_AROUND,
    )
    if not window.left_out:
        return context
    kept = {one.id: one for one in window.kept if one.id is not None}
    after, passages = _after(context.messages, pool, kept, found)
    notes = _notes(context.messages, pool, window)
    if found is not None and passages is not None:
        context = context.tell(evolve(found, passages=passages))
    return context.with_messages(after, *notes)


def _pool(
    messages: Messages,
    found: RetrievedDocuments | None,
    ranks: Mapping[str, int],
    exempt: frozenset[str],
    counter: Counter,
) -> _Pool:
    """Make a candidate of each block, and of each passage inside the one that holds them."""
    pool, turn = _Pool({}, {}, 0), zones_of(messages).turn
    for message, node in enumerate(messages):
        for number, block in enumerate(node.blocks):
            if block.name in exempt:
                continue
            rank, place = ranks.get(block.name, 0), _Place(message, number)
            inside = _inside(block, found)
            if found is None or not inside:
                whole = Candidate(
                    injector=block.name, text=block.text, priority=rank, stable=message < turn
                )
                _enter(pool, f"{block.name} at {message}", whole, place)
                continue
            pool = pool._replace(frame=pool.frame + counter.text(_frame(found)))
            for index in inside:
                one = _candidate(found.passages[index], rank)
                _enter(
                    pool, f"passage {index + 1} at {message}", one, place._replace(passage=index)
                )
    return pool


def _enter(pool: _Pool, name: str, candidate: Candidate, place: _Place) -> None:
    unique = name if name not in pool.places else f"{name} ({place.block})"
    pool.candidates[unique] = evolve(candidate, id=unique)
    pool.places[unique] = place


def _inside(block: Block, found: RetrievedDocuments | None) -> list[int]:
    """Return which passages *block* holds: an injector may have left some out."""
    if found is None or block.name != _PASSAGES:
        return []
    return [
        index
        for index, one in enumerate(found.passages)
        if one.text.strip() and escape(one.text) in block.text
    ]


def _frame(found: RetrievedDocuments) -> str:
    return render_retrieved_documents(evolve(found, passages=(Passage(""),)))


def _candidate(passage: Passage, rank: int) -> Candidate:
    return Candidate(
        injector=_PASSAGES,
        text=passage.text,
        priority=rank,
        score=passage.score,
        sources=() if passage.source is None else (passage.source,),
    )


def _after(
    messages: Messages, pool: _Pool, kept: Mapping[str, Candidate], found: RetrievedDocuments | None
) -> tuple[Messages, tuple[Passage, ...] | None]:
    """Return the messages with what is kept, and the passages that are, if any competed."""
    here: dict[tuple[int, int], list[tuple[int, Passage]]] = {}
    gone: set[tuple[int, int]] = set()
    for name, place in pool.places.items():
        at = place.message, place.block
        if place.passage is None or found is None:
            gone.update({at} if name not in kept else ())
            continue
        inside = here.setdefault(at, [])
        if name in kept:
            inside.append((place.passage, _heir(found.passages[place.passage], kept[name])))
    after: list[Node] = []
    for message, node in enumerate(messages):
        blocks = []
        for number, block in enumerate(node.blocks):
            stays = here.get((message, number))
            if stays is None:
                blocks += [block] if (message, number) not in gone else []
            elif stays and found is not None:
                text = render_retrieved_documents(evolve(found, passages=_ranked(stays)))
                blocks.append(block if block.text == text else evolve(block, text=text))
        same = len(blocks) == len(node.blocks) and all(map(operator.is_, blocks, node.blocks))
        changed = node if same else with_blocks(node, tuple(blocks))
        if changed is node or has_content(changed) or not is_ours(changed):
            after.append(changed)
    left = {index: one for many in here.values() for index, one in many}
    passages = tuple(left[index] for index in sorted(left)) if here else None
    return reuse(messages, after), passages


def _heir(passage: Passage, one: Candidate) -> Passage:
    sources = ", ".join(one.sources) or None
    return evolve(passage, score=one.score, source=sources)


def _ranked(passages: Sequence[tuple[int, Passage]]) -> tuple[Passage, ...]:
    """Order passages as the injector does: by score, equal ones as they came."""

    def rank(one: tuple[int, Passage]) -> tuple[bool, float, int]:
        score = one[1].score
        return score is None, 0.0 if score is None else -score, one[0]

    return tuple(one for _, one in sorted(passages, key=rank))


def _notes(messages: Messages, pool: _Pool, window: Window) -> list[AnyNote]:
    """Tell, reason by reason, what was left out and where it stood."""
    by_reason: dict[str, list[LeftOut]] = {}
    for one in window.left_out:
        by_reason.setdefault(one.reason, []).append(one)
    notes: list[AnyNote] = []
    for reason, many in by_reason.items():
        names = [one.candidate.id or "" for one in many]
        places = sorted({pool.places[name].message for name in names})
        told = [str(one) for one in many[:_NAMED]]
        if len(many) > _NAMED:
            told.append(f"and {len(many) - _NAMED} more")
        text = (
            f"left out of {len(pool.places)} blocks and passages {len(many)} ({reason}): "
            f"{'; '.join(told)}"
        )
        ids = tuple(one for one in (messages[place].id for place in places) if one is not None)
        notes.append(Note(_STEP, "left-out-block", text, ids, tuple(places)))
    return notes
