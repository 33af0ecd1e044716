"""Configuration: pipelines as data, and the registry that turns them into steps and back."""

from __future__ import annotations

from ctxfn.pipeline.config.build import build, spec_of
from ctxfn.pipeline.config.read_spec import ConfigFormat, load_spec, read_spec
from ctxfn.pipeline.config.registry import TAXONOMY, Registered, Registry, Taxonomy
from ctxfn.pipeline.config.spec import (
    SPEC_VERSION,
    PhaseSpec,
    RuleSpec,
    Spec,
    StepSpec,
    step_specs_of,
)
from ctxfn.pipeline.config.write_spec import dump_spec, write_spec

__all__ = [
    "SPEC_VERSION",
    "TAXONOMY",
    "ConfigFormat",
    "PhaseSpec",
    "Registered",
    "Registry",
    "RuleSpec",
    "Spec",
    "StepSpec",
    "Taxonomy",
    "build",
    "dump_spec",
    "load_spec",
    "read_spec",
    "spec_of",
    "step_specs_of",
    "write_spec",
]
