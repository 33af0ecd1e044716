"""One id, one call: what a message's calls are once repeats and nameless ones are gone."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import Assistant, Call, ToolName
from ctxfn.processors.clean.find_concerned import Answers, has_clear_ids
from ctxfn.processors.clean.stand_in import STEP

__all__ = ["Asked", "clear_calls"]


class Asked(NamedTuple):
    """A call as it will stand, and the indexes of the results that may answer it, in order."""

    call: Call
    results: list[int]


def clear_calls(
    place: int,
    message: Assistant,
    answers: Answers,
    fresh: Callable[[str], str],
    notes: list[Note],
) -> list[Asked]:
    """Return the calls of *message* (at *place*), each id once, with what answers each.

    A call without an id can't be answered: it goes. The same call written twice is one call;
    a different call under the same id gets an id of its own, made by *fresh*.
    """
    if has_clear_ids(message.calls):
        return [Asked(one, answers[place, n]) for n, one in enumerate(message.calls)]
    kept: list[Asked] = []
    written: dict[tuple[str, ToolName | str, str], Asked] = {}
    used: set[str] = set()
    for number, call in enumerate(message.calls):
        results = answers.get((place, number), [])
        if not call.id:
            text = f"a call of {call.tool!r} without an id was dropped: nothing can answer it"
            notes.append(Note(STEP, "call-without-id", text, _named(message), (place,)))
            continue
        twin = written.get((call.id, call.tool, call.arguments))
        if twin is not None:
            twin.results.extend(results)
            text = f"the call {call.id!r} was written twice and is kept once"
            notes.append(Note(STEP, "repeated-call", text, (call.id,), (place,)))
            continue
        if call.id in used:
            new = evolve(call, id=fresh(call.id))
            text = f"a second, different call {call.id!r} in one message is now {new.id!r}"
            notes.append(Note(STEP, "renamed-call", text, (call.id, new.id), (place,)))
            asked = Asked(new, list(results))
        else:
            asked = Asked(call, list(results))
        used.add(call.id)
        written[call.id, call.tool, call.arguments] = asked
        kept.append(asked)
    return kept


def _named(message: Assistant) -> tuple[str, ...]:
    return () if message.id is None else (message.id,)
