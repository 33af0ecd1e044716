"""`ctxfn steps`: which steps a configuration may name, or those of one file."""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, TypeAlias, Union, get_args, get_origin

from rich.table import Table

from ctxfn.io.cli.config import pipeline_from, registry_with
from ctxfn.io.cli.options import AsJson, Config, Plugins
from ctxfn.io.cli.terminal import terminal
from ctxfn.pipeline import (
    Processor,
    Registered,
    Registry,
    Step,
    needs,
    spec_of,
    step_specs_of,
    steps_of,
)
from ctxfn.slots import EachInjector, Injector

__all__ = ["steps"]

#: What is listed of a step.
Row: TypeAlias = dict[str, "str | list[str] | dict[str, str]"]


def steps(config: Config = None, plugin: Plugins = None, as_json: AsJson = False) -> None:
    """List every step with its labels, options and the facts it reads.

    With --config, the steps of that file in the order they run.
    """
    seen = terminal(json=as_json)
    registry = registry_with(plugin)
    rows = _of_file(registry, config, plugin) if config else map(_of_registered, registry)
    table = Table("step", "labels", "options", "reads", box=None, pad_edge=False)
    for row in rows:
        if as_json:
            seen.data(row)
        else:
            table.add_row(*(_shown(row[key]) for key in ("name", "labels", "options", "reads")))
    if not as_json:
        seen.out.print(table)


def _shown(value: str | list[str] | dict[str, str]) -> str:
    if isinstance(value, dict):
        value = [f"{name}: {said}" for name, said in value.items()]
    return value if isinstance(value, str) else "\n".join(value)


def _of_registered(one: Registered) -> Row:
    step = one.step
    made: Any = step if not isinstance(step, Processor) else Step(step)
    return {
        "name": one.name,
        "labels": list(one.labels),
        "owner": one.owner,
        "says": _says(step),
        "options": _options(step),
        "reads": [kind.__name__ for kind in needs(made)],
    }


def _says(step: object) -> str:
    match step:
        case Injector():
            return f"Inject {step.fact.__name__} at {step.slot!r}."
        case EachInjector(mark=None):
            return "Inject into each message of the person what it carries."
        case EachInjector(mark=type(__name__=name)):
            return f"Inject into each message of the person the {name} marks it carries."
    documented = isinstance(step, Processor) or inspect.isroutine(step)
    said = inspect.getdoc(step) if documented else inspect.getdoc(type(step))
    return (said or "").split("\n", 1)[0]


def _options(step: object) -> dict[str, str]:
    if not isinstance(step, Processor):
        return {"slot": "{value = NAME}"} if hasattr(step, "at") else {}
    return {
        name: f"{_kind(step.hints[name])}{_default(parameter)}"
        for name, parameter in step.declared.items()
    }


def _default(parameter: inspect.Parameter) -> str:
    if parameter.default is parameter.empty:
        return ", required"
    written = repr(parameter.default)
    return f" = {written if len(written) <= 60 else written[:59] + '…'}"


def _kind(hint: Any) -> str:
    if get_origin(hint) is Annotated:
        inner, *limits = get_args(hint)
        return " ".join([_kind(inner), *map(_limit, limits)])
    if get_origin(hint) in (Union, types.UnionType):
        return " | ".join(map(_kind, get_args(hint)))
    if isinstance(hint, type) and not get_args(hint):
        return "None" if hint is type(None) else hint.__name__
    return re.sub(r"\b(?:[a-z_]+\.)+(?=[A-Z])", "", str(hint)).replace("typing.", "")


def _limit(limit: object) -> str:
    signs = {"Ge": ">=", "Gt": ">", "Le": "<=", "Lt": "<"}
    name = type(limit).__name__
    return f"{signs[name]} {getattr(limit, name.lower())}" if name in signs else str(limit)


def _of_file(registry: Registry, path: Path, packages: list[str] | None) -> Iterator[Row]:
    pipeline, _ = pipeline_from(path, packages)
    written = {one.name: one for one in registry}
    plain = (one for one in step_specs_of(spec_of(registry, pipeline)) if one.inside is None)
    for (phase, step), spec in zip(steps_of(pipeline), plain, strict=True):
        yield {
            "phase": phase,
            "name": spec.name or spec.type,
            "labels": list(written[spec.type].labels),
            "options": {name: value.text for name, value in spec.config},
            "reads": [kind.__name__ for kind in needs(step)],
        }
