"""Facts of a file: an object a fact, under the fact's name."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from ctxfn.io.cli.named_facts import named_facts
from ctxfn.io.cli.reading import read_file, read_value
from ctxfn.io.errors import InvalidArgument, InvalidValue, UnreadableInput
from ctxfn.pipeline import AnyStep

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
    try:
        return named_facts(value, steps)
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
