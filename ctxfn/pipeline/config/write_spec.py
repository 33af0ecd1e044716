"""Write a spec as a configuration file."""

from __future__ import annotations

import json
from typing import TypeAlias

from ctxfn.errors import MissingExtra, check_argument
from ctxfn.pipeline.config.read_spec import ConfigFormat
from ctxfn.pipeline.config.spec import (
    NESTED,
    NULL,
    SPEC_VERSION,
    PhaseSpec,
    RuleSpec,
    Spec,
    StepSpec,
)
from ctxfn.pipeline.errors import SpecError, printed
from ctxfn.pipeline.incremental import REMEMBERED

__all__ = ["dump_spec", "write_spec"]

_Row: TypeAlias = dict[str, object]


def dump_spec(spec: Spec, *, format: ConfigFormat = "json") -> str:
    """Write *spec* as the text of a configuration file: the same spec, the same text.

    Contract:
        As `write_spec`; ``load_spec(dump_spec(spec))`` is *spec*. In JSON keys are sorted.

    Complexity: O(size of the spec).

    Source: brief 003 asks for a canonical text.

    Raises:
        MissingExtra: TOML is asked for and `tomli-w` is not installed.

    Examples:
        >>> print(dump_spec(Spec((PhaseSpec("p", "why", (StepSpec("drop_empty"),)),))), end="")
        {
          "phases": [
            {
              "because": "why",
              "name": "p",
              "steps": [
                {
                  "type": "drop_empty"
                }
              ]
            }
          ],
          "version": 1
        }
    """
    if format == "json":
        return json.dumps(write_spec(spec), indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    if format != "toml":
        raise SpecError("the format", printed(format), "'json' or 'toml'")
    try:
        import tomli_w
    except ImportError as error:
        raise MissingExtra("tomli-w", "cli") from error
    return tomli_w.dumps(_without_null(write_spec(spec)))


def write_spec(spec: Spec) -> dict[str, object]:
    """Return what `read_spec` reads as *spec*: what is as by default is left out.

    Complexity: O(size of the spec).

    Contract:
        Fresh dicts and lists, the caller's to change.

    Source: brief 003.

    Examples:
        >>> write_spec(Spec(on_error="skip", timeout=500))
        {'version': 1, 'phases': [], 'abortOnError': False, 'timeout': 500}
    """
    check_argument("the spec to write", spec, Spec, "a Spec: spec_of(registry, pipeline)")
    row: _Row = {"version": SPEC_VERSION, **_inside(spec)}
    if spec.name != NESTED:
        row["name"] = spec.name
    if spec.timeout is not None:
        row["timeout"] = spec.timeout
    return row


def _inside(spec: Spec) -> _Row:
    row: _Row = {"phases": [_phase(phase) for phase in spec.phases]}
    if spec.rules:
        row["rules"] = [_rule(rule) for rule in spec.rules]
    if spec.on_error is not None:
        row["abortOnError"] = spec.on_error == "raise"
    if spec.incremental is not None:
        row["incremental"] = True if spec.incremental == REMEMBERED else spec.incremental
    return row


def _phase(phase: PhaseSpec) -> _Row:
    return {
        "name": phase.name,
        "because": phase.because,
        "steps": [_step(step) for step in phase.steps],
    }


def _step(step: StepSpec) -> _Row:
    row: _Row = {"type": step.type}
    if step.name is not None:
        row["name"] = step.name
    if not step.enabled:
        row["enabled"] = False
    if step.priority:
        row["priority"] = step.priority
    if step.config:
        row["config"] = {name: value.thaw() for name, value in step.config}
    if step.inside is not None:
        row |= _inside(step.inside)
        if step.inside.name != NESTED:
            row["name"] = step.inside.name
    return row


def _rule(rule: RuleSpec) -> _Row:
    row: _Row = {
        "later": _meant(rule.later),
        "earlier": _meant(rule.earlier),
        "because": rule.because,
    }
    return row | {name: True for name in ("first", "last") if getattr(rule, name)}


def _meant(steps: tuple[str | StepSpec, ...]) -> object:
    said = [one if isinstance(one, str) else _step(one) for one in steps]
    return said[0] if len(said) == 1 else said


def _without_null(row: _Row) -> _Row:
    return {key: _said(value) for key, value in row.items()}


def _said(value: object) -> object:
    match value:
        case None:
            return dict(NULL)
        case dict():
            return _without_null(value)
        case list():
            return [_said(one) for one in value]
        case _:
            return value
