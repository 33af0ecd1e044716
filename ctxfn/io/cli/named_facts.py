"""Facts as what JSON and TOML say of them: an object each, under its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ctxfn.facts import Toolset, Variables
from ctxfn.io.cli.fact_values import read_record
from ctxfn.io.errors import InvalidValue
from ctxfn.pipeline import AnyStep, needs
from ctxfn.wire import Profile

__all__ = ["named_facts"]

#: What steps read and options say: whom it is for, and which tools there are.
_SAID_OTHERWISE: Final = {Profile: "--to and --model", Toolset: "--tools"}


def named_facts(told: Mapping[str, object], steps: AnyStep) -> tuple[object, ...]:
    """Make the facts that are *told*, of those that *steps* may read.

    Raises:
        InvalidValue: a name is no fact's, or a value is not what its field holds.
    """
    kinds = {kind.__name__: kind for kind in needs(steps)}
    return tuple(_fact(name, one, kinds) for name, one in told.items())


def _fact(name: str, value: object, kinds: dict[str, type]) -> object:
    kind = kinds.get(name)
    if kind is None:
        known = sorted(one for one, kind in kinds.items() if kind not in _SAID_OTHERWISE)
        raise InvalidValue(name, "a fact that no step reads", f"one of {', '.join(known)}")
    if kind in _SAID_OTHERWISE:
        raise InvalidValue(name, "what an option says", f"{_SAID_OTHERWISE[kind]} instead")
    if kind is Variables:
        return _variables(value)
    return read_record(value, kind, name)


def _variables(value: object) -> Variables:
    if not isinstance(value, dict):
        raise InvalidValue("Variables", f"a {type(value).__name__}", "an object, a key a name")
    return Variables.of(value)
