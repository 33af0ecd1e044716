"""Order rules of the steps for several agents; the list itself is in `default`."""

from __future__ import annotations

from typing import Final

from ctxfn.pipeline import MustFollow, must_follow
from ctxfn.processors import (
    apply_input_template,
    attribute_agents,
    drop_handoffs,
    filter_orchestration,
    fit_budget,
    pair_tool_results,
    render_blocks,
    render_calls,
    strip_fields,
    unfold_cards,
)

__all__ = ["TEAM_RULES"]

TEAM_RULES: Final[tuple[MustFollow, ...]] = (
    *(
        must_follow(
            step,
            unfold_cards,
            because="what stands inside a card must be a message of its own first",
        )
        for step in (filter_orchestration, drop_handoffs, attribute_agents)
    ),
    *(
        must_follow(
            attribute_agents,
            step,
            because="it writes other agents' calls as words, where this step looks for calls",
        )
        for step in (filter_orchestration, drop_handoffs)
    ),
    must_follow(
        apply_input_template,
        attribute_agents,
        because="the template goes around a person's words; other agents must be told from people",
    ),
    *(
        must_follow(
            step,
            attribute_agents,
            because="calls of other agents are words by then, not to be mended or answered",
        )
        for step in (render_calls, pair_tool_results)
    ),
    must_follow(
        fit_budget,
        attribute_agents,
        because="speakers and elements that come behind it would not be counted",
    ),
    must_follow(
        render_blocks,
        attribute_agents,
        because="a speaker is no part of an envelope, and stands in front of it",
    ),
    *(
        must_follow(
            strip_fields,
            step,
            because="it takes away the agent that this step reads",
        )
        for step in (filter_orchestration, attribute_agents)
    ),
)
