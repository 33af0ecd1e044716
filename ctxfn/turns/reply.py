"""The reply: looked at by hooks, written again if it must be, stored, and sent."""

from __future__ import annotations

from attrs import evolve

from ctxfn.messages import Assistant, Origin, System, Text, Usage
from ctxfn.turns.asking import appended, call_model, heard, returned
from ctxfn.turns.entries import Entry
from ctxfn.turns.exchange import (
    AnswerValue,
    BeforeReply,
    Failed,
    LineTold,
    NoticeTold,
    NotSaved,
    Reply,
    ReplyChecked,
    ReplyInfo,
    SendReply,
    Swallowed,
)
from ctxfn.turns.measures import material_of, repeats_itself
from ctxfn.turns.models import Response
from ctxfn.turns.settle import end_stream, save_next, settle, was_saved
from ctxfn.turns.settled_marks import record_of
from ctxfn.turns.stored import Stored
from ctxfn.turns.turn_state import Moved, Now, TurnState, ask

__all__ = ["check_reply", "on_checked", "on_retried", "on_sent", "on_stored"]


def check_reply(state: TurnState) -> Moved:
    """Let hooks look at the reply."""
    return ask(state, "reply", BeforeReply(state.content, state.attempt))


def on_checked(state: TurnState, value: AnswerValue, now: Now) -> Moved:
    """Write the reply again if that is wanted and may be; otherwise finish."""
    if state.stop is not None:
        return settle(state, "aborted", now)
    if not isinstance(value, ReplyChecked):
        content = "" if isinstance(value, Swallowed) else state.content
        state, told = _finish(evolve(state, content=content), now)
        warned = isinstance(value, Failed | Swallowed)
        line = LineTold("a hook before the reply failed", getattr(value, "error", ""))
        return state, (line, *told) if warned else told
    if state.attempt == 0:
        state = evolve(state, max_retries=max(0, value.max_retries))
    if value.retry and state.attempt < state.max_retries and state.content:
        return _retry(state, value, now)
    raw = state.content
    shown = "" if value.retry else value.content
    return _finish(evolve(state, content=shown, archived=value.archived or raw), now)


def _retry(state: TurnState, value: ReplyChecked, now: Now) -> Moved:
    """Call again without tools, with the draft and what is wrong with it behind the list."""
    draft = Entry(Assistant((Text(state.content),)), "turn", "draft")
    words = value.feedback or state.wording.feedback
    said = System((Text(words),), origin=Origin(ours="format-feedback"))
    state = appended(state, (draft, Entry(said, "turn", "feedback")))
    state = evolve(state, attempt=state.attempt + 1, tools=())
    return call_model(state, "retry", state.begun, now)


def on_retried(state: TurnState, value: AnswerValue, now: Now) -> Moved:
    """Let hooks look at what was written again."""
    response = returned(state, value, now)
    if not isinstance(response, Response):
        return response
    state, clean, told = heard(state, response, now)
    state, more = check_reply(evolve(state, response=clean, content=clean.text))
    return state, (*told, *more)


def _finish(state: TurnState, now: Now) -> Moved:
    """Store the reply, then send it; a blank one is neither stored nor sent."""
    state, told = end_stream(state)
    repeats = material_of(state).options.suppress_repeat and repeats_itself(state, state.content)
    if not state.content.strip() or repeats:
        state, more = settle(state, "silent", now)
        return state, (*told, *more)
    archived = state.archived or state.content
    response = state.response or Response()
    info = _info(state, now)
    message = Assistant(
        (Text(archived),),
        reasoning=response.reasoning,
        usage=Usage(info.prompt_tokens, info.completion_tokens),
        origin=Origin(group=state.lead.group, model=info.model, provider=info.provider or None),
    )
    stored = Stored(
        message,
        now.at_ms,
        turn=state.turn,
        visible=state.content if archived != state.content else None,
        record=record_of(state.lead, "replied"),
    )
    state, more = save_next(evolve(state, phase="store", saving=(stored,))) or settle(
        state, "aborted", now
    )
    return state, (*told, *more)


def on_stored(state: TurnState, value: AnswerValue, now: Now) -> Moved:
    """Send what is stored; where it could not be stored it is sent all the same."""
    state, told = was_saved(state, value)
    saved = not isinstance(value, NotSaved | Failed)
    state = evolve(state, outcome="replied", recorded=saved)
    if state.discards:
        state, more = settle(state, "replied", now)
    else:
        state, more = ask(state, "send", SendReply(_reply(state, now)))
    return state, (*told, *more)


def _reply(state: TurnState, now: Now) -> Reply:
    lead = state.lead
    notice = lead.host_notice if lead.instruction == "notice" else None
    return Reply(
        state.content,
        state.session,
        lead.platform,
        state.turn,
        "\n".join(state.reasoning),
        state.segments,
        _info(state, now),
        None if notice is None else (notice.kind, notice.id),
        None if notice is None else notice.reply_to,
    )


def _info(state: TurnState, now: Now) -> ReplyInfo:
    """Say what the reply took: the last prompt, and all that was written for it."""
    model = material_of(state).model
    response = state.response or Response()
    return ReplyInfo(
        model.name,
        model.provider,
        response.input_tokens or 0,
        state.completion_tokens,
        max(0, now.at_ms - state.opened_ms),
    )


def on_sent(state: TurnState, value: AnswerValue, now: Now) -> Moved:
    """End; where sending failed the record stays, and people are told."""
    if not isinstance(value, Failed):
        return settle(state, "replied", now)
    words = state.wording.error.replace("{message}", value.error)
    told = () if state.discards else (NoticeTold(words, state.turn),)
    state = evolve(state, told_outcome="error", error=value.error)
    state, more = settle(state, "replied", now)
    return state, (*told, *more)
