"""Pipeline: steps, and how they are put together, run and watched."""

from __future__ import annotations

from ctxfn.pipeline.errors import (
    Cancelled,
    DeadlinePassed,
    OptionError,
    OrderError,
    PipelineError,
    StepError,
    UnknownStep,
)
from ctxfn.pipeline.local import EachMessage, Told, each_message
from ctxfn.pipeline.pipeline import AnyStep
from ctxfn.pipeline.step import Changed, Processor, Step, processor

__all__ = [
    "AnyStep",
    "Cancelled",
    "Changed",
    "DeadlinePassed",
    "EachMessage",
    "OptionError",
    "OrderError",
    "PipelineError",
    "Processor",
    "Step",
    "StepError",
    "Told",
    "UnknownStep",
    "each_message",
    "processor",
]
