"""What agent and person agreed to reach, until it is reached."""

from __future__ import annotations

from typing import Final

from ctxfn.facts import Plan
from ctxfn.injectors.write_sections import told
from ctxfn.messages import enclose, is_blank, tag
from ctxfn.slots import PREAMBLE, Injector

__all__ = ["plan", "render_plan"]


def render_plan(plan: Plan) -> str:
    """Write goal, description, context and status; completed or without words, no text.

    Contract:
        An element each, description and context only if there are any. Whatever the values
        hold is escaped.

    Complexity: O(characters).

    Source: LobeHub context-engine, plan injector: elements and their order; it escapes nothing.

    Examples:
        >>> print(render_plan(Plan("Ship 2.0", context="Freeze on the 8th")))
        <plan>
        <goal>Ship 2.0</goal>
        <context>Freeze on the 8th</context>
        <status>in_progress</status>
        </plan>
        >>> render_plan(Plan("Ship 2.0", completed=True))
        ''
    """
    said = (plan.goal, plan.description, plan.context)
    if plan.completed or all(map(is_blank, said)):
        return ""
    told_besides = told("description", plan.description), told("context", plan.context)
    return enclose(
        "plan",
        tag("goal", plan.goal),
        *(line for line in told_besides if line),
        tag("status", "in_progress"),
    )


plan: Final = Injector("plan", PREAMBLE, Plan, render_plan, tag="plan_context")
