"""Facts of a file: an object a fact, under the fact's name."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import typer

from ctxfn.facts import Toolset, Variables
from ctxfn.io.cli.fact_values import read_record
from ctxfn.io.cli.reading import read_file, read_value
from ctxfn.io.errors import InvalidArgument, InvalidValue, UnreadableInput
from ctxfn.pipeline import AnyStep, needs
from ctxfn.wire import Profile

__all__ = ["FactsFile", "facts_of_file", "without_twice"]

FactsFile: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--facts",
        metavar="FILE",
        help="Facts as a .toml or .json file: an object a fact, under its name.",
        show_default=False,
        rich_help_panel="What is known about the request",
    ),
]

#: What steps read and options say: whom it is for, and which tools there are.
_SAID_OTHERWISE: Final = {Profile: "--to and --model", Toolset: "--tools"}


def facts_of_file(path: Path | None, steps: AnyStep) -> tuple[object, ...]:
    """Read the facts of *path* that *steps* may read; a name that ends in ``.toml`` is TOML.

    Raises:
        UnreadableInput: it cannot be read, names no fact, or a value is not what its field holds.
    """
    if path is None:
        return ()
    value = _parsed(path)
    if not isinstance(value, dict):
        raise UnreadableInput(str(path), None, None, "found no object, expected one, a key a fact")
    kinds = {kind.__name__: kind for kind in needs(steps)}
    try:
        return tuple(_fact(name, one, kinds) for name, one in value.items())
    except InvalidValue as wrong:
        raise UnreadableInput(str(path), None, None, str(wrong)) from wrong


def without_twice(flags: Iterable[object], named: Iterable[object]) -> tuple[object, ...]:
    """Join facts of options and of a file; none may be told by both.

    Raises:
        InvalidArgument: one is.
    """
    said = tuple(fact for fact in flags if fact is not None)
    told = tuple(named)
    for fact in told:
        if any(type(one) is type(fact) for one in said):
            found = f"{type(fact).__name__}, which another option tells as well"
            raise InvalidArgument("--facts", found, "each fact once")
    return (*said, *told)


def _parsed(path: Path) -> object:
    if path.suffix.lower() != ".toml":
        return read_value(str(path))
    try:
        return tomllib.loads(read_file(str(path)))
    except tomllib.TOMLDecodeError as wrong:
        raise UnreadableInput(str(path), None, None, f"no TOML: {wrong}") from wrong


def _fact(name: str, value: object, kinds: dict[str, type]) -> object:
    kind = kinds.get(name)
    if kind is None:
        known = sorted(one for one, kind in kinds.items() if kind not in _SAID_OTHERWISE)
        raise InvalidValue(name, "a fact that no step reads", f"one of {', '.join(known)}")
    if kind in _SAID_OTHERWISE:
        raise InvalidValue(name, "what an option says", f"{_SAID_OTHERWISE[kind]} instead")
    if kind is Variables:
        return _variables(value)
    return read_record(value, kind, name)


def _variables(value: object) -> Variables:
    if not isinstance(value, dict):
        raise InvalidValue("Variables", f"a {type(value).__name__}", "an object, a key a name")
    return Variables.of(value)
