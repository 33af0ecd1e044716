"""Pipeline: steps, and how they are put together, run and watched."""

from __future__ import annotations

from ctxfn.pipeline.adapted import (
    Adapted,
    ClassContext,
    HasProcess,
)
from ctxfn.pipeline.blocks import places_blocks, writes_blocks
from ctxfn.pipeline.config import (
    SPEC_VERSION,
    TAXONOMY,
    ConfigFormat,
    PhaseSpec,
    Registered,
    Registry,
    RuleSpec,
    Spec,
    StepSpec,
    Taxonomy,
    build,
    dump_spec,
    load_spec,
    read_spec,
    spec_of,
    step_specs_of,
    write_spec,
)
from ctxfn.pipeline.diff import (
    Changes,
    vanished,
)
from ctxfn.pipeline.errors import (
    Cancelled,
    DeadlinePassed,
    DuplicateName,
    OptionError,
    OrderError,
    PipelineError,
    SpecError,
    StepError,
    UnknownStep,
)
from ctxfn.pipeline.incremental import (
    Incremental,
    Remembered,
    incremental,
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
from ctxfn.pipeline.only_beside import only_beside
from ctxfn.pipeline.options import check_record
from ctxfn.pipeline.order import (
    MustFollow,
    must_follow,
)
from ctxfn.pipeline.phase import (
    AnyStep,
    Named,
    Phase,
    phase,
)
from ctxfn.pipeline.pipeline import (
    OnError,
    Pipeline,
    names_of,
    steps_of,
)
from ctxfn.pipeline.plugins import (
    PLUGIN_GROUP,
    BrokenPlugin,
    Plugin,
    installed_plugins,
    with_plugins,
)
from ctxfn.pipeline.reach import (
    EACH,
    Reach,
    idle_without,
    reach_of,
    separable,
)
from ctxfn.pipeline.run import (
    Clock,
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
from ctxfn.pipeline.tells_drops import tells_drops
from ctxfn.pipeline.trace import (
    MessageCounter,
    Span,
    Trace,
    trace,
)
from ctxfn.pipeline.who_changed import (
    Watched,
    blame_steps,
    find_impure,
    watched,
    watched_of,
)

__all__ = [
    "EACH",
    "PLUGIN_GROUP",
    "SPEC_VERSION",
    "TAXONOMY",
    "Adapted",
    "AnyStep",
    "BrokenPlugin",
    "Cancelled",
    "Changed",
    "Changes",
    "ClassContext",
    "Clock",
    "Complaint",
    "ConfigFormat",
    "DeadlinePassed",
    "DuplicateName",
    "EachMessage",
    "HasProcess",
    "Incremental",
    "MessageCounter",
    "MustFollow",
    "Named",
    "OnError",
    "OptionError",
    "OrderError",
    "Phase",
    "PhaseSpec",
    "Pipeline",
    "PipelineError",
    "Plugin",
    "Processor",
    "Reach",
    "Registered",
    "Registry",
    "Remembered",
    "RuleSpec",
    "Span",
    "Spec",
    "SpecError",
    "Step",
    "StepError",
    "StepSpec",
    "Taxonomy",
    "Told",
    "Trace",
    "UnknownStep",
    "Watched",
    "blame_steps",
    "build",
    "check_record",
    "dump_spec",
    "each_message",
    "find_impure",
    "idle_without",
    "incremental",
    "installed_plugins",
    "load_spec",
    "must_follow",
    "names_of",
    "needs",
    "only_beside",
    "phase",
    "places_blocks",
    "processor",
    "reach_of",
    "read_spec",
    "reads",
    "run",
    "separable",
    "spec_of",
    "step_specs_of",
    "steps_of",
    "stop",
    "tells_drops",
    "trace",
    "validate",
    "validator",
    "vanished",
    "watched",
    "watched_of",
    "with_plugins",
    "write_spec",
    "writes_blocks",
]
