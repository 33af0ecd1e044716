"""Records as JSON objects: the kind under ``is``, then the fields that are no defaults."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from ctxfn.messages.canonical_kinds import KINDS, NODES
from ctxfn.messages.verbatim import Verbatim

__all__ = ["write_record"]


def write_record(record: object, numbers: Iterator[int]) -> dict[str, object]:
    """Write *record*; the nodes it holds by *numbers*, taken in their order.

    Contract:
        Recursion goes only into what cannot hold itself: parts, calls, marks, turns.
    """
    kind = type(record)
    written: dict[str, object] = {"is": kind.__name__}
    for name, default in KINDS[kind].defaults.items():
        value = getattr(record, name)
        if value is default or value == default:
            continue
        if name in NODES:
            written[name] = [next(numbers) for _ in value]
        else:
            written[name] = _value(value, numbers)
    return written


def _value(value: object, numbers: Iterator[int]) -> object:
    if isinstance(value, tuple):
        return [_value(inner, numbers) for inner in value]
    if isinstance(value, Verbatim):
        return value.shared()
    if attrs.has(type(value)):
        return write_record(value, numbers)
    return value
