"""The steps of the default pipeline that shorten what is old, and the rules of their order."""

from __future__ import annotations

from typing import Final, Literal

from ctxfn.assembly.policy import Policy
from ctxfn.pipeline import AnyStep, MustFollow, must_follow
from ctxfn.processors import (
    apply_input_template,
    drop_old_reasoning,
    elide_tool_results,
    fill_placeholders,
    filter_web_searches,
    fit_budget,
    pair_tool_results,
    render_parts,
    strip_fields,
    tell_reactions,
    trim_activations,
    trim_stale_results,
    unfold_cards,
)

__all__ = ["TRIM_RULES", "trims"]

#: Messages by which stale results grow old. Where no times are known every cache counts as cold,
#: so without it the border would move with each message.
_STALE_EVERY: Final = 20

_TRIMS: Final = (
    trim_activations,
    trim_stale_results,
    filter_web_searches,
    elide_tool_results,
    drop_old_reasoning,
)

TRIM_RULES: Final[tuple[MustFollow, ...]] = (
    *(
        must_follow(
            step,
            unfold_cards,
            because="what stands inside a card must be a message of its own first",
        )
        for step in (*_TRIMS, tell_reactions)
    ),
    must_follow(
        trim_stale_results,
        trim_activations,
        because="what is said elsewhere anyway must not count as a reason to trim",
    ),
    must_follow(
        elide_tool_results,
        trim_stale_results,
        because="a line that names what was overtaken says more than the ends of a text",
    ),
    must_follow(
        fill_placeholders,
        trim_activations,
        because="documents are compared as they were injected, before anything is filled",
    ),
    *(
        must_follow(
            tell_reactions,
            step,
            because="emoji are data: no template goes around them, no placeholder in them is filled",
        )
        for step in (apply_input_template, fill_placeholders)
    ),
    *(
        must_follow(
            render_parts,
            step,
            because="pictures in a tool's state are taken away before they become parts",
        )
        for step in (trim_stale_results, filter_web_searches, elide_tool_results)
    ),
    must_follow(
        pair_tool_results,
        filter_web_searches,
        because="a call that was removed may leave a result",
    ),
    *(
        must_follow(
            fit_budget,
            step,
            because="what is shortened behind it would have been counted in full",
        )
        for step in (*_TRIMS, tell_reactions)
    ),
    *(
        must_follow(
            strip_fields,
            step,
            because="it takes away the fields that this step reads",
        )
        for step in (*_TRIMS, tell_reactions)
    ),
)


def trims(policy: Policy) -> tuple[AnyStep, ...]:
    """List the steps that *policy* asks for, in the order of their rules."""
    every, searches = policy.border_every, policy.old_searches
    left: Literal["line", "nothing"] = "nothing" if searches == "drop" else "line"
    turns, thoughts = policy.result_turns, policy.reasoning_turns
    stale = trim_stale_results(every=_STALE_EVERY, prices=policy.cache_prices)
    return (
        trim_activations,
        *((stale,) if policy.trim_stale else ()),
        *((filter_web_searches(leave=left, every=every),) if searches != "keep" else ()),
        *((elide_tool_results(turns=turns, every=every),) if turns is not None else ()),
        *((drop_old_reasoning(turns=thoughts, every=every),) if thoughts is not None else ()),
    )
