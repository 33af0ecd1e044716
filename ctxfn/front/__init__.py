"""Front: the verbs for people who have a list of dicts and a problem."""

from __future__ import annotations

from ctxfn.front.assemble import Payload, Report, assemble
from ctxfn.front.check import check
from ctxfn.front.convert import Converted, convert
from ctxfn.front.count import count
from ctxfn.front.errors import ForeignError
from ctxfn.front.fit import Fitted, fit
from ctxfn.front.given import Given, given_of
from ctxfn.front.options import (
    MidSystem,
    MissingResult,
    OpenCalls,
    OrphanResult,
    StartOn,
    ToolOrder,
)
from ctxfn.front.repair import Repaired, repair

__all__ = [
    "Converted",
    "Fitted",
    "ForeignError",
    "Given",
    "MidSystem",
    "MissingResult",
    "OpenCalls",
    "OrphanResult",
    "Payload",
    "Repaired",
    "Report",
    "StartOn",
    "ToolOrder",
    "assemble",
    "check",
    "convert",
    "count",
    "fit",
    "given_of",
    "repair",
]
