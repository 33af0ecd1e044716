"""Front: the verbs for people who have a list of dicts and a problem."""

from __future__ import annotations

from ctxfn.front.assemble import Payload, Report, assemble
from ctxfn.front.check import check
from ctxfn.front.count import count
from ctxfn.front.fit import fit
from ctxfn.front.given import Given, given_of
from ctxfn.front.repair import Repaired, repair

__all__ = [
    "Given",
    "Payload",
    "Repaired",
    "Report",
    "assemble",
    "check",
    "count",
    "fit",
    "given_of",
    "repair",
]
