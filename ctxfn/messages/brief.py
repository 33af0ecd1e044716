"""Print a record by what it holds, not by what it might: fields at their default stay away."""

from __future__ import annotations

from typing import TypeVar

from attrs import NOTHING, fields

__all__ = ["brief", "briefly"]

C = TypeVar("C", bound=type)


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
    for field in fields(type(record)):  # type: ignore[arg-type]
        value = getattr(record, field.name)
        if not field.repr or (field.default is not NOTHING and value == field.default):
            in_place = False
            continue
        written.append(repr(value) if in_place else f"{field.alias}={value!r}")
    return f"{type(record).__name__}({', '.join(written)})"
