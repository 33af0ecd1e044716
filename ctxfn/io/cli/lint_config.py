"""What a project wants of `check`: the table ``[tool.ctxfn.lint]`` of its pyproject.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import Final, get_args

from attrs import evolve, frozen

from ctxfn.io.cli.reading import read_file
from ctxfn.io.errors import InvalidArgument, UnreadableInput
from ctxfn.lint import Rule, Severity, UnknownRule, rules_named
from ctxfn.wire import UnknownTarget, profile

__all__ = ["LintConfig", "lint_config", "working_folder"]

_FILE: Final = "pyproject.toml"

_TABLE: Final = "[tool.ctxfn.lint]"

_LEVELS: Final = (*get_args(Severity), "off")


@frozen
class LintConfig:
    """The options of `check` that a project sets once; the command line adds to them.

    Patterns of `per_file_ignores` are of paths from where the `file` lies.
    """

    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    to: str | None = None
    plugins: tuple[str, ...] = ()
    severity: tuple[tuple[str, str], ...] = ()
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    file: Path | None = None

    @property
    def folder(self) -> Path | None:
        """Where the file lies."""
        return None if self.file is None else self.file.resolve().parent

    @property
    def plugins_key(self) -> str:
        """Where its plugins are named, for a message."""
        return f"{self.file}, {_TABLE} plugins"

    def check(self, known: tuple[Rule, ...]) -> None:
        """Refuse what names no target, no severity, or none of the rules *known*.

        Raises:
            InvalidArgument: names the file and the key.
        """
        for key, names in self._names():
            try:
                rules_named(names, rules=known)
            except UnknownRule as wrong:
                where = f"{self.file}, {_TABLE} {key}"
                expected = f"a rule; {str(wrong).partition('; ')[2]}"
                raise InvalidArgument(where, repr(wrong.name), expected) from wrong
        for name, level in self.severity:
            if level not in _LEVELS:
                found, expected = f"{name}: {level!r}", f"one of {', '.join(_LEVELS)}"
                raise InvalidArgument(f"{self.file}, {_TABLE} severity", found, expected)
        try:
            if self.to is not None:
                profile(self.to)
        except UnknownTarget as wrong:
            expected = f"one of {', '.join(wrong.known)}"
            where = f"{self.file}, {_TABLE} to"
            raise InvalidArgument(where, repr(self.to), expected) from wrong

    def _names(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        yield "select", self.select or ()
        yield "ignore", self.ignore
        yield "severity", tuple(name for name, _ in self.severity)
        for pattern, names in self.per_file_ignores:
            yield f"per-file-ignores {pattern!r}", names

    def ignored_in(self, source: str) -> tuple[str, ...]:
        """Return what is ignored in the file *source* by its name or its path."""
        if not self.per_file_ignores or source.startswith("<") or self.folder is None:
            return ()
        path = Path(source).resolve()
        inside = path.is_relative_to(self.folder)
        written = PurePosixPath(path.relative_to(self.folder) if inside else path).as_posix()
        return tuple(
            name
            for pattern, names in self.per_file_ignores
            if fnmatchcase(written, pattern) or fnmatchcase(path.name, pattern)
            for name in names
        )


def working_folder() -> Path | None:
    """Return where the command was started; ``None``: the folder is gone."""
    try:
        return Path.cwd()
    except OSError:
        return None


def lint_config(path: Path | None, *, isolated: bool, start: Path | None) -> LintConfig:
    """Read the file at *path*, else the nearest pyproject.toml from *start* up that has the table.

    Raises:
        UnreadableInput: it cannot be read, or is no TOML.
        InvalidArgument: the table has a key or a value that it cannot have.
    """
    if isolated:
        return LintConfig()
    if path is not None:
        table = _table(path)
        if table is None:
            reason = f"found no table {_TABLE}, expected one"
            raise UnreadableInput(str(path), None, None, reason)
        return _read(table, path)
    for folder in (start, *start.parents) if start is not None else ():
        found = folder / _FILE
        if found.is_file() and (table := _table(found)) is not None:
            return _read(table, found)
    return LintConfig()


def _table(path: Path) -> Mapping[str, object] | None:
    try:
        whole: object = tomllib.loads(read_file(str(path)))
    except (tomllib.TOMLDecodeError, RecursionError) as wrong:
        raise UnreadableInput(str(path), None, None, f"no TOML: {wrong}") from wrong
    for key in ("tool", "ctxfn", "lint"):
        whole = whole.get(key) if isinstance(whole, dict) else None
    if whole is not None and not isinstance(whole, dict):
        raise InvalidArgument(f"{path}, {_TABLE}", repr(whole), "a table")
    return whole


def _read(table: Mapping[str, object], path: Path) -> LintConfig:
    config = LintConfig(file=path)
    for key, value in table.items():
        where = f"{path}, {_TABLE} {key}"
        match key:
            case "select":
                config = evolve(config, select=_names(where, value))
            case "ignore":
                config = evolve(config, ignore=_names(where, value))
            case "plugins":
                config = evolve(config, plugins=_names(where, value))
            case "to":
                config = evolve(config, to=_text(where, value))
            case "severity":
                levels = [(name, _text(where, one)) for name, one in _rows(where, value)]
                config = evolve(config, severity=tuple(levels))
            case "per-file-ignores":
                ignores = [(name, _names(where, one)) for name, one in _rows(where, value)]
                config = evolve(config, per_file_ignores=tuple(ignores))
            case _:
                expected = "select, ignore, to, plugins, severity or per-file-ignores"
                raise InvalidArgument(f"{path}, {_TABLE}", f"the key {key!r}", expected)
    return config


def _names(where: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise InvalidArgument(where, repr(value), "a list of texts")
    return tuple(value)


def _text(where: str, value: object) -> str:
    if not isinstance(value, str):
        raise InvalidArgument(where, repr(value), "a text")
    return value


def _rows(where: str, value: object) -> list[tuple[str, object]]:
    if not isinstance(value, dict):
        raise InvalidArgument(where, repr(value), "a table")
    return list(value.items())
