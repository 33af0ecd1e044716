"""The plan of a conversation that is as it should be, before anybody says anything in it."""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

from hypothesis import strategies as st

__all__ = ["Beat", "plans"]


class Beat(NamedTuple):
    """Who speaks next; an assistant's beat may ask tools, and their results are beats too."""

    who: Literal["system", "user", "assistant", "result"]
    calls: tuple[str, ...] = ()
    answers: str = ""


@cache
def plans(*, turns: int = 4) -> st.SearchStrategy[tuple[Beat, ...]]:
    """Generate plans: a system message or none, then turns of a user and an agent.

    In a turn the agent asks tools up to twice, up to three at once; all results follow, in
    order; then it speaks. After the last question it may not have spoken yet.
    """
    rounds = st.lists(st.integers(1, 3), max_size=2)
    return st.builds(_plan, st.booleans(), st.lists(rounds, max_size=turns), st.booleans())


def _plan(led: bool, turns: list[list[int]], answered: bool) -> tuple[Beat, ...]:
    beats = [Beat("system")] if led else []
    number = 0
    for place, rounds in enumerate(turns):
        beats.append(Beat("user"))
        for asked in rounds:
            ids = tuple(f"c{number + offset}" for offset in range(1, asked + 1))
            number += asked
            beats.append(Beat("assistant", ids))
            beats += [Beat("result", answers=asked_id) for asked_id in ids]
        if answered or place + 1 < len(turns):
            beats.append(Beat("assistant"))
    return tuple(beats)
