"""Pipeline: steps, and how they are put together, run and watched."""

from __future__ import annotations

from ctxfn.pipeline.diff import (
    Changes,
    vanished,
)
from ctxfn.pipeline.errors import (
    Cancelled,
    DeadlinePassed,
    OptionError,
    OrderError,
    PipelineError,
    StepError,
    UnknownStep,
)
from ctxfn.pipeline.local import (
    EachMessage,
    Told,
    each_message,
)
from ctxfn.pipeline.needs import (
    Complaint,
    needs,
    reads,
    validate,
)
from ctxfn.pipeline.order import (
    MustFollow,
    must_follow,
)
from ctxfn.pipeline.phase import (
    AnyStep,
    Phase,
    phase,
)
from ctxfn.pipeline.pipeline import (
    Pipeline,
    names_of,
    steps_of,
)
from ctxfn.pipeline.run import (
    Clock,
    OnError,
    run,
    stop,
)
from ctxfn.pipeline.step import (
    Changed,
    Processor,
    Step,
    processor,
    validator,
)
from ctxfn.pipeline.trace import (
    MessageCounter,
    Span,
    Trace,
    trace,
)

__all__ = [
    "AnyStep",
    "Cancelled",
    "Changed",
    "Changes",
    "Clock",
    "Complaint",
    "DeadlinePassed",
    "EachMessage",
    "MessageCounter",
    "MustFollow",
    "OnError",
    "OptionError",
    "OrderError",
    "Phase",
    "Pipeline",
    "PipelineError",
    "Processor",
    "Span",
    "Step",
    "StepError",
    "Told",
    "Trace",
    "UnknownStep",
    "each_message",
    "must_follow",
    "names_of",
    "needs",
    "phase",
    "processor",
    "reads",
    "run",
    "steps_of",
    "stop",
    "trace",
    "validate",
    "validator",
    "vanished",
]
