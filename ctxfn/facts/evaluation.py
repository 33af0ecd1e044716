"""What the model is told when it is being evaluated."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import frozen

from ctxfn.facts.check_fields import check_fields

__all__ = ["Evaluation"]


@frozen
class Evaluation:
    """The prompt of the environment that evaluates: the application's own words.

    Raises:
        InvalidFact: a field holds what it cannot.
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "never"

    prompt: str

    __attrs_post_init__ = check_fields
