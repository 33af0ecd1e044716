"""Policy: what a program decides once, whatever conversation comes."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import field, frozen

from ctxfn.pipeline import OptionError

__all__ = ["Policy"]

Role: TypeAlias = Literal["user", "assistant", "tool"]


def _count(value: object, name: str) -> int | None:
    """Read a count: a whole number, also as text; a fraction is rounded down."""
    if value is None:
        return None
    try:
        number = None if isinstance(value, bool) else int(float(str(value)))
    except (ValueError, OverflowError):
        number = None
    if number is None or number < 0:
        raise OptionError("Policy", name, repr(value), "a whole number of 0 or more, or None")
    return number


def _groups(value: object) -> int | None:
    return _count(value, "keep_groups")


def _budget(value: object) -> int | None:
    return _count(value, "budget")


def _reserve(value: object) -> int:
    return _count(value, "reserve") or 0


@frozen
class Policy:
    """The knobs of the default pipeline. Counts may be text; fractions are rounded down.

    Raises:
        OptionError: a count is negative or no number.

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
    #: Tokens left free for the answer.
    reserve: int = field(default=0, converter=_reserve)
    #: The message at the end of the branch to send; ``None``: the history is one line.
    head: str | None = None
    #: What stands around each thing a person said, with ``{{text}}`` where it goes.
    input_template: str | None = None
    #: Roles besides the system role in whose text placeholders are filled; they are data.
    fill_placeholders_in: tuple[Role, ...] = ()
    #: Identifiers of tools whose calls leave the history.
    disabled_tools: tuple[str, ...] = ()
    #: What becomes of a call at the very end that has no result yet.
    open_calls: Literal["answer", "leave"] = "answer"
    #: What becomes of any other call without a result.
    missing_result: Literal["answer", "drop_call"] = "answer"
    #: Whether files and media are described to the model in a block of text as well.
    describe_files: bool = True
