"""What the fields of a policy are read from, and what each may be, in the words of its owner."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from typing import Any, Final, Literal, TypeAlias, cast, get_args

from attrs import Attribute

from ctxfn.facts import Capability
from ctxfn.pipeline import OptionError
from ctxfn.processors import CachePrices
from ctxfn.tokens import PLACES, Place

__all__ = [
    "Count",
    "Role",
    "among",
    "argument_turns",
    "border_every",
    "breakpoints",
    "budget",
    "capabilities",
    "groups",
    "handoffs",
    "identifiers",
    "injected_budget",
    "keep_every",
    "orchestration_apis",
    "orchestration_tools",
    "prices",
    "reasoning_turns",
    "reserve",
    "result_turns",
    "roles",
    "text_or_none",
    "turn_tokens",
    "window",
    "yes_or_no",
]

Role: TypeAlias = Literal["user", "assistant", "tool"]

#: Sign, whole digits and fraction; more digits are no count of anything.
_NUMBER: Final = re.compile(r"([+-]?)([0-9]{1,18})(?:\.([0-9]*))?")


#: A count as configuration files and environments hold it.
Count: TypeAlias = int | float | str | None


def _count(value: object, name: str) -> int | None:
    """Read a count: a whole number, also as text; a fraction is rounded down."""
    if value is None:
        return None
    number = _whole(value)
    if number is None or number < 0:
        raise OptionError("Policy", name, _shown(value), "a whole number of 0 or more, or None")
    return number


def _whole(value: object) -> int | None:
    """The whole number at or below *value*; text is never made a float, which is not exact."""
    match value:
        case bool():
            return None
        case int():
            return value
        case float():
            return math.floor(value) if math.isfinite(value) else None
        case str():
            written = _NUMBER.fullmatch(value.strip())
            if written is None:
                return None
            sign, digits, fraction = written.groups("")
            below = sign == "-" and fraction.strip("0") != ""
            return int(sign + digits) - below
        case _:
            return None


def _shown(value: object) -> str:
    try:
        return f"{value!r:.80}"
    except ValueError:
        return "a number too long to write"


def _texts(value: object, name: str) -> tuple[str, ...]:
    """Read texts; one text alone would be the list of its letters."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise OptionError("Policy", name, _shown(value), "a tuple of texts")
    texts = tuple(value)
    for one in texts:
        if not isinstance(one, str):
            raise OptionError("Policy", name, _shown(one), "a text")
    return texts


def identifiers(value: object) -> tuple[str, ...]:
    """Read identifiers of tools."""
    return _texts(value, "disabled_tools")


def breakpoints(value: object) -> tuple[Place, ...]:
    """Read where cache markers go, in the order of a request; each place once."""
    names = frozenset(_texts(value, "breakpoints"))
    for one in sorted(names.difference(PLACES)):
        expected = f"one of {', '.join(PLACES)}"
        raise OptionError("Policy", "breakpoints", repr(one), expected)
    return tuple(place for place in PLACES if place in names)


def handoffs(value: object) -> tuple[str, ...]:
    """Read names of tools that hand over."""
    return _texts(value, "drop_handoffs")


def orchestration_tools(value: object) -> tuple[str, ...]:
    """Read packages by which a supervisor decides."""
    return _texts(value, "orchestration_tools")


def orchestration_apis(value: object) -> tuple[str, ...]:
    """Read functions by which a supervisor decides."""
    return _texts(value, "orchestration_apis")


def roles(value: object) -> tuple[Role, ...]:
    """Read the roles whose words are filled."""
    roles = _texts(value, "fill_placeholders_in")
    known = get_args(Role)
    for one in roles:
        if one not in known:
            expected = f"one of {', '.join(known)}"
            raise OptionError("Policy", "fill_placeholders_in", repr(one), expected)
    return cast("tuple[Role, ...]", roles)


def capabilities(value: object) -> tuple[Capability, ...]:
    """Read capabilities that must be there."""
    names = _texts(value, "refuse_without")
    known = get_args(Capability)
    for one in names:
        if one not in known:
            expected = f"one of {', '.join(known)}"
            raise OptionError("Policy", "refuse_without", repr(one), expected)
    return cast("tuple[Capability, ...]", names)


def groups(value: Count) -> int | None:
    """Read how many groups are kept."""
    return _count(value, "keep_groups")


def budget(value: Count) -> int | None:
    """Read how many tokens a request may have."""
    return _count(value, "budget")


def result_turns(value: Count) -> int | None:
    """Read how many turns keep their results whole."""
    return _from_one(value, "result_turns")


def injected_budget(value: Count) -> int | None:
    """Read how many tokens all that is injected may have."""
    return _count(value, "injected_budget")


def window(value: Count) -> int | None:
    """Read how many tokens the model's window has."""
    return _from_one(value, "window")


def argument_turns(value: Count) -> int | None:
    """Read how many turns keep long arguments."""
    return _from_one(value, "argument_turns")


def reasoning_turns(value: Count) -> int | None:
    """Read how many turns keep their reasoning."""
    return _from_one(value, "reasoning_turns")


def turn_tokens(value: Count) -> int:
    """Read how many tokens are set aside for what follows the last question."""
    return _count(value, "turn_tokens") or 0


def keep_every(value: Count) -> int:
    """Read by how many groups at a time the border of the history moves."""
    return _from_one(value, "keep_every") or 1


def border_every(value: Count) -> int:
    """Read by how many turns a border moves."""
    return _from_one(value, "border_every") or 1


def _from_one(value: Count, name: str) -> int | None:
    number = _count(value, name)
    if number == 0:
        raise OptionError("Policy", name, _shown(value), "a whole number of 1 or more")
    return number


def reserve(value: Count) -> int:
    """Read how many tokens are left for the answer."""
    return _count(value, "reserve") or 0


def among(*choices: str) -> Callable[[object, Attribute[Any], object], None]:
    """Make the check that a value is one of *choices*."""
    *others, last = map(repr, choices)
    expected = f"{', '.join(others)} or {last}"

    def check(_policy: object, attribute: Attribute[Any], value: object) -> None:
        if not isinstance(value, str) or value not in choices:
            raise OptionError("Policy", attribute.name, _shown(value), expected)

    return check


def text_or_none(_policy: object, attribute: Attribute[Any], value: object) -> None:
    """Check that *value* is a text, or ``None``."""
    if value is not None and not isinstance(value, str):
        raise OptionError("Policy", attribute.name, _shown(value), "a text, or None")


def yes_or_no(_policy: object, attribute: Attribute[Any], value: object) -> None:
    """Check that *value* is ``True`` or ``False``."""
    if not isinstance(value, bool):
        raise OptionError("Policy", attribute.name, _shown(value), "True or False")


def prices(_policy: object, attribute: Attribute[Any], value: object) -> None:
    """Check that *value* says what a cache costs."""
    if not isinstance(value, CachePrices):
        raise OptionError("Policy", attribute.name, _shown(value), "a CachePrices")
