"""The requests of a session: those that were recorded, or those that a conversation must have had."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Final, Literal, TypeAlias

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
    return growing(first)


def growing(conversation: object) -> tuple[Iterator[object], int]:
    """Return what was sent for each answer in *conversation*, for the one still to come, and the number.

    They are made one by one: together they grow with the square of the conversation.
    """
    body = conversation if isinstance(conversation, dict) else {"messages": conversation}
    key = next((key for key in _ANSWERS if key in body), "messages")
    said = body.get(key)
    if not isinstance(said, list):
        return iter([conversation]), 1
    ends = _ends(said, _ANSWERS[key])
    bare = body is not conversation
    return (said[:end] if bare else {**body, key: said[:end]} for end in ends), len(ends)


def _ends(said: list[object], is_answer: Callable[[object, object], bool]) -> list[int]:
    pairs = zip([None, *said], [*said, None], strict=True)
    ends = [at for at, (before, one) in enumerate(pairs) if at and is_answer(before, one)]
    return ends if said and is_answer(None, said[-1]) else [*ends, len(said)]


def _speaks(role: str) -> Callable[[object, object], bool]:
    def is_answer(_before: object, one: object) -> bool:
        return isinstance(one, dict) and one.get("role") == role

    return is_answer


def _begins_output(before: object, one: object) -> bool:
    """Say whether a model's output begins with *one*: thoughts, calls and words are items of it."""
    return _is_output(one) and not _is_output(before)


def _is_output(item: object) -> bool:
    if not isinstance(item, dict):
        return False
    if "role" in item:
        return bool(item["role"] == "assistant")
    return not str(item.get("type", "")).endswith(("_output", "_response", "_reference"))


#: What formats call the messages of a body, and where an answer begins among them.
_ANSWERS: Final[dict[str, Callable[[object, object], bool]]] = {
    "messages": _speaks("assistant"),
    "contents": _speaks("model"),
    "input": _begins_output,
}


def cut_to(
    requests: Iterable[object], budget: int | None, cut: Cut, model: str | None
) -> Iterator[object]:
    """Cut each of *requests* to *budget*, by a window that slides, or by whole units."""
    for request in requests:
        if cut == "no" or budget is None:
            yield request
        else:
            yield fit(request, budget=budget, stable=cut == "stable", model=model)
