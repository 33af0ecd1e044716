"""Print a record by what it holds, not by what it might: fields at their default stay away."""

from __future__ import annotations

from typing import Final, TypeAlias, TypeVar

from attrs import fields

__all__ = ["brief", "briefly"]

C = TypeVar("C", bound=type)

#: Of each field its name, its name as an argument, its default, and whether it prints.
_Fields: TypeAlias = tuple[tuple[str, str, object, bool], ...]

_FIELDS: Final[dict[type, _Fields]] = {}


def briefly(kind: C) -> C:
    """Let records of *kind* print as `brief` says; stands above `attrs.frozen`.

    Contract:
        Nothing else about the class changes.

    Complexity: O(1).

    Source: ours; a conversation that fills a screen a message is read by nobody.

    Examples:
        >>> from ctxfn.messages import user
        >>> user("hi")
        User((Text('hi'),))
    """
    setattr(kind, "__repr__", brief)  # noqa: B010  (a checker takes it for a method of one)
    return kind


def brief(record: object) -> str:
    """Write *record* as it could be constructed, without fields that have their default.

    Contract:
        Fields come in their order, the first ones by place, and from the first that is left
        out on, by name. Fields that do not print are left out. Evaluates to an equal record.

    Complexity: O(what is printed).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import Call, ToolName
        >>> brief(Call("c1", ToolName("web", "search"), kind="custom"))
        "Call('c1', ToolName('web', 'search'), kind='custom')"
    """
    written = []
    in_place = True
    kind = type(record)
    for name, alias, default, prints in _FIELDS.get(kind) or _learned(kind):
        value = getattr(record, name)
        if value is default or not prints or value == default:
            in_place = False
        else:
            written.append(repr(value) if in_place else f"{alias}={value!r}")
    return f"{kind.__name__}({', '.join(written)})"


def _learned(kind: type) -> _Fields:
    """List what `brief` asks of each field, once a class; nothing equals no default."""
    _FIELDS[kind] = found = tuple(
        (field.name, field.alias or field.name, field.default, field.repr is not False)
        for field in fields(kind)
    )
    return found
