"""JSON objects as records: every field is known and of its type, or the place is named."""

from __future__ import annotations

import types
from typing import Final, Literal, NamedTuple, NoReturn, Union, cast, get_args, get_origin

import attrs

from ctxfn.messages.canonical_kinds import NODES, kind_named, types_of
from ctxfn.messages.cards import Node
from ctxfn.messages.errors import InvalidMessages, TooDeep
from ctxfn.messages.verbatim import Verbatim, freeze

__all__ = ["Inner", "read_record"]

_SCALARS: Final = (str, int, float, bool, type(None))


class Inner:
    """The nodes that cards name by number, each with how many cards are inside each other there.

    `free` are the numbers that nothing names yet; `depth` is that of the node being read.
    """

    def __init__(self, deepest: int | None) -> None:
        self.deepest = deepest
        self.free: set[int] = set()
        self.depth = 0
        self._nodes: list[tuple[Node, int]] = []

    def add(self, node: Node) -> None:
        """Add the node that was just read."""
        self.free.add(len(self._nodes))
        self._nodes.append((node, self.depth))

    def take(self, number: int) -> Node:
        """Return the node of that number, and count how deep it makes what names it."""
        node, depth = self._nodes[number]
        self.depth = max(self.depth, depth + 1)
        return node


class _At(NamedTuple):
    """Where we read, and the nodes that may be named there."""

    message: int | None
    path: str
    inner: Inner

    def inside(self, step: str) -> _At:
        return _At(self.message, f"{self.path}{step}", self.inner)

    def refuse(self, found: object, expected: str) -> NoReturn:
        shown = found if isinstance(found, str) else f"a {type(found).__name__}"
        raise InvalidMessages(self.message, self.path.lstrip("."), shown, expected)


def read_record(written: object, index: int | None, path: str, inner: Inner) -> Node:
    """Read a node; *inner* are those it may name by number.

    Raises:
        InvalidMessages: something there is not what it must be.
        TooDeep: more cards inside each other than *inner* allows.
    """
    at = _At(index, path, inner)
    inner.depth = 0
    made = _record(written, at)
    if not hasattr(made, "role"):
        at.refuse(type(made).__name__, "a message or a card")
    if inner.deepest is not None and inner.depth > inner.deepest:
        raise TooDeep(index, inner.depth, inner.deepest)
    return cast("Node", made)


def _record(written: object, at: _At) -> object:
    if not isinstance(written, dict):
        at.refuse(written, "an object")
    kind = kind_named(written.get("is"))
    if kind is None:
        at.inside(".is").refuse(f"the kind {written.get('is')!r}", "a kind of record")
    hints = types_of(kind.record)
    fields: dict[str, object] = {}
    for name, value in written.items():
        if name == "is":
            continue
        inside = at.inside(f".{name}")
        if name not in kind.defaults:
            inside.refuse("an unknown field", f"a field of {kind.record.__name__}")
        fields[name] = (
            _nodes(value, inside) if name in NODES else _value(value, hints[name], inside)
        )
    for field in attrs.fields(kind.record):
        if field.default is attrs.NOTHING and field.name not in fields:
            at.inside(f".{field.name}").refuse("nothing", "a value")
    return kind.record(**fields)


def _nodes(value: object, at: _At) -> tuple[Node, ...]:
    if not isinstance(value, list):
        at.refuse(value, "a list of numbers")
    for number in value:
        if type(number) is not int or number not in at.inner.free:
            expected = "that of an earlier node in inner, which nothing else names"
            at.refuse(f"the number {number!r}", expected)
        at.inner.free.discard(number)
    return tuple(map(at.inner.take, value))


def _value(value: object, hint: object, at: _At) -> object:
    """Read *value* as the first of the types in *hint* that it can be."""
    origin = get_origin(hint)
    if origin is tuple:
        return _tuple(value, get_args(hint), at)
    if origin is Literal:
        if value not in get_args(hint):
            at.refuse(f"{value!r}", f"one of {get_args(hint)}")
        return value
    options = get_args(hint) if origin in (Union, types.UnionType) else (hint,)
    # No value at all is never written, so even a null is a value where one may stand.
    if Verbatim in options:
        return _carried(value, at)
    if type(value) in _SCALARS and type(value) in options:
        return value
    records = [option for option in options if isinstance(option, type) and attrs.has(option)]
    if not isinstance(value, dict) or not records:
        at.refuse(value, " or ".join(getattr(option, "__name__", "a value") for option in options))
    made = _record(value, at)
    if type(made) not in records:
        at.refuse(type(made).__name__, "another kind of record")
    return made


def _carried(value: object, at: _At) -> Verbatim:
    try:
        return freeze(value)
    except TooDeep as error:
        raise TooDeep(at.message, error.depth, error.limit) from None


def _tuple(value: object, inside: tuple[object, ...], at: _At) -> tuple[object, ...]:
    if not isinstance(value, list):
        at.refuse(value, "a list")
    if len(inside) == 2 and inside[1] is Ellipsis:
        return tuple(
            _value(inner, inside[0], at.inside(f"[{place}]")) for place, inner in enumerate(value)
        )
    if len(value) != len(inside):
        at.refuse(f"{len(value)} values", f"{len(inside)}")
    return tuple(
        _value(inner, hint, at.inside(f"[{place}]"))
        for place, (inner, hint) in enumerate(zip(value, inside, strict=True))
    )
