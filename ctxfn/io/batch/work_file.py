"""Read what is to be done with a corpus: a verb with its options, or a pipeline, from a file."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, TypeVar

from attrs import fields, frozen

from ctxfn.assembly import Policy, default_pipeline
from ctxfn.errors import CtxfnError, InvalidArgument, shown
from ctxfn.io.batch.verb_work import VERBS, VerbName, VerbWork
from ctxfn.io.cli.config import registry_with
from ctxfn.io.cli.fact_values import read_record
from ctxfn.io.cli.named_facts import named_facts
from ctxfn.io.cli.reading import read_file, read_value
from ctxfn.io.errors import UnreadableInput
from ctxfn.pipeline import Pipeline, Spec, build, load_spec

__all__ = ["WorkFile", "read_work"]

T = TypeVar("T")

#: The keys by which a file is known to be a pipeline, as `ctxfn.pipeline.load_spec` reads it.
_OF_SPEC: Final = frozenset({"phases", "processors"})

_POLICY: Final = frozenset(one.name for one in fields(Policy))


@frozen
class WorkFile:
    """What is to be done, and in which column of a table the conversations are."""

    work: VerbWork
    column: str | None = None


def read_work(
    path: Path | None,
    given: Mapping[str, object] | None = None,
    *,
    plugins: Sequence[str] = (),
) -> WorkFile:
    """Read the file at *path*; what is *given* besides goes before what it says.

    A name that ends in ``.toml`` is TOML, any other JSON. It says ``verb``, the verb's options
    by their names, and may say ``report`` and ``column``; for `assemble` also the tables
    ``facts``, ``policy`` and ``pipeline``, and fields of a policy beside the options. A file
    that is a pipeline is `assemble` with it. Paths in a file count from its folder.

    Raises:
        UnreadableInput: it cannot be read, or is neither.
        InvalidArgument, DefinitionError: what it says cannot be done.
    """
    told = {} if path is None else _table(path)
    if _OF_SPEC & told.keys() and "verb" not in told:
        told = {"verb": "assemble", "pipeline": told}
    folder = Path() if path is None else path.parent
    whole = {**_read_files(told, folder), **_read_files(dict(given or {}), Path())}
    try:
        return _work(whole, plugins)
    except (InvalidArgument, UnreadableInput):
        raise
    except CtxfnError as error:
        raise InvalidArgument(
            "--config" if path else "--set", str(error), "what it takes"
        ) from error


def _table(path: Path) -> dict[str, object]:
    if path.suffix.lower() == ".toml":
        try:
            return tomllib.loads(read_file(str(path)))
        except (tomllib.TOMLDecodeError, RecursionError) as wrong:
            raise UnreadableInput(str(path), None, None, f"no TOML: {wrong}") from wrong
    value = read_value(str(path))
    if not isinstance(value, dict):
        raise UnreadableInput(str(path), None, None, f"found {shown(value)}, expected an object")
    return value


def _read_files(told: dict[str, object], folder: Path) -> dict[str, object]:
    """Put in what stands in other files: tools by the file's name, a text behind an ``@``."""
    read = dict(told)
    tools, system = told.get("tools"), told.get("system")
    if isinstance(tools, str):
        value = read_value(str(folder / tools))
        read["tools"] = value.get("tools") if isinstance(value, dict) else value
    if isinstance(system, str) and system.startswith("@"):
        read["system"] = system[1:] if system[:2] == "@@" else read_file(str(folder / system[1:]))
    return read


def _work(told: dict[str, object], plugins: Sequence[str]) -> WorkFile:
    verb = _verb(told.pop("verb", None))
    report = _a(bool, told, "report", "true or false") or False
    column = _a(str, told, "column", "a text")
    if verb != "assemble":
        return WorkFile(VerbWork(verb, _unset(told), report=report), column)
    said = _a(dict, told, "policy", "a table") or {}
    said |= {name: told.pop(name) for name in tuple(told) if name in _POLICY}
    policy = _policy(said) if said else None
    pipeline, spec = _pipeline(_a(dict, told, "pipeline", "a table"), plugins)
    steps = pipeline if pipeline is not None else default_pipeline(policy)
    facts = named_facts(_a(dict, told, "facts", "a table") or {}, steps)
    seconds = None if spec is None else spec.timeout_seconds
    work = VerbWork(verb, _unset(told), facts, policy, pipeline, seconds, report)
    return WorkFile(work, column)


def _unset(told: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in told.items() if value is not None}


def _verb(name: object) -> VerbName:
    for verb in VERBS:
        if name == verb:
            return verb
    found = "no verb" if name is None else shown(name)
    raise InvalidArgument("verb", found, f"one of {', '.join(VERBS)}")


def _a(kind: type[T], told: dict[str, object], name: str, expected: str) -> T | None:
    value = told.pop(name, None)
    if value is None or isinstance(value, kind):
        return value
    raise InvalidArgument(name, shown(value), expected)


def _policy(said: dict[str, object]) -> Policy:
    policy = read_record(said, Policy, "policy")
    assert isinstance(policy, Policy)
    return policy


def _pipeline(
    said: dict[str, object] | None, plugins: Sequence[str]
) -> tuple[Pipeline | None, Spec | None]:
    if said is None:
        if plugins:
            raise InvalidArgument("--plugin", plugins[0], "a pipeline, that names its steps")
        return None, None
    try:
        text = json.dumps(said)
    except (TypeError, ValueError) as wrong:
        raise InvalidArgument("pipeline", str(wrong), "what JSON can say") from wrong
    spec = load_spec(text, format="json")
    return build(registry_with(list(plugins)), spec), spec
