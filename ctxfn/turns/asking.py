"""The asking of a model: contributions, hooks, what joins, and the call."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from ctxfn.messages import Call
from ctxfn.turns.bodies import store_input
from ctxfn.turns.contributions import ANCHORS, pending, place_blocks
from ctxfn.turns.edge import at_edge
from ctxfn.turns.entries import Entry
from ctxfn.turns.exchange import (
    AfterModel,
    AnswerValue,
    BeforeModel,
    BuildBlocks,
    Built,
    CallModel,
    Failed,
    Insert,
    Inserted,
    LineTold,
    Listed,
    Responded,
    Swallowed,
    TurnRequest,
    UsageTold,
    View,
)
from ctxfn.turns.handed import taken_back
from ctxfn.turns.layout import focus_entry, input_entry
from ctxfn.turns.leaks import strip_leaks
from ctxfn.turns.measures import budget_for, material_of, usage_event
from ctxfn.turns.models import Response
from ctxfn.turns.scheduling import Input
from ctxfn.turns.segments import joined_segments
from ctxfn.turns.settle import save_next, settle, settle_error, was_saved
from ctxfn.turns.trim import Trimmed, trim
from ctxfn.turns.turn_state import Moved, Now, TurnState, ask

__all__ = [
    "appended",
    "assemble",
    "call_model",
    "heard",
    "on_built",
    "on_called",
    "on_inserted",
    "on_joined",
    "on_listed",
    "returned",
    "with_keys",
]


def assemble(state: TurnState, now: Now) -> Moved:
    """Ask for contributions that have not said anything yet, if there are any."""
    if state.stop is not None:
        return settle(state, "aborted", now)
    material = material_of(state)
    due = pending(material.contributions, state.materialised)
    if not due:
        return _to_hooks(state)
    view = View(
        state.session,
        state.lead.platform,
        state.lead.user_id,
        state.lead.trigger,
        state.begun,
        tuple(evolve(one, origin=None) for one in state.inputs),
    )
    return ask(state, "build", BuildBlocks(due, view, material.options.build_timeout_ms))


def on_built(state: TurnState, value: AnswerValue, now: Now) -> Moved:
    """Place what was built; what failed is asked again before the next call."""
    if state.stop is not None:
        return settle(state, "aborted", now)
    built = value if isinstance(value, Built) else Built()
    told: list[TurnRequest] = [LineTold("a contribution failed", key) for key in built.failed]
    if isinstance(value, Failed):
        told.append(LineTold("contributions failed", value.error))
    said = [
        one for one in built.products if one.says_something and one.key not in state.materialised
    ]
    told += [
        LineTold("a contribution has no such anchor", one.key)
        for one in said
        if one.anchor not in ANCHORS
    ]
    state = evolve(
        state,
        begun=place_blocks(state.begun, said),
        whole=place_blocks(state.whole, said),
        materialised=(*state.materialised, *sorted({one.key for one in said})),
    )
    state, more = _to_hooks(state)
    return state, (*told, *more)


def _to_hooks(state: TurnState) -> Moved:
    return ask(state, "list", BeforeModel(state.begun, material_of(state).declarations))


def on_listed(state: TurnState, value: AnswerValue, now: Now) -> Moved:
    """Take the list back from the hooks, and let in what waits, if people lead the turn."""
    if state.stop is not None:
        return settle(state, "aborted", now)
    told: tuple[TurnRequest, ...] = ()
    shown, tools = state.begun, material_of(state).declarations
    if isinstance(value, Listed):
        shown, gone = taken_back(state.begun, value.messages)
        tools = value.tools
        told = (LineTold("a hook left broken groups", str(gone)),) if gone else ()
    elif isinstance(value, Failed | Swallowed):
        told = (LineTold("a hook before the model failed", getattr(value, "error", "")),)
    state = evolve(state, shown=shown, tools=tools)
    if state.lead.is_human:
        state, more = ask(state, "insert", Insert())
    else:
        state, more = _call(state, now)
    return state, (*told, *more)


def on_inserted(state: TurnState, value: AnswerValue, now: Now) -> Moved:
    """Let inputs join: archived, then in the list; without any the model is called."""
    inputs = value.inputs if isinstance(value, Inserted) else ()
    if not inputs:
        return settle(state, "aborted", now) if state.stop is not None else _call(state, now)
    entries = tuple(input_entry(one, state.place, now.at_ms) for one in inputs)
    saving = tuple(store_input(one, state.place, state.turn, "joined", now.at_ms) for one in inputs)
    state = evolve(
        state,
        inputs=state.inputs + inputs,
        moments=state.moments + (now.at_ms,) * len(inputs),
        saving=saving,
        phase="join",
    )
    state = appended(state, (*_focus(state, inputs, now), *entries))
    return save_next(state) or assemble(state, now)


def _focus(state: TurnState, inputs: Sequence[Input], now: Now) -> tuple[Entry, ...]:
    """Say once more who speaks to the agent, if of those who join somebody does."""
    if not state.place.room or not any(one.is_addressed for one in inputs):
        return ()
    addressed = tuple(
        (one, at_ms)
        for one, at_ms in zip(state.inputs, state.moments, strict=True)
        if one.is_addressed
    )
    return (focus_entry(addressed, state.place, state.wording, now.at_ms),)


def on_joined(state: TurnState, value: AnswerValue, now: Now) -> Moved:
    """Go on when an input that joined is archived."""
    state, told = was_saved(state, value)
    state, more = save_next(state) or assemble(state, now)
    return state, (*told, *more)


def appended(state: TurnState, entries: tuple[Entry, ...]) -> TurnState:
    """Put *entries* behind both lists."""
    return evolve(state, begun=state.begun + entries, whole=state.whole + entries)


def _call(state: TurnState, now: Now) -> Moved:
    if not state.called:
        state = evolve(state, begun=state.shown, whole=state.shown)
    return call_model(state, "call", state.shown, now)


def call_model(state: TurnState, phase: str, entries: tuple[Entry, ...], now: Now) -> Moved:
    """Trim *entries* and call the model with them."""
    material = material_of(state)
    done = trim(
        entries,
        budget_for(material, state.tools),
        memory_budget=material.options.memory_budget,
        already=state.dropped,
        estimate=now.estimate,
        estimate_text=now.estimate_text,
        wording=state.wording,
    )
    state = _trimmed(state, done)
    call = CallModel(
        at_edge(done.entries),
        state.tools,
        material.model.name,
        material.model.provider,
        material.model.max_output,
        material.thinking,
        state.session,
        "subtask" if state.place.child else "chat",
    )
    fewer = len(entries) - len(done.entries)
    told: tuple[TurnRequest, ...] = ()
    if fewer > 0:
        size = f"{state.session}: {len(entries)} -> {len(done.entries)}"
        told = (LineTold("trimmed", size, "info"),)
    state, asked = ask(state, "retry" if phase == "retry" else "call", call)
    return state, (*told, *asked)


def _trimmed(state: TurnState, done: Trimmed) -> TurnState:
    """Keep the list of the first call: what later calls append goes behind it."""
    first = not state.called
    return evolve(
        state,
        shown=done.entries,
        begun=done.entries if first else state.begun,
        dropped=done.dropped if first else state.dropped,
        trimmed=state.trimmed or done.trimmed,
        called=True,
    )


def returned(state: TurnState, value: AnswerValue, now: Now) -> Moved | Response:
    """Take an answer of the model in: usage told, leaks stripped; a failure ends the turn."""
    if isinstance(value, Failed):
        return settle_error(state, value.error, now)
    if not isinstance(value, Responded):
        return settle_error(state, "the model did not answer", now)
    return value.response


def on_called(state: TurnState, value: AnswerValue, now: Now) -> Moved:
    """Show hooks what the model answered."""
    response = returned(state, value, now)
    if not isinstance(response, Response):
        return response
    state, clean, told = heard(state, response, now)
    state, more = ask(evolve(state, response=clean), "response", AfterModel(clean))
    return state, (*told, *more)


def heard(
    state: TurnState, response: Response, now: Now
) -> tuple[TurnState, Response, tuple[TurnRequest, ...]]:
    """Tell what a call took, and return its answer without leaked markup, each call with an id."""
    told: list[TurnRequest] = [UsageTold(usage_event(state, response, now))]
    text, leaked = strip_leaks(response.text)
    if leaked:
        told.append(LineTold("leaked markup", f"{len(response.text)} -> {len(text)}"))
    clean = with_keys(evolve(response, text=text), state)
    segments = joined_segments((*state.segments, *response.segments))
    state = evolve(
        state,
        segments=segments,
        reasoning=(*state.reasoning, *(one.text for one in response.reasoning if one.text)),
        completion_tokens=state.completion_tokens + (response.output_tokens or 0),
    )
    return state, clean, tuple(told)


def with_keys(response: Response, state: TurnState) -> Response:
    """Give each call a name of ours, and an id of its own where it has none."""
    known = dict(enumerate(response.keys))
    keys: list[str] = []
    calls: list[Call] = []
    for place, one in enumerate(response.calls):
        key = known.get(place) or f"{state.turn}.{state.batches + 1}.{place + 1}"
        taken = {call.id for call in calls}
        keys.append(key)
        calls.append(one if one.id and one.id not in taken else evolve(one, id=key))
    return evolve(response, calls=tuple(calls), keys=tuple(keys))
