"""What sources answer, as a fact that is injected: passages, each saying which source it is from."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from attrs import frozen

from ctxfn.context import Note
from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.facts import Passage, RetrievedDocuments
from ctxfn.functional import countby
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.gather import Contribution
from ctxfn.io.gather.fetching import GRACE
from ctxfn.io.sources.answers import Answer
from ctxfn.io.sources.opened import NOBODY, aquery
from ctxfn.io.sources.source import Asker, Source, run_now
from ctxfn.tokens import estimate_text

__all__ = ["DEFAULT_TOKENS", "Retrieved", "contribution", "passages_of", "retrieve", "retrieve_now"]

V = TypeVar("V")

#: Tokens that all passages together may have.
DEFAULT_TOKENS: Final = 4_000

_STEP: Final = "sources"


@frozen
class Retrieved:
    """The fact, if anything was found, and notes of what failed or was left out."""

    fact: RetrievedDocuments | None
    notes: tuple[Note, ...] = ()


async def retrieve(
    sources: Iterable[Source],
    question: str,
    /,
    *,
    tokens: int = DEFAULT_TOKENS,
    asker: Asker = NOBODY,
) -> Retrieved:
    """Ask all *sources* at the same time, and make one fact of what they answer.

    Contract:
        Passages stand in the order of the sources, and of each source's answer; as many of each
        in turn as fit into *tokens*, an estimate. A source that fails, what was left out, and
        what a source says about its answer are in the notes; the others arrive all the same.

    Complexity: the slowest source's, not their sum.

    Source: ours.

    Raises:
        InvalidArgument: two sources have one id, or *tokens* is no number.
    """
    asked = _sources(sources)
    check_argument("retrieve, question", question, str, "a text")
    _check_tokens(tokens)
    answers = await asyncio.gather(*(aquery(one, question, asker) for one in asked))
    found: list[tuple[Passage, ...]] = []
    notes: list[Note] = []
    for source, answer in zip(asked, answers, strict=True):
        if answer.problem is not None:
            notes.append(Note(_STEP, answer.problem.kind, str(answer.problem)))
        notes += [Note(_STEP, "remark", f"{source.id}: {one}") for one in answer.remarks]
        found.append(passages_of(source, answer))
    kept = _fitting(found, tokens)
    left = sum(map(len, found)) - len(kept)
    if left:
        text = f"left out {left} of {left + len(kept)} passages: {tokens:,} tokens are full"
        notes.append(Note(_STEP, "over-budget", text))
    fact = RetrievedDocuments(kept, question) if kept else None
    return Retrieved(fact, tuple(notes))


def retrieve_now(
    sources: Iterable[Source],
    question: str,
    /,
    *,
    tokens: int = DEFAULT_TOKENS,
    asker: Asker = NOBODY,
) -> Retrieved:
    """Ask as `retrieve` does, where no event loop runs.

    Raises:
        InvalidArgument: as there; or an event loop runs here: await `retrieve`.
    """
    return run_now(retrieve(sources, question, tokens=tokens, asker=asker), "retrieve_now")


def contribution(
    source: Source, /, *, question: Callable[[V], str | None], tokens: int = DEFAULT_TOKENS
) -> Contribution[V]:
    """Make *source* one of the contributions that `gather` asks; *question* takes it from a view.

    Raises:
        InvalidArgument: it is no source, or *question* no function.
    """
    check_argument("contribution, source", source, Source, "a Source(...)")
    _check_tokens(tokens)
    if not callable(question):
        raise InvalidArgument("contribution, question", shown(question), "a function of a view")

    async def fetch(view: V) -> RetrievedDocuments | None:
        text = question(view)
        if text is None:
            return None
        answer = await aquery(source, text)
        if answer.problem is not None:
            raise SourceRefusal(str(answer.problem))
        kept = _fitting([passages_of(source, answer)], tokens)
        return RetrievedDocuments(kept, text) if kept else None

    limit = 2 * (source.limits.seconds + GRACE)
    return Contribution(source.id, fetch, (RetrievedDocuments,), limit)


def passages_of(source: Source, answer: Answer) -> tuple[Passage, ...]:
    """Make passages of an answer: its text, then its documents, each with where it is from."""
    check_argument("passages_of, source", source, Source, "a Source(...)")
    check_argument("passages_of, answer", answer, Answer, "an Answer(...)")
    said = (Passage(answer.text, None, source.id, source.label),) if answer.text else ()
    found = (
        Passage(one.snippet or one.name, None, f"{source.id}:{one.uri or one.id}", one.name)
        for one in answer.results
    )
    return (*said, *found)


def _fitting(found: list[tuple[Passage, ...]], tokens: int) -> tuple[Passage, ...]:
    """Take the first of each source, then the second of each, as long as they fit."""
    left = tokens
    kept: list[list[Passage]] = [[] for _ in found]
    for place in range(max(map(len, found), default=0)):
        for passages, taken in zip(found, kept, strict=True):
            if place < len(passages):
                left -= estimate_text(passages[place].text)
                if left < 0:
                    return tuple(one for each in kept for one in each)
                taken.append(passages[place])
    return tuple(one for each in kept for one in each)


def _sources(given: Iterable[Source]) -> tuple[Source, ...]:
    check_argument("retrieve, sources", given, Iterable, "a list of Source(...)")
    every = tuple(given)
    for one in every:
        check_argument("retrieve, sources", one, Source, "a list of Source(...)")
    for name, count in countby(lambda one: one.id, every).items():
        if count > 1:
            raise InvalidArgument(
                "retrieve, sources", f"two with the id {name!r}", "an id for each"
            )
    return every


def _check_tokens(tokens: object) -> None:
    if not isinstance(tokens, int) or isinstance(tokens, bool) or tokens < 0:
        raise InvalidArgument("tokens", shown(tokens), "a whole number, 0 or more")
