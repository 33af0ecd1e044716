"""The calls of one answer: judged, run side by side, and stored as one group."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from attrs import evolve

from ctxfn.messages import Assistant, Call, Origin, Text, ToolError, ToolResult, with_calls
from ctxfn.tools import wire_name
from ctxfn.turns.arguments_given import failed, limit_result, result_limit, verdict_of
from ctxfn.turns.asking import appended, assemble, with_keys
from ctxfn.turns.entries import Entry
from ctxfn.turns.exchange import (
    AfterTool,
    AnswerValue,
    BeforeTool,
    Failed,
    LineTold,
    Responded,
    ResultSeen,
    Returned,
    RunTool,
    ToolEnded,
    ToolStarted,
    TurnFinal,
    TurnRequest,
)
from ctxfn.turns.leaks import strip_leaks
from ctxfn.turns.measures import material_of
from ctxfn.turns.models import Response
from ctxfn.turns.reply import check_reply
from ctxfn.turns.segments import CallSegment
from ctxfn.turns.settle import save_next, settle, was_saved
from ctxfn.turns.stored import Stored
from ctxfn.turns.tool_context import tool_context
from ctxfn.turns.turn_state import CallState, Moved, Now, Stage, TurnState, ask

__all__ = ["on_grouped", "on_responded", "on_tool"]


def on_responded(state: TurnState, value: AnswerValue, now: Now) -> Moved:
    """Run the calls of the answer, or take it for the reply if there are none, or too many."""
    if state.stop is not None:
        return settle(state, "aborted", now)
    told: tuple[TurnRequest, ...] = ()
    response = state.response or Response()
    if isinstance(value, Responded):
        text, _ = strip_leaks(value.response.text)
        response = with_keys(evolve(value.response, text=text), state)
    elif isinstance(value, Failed):
        told = (LineTold("a hook behind the model failed", value.error),)
    state = evolve(state, response=response)
    limit = material_of(state).settings.max_iterations
    if not response.calls or (limit is not None and state.batches >= limit):
        state = evolve(state, limit_hit=bool(response.calls), content=response.text)
        state, more = check_reply(state)
        return state, (*told, TurnFinal(state.turn), *more)
    state, more = _start(state, response, now)
    return state, (*told, *more)


def _start(state: TurnState, response: Response, now: Now) -> Moved:
    """Judge all calls of the batch, and begin those that may run."""
    context = tool_context(
        state.inputs,
        state.place,
        session=state.session,
        turn=state.turn,
        groups=material_of(state).settings.groups,
    )
    verdicts = [verdict_of(one.arguments, wording=state.wording) for one in response.calls]
    calls = tuple(
        one if verdict.error is None else evolve(one, arguments=verdict.arguments)
        for one, verdict in zip(response.calls, verdicts, strict=True)
    )
    state = evolve(state, response=evolve(response, calls=calls), batch=(), phase="tools")
    told: list[TurnRequest] = []
    for key, call, verdict in zip(response.keys, calls, verdicts, strict=True):
        told.append(ToolStarted(key, _name(call), call.arguments))
        one = CallState(key, call, context, started_ms=now.at_ms)
        if verdict.error is not None:
            one = evolve(one, result=failed(verdict.error), failed=True)
            state, more = _done(state, one, now)
        else:
            state, more = _ask(state, one, BeforeTool(key, call, context))
        told += more
    state, more = _all_done(state, now)
    return state, (*told, *more)


def _ask(state: TurnState, one: CallState, wanted: BeforeTool | RunTool | AfterTool) -> Moved:
    state, asked = ask(state, "tools", wanted)
    return _put(state, evolve(one, waits=state.number)), asked


def _put(state: TurnState, one: CallState) -> TurnState:
    known = any(other.key == one.key for other in state.batch)
    batch = tuple(one if other.key == one.key else other for other in state.batch)
    return evolve(state, batch=batch if known else (*batch, one))


def _done(state: TurnState, one: CallState, now: Now) -> Moved:
    """Note what came of a call, as long as it may be."""
    material = material_of(state)
    limit = result_limit(material.model.context_length, material.options.result_ratio)
    words = limit_result(one.result, limit, state.wording)
    one = evolve(one, stage="done", waits=None, result=words, ended_ms=now.at_ms)
    return _put(state, one), (ToolEnded(one.key, _name(one.call), words, one.failed),)


def on_tool(state: TurnState, number: int, value: AnswerValue, now: Now) -> Moved:
    """Go on with the call that waited for this answer."""
    one = next((one for one in state.batch if one.waits == number), None)
    if one is None:
        return state, ()
    state, told = _GO_ON[one.stage](state, one, value, now)
    state, more = _all_done(state, now)
    return state, (*told, *more)


def _run(state: TurnState, one: CallState, value: AnswerValue, now: Now) -> Moved:
    """Run it, unless a hook failed."""
    if isinstance(value, Failed):
        return _done(state, evolve(one, result=failed(value.error), failed=True), now)
    return _ask(state, evolve(one, stage="run"), RunTool(one.key, one.call, one.context))


def _show(state: TurnState, one: CallState, value: AnswerValue, _: Now) -> Moved:
    """Show hooks what it returned; what it raised is a result too."""
    if isinstance(value, Returned):
        one = evolve(one, result=value.result)
    else:
        error = value.error if isinstance(value, Failed) else "the tool did not answer"
        one = evolve(one, result=failed(error), failed=True)
    return _ask(state, evolve(one, stage="after"), AfterTool(one.key, one.call, one.result))


def _seen(state: TurnState, one: CallState, value: AnswerValue, now: Now) -> Moved:
    """Take what hooks made of the result."""
    if isinstance(value, ResultSeen):
        return _done(state, evolve(one, result=value.result, metadata=value.metadata), now)
    state, told = _done(state, one, now)
    if isinstance(value, Failed):
        return state, (*told, LineTold("a hook behind a tool failed", value.error))
    return state, told


def _ignored(state: TurnState, *_: object) -> Moved:
    return state, ()


_GO_ON: Final[Mapping[Stage, Callable[[TurnState, CallState, AnswerValue, Now], Moved]]] = {
    "before": _run,
    "run": _show,
    "after": _seen,
    "done": _ignored,
}


def _all_done(state: TurnState, now: Now) -> Moved:
    """Once all calls have their results, put the group behind the list and store it."""
    if any(one.stage != "done" for one in state.batch):
        return state, ()
    if state.discards:
        return settle(state, "aborted", now)
    group = _group(state, now)
    entries = tuple(Entry(one.message, "turn", "step") for one in group)
    segments = tuple(
        CallSegment(
            one.key,
            _name(one.call),
            one.call.arguments,
            one.result,
            one.started_ms,
            one.ended_ms,
        )
        for one in state.batch
    )
    state = evolve(
        appended(state, entries),
        phase="group",
        saving=group,
        batches=state.batches + 1,
        steps=state.steps + len(group),
        segments=(*state.segments, *segments),
        batch=(),
    )
    return save_next(state) or _next(state, now)


def _group(state: TurnState, now: Now) -> tuple[Stored, ...]:
    response = state.response or Response()
    text = (Text(response.text),) if response.text else ()
    asked = with_calls(
        Assistant(text, reasoning=response.reasoning, origin=_origin(state)), response.calls
    )
    results = (
        Stored(_result(one), now.at_ms, turn=state.turn, call=one.key, metadata=one.metadata)
        for one in state.batch
    )
    return (Stored(asked, now.at_ms, turn=state.turn), *results)


def _origin(state: TurnState) -> Origin:
    model, group = material_of(state).model, state.lead.group
    return Origin(group=group, model=model.name, provider=model.provider or None)


def _result(one: CallState) -> ToolResult:
    words = (Text(one.result),) if one.result else ()
    error = ToolError(one.result) if one.failed else None
    return ToolResult(words, call_id=one.call.id, tool=one.call.tool, error=error)


def on_grouped(state: TurnState, value: AnswerValue, now: Now) -> Moved:
    """Go on when a message of the group is stored."""
    state, told = was_saved(state, value)
    state, more = save_next(state) or _next(state, now)
    return state, (*told, *more)


def _next(state: TurnState, now: Now) -> Moved:
    return assemble(evolve(state, saving=()), now)


def _name(call: Call) -> str:
    return call.tool if isinstance(call.tool, str) else wire_name(call.tool)
