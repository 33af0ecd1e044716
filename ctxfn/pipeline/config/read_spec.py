"""Read a configuration file's text to a spec, every fault named by its path."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from typing import Any, Final, Literal, TypeAlias, TypeVar

from ctxfn.messages import parse_json, path_text
from ctxfn.pipeline.config.registry import near
from ctxfn.pipeline.config.spec import (
    NESTED,
    NULL,
    SPEC_VERSION,
    PhaseSpec,
    RuleSpec,
    Spec,
    StepSpec,
    too_deep,
)
from ctxfn.pipeline.errors import SpecError, printed
from ctxfn.pipeline.incremental import REMEMBERED
from ctxfn.pipeline.pipeline import DEEPEST, OnError

__all__ = ["ConfigFormat", "load_spec", "read_spec"]

#: The formats a configuration may be written in.
ConfigFormat: TypeAlias = Literal["json", "toml"]

T = TypeVar("T")

_Row: TypeAlias = dict[str, object]

_SPEC_KEYS: Final = (
    "version",
    "name",
    "phases",
    "processors",
    "rules",
    "abortOnError",
    "incremental",
    "timeout",
)
_STEP_KEYS: Final = ("type", "name", "enabled", "priority", "config")
_INSIDE_KEYS: Final = ("phases", "processors", "rules", "abortOnError", "incremental")

#: Lists and objects inside each other: more than any option in any nested pipeline needs.
_DEEPEST_VALUE: Final = 200


def load_spec(text: str | bytes, *, format: ConfigFormat = "json") -> Spec:
    """Read a configuration file's *text*.

    Contract:
        As `read_spec`.

    Complexity: O(characters).

    Source: as `read_spec`.

    Raises:
        InvalidJson: the text is no JSON.
        SpecError: the text is no TOML, or says something that no pipeline is.

    Examples:
        >>> load_spec('{"processors": [{"type": "drop_empty"}]}').phases[0].steps[0].type
        'drop_empty'
    """
    if not isinstance(text, str | bytes):
        raise SpecError("the configuration", printed(text), "the text of a file: path.read_text()")
    if format == "json":
        parsed = parse_json(text)
        for path in parsed.repeated:
            raise SpecError(path_text(path), "the key twice", "each key once")
        return read_spec(parsed.value)
    if format != "toml":
        raise SpecError("the format", printed(format), "'json' or 'toml'")
    try:
        words = text.decode("utf-8-sig") if isinstance(text, bytes) else text
        return read_spec(tomllib.loads(words))
    except SpecError:
        raise
    except (ValueError, RecursionError) as error:
        raise SpecError("the configuration", str(error), "TOML in UTF-8") from error


def read_spec(value: object) -> Spec:
    """Read what a configuration says: the value of its JSON, or of its TOML.

    Contract:
        ``{version, name, phases: [{name, because, steps}], rules, abortOnError, incremental,
        timeout}``; a step is ``{type, name, enabled, priority, config}``, one of type
        ``pipeline`` has ``phases``, ``rules``, ``abortOnError`` and ``incremental`` in place of
        ``config``. ``processors`` lists steps without phases: they are one. A key nobody knows
        is an error, never passed over.

    Complexity: O(size of the value).

    Source: brief 003, the rulings on what it leaves open; phases and rules are ours.

    Raises:
        SpecError: naming the path, what was found and what was expected.

    Examples:
        >>> read_spec({"processors": [{"type": "drop_empty", "typ": 1}]})
        Traceback (most recent call last):
        ...
        ctxfn.pipeline.errors.SpecError: processors[0].typ: found 1, expected perhaps 'type'; \
