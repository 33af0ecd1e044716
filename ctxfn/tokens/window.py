"""One budget for all that is injected: who gets in, and why the others do not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from attrs import evolve, field, frozen

from ctxfn.arguments import blames_arguments
from ctxfn.errors import check_argument

from .counters import Counter
from .duplicates import Seen

__all__ = ["Candidate", "LeftOut", "Reason", "Share", "Window", "fill_window"]

Reason: TypeAlias = Literal["empty", "below floor", "duplicate", "cap", "budget"]


def _number(score: float | None) -> float | None:
    """Read a score; what is no number stands in no order, and is none."""
    if score is None:
        return None
    check_argument("a score", score, int | float, "a number, or None")
    return None if score != score else score


@frozen(kw_only=True)
class Candidate:
    """A text that would be injected: by whom, and how much it matters.

    A higher `priority` goes first; among equals what is stable, then a higher `score`, and what
    has none last.
    `stable`: it is the same in the next request. `sources` name where it is from.
    """

    injector: str
    text: str
    priority: int = 0
    score: float | None = field(default=None, converter=_number)
    stable: bool = False
    sources: tuple[str, ...] = ()
    id: str | None = None


@frozen(kw_only=True)
class Share:
    """What one injector may take: so many tokens for sure, so many at most, from which score."""

    injector: str
    minimum: int = 0
    cap: int | None = None
    floor: float | None = field(default=None, converter=_number)


@frozen
class LeftOut:
    """A candidate that is not in the window, and why; `of`: what it is a duplicate of."""

    candidate: Candidate
    reason: Reason
    tokens: int = 0
    of: Candidate | None = None

    def __str__(self) -> str:
        named = self.candidate.id or self.candidate.injector
        match self.reason:
            case "duplicate" if self.of is not None:
                return f"{named}: much the same as {self.of.id or self.of.injector} says"
            case "cap":
                return f"{named}: {self.tokens} tokens more than {self.candidate.injector} may have"
            case "budget":
                return f"{named}: {self.tokens} tokens, for which there is no room"
            case reason:
                return f"{named}: {reason}"


@frozen
class Window:
    """What gets in, the stable first, what does not, and the tokens of what does."""

    kept: tuple[Candidate, ...]
    left_out: tuple[LeftOut, ...]
    tokens: int


class _Priced(NamedTuple):
    candidate: Candidate
    tokens: int


@blames_arguments
def fill_window(
    candidates: Iterable[Candidate],
    counter: Counter,
    /,
    *,
    budget: int,
    shares: Sequence[Share] = (),
    overlap: float | None = 0.85,
    each: int = 0,
) -> Window:
    """Choose of *candidates* those that share a *budget* of tokens.

    Contract:
        Every candidate is kept or left out with its reason, once. First go empty ones, those
        that score below the floor of their injector, and duplicates: texts that are the same
        but for case and white space, or share *overlap* of their runs of three words (``None``:
        the same alone). The one that stays is stable if any is, and has the highest priority
        and score and the sources of all. Then each injector's minimum is filled, then the rest
        by priority, the stable before others of the same, and by score; one that does not fit
        does not end the search. No injector has
        more than its cap, and all together, *each* for everyone, no more than the budget.

        Kept are the stable ones first, in an order that no score moves, then the others, the
        best first. Neither what is kept nor its order depends on the order of *candidates*.

    Complexity: O(n log n + characters).

    Source: ours.

    Examples:
        >>> from ctxfn.tokens import estimate
        >>> found = [
        ...     Candidate(injector="memory", text="Ana likes owls.", priority=1, stable=True),
        ...     Candidate(injector="search", text="Owls hunt at night.", score=0.9, id="a"),
        ...     Candidate(injector="search", text="owls hunt at night. ", score=0.5, id="b"),
        ...     Candidate(injector="search", text="Wrens " * 40, score=0.8, id="c"),
        ... ]
        >>> window = fill_window(found, estimate(), budget=20)
        >>> [one.text for one in window.kept]
        ['Ana likes owls.', 'Owls hunt at night.']
        >>> [str(one) for one in window.left_out]
        ['b: much the same as a says', 'c: 49 tokens, for which there is no room']
    """
    by_name = {share.injector: share for share in shares}
    ranked = sorted(candidates, key=_first_said)
    judged, out = _judged(ranked, by_name)
    alone, repeats = _without_duplicates(judged, overlap)
    priced = [_Priced(one, counter.text(one.text) + each) for one in sorted(alone, key=_rank)]
    kept, over = _filled(priced, budget, by_name)
    stable = sorted((one.candidate for one in kept if one.candidate.stable), key=_steady)
    others = [one.candidate for one in kept if not one.candidate.stable]
    return Window((*stable, *others), (*out, *repeats, *over), sum(one.tokens for one in kept))


def _steady(one: Candidate) -> tuple[object, ...]:
    return -one.priority, one.injector, *_named(one), one.text


def _rank(one: Candidate) -> tuple[object, ...]:
    # Nothing, and what is no number, is behind every score, the lowest too.
    score = one.score is None, -(one.score or 0)
    return -one.priority, not one.stable, *score, one.injector, *_named(one), one.text, one.sources


def _named(one: Candidate) -> tuple[bool, str]:
    """Put ids in an order in which none and an empty one are two."""
    return one.id is not None, one.id or ""


def _first_said(one: Candidate) -> tuple[object, ...]:
    return not one.stable, *_rank(one)


def _judged(
    ranked: Sequence[Candidate], shares: Mapping[str, Share]
) -> tuple[list[Candidate], list[LeftOut]]:
    kept: list[Candidate] = []
    out: list[LeftOut] = []
    for one in ranked:
        share = shares.get(one.injector)
        floor = None if share is None else share.floor
        if not one.text.strip():
            out.append(LeftOut(one, "empty"))
        elif floor is not None and one.score is not None and one.score < floor:
            out.append(LeftOut(one, "below floor"))
        else:
            kept.append(one)
    return kept, out


def _without_duplicates(
    ranked: Sequence[Candidate], overlap: float | None
) -> tuple[list[Candidate], list[LeftOut]]:
    """Keep the first of those that say much the same; it inherits what mattered of the others."""
    kept: list[Candidate] = []
    repeats: list[tuple[Candidate, int]] = []
    seen = Seen(overlap)
    for one in ranked:
        number = seen.like(one.text)
        if number is None:
            seen.add(len(kept), one.text)
            kept.append(one)
        else:
            kept[number] = _heir(kept[number], one)
            repeats.append((one, number))
    return kept, [LeftOut(one, "duplicate", of=kept[number]) for one, number in repeats]


def _heir(kept: Candidate, other: Candidate) -> Candidate:
    scores = [score for score in (kept.score, other.score) if score is not None]
    return evolve(
        kept,
        priority=max(kept.priority, other.priority),
        score=max(scores, default=None),
        sources=tuple(dict.fromkeys((*kept.sources, *other.sources))),
    )


def _filled(
    priced: Sequence[_Priced], budget: int, shares: Mapping[str, Share]
) -> tuple[list[_Priced], list[LeftOut]]:
    """Fill the minimums, then the rest; return what is kept by rank, and what is not."""
    used: dict[str, int] = {}
    left = budget
    chosen: set[int] = set()
    over: dict[int, LeftOut] = {}
    for filling in ("minimum", "rest"):
        for number, (one, tokens) in enumerate(priced):
            share = shares.get(one.injector, Share(injector=one.injector))
            has = used.get(one.injector, 0) + tokens
            limit = share.minimum if filling == "minimum" else share.cap
            if number in chosen:
                continue
            if (limit is not None and has > limit) or (share.cap is not None and has > share.cap):
                over[number] = LeftOut(one, "cap", tokens)
            elif tokens > left:
                over[number] = LeftOut(one, "budget", tokens)
            else:
                chosen.add(number)
                used[one.injector] = has
                left -= tokens
    kept = [one for number, one in enumerate(priced) if number in chosen]
    return kept, [over[number] for number in sorted(over) if number not in chosen]
