"""What a caller chose among the ways to mend, checked once."""

from __future__ import annotations

from attrs import frozen

from ctxfn.errors import shown
from ctxfn.front.options import (
    FirstTurn,
    MidSystem,
    MissingResult,
    MissingSignature,
    OpenCalls,
    OrphanResult,
    check_choice,
    check_names,
)
from ctxfn.pipeline import OptionError

__all__ = ["Policies", "policies"]


@frozen(kw_only=True)
class Policies:
    """The options of `repair` and `convert` that say what to do where there is more than one way."""

    missing_result: MissingResult
    orphan_result: OrphanResult
    open_calls: OpenCalls
    mid_system: MidSystem
    first_turn: FirstTurn
    missing_signature: MissingSignature
    drop_flags: tuple[str, ...]
    prefix_changed: bool


def policies(
    verb: str,
    *,
    missing_result: MissingResult,
    orphan_result: OrphanResult,
    open_calls: OpenCalls,
    mid_system: MidSystem,
    first_turn: FirstTurn,
    missing_signature: MissingSignature,
    drop_flags: object,
    prefix_changed: bool,
) -> Policies:
    """Check the options that were given to *verb*, and keep them.

    Complexity: O(options).

    Source: ours.

    Raises:
        OptionError: names the option, and what it may be.
    """
    check_choice(verb, MissingResult, missing_result=missing_result)
    check_choice(verb, OrphanResult, orphan_result=orphan_result)
    check_choice(verb, OpenCalls, open_calls=open_calls)
    check_choice(verb, MidSystem, mid_system=mid_system)
    check_choice(verb, FirstTurn, first_turn=first_turn)
    check_choice(verb, MissingSignature, missing_signature=missing_signature)
    flags = check_names(verb, "drop_flags", drop_flags) or ()
    if not isinstance(prefix_changed, bool):
        raise OptionError(verb, "prefix_changed", shown(prefix_changed), "True or False")
    return Policies(
        missing_result=missing_result,
        orphan_result=orphan_result,
        open_calls=open_calls,
        mid_system=mid_system,
        first_turn=first_turn,
        missing_signature=missing_signature,
        drop_flags=flags,
        prefix_changed=prefix_changed,
    )