there are: config, enabled, name, priority, type
    """
    _check_depth(value)
    return _spec(_row(value, "the configuration"), "", _SPEC_KEYS, 0)


def _check_depth(value: object) -> None:
    """Refuse what is deeper than any configuration, or inside itself, before it is read."""
    done: set[int] = set()
    path: list[tuple[int, Iterator[object]]] = [(0, iter((value,)))]
    while path:
        where, rest = path[-1]
        inner = next(rest, path)
        if inner is path:
            path.pop()
            done.add(where)
        elif isinstance(inner, dict | list) and id(inner) not in done:
            if len(path) > _DEEPEST_VALUE:
                found = f"lists and objects more than {_DEEPEST_VALUE} deep"
                raise SpecError("the configuration", found, "fewer inside each other")
            path.append((id(inner), iter(inner.values() if isinstance(inner, dict) else inner)))


def _spec(row: _Row, path: str, keys: tuple[str, ...], depth: int) -> Spec:
    _known(row, keys, path)
    if depth > DEEPEST:
        raise too_deep(path)
    version = row.get("version", SPEC_VERSION)
    if version != SPEC_VERSION or type(version) is not int:
        raise SpecError(_at(path, "version"), printed(version), f"version {SPEC_VERSION}")
    rules = _each(row, "rules", path, _rule, depth)
    return Spec(
        _phases(row, path, depth),
        rules,
        _text(row, "name", path, default=NESTED),
        _on_error(row, path),
        _timeout(row, path),
        _incremental(row, path),
    )


def _phases(row: _Row, path: str, depth: int) -> tuple[PhaseSpec, ...]:
    if "processors" not in row:
        return _each(row, "phases", path, _phase, depth)
    if "phases" in row:
        raise SpecError(_at(path, "processors"), "phases too", "one of the two")
    steps = _each(row, "processors", path, _step, depth)
    return (PhaseSpec("processors", "listed without phases, in this order", steps),)


def _phase(row: _Row, path: str, depth: int) -> PhaseSpec:
    _known(row, ("name", "because", "steps"), path)
    steps = _each(row, "steps", path, _step, depth)
    return PhaseSpec(_text(row, "name", path), _text(row, "because", path), steps)


def _step(row: _Row, path: str, depth: int) -> StepSpec:
    kind = _text(row, "type", path)
    nested = kind == NESTED
    keys = (*_STEP_KEYS[:-1], *_INSIDE_KEYS) if nested else _STEP_KEYS
    _known(row, keys, path)
    inside = None
    if nested:
        within = (*_INSIDE_KEYS, "name")
        inside = _spec({key: row[key] for key in within if key in row}, path, within, depth + 1)
    priority = row.get("priority", 0)
    if type(priority) is not int:
        raise SpecError(_at(path, "priority"), printed(priority), "a whole number")
    config = {name: _with_null(value) for name, value in _config(row, path).items()}
    name = _text(row, "name", path) if "name" in row and not nested else None
    return StepSpec(kind, config, name, _flag(row, "enabled", path, default=True), priority, inside)


def _config(row: _Row, path: str) -> _Row:
    return _row(row.get("config", {}), _at(path, "config"))


def _with_null(value: object) -> object:
    """Read what TOML, which has no null, says instead of it."""
    if value == NULL:
        return None
    if isinstance(value, dict):
        return {key: _with_null(one) for key, one in value.items()}
    return [_with_null(one) for one in value] if isinstance(value, list) else value


def _rule(row: _Row, path: str, depth: int) -> RuleSpec:
    _known(row, ("later", "earlier", "because", "first", "last"), path)
    later, earlier = (_meant(row, key, path, depth) for key in ("later", "earlier"))
    because = _text(row, "because", path)
    first, last = (_flag(row, key, path, default=False) for key in ("first", "last"))
    return RuleSpec(later, earlier, because, first, last)


def _meant(row: _Row, key: str, path: str, depth: int) -> tuple[str | StepSpec, ...]:
    found = row.get(key)
    several = isinstance(found, list) and bool(found)
    said = found if isinstance(found, list) and several else [found]
    return tuple(
        _one_meant(one, _at(path, f"{key}[{place}]" if several else key), depth)
        for place, one in enumerate(said)
    )


def _one_meant(said: object, path: str, depth: int) -> str | StepSpec:
    if isinstance(said, dict):
        return _step(_row(said, path), path, depth)
    if not isinstance(said, str) or not said.strip():
        found = "nothing" if said is None else printed(said)
        raise SpecError(path, found, "a step's type, a step, or a list of them")
    return said


def _each(
    row: _Row, key: str, path: str, read: Callable[[_Row, str, int], T], depth: int
) -> tuple[T, ...]:
    found = row.get(key, [])
    where = _at(path, key)
    if not isinstance(found, list):
        raise SpecError(where, printed(found), "a list of objects")
    places = [f"{where}[{place}]" for place in range(len(found))]
    return tuple(
        read(_row(one, place), place, depth) for one, place in zip(found, places, strict=True)
    )


def _row(value: object, path: str) -> _Row:
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise SpecError(path, printed(value), "an object")
    return value


def _known(row: _Row, keys: tuple[str, ...], path: str) -> None:
    for key in row:
        if key not in keys:
            raise SpecError(_at(path, key), printed(row[key]), near(key, keys))


def _text(row: _Row, key: str, path: str, default: str | None = None) -> str:
    found: Any = row.get(key, default)
    if not isinstance(found, str) or not found.strip():
        raise SpecError(_at(path, key), printed(found) if key in row else "nothing", "a text")
    return found


def _flag(row: _Row, key: str, path: str, *, default: bool) -> bool:
    found = row.get(key, default)
    if not isinstance(found, bool):
        raise SpecError(_at(path, key), printed(found), "true or false")
    return found


def _on_error(row: _Row, path: str) -> OnError | None:
    if "abortOnError" not in row:
        return None
    return "raise" if _flag(row, "abortOnError", path, default=True) else "skip"


def _timeout(row: _Row, path: str) -> int | float | None:
    found = row.get("timeout")
    if found is None:
        return None
    if isinstance(found, bool) or not isinstance(found, int | float) or not 0 < found < 1e15:
        raise SpecError(_at(path, "timeout"), printed(found), "milliseconds, more than 0")
    return found


def _incremental(row: _Row, path: str) -> int | None:
    found = row.get("incremental", False)
    if not isinstance(found, int) or found < 0:
        expected = "true, false, or how many messages to remember"
        raise SpecError(_at(path, "incremental"), printed(found), expected)
    return None if found is False else REMEMBERED if found is True else found


def _at(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key
