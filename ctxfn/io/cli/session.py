"""The requests of a session: those that were recorded, or those that a conversation must have had."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Literal, TypeAlias

from ctxfn import fit

__all__ = ["Cut", "cut_to", "growing", "requests_of"]

Cut: TypeAlias = Literal["no", "sliding", "stable"]


def requests_of(values: Iterable[object]) -> tuple[Iterable[object], int | None]:
    """Return the requests that *values* are, and how many, if that is known.

    One value alone is a conversation: its requests are what stood before each answer.
    """
    every = iter(values)
    first, second = next(every, None), next(every, None)
    if second is not None:
        return chain([first, second], every), None
    requests = growing(first)
    return requests, len(requests)


def growing(conversation: object) -> list[object]:
    """Return what was sent for each answer in *conversation*, and for the one still to come."""
    body = conversation if isinstance(conversation, dict) else None
    said = conversation if body is None else body.get("messages")
    if not isinstance(said, list):
        return [conversation]
    ends = [at for at, one in enumerate(said) if _is_answer(one) and at]
    ends += [] if said and _is_answer(said[-1]) else [len(said)]
    return [said[:end] if body is None else {**body, "messages": said[:end]} for end in ends]


def _is_answer(message: object) -> bool:
    return isinstance(message, dict) and message.get("role") == "assistant"


def cut_to(
    requests: Iterable[object], budget: int | None, cut: Cut, model: str | None
) -> Iterator[object]:
    """Cut each of *requests* to *budget*, by a window that slides, or by whole units."""
    for request in requests:
        if cut == "no" or budget is None:
            yield request
        else:
            yield fit(request, budget=budget, stable=cut == "stable", model=model)
