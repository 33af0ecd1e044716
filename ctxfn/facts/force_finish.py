"""That this turn has to end now."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from annotated_types import Ge
from attrs import frozen

from ctxfn.facts.check_fields import check_fields

__all__ = ["ForceFinish"]


@frozen
class ForceFinish:
    """No further step is allowed: the model is to answer, and is offered no tools.

    `steps`: how many were taken, if the model may know.
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "step"

    steps: Annotated[int, Ge(0)] | None = None

    __attrs_post_init__ = check_fields
