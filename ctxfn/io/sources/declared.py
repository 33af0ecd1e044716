"""Sources that a file declares: TOML, a table a source, under its id."""

from __future__ import annotations

import difflib
import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from attrs import fields, frozen

from ctxfn.errors import DefinitionError, InvalidArgument, MissingExtra, check_argument, shown
from ctxfn.io.errors import UnreadableInput
from ctxfn.io.sources.kinds import KINDS, SourceKind
from ctxfn.io.sources.limits import Limits
from ctxfn.io.sources.retrieving import DEFAULT_TOKENS
from ctxfn.io.sources.source import Source
from ctxfn.io.sources.wrapped import WRAPPERS, wrapped

__all__ = ["DeclaredSources", "read_sources"]

#: No file of declarations is longer.
_LONGEST: Final = 1_000_000
#: As git writes ssh: `who@host:path`.
_SHORT_SSH: Final = re.compile(r"[\w.-]+@[\w.-]+:")
_SECRET: Final = re.compile(r"auth|cookie|key|passw|secret|token", re.IGNORECASE)
_PASSWORD: Final = re.compile(
    r"://[^/@\s:]*:[^/@\s]+@|[?&](?:[^=&#\s]*[_-])?(?:api|ssl)?(?:auth|key|pass|passw(?:or)?d|pwd|secret|token)=[^&#\s]",
    re.IGNORECASE,
)


@frozen
class DeclaredSources:
    """The sources of a file in their order, and the tokens their passages may have together."""

    sources: tuple[Source, ...]
    tokens: int = DEFAULT_TOKENS


def read_sources(path: str | os.PathLike[str]) -> DeclaredSources:
    """Read the sources that the file at *path* declares.

    ``[sources.ID]`` holds ``type``, the options of that type, ``limits``, and what is put around
    it: ``retry``, times; ``cache``, seconds; ``prefix``; ``read_only``. A text may be
    ``{ env = "NAME" }``: what the environment says; a password may be nothing else. Paths are
    from the folder of the file. ``tokens`` is the budget of all together.

    Raises:
        UnreadableInput: it cannot be read, or something in it does not belong, with its path.
        MissingExtra: a source needs a package that is not installed.
    """
    check_argument("read_sources, path", path, str | os.PathLike, "a path")
    file = Path(path)
    value = _parsed(file)
    _check_keys(file, "", value, ("sources", "tokens"))
    tables = value.get("sources", {})
    if not isinstance(tables, dict) or not tables:
        raise _wrong(
            file, "sources", "nothing" if not tables else shown(tables), "a table a source"
        )
    tokens = value.get("tokens", DEFAULT_TOKENS)
    if not isinstance(tokens, int) or isinstance(tokens, bool) or tokens < 0:
        raise _wrong(file, "tokens", shown(tokens), "a whole number, 0 or more")
    return DeclaredSources(tuple(_source(file, name, one) for name, one in tables.items()), tokens)


def _parsed(file: Path) -> dict[str, object]:
    try:
        with file.open("rb") as opened:
            data = opened.read(_LONGEST + 1)
        if len(data) > _LONGEST:
            raise UnreadableInput(str(file), None, None, f"it has more than {_LONGEST:,} bytes")
        return tomllib.loads(data.decode("utf-8-sig"))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or f"no TOML: {error}"
        raise UnreadableInput(str(file), None, None, reason) from None
    except RecursionError:
        raise UnreadableInput(str(file), None, None, "no TOML: it is nested too deep") from None


def _source(file: Path, id: str, declared: object) -> Source:
    where = f"sources.{id}"
    if not isinstance(declared, dict):
        raise _wrong(file, where, shown(declared), "a table with a type")
    kind = _kind(file, where, declared.get("type"))
    if kind.missing:
        raise MissingExtra(kind.missing[0], kind.extra)
    own = kind.options()
    around = tuple(name for name in WRAPPERS if name not in own)
    _check_keys(file, f"{where}.", declared, ("type", "limits", *own, *around))
    options = {
        name: _table(file, f"{where}.{name}", value)
        if name in kind.tables
        else _value(file, f"{where}.{name}", value)
        for name, value in declared.items()
        if name in own
    }
    for name in kind.hidden:
        if name in declared and not isinstance(declared[name], dict):
            raise _wrong(file, f"{where}.{name}", "a secret", '{ env = "NAME" }')
    for name in kind.places:
        if isinstance(options.get(name), str):
            options[name] = _placed(file, str(options[name]))
    given = declared.get("limits")
    limits = None if given is None else _limits(file, f"{where}.limits", given)
    try:
        made = kind.factory()(id=id, limits=limits, **options)
        return wrapped(made, {name: declared[name] for name in around if name in declared})
    except MissingExtra:
        raise
    except (DefinitionError, TypeError) as error:
        raise UnreadableInput(str(file), None, None, f"{where}: {error}") from None


def _kind(file: Path, where: str, name: object) -> SourceKind:
    known = {one.name: one for one in KINDS}
    if not isinstance(name, str) or name not in known:
        expected = _near(name if isinstance(name, str) else "", known)
        raise _wrong(file, f"{where}.type", shown(name), expected)
    return known[name]


def _limits(file: Path, where: str, given: object) -> Limits:
    if not isinstance(given, dict):
        raise _wrong(file, where, shown(given), "a table of limits")
    _check_keys(file, f"{where}.", given, tuple(one.name for one in fields(Limits)))
    try:
        return Limits(**given)
    except InvalidArgument as error:
        raise UnreadableInput(str(file), None, None, f"{where}: {error}") from None


def _value(file: Path, where: str, value: object) -> object:
    if isinstance(value, dict):
        name = value.get("env")
        if set(value) != {"env"} or not isinstance(name, str):
            raise _wrong(file, where, shown(value), '{ env = "NAME" }')
        if name not in os.environ:
            expected = f"the variable {name} in the environment"
            raise _wrong(file, where, "nothing", expected)
        return os.environ[name]
    if isinstance(value, str) and _PASSWORD.search(value):
        raise _wrong(file, where, "a password", '{ env = "NAME" }')
    return tuple(value) if isinstance(value, list) else value


def _table(file: Path, where: str, given: object) -> dict[str, object]:
    """Read texts by name, as of variables or headers; one that names a secret holds none itself."""
    if not isinstance(given, dict):
        raise _wrong(file, where, shown(given), "a table of texts")
    for name, value in given.items():
        if _SECRET.search(name) and isinstance(value, str):
            raise _wrong(file, f"{where}.{name}", "a secret", '{ env = "NAME" }')
    return {name: _value(file, f"{where}.{name}", value) for name, value in given.items()}


def _placed(file: Path, value: str) -> str:
    """Read a path from the folder of *file*; an address of a server stays as it is."""
    before, path = ("sqlite:///", value[10:]) if value.startswith("sqlite:///") else ("", value)
    if "://" in path or _SHORT_SSH.match(path):
        return value
    return before + str(file.absolute().parent / Path(path).expanduser())


def _check_keys(
    file: Path, where: str, given: Mapping[str, object], known: tuple[str, ...]
) -> None:
    for key in given:
        if key not in known:
            raise _wrong(file, f"{where}{key}", "a key nobody reads", _near(key, known))


def _wrong(file: Path, where: str, found: str, expected: str) -> UnreadableInput:
    return UnreadableInput(str(file), None, None, f"{where}: found {found}, expected {expected}")


def _near(name: str, known: Iterable[str]) -> str:
    there = tuple(known)
    close = difflib.get_close_matches(name, there, 1)
    meant = f"perhaps {close[0]!r}; " if close else ""
    return f"{meant}one of {', '.join(there)}"
