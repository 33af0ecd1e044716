"""One thing a source can do, with what a model is told about it."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Union, final, get_args, get_origin, get_type_hints

from annotated_types import Ge, Le
from attrs import frozen

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.io.errors import SourceRefusal
from ctxfn.messages import Verbatim, freeze

__all__ = ["Operation", "operation"]

#: What a parameter may hold, and what JSON calls it.
_KINDS: Final[Mapping[type, str]] = {
    str: "string",
    bool: "boolean",
    int: "integer",
    float: "number",
}


@final
@frozen
class Operation:
    """A tool of a source: `run` takes the arguments by name and returns an `Answer`, or waits for one.

    `parameters` is their JSON schema. `writes` says whether it changes anything.

    Raises:
        InvalidArgument: it has no name, or nothing to call.
    """

    name: str
    says: str
    parameters: Verbatim
    run: Callable[[Mapping[str, object]], object]
    writes: bool = False

    def __attrs_post_init__(self) -> None:
        check_argument("Operation, name", self.name, str, "a text")
        check_argument("Operation, says", self.says, str, "a text")
        check_argument("Operation, parameters", self.parameters, Verbatim, "made by freeze")
        if not self.name.strip():
            raise InvalidArgument("Operation, name", repr(self.name), "a text")
        if not callable(self.run):
            raise InvalidArgument(f"{self.name}: run", shown(self.run), "a function")


def operation(function: Callable[..., object], /, *, writes: bool = False) -> Operation:
    """Make an operation of *function*: its name, its first line, and its parameters are the tool's.

    Contract:
        Each parameter is a text, a whole number, a number or a truth value, or may be None; in
        an annotation, `Ge` and `Le` are its limits and a text says what it is. Arguments that
        are missing, unknown, or not what the annotation says are refused before it runs.

    Complexity: O(parameters).

    Source: ours.

    Raises:
        InvalidArgument: a parameter has no annotation of these.

    Examples:
        >>> def look(place: str, limit: Annotated[int, Ge(1), "How many."] = 3):
        ...     '''Look there.'''
        ...     return place * limit
        >>> made = operation(look)
        >>> made.name, made.says, made.parameters.thaw()["properties"]["limit"]
        ('look', 'Look there.', {'type': 'integer', 'description': 'How many.', 'minimum': 1, 'default': 3})
        >>> made.run({"place": "a"})
        'aaa'
        >>> made.run({"place": "a", "limit": 0})
        Traceback (most recent call last):
        ...
        ctxfn.io.errors.SourceRefusal: look, limit: found 0, expected 1 or more
    """
    if not callable(function) or not hasattr(function, "__name__"):
        raise InvalidArgument("operation", shown(function), "a function with a name")
    parameters = _parameters(function)
    schema = {
        "type": "object",
        "properties": {one.name: one.schema() for one in parameters},
        "required": [one.name for one in parameters if one.required],
        "additionalProperties": False,
    }
    by_name = {one.name: one for one in parameters}

    def run(given: Mapping[str, object]) -> object:
        return function(**_checked(function.__name__, by_name, given))

    says = (inspect.getdoc(function) or "").split("\n\n")[0].replace("\n", " ")
    return Operation(function.__name__, says, freeze(schema), run, writes)


@frozen
class _Parameter:
    name: str
    kind: type
    nullable: bool
    default: object
    says: str = ""
    least: int | None = None
    most: int | None = None

    @property
    def required(self) -> bool:
        return self.default is inspect.Parameter.empty

    def schema(self) -> dict[str, object]:
        """Write it as JSON schema does."""
        made: dict[str, object] = {"type": _KINDS[self.kind]}
        if self.says:
            made["description"] = self.says
        if self.least is not None:
            made["minimum"] = self.least
        if self.most is not None:
            made["maximum"] = self.most
        if not self.required and self.default is not None:
            made["default"] = self.default
        return made

    def check(self, value: object) -> str | None:
        """Say what was expected instead of *value*, if it does not belong."""
        if value is None and self.nullable:
            return None
        kinds = (int, float) if self.kind is float else self.kind
        if not isinstance(value, kinds) or (isinstance(value, bool) and self.kind is not bool):
            return f"a {_KINDS[self.kind]}"
        least, most = self.least, self.most
        if isinstance(value, int) and least is not None and value < least:
            return f"{least} or more" if most is None else f"{least} to {most}"
        if isinstance(value, int) and most is not None and value > most:
            return f"{most} or less" if least is None else f"{least} to {most}"
        return None


def _parameters(function: Callable[..., object]) -> tuple[_Parameter, ...]:
    hints = get_type_hints(function, include_extras=True)
    return tuple(
        _parameter(one, hints.get(one.name))
        for one in inspect.signature(function).parameters.values()
    )


def _parameter(one: inspect.Parameter, hint: Any) -> _Parameter:
    notes: tuple[object, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *rest = get_args(hint)
        notes = tuple(rest)
    kinds = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    plain = [kind for kind in kinds if kind is not type(None)]
    if len(plain) != 1 or plain[0] not in _KINDS:
        raise InvalidArgument(f"operation, {one.name}", shown(hint), "str, int, float or bool")
    return _Parameter(
        one.name,
        plain[0],
        type(None) in kinds,
        one.default,
        next((note for note in notes if isinstance(note, str)), ""),
        next((int(str(note.ge)) for note in notes if isinstance(note, Ge)), None),
        next((int(str(note.le)) for note in notes if isinstance(note, Le)), None),
    )


def _checked(
    name: str, parameters: Mapping[str, _Parameter], given: Mapping[str, object]
) -> dict[str, object]:
    for key in given:
        if key not in parameters:
            known = ", ".join(parameters) or "none"
            raise SourceRefusal(f"{name}: found an argument {shown(key)}, expected one of {known}")
    for key, parameter in parameters.items():
        if key not in given:
            if parameter.required:
                raise SourceRefusal(f"{name}, {key}: found nothing, expected a value")
        elif (expected := parameter.check(given[key])) is not None:
            raise SourceRefusal(f"{name}, {key}: found {shown(given[key])}, expected {expected}")
    return dict(given)
