"""The smallest pipelines that still give a request an API accepts."""

from __future__ import annotations

from ctxfn.assembly.policy import Policy
from ctxfn.assembly.trims import recent
from ctxfn.errors import check_argument
from ctxfn.injectors import system_role
from ctxfn.pipeline import Pipeline, phase
from ctxfn.processors import (
    drop_empty,
    fill_placeholders,
    fit_budget,
    pair_tool_results,
    render_blocks,
    strip_fields,
)

__all__ = ["minimal_pipeline"]


def minimal_pipeline(policy: Policy | None = None, /) -> Pipeline:
    """Build a short pipeline: what is recent, who the model is, pairs, a budget, nothing else.

    For messages of an API that no store has made a tree of; begin here with steps of your own.

    Contract:
        Of *policy* it asks `keep_groups`, `missing_result`, `open_calls`, `budget` and
        `reserve`. No cards are opened, no media or calls rendered.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> [one.name for one in minimal_pipeline().phases]
        ['history', 'system', 'clean']
    """
    check_argument("the policy", policy, Policy | None, "a Policy(...), or None")
    policy = policy or Policy()
    groups, budget = policy.keep_groups, policy.budget
    return Pipeline(
        (
            phase(
                "history",
                "first, so that all that follows works on what is kept",
                drop_empty,
                *(() if groups is None else (recent(groups, policy.keep_every),)),
            ),
            phase("system", "who the model is; a template", system_role, fill_placeholders()),
            phase(
                "clean",
                "last: cutting orphans results, and blocks are written around what is sent",
                pair_tool_results(
                    missing_result=policy.missing_result, open_calls=policy.open_calls
                ),
                *(() if budget is None else (fit_budget(budget=budget, reserve=policy.reserve),)),
                render_blocks,
                strip_fields,
            ),
        ),
        name="minimal",
    )
