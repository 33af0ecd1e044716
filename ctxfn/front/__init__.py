"""Front: the verbs for people who have a list of dicts and a problem."""

from __future__ import annotations

from ctxfn.front.assemble import assemble
from ctxfn.front.check import check
from ctxfn.front.compare import compare
from ctxfn.front.convert import Converted, convert
from ctxfn.front.count import count
from ctxfn.front.errors import ForeignError
from ctxfn.front.evicted import evicted
from ctxfn.front.fit import Fitted, fit
from ctxfn.front.fix import Mended, fix
from ctxfn.front.given import Given, given_of
from ctxfn.front.ignored import IGNORES_KEY, Ignores
from ctxfn.front.options import (
    FirstTurn,
    MidSystem,
    MissingResult,
    MissingSignature,
    OpenCalls,
    OrphanResult,
    StartOn,
    ToolOrder,
)
from ctxfn.front.payload import Payload, Report
from ctxfn.front.repair import repair
from ctxfn.front.repaired import Repaired
from ctxfn.front.simulate import simulate, turns_of

__all__ = [
    "IGNORES_KEY",
    "Converted",
    "FirstTurn",
    "Fitted",
    "ForeignError",
    "Given",
    "Ignores",
    "Mended",
    "MidSystem",
    "MissingResult",
    "MissingSignature",
    "OpenCalls",
    "OrphanResult",
    "Payload",
    "Repaired",
    "Report",
    "StartOn",
    "ToolOrder",
    "assemble",
    "check",
    "compare",
    "convert",
    "count",
    "evicted",
    "fit",
    "fix",
    "given_of",
    "repair",
    "simulate",
    "turns_of",
]
