"""Fetch the instructions of skills that somebody wants active and that are not at hand."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve, frozen

from ctxfn.context import Note
from ctxfn.io.gather.looking_up import AT_ONCE, LOOK_UP_LIMIT, Answer, look_up
from ctxfn.messages import is_blank
from ctxfn.skills import Activation, OfferedSkill, ResolvedSkills, with_files

__all__ = ["FetchedContents", "fetch_contents"]


@frozen
class FetchedContents:
    """Activations that bring instructions, to resolve with, and a note for each that does not."""

    activations: tuple[Activation, ...] = ()
    notes: tuple[Note, ...] = ()


async def fetch_contents(
    resolved: ResolvedSkills,
    fetch: Callable[[str], object],
    *,
    limit: float = LOOK_UP_LIMIT,
    at_once: int = AT_ONCE,
) -> FetchedContents:
    """Fetch what *resolved* lacks; resolve again with the activations that come back.

    *fetch* returns for an identifier the skill's instructions, or an `OfferedSkill` with them
    (whose files are listed behind), or None. It may be asynchronous or not.

    Contract:
        Those without content are fetched, each once, *at_once* at a time, each within *limit*
        seconds; those that have to be unpacked are not. What cannot be fetched stays listed
        only, and is in a note; the others arrive, in order.

    Complexity: the slowest fetch's, for each *at_once* of them.

    Source: LobeHub's client, for pinned skills that are stored.

    Examples:
        >>> import asyncio
        >>> from ctxfn.skills import SkillSnapshot, resolve_skills
        >>> snapshot = SkillSnapshot((OfferedSkill("pdf", "PDF"),), pinned=("pdf",))
        >>> lacking = resolve_skills(snapshot)
        >>> fetched = asyncio.run(fetch_contents(lacking, lambda skill: "Use qpdf."))
        >>> resolve_skills(snapshot, accumulated=fetched.activations).skills[0].content
        'Use qpdf.'

    Raises:
        InvalidArgument: a limit or number that is none.
    """
    lacking: dict[str, Activation] = {}
    for one in resolved.unmet:
        if one.because == "no-content" and one.identifier is not None:
            lacking.setdefault(one.identifier, one.activation)
    answers = await look_up(fetch, list(lacking), limit=limit, at_once=at_once)
    activations: list[Activation] = []
    notes: list[Note] = []
    for (identifier, wish), answer in zip(lacking.items(), answers, strict=True):
        content = _content(answer)
        if is_blank(content):
            notes.append(_failed(identifier, answer))
        else:
            activations.append(evolve(wish, skill=identifier, content=content))
    return FetchedContents(tuple(activations), tuple(notes))


def _content(answer: Answer) -> str | None:
    if isinstance(answer.found, OfferedSkill):
        return with_files(answer.found).content
    return answer.found if isinstance(answer.found, str) else None


def _failed(skill: str, answer: Answer) -> Note:
    reason = answer.reason
    if reason is None:
        found = answer.found
        nothing = found is None or isinstance(found, str | OfferedSkill)
        reason = "no instructions" if nothing else f"a {type(found).__name__} is none"
    return Note("fetch_contents", "skill-not-loaded", f"{skill}: {reason}", (skill,))
