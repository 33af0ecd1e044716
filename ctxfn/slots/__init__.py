"""Slots: the five places where the application may inject, and the steps that do."""

from __future__ import annotations

from ctxfn.slots.each_user import EACH_USER
from ctxfn.slots.injector import EachInjector, Injector
from ctxfn.slots.last_user import LAST_USER
from ctxfn.slots.preamble import PREAMBLE
from ctxfn.slots.slot import Slot
from ctxfn.slots.system import SYSTEM
from ctxfn.slots.tail import TAIL

__all__ = [
    "EACH_USER",
    "LAST_USER",
    "PREAMBLE",
    "SYSTEM",
    "TAIL",
    "EachInjector",
    "Injector",
    "Slot",
]
