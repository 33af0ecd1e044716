"""Passages that a search found for this request."""

from __future__ import annotations

import math
from typing import ClassVar, Literal

from attrs import frozen

from ctxfn.facts.check_fields import check_fields
from ctxfn.facts.errors import InvalidFact

__all__ = ["Passage", "RetrievedDocuments"]


@frozen
class Passage:
    """A stretch of text, how well it fits (higher is better), and what it was taken from.

    `source` is an address, a path or an id; `title` is for people.

    Raises:
        InvalidFact: a field holds what it cannot; a score is a finite number.
    """

    text: str
    score: int | float | None = None
    source: str | None = None
    title: str | None = None

    def __attrs_post_init__(self) -> None:
        check_fields(self)
        if self.score is not None and not abs(self.score) < math.inf:
            raise InvalidFact("Passage", "score", repr(self.score), "a finite number, or None")


@frozen
class RetrievedDocuments:
    """All that was found, in the order the search gave it; `query` is what was searched for.

    Raises:
        InvalidFact: a field holds what it cannot.
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "turn"

    passages: tuple[Passage, ...] = ()
    query: str | None = None

    __attrs_post_init__ = check_fields
