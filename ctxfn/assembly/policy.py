"""Policy: what a program decides once, whatever conversation comes."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, cast, get_args

from attrs import field, frozen

from ctxfn.facts import Capability
from ctxfn.pipeline import OptionError
from ctxfn.processors import ORCHESTRATION_APIS, ORCHESTRATION_TOOLS, CachePrices, Whose

__all__ = ["Policy"]

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


def _identifiers(value: object) -> tuple[str, ...]:
    return _texts(value, "disabled_tools")


def _handoffs(value: object) -> tuple[str, ...]:
    return _texts(value, "drop_handoffs")


def _orchestration_tools(value: object) -> tuple[str, ...]:
    return _texts(value, "orchestration_tools")


def _orchestration_apis(value: object) -> tuple[str, ...]:
    return _texts(value, "orchestration_apis")


def _roles(value: object) -> tuple[Role, ...]:
    roles = _texts(value, "fill_placeholders_in")
    known = get_args(Role)
    for one in roles:
        if one not in known:
            expected = f"one of {', '.join(known)}"
            raise OptionError("Policy", "fill_placeholders_in", repr(one), expected)
    return cast("tuple[Role, ...]", roles)


def _capabilities(value: object) -> tuple[Capability, ...]:
    names = _texts(value, "refuse_without")
    known = get_args(Capability)
    for one in names:
        if one not in known:
            expected = f"one of {', '.join(known)}"
            raise OptionError("Policy", "refuse_without", repr(one), expected)
    return cast("tuple[Capability, ...]", names)


def _groups(value: Count) -> int | None:
    return _count(value, "keep_groups")


def _budget(value: Count) -> int | None:
    return _count(value, "budget")


def _result_turns(value: Count) -> int | None:
    return _from_one(value, "result_turns")


def _argument_turns(value: Count) -> int | None:
    return _from_one(value, "argument_turns")


def _window(value: Count) -> int | None:
    return _from_one(value, "window")


def _reasoning_turns(value: Count) -> int | None:
    return _from_one(value, "reasoning_turns")


def _border_every(value: Count) -> int:
    return _from_one(value, "border_every") or 1


def _from_one(value: Count, name: str) -> int | None:
    number = _count(value, name)
    if number == 0:
        raise OptionError("Policy", name, _shown(value), "a whole number of 1 or more")
    return number


def _injected_budget(value: Count) -> int | None:
    return _count(value, "injected_budget")


def _reserve(value: Count) -> int:
    return _count(value, "reserve") or 0


@frozen
class Policy:
    """The knobs of the default pipeline. Counts may be text; fractions are rounded down.

    Raises:
        OptionError: a count is negative or no number; what should be texts is something else.

    Examples:
        >>> Policy(keep_groups="40").keep_groups
        40
        >>> Policy(budget=-1)
        Traceback (most recent call last):
        ...
        ctxfn.pipeline.errors.OptionError: Policy: option budget: found -1, expected a whole \
number of 0 or more, or None
    """

    #: Groups of history to keep; ``None`` keeps all.
    keep_groups: int | None = field(default=None, converter=_groups)
    #: Tokens the request may have, tools and the reserve included; ``None``: no limit.
    budget: int | None = field(default=None, converter=_budget)
    #: Tokens that all injected context may have together, see `fit_injected`; ``None``: no limit.
    injected_budget: int | None = field(default=None, converter=_injected_budget)
    #: Tokens left free for the answer.
    reserve: int = field(default=0, converter=_reserve)
    #: Turns whose tool results stay whole; older ones keep their ends. ``None``: all stay whole.
    result_turns: int | None = field(default=None, converter=_result_turns)
    #: Tokens of the model's window: no tool result takes more than its share of it, see
    #: `limit_results`. ``None``: results are as long as they are.
    window: int | None = field(default=None, converter=_window)
    #: Turns whose calls keep long arguments; older ones are shortened. ``None``: all keep them.
    argument_turns: int | None = field(default=None, converter=_argument_turns)
    #: Turns whose reasoning is sent back; ``None``: all.
    reasoning_turns: int | None = field(default=None, converter=_reasoning_turns)
    #: By how many turns at a time what is old grows: between, the prefix that was sent stays.
    border_every: int = field(default=4, converter=_border_every)
    #: Whether results that later events made worthless are shortened, once the cache is cold.
    trim_stale: bool = True
    #: What the provider's prompt cache costs, which says when shortening them pays.
    cache_prices: CachePrices = field(factory=CachePrices)
    #: What becomes of web searches of earlier turns.
    old_searches: Literal["keep", "line", "drop"] = "keep"
    #: The message at the end of the branch to send; ``None``: the history is one line.
    head: str | None = None
    #: What stands around each thing a person said, with ``{{text}}`` where it goes.
    input_template: str | None = None
    #: How a delegated task is told, with ``{{agentName}}``, ``{{instruction}}``, ``{{content}}``.
    task_template: str | None = None
    #: Roles besides the system role in whose text placeholders are filled; they are data.
    fill_placeholders_in: tuple[Role, ...] = field(default=(), converter=_roles)
    #: Identifiers of tools whose calls leave the history.
    disabled_tools: tuple[str, ...] = field(default=(), converter=_identifiers)
    #: What becomes of a call at the very end that has no result yet.
    open_calls: Literal["answer", "leave"] = "answer"
    #: What becomes of any other call without a result.
    missing_result: Literal["answer", "drop_call"] = "answer"
    #: Packages and functions by which a supervisor only decides who speaks; see
    #: `filter_orchestration`.
    orchestration_tools: tuple[str, ...] = field(
        default=ORCHESTRATION_TOOLS, converter=_orchestration_tools
    )
    orchestration_apis: tuple[str, ...] = field(
        default=ORCHESTRATION_APIS, converter=_orchestration_apis
    )
    #: Names of tools, with ``*``, whose calls only handed the conversation over and leave the
    #: history; ``HANDOFF_NAMES`` are those of public frameworks.
    drop_handoffs: tuple[str, ...] = field(default=(), converter=_handoffs)
    #: Whose words those of an agent are that is not in the team.
    unknown_agents: Whose = "other"
    #: Capabilities whose lack refuses what needs them; of all others words stand in for it.
    refuse_without: tuple[Capability, ...] = field(default=(), converter=_capabilities)
    #: Whether files and media are described to the model in a block of text as well.
    describe_files: bool = True
