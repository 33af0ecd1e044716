"""The steps of the default pipeline that shorten what is old, in the order of their rules."""

from __future__ import annotations

from typing import Final, Literal

from ctxfn.assembly.policy import Policy
from ctxfn.pipeline import AnyStep
from ctxfn.processors import (
    drop_old_reasoning,
    elide_tool_results,
    filter_web_searches,
    keep_recent,
    limit_results,
    shrink_arguments,
    trim_activations,
    trim_stale_results,
)

__all__ = ["recent", "trims"]

#: Messages by which stale results grow old. Where no times are known every cache counts as cold,
#: so without it the border would move with each message.
_STALE_EVERY: Final = 20


def trims(policy: Policy) -> tuple[AnyStep, ...]:
    """List the steps that *policy* asks for, in the order of their rules."""
    every, searches = policy.border_every, policy.old_searches
    left: Literal["line", "nothing"] = "nothing" if searches == "drop" else "line"
    turns, thoughts = policy.result_turns, policy.reasoning_turns
    window, arguments = policy.window, policy.argument_turns
    stale = trim_stale_results(every=_STALE_EVERY, prices=policy.cache_prices)
    return (
        trim_activations,
        *((stale,) if policy.trim_stale else ()),
        *((filter_web_searches(leave=left, every=every),) if searches != "keep" else ()),
        *((elide_tool_results(turns=turns, every=every),) if turns is not None else ()),
        *((limit_results(window=window),) if window is not None else ()),
        *((shrink_arguments(turns=arguments, every=every),) if arguments is not None else ()),
        *((drop_old_reasoning(turns=thoughts, every=every),) if thoughts is not None else ()),
    )


def recent(groups: int, every: int) -> AnyStep:
    """Keep the last *groups*; a border that moves by one is not written out."""
    return keep_recent(groups=groups) if every == 1 else keep_recent(groups=groups, every=every)
