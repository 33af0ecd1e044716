"""Answers: how the world answers what a turn asked."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from ctxfn.tools import Declaration
from ctxfn.turns.contributions import Product
from ctxfn.turns.handed import Handed
from ctxfn.turns.models import Material, Response
from ctxfn.turns.scheduling import Input

__all__ = [
    "Answer",
    "AnswerValue",
    "Built",
    "Failed",
    "Inserted",
    "Listed",
    "NoModel",
    "NotSaved",
    "Passed",
    "Prepared",
    "ReplyChecked",
    "Responded",
    "ResultSeen",
    "Returned",
    "Saved",
    "Swallowed",
]


@frozen
class Passed:
    """A hook let it pass as it is; or what was asked is done."""


@frozen
class Swallowed:
    """A hook did not let it go on."""


@frozen
class Failed:
    """It failed, with these words."""

    error: str


@frozen
class Saved:
    """It is in the archive."""


@frozen
class NotSaved:
    """It is not: the archive failed, or there is none (no `error`)."""

    error: str | None = None


@frozen
class Prepared:
    """What the turn works with."""

    material: Material


@frozen
class NoModel:
    """There is no model to call: the one that was wanted, and those there are."""

    wanted: str | None = None
    available: tuple[str, ...] = ()


@frozen
class Built:
    """What contributions had to say, and the keys of those that failed or took too long."""

    products: tuple[Product, ...] = ()
    failed: tuple[str, ...] = ()


@frozen
class Listed:
    """The list as hooks hand it back, and the tools of this call."""

    messages: tuple[Handed, ...]
    tools: tuple[Declaration, ...]


@frozen
class Inserted:
    """What joins now, in order."""

    inputs: tuple[Input, ...] = ()


@frozen
class Responded:
    """What the model answered, or what a hook made of it."""

    response: Response


@frozen
class Returned:
    """What a tool answered."""

    result: str


@frozen
class ResultSeen:
    """What a hook made of a result, and what is to be stored with it."""

    result: str
    metadata: tuple[tuple[str, str], ...] = ()


@frozen
class ReplyChecked:
    """What a hook made of the reply. `retry`: it is to be written again, with this `feedback`.

    `max_retries` counts from the first look alone. `archived` is stored in place of the words.
    """

    content: str
    retry: bool = False
    feedback: str | None = None
    max_retries: int = 0
    archived: str | None = None


AnswerValue: TypeAlias = (
    Passed
    | Swallowed
    | Failed
    | Saved
    | NotSaved
    | Prepared
    | NoModel
    | Built
    | Listed
    | Inserted
    | Responded
    | Returned
    | ResultSeen
    | ReplyChecked
)


@frozen
class Answer:
    """The answer to the ask of this number, and when it came."""

    number: int
    value: AnswerValue
    at_ms: int = 0
