"""Measures of a turn: what a call may cost, and what one took."""

from __future__ import annotations

from collections.abc import Sequence

from ctxfn.errors import InvalidArgument
from ctxfn.messages import Assistant
from ctxfn.tools import Declaration
from ctxfn.turns.entries import Entry
from ctxfn.turns.models import Material, Response
from ctxfn.turns.trim import budget_of
from ctxfn.turns.turn_state import Now, TurnState
from ctxfn.turns.usage import UsageEvent, estimate_tools, usage_parts

__all__ = ["budget_for", "material_of", "measured", "repeats_itself", "usage_event"]

#: The least a budget is.
_FLOOR = 1024


def budget_for(material: Material, tools: Sequence[Declaration]) -> int:
    """Return what the list of a call may cost."""
    model, options = material.model, material.options
    budget = budget_of(model.context_length, ratio=options.trim_ratio, max_output=model.max_output)
    reserved = estimate_tools(tools) if options.reserve_tools else 0
    return max(_FLOOR, budget - reserved)


def material_of(state: TurnState) -> Material:
    """Return what the turn works with; it has it from its preparation on."""
    if state.material is None:
        expected = "a turn that was prepared: let `step` make the states"
        raise InvalidArgument("step, state", f"no material in {state.phase!r}", expected)
    return state.material


def usage_event(state: TurnState, response: Response, now: Now) -> UsageEvent:
    """Say what the call took that was answered by *response*."""
    material = material_of(state)
    event = measured(
        material,
        state.shown,
        state.whole,
        state.tools,
        now,
        session=state.session,
        platform=state.lead.platform,
    )
    used = response.input_tokens
    reported = used if used is not None and used > 0 else event.used
    return UsageEvent(
        state.session,
        state.turn,
        event.platform,
        event.window,
        event.max_tokens,
        event.budget,
        reported,
        state.trimmed,
        event.untrimmed_history,
        state.active + state.steps,
        event.parts,
    )


def measured(
    material: Material,
    sent: Sequence[Entry],
    whole: Sequence[Entry],
    tools: Sequence[Declaration],
    now: Now,
    *,
    session: str,
    platform: str,
) -> UsageEvent:
    """Estimate what a list takes of the window; *whole* is the same list before it was trimmed."""
    parts = usage_parts(sent, tools, estimate=now.estimate)
    before = usage_parts(whole, (), estimate=now.estimate)
    history = sum(part.tokens for part in before if part.name in ("history", "tool_results"))
    model = material.model
    return UsageEvent(
        session,
        None,
        platform,
        model.context_length,
        model.max_output,
        budget_for(material, tools),
        sum(part.tokens for part in parts),
        trimmed=False,
        untrimmed_history=history,
        history_messages=0,
        parts=parts,
    )


def repeats_itself(state: TurnState, content: str) -> bool:
    """Whether the last thing the agent said in the history is *content*."""
    said = [
        entry.message
        for entry in state.whole
        if entry.zone == "history" and isinstance(entry.message, Assistant)
    ]
    words = "".join(getattr(part, "text", "") for part in said[-1].parts) if said else ""
    return bool(words) and words.strip() == content.strip()
