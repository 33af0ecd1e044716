"""What one node of a JSON Schema says, and the small changes that keep its meaning."""

from __future__ import annotations

from typing import Final

__all__ = [
    "SHARED",
    "are_texts",
    "chosen",
    "is_null",
    "is_reference",
    "known_required",
    "lacks_property",
    "member",
    "says_type",
    "with_one_type",
]

_Row = dict[str, object]

#: What holds for each member of a choice as much as for the choice.
SHARED: Final = ("description", "nullable")


def is_reference(value: object) -> bool:
    """Say whether *value* is a reference, and maybe more."""
    return isinstance(value, dict) and isinstance(value.get("$ref"), str)


def is_null(member: object) -> bool:
    """Say whether *member* allows nothing but ``null``."""
    return isinstance(member, dict) and member.get("type") == "null"


def says_type(member: object) -> bool:
    """Say whether *member* of a choice says what it is, not only what holds for it."""
    return isinstance(member, dict) and any(key in member for key in ("type", "$ref", "const"))


def member(one: object, shared: _Row) -> object:
    """Return *one* with what is *shared* by all members, its own words first."""
    return {**shared, **one} if isinstance(one, dict) else one


def chosen(each: list[_Row]) -> _Row:
    """Say that one of *each* holds: choices inside choices as one, nothing as ``nullable``."""
    flat: list[_Row] = []
    for one in each:
        inside = one.get("anyOf")
        flat += inside if isinstance(inside, list) else [one]
    some = [one for one in flat if not is_null(one)]
    if some and len(some) < len(flat):
        some = [{**one, "nullable": True} for one in some]
    left = some or flat[:1]
    return left[0] if len(left) == 1 else {"anyOf": left}


def with_one_type(node: _Row) -> _Row:
    """Say its type in one word, and what is constant as the only choice."""
    made = dict(node)
    if "const" in made and "enum" not in made:
        made["enum"] = [made.pop("const")]
    kinds = made.get("type")
    if isinstance(kinds, list):
        some = [kind for kind in kinds if kind != "null"]
        made["type"] = some[0] if some else "null"
        if some and len(some) < len(kinds):
            made["nullable"] = True
    if "type" not in made:
        kind = guessed(made)
        made = {"type": kind, **made} if kind else made
    return made


def guessed(node: _Row) -> str | None:
    if "properties" in node:
        return "object"
    if "items" in node:
        return "array"
    return "string" if are_texts(node.get("enum")) else None


def are_texts(value: object) -> bool:
    """Say whether *value* is a list of texts, and not an empty one."""
    return isinstance(value, list) and bool(value) and all(isinstance(one, str) for one in value)


def known_required(required: object, node: _Row) -> list[object]:
    """Return the *required* names that *node* has a property for."""
    held = node.get("properties")
    known = held if isinstance(held, dict) else {}
    return [
        name
        for name in (required if isinstance(required, list) else [])
        if isinstance(name, str) and name in known
    ]


def lacks_property(required: object, node: _Row) -> bool:
    """Say whether something is *required* that *node* has no property for."""
    return not isinstance(required, list) or len(known_required(required, node)) < len(required)
