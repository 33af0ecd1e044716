"""The opening of a turn: hooks, the inputs archived, and the first list laid out."""

from __future__ import annotations

from attrs import evolve

from ctxfn.arguments import blames_arguments
from ctxfn.errors import InvalidArgument
from ctxfn.turns.asking import assemble
from ctxfn.turns.bodies import store_input
from ctxfn.turns.clean import CleanHistory, clean_history
from ctxfn.turns.exchange import (
    AnswerValue,
    BeforeTurn,
    Failed,
    LineTold,
    NoModel,
    NoticeTold,
    Prepare,
    Prepared,
    Swallowed,
    TurnEnded,
    TurnRequest,
)
from ctxfn.turns.layout import opening_section, prompt_entry
from ctxfn.turns.models import Material
from ctxfn.turns.place import PLACE, Place
from ctxfn.turns.scheduling import Input
from ctxfn.turns.settle import end_stream, save_next, settle, settle_error, was_saved
from ctxfn.turns.turn_state import Moved, Now, TurnState, ask
from ctxfn.turns.wording import WORDING, Wording

__all__ = ["begin", "on_archived", "on_before", "on_prepared"]


@blames_arguments
def begin(
    turn: str,
    inputs: tuple[Input, ...],
    *,
    session: str = "session",
    late: bool = False,
    place: Place = PLACE,
    wording: Wording = WORDING,
    at_ms: int = 0,
    asked: int = 0,
) -> Moved:
    """Begin a turn of *inputs*; its first ask goes to the hooks before a turn.

    Contract:
        Nothing is archived and nothing said before they let it pass. Its asks are numbered on
        from *asked*.

    Complexity: O(1).

    Source: the chat agent's turns, rules C1 and C2.

    Raises:
        InvalidArgument: there are no inputs.

    Examples:
        >>> state, requests = begin("t1", (Input("1", "Hi", "session", "web"),))
        >>> state.phase, requests[0].number, type(requests[0].ask).__name__
        ('before', 1, 'BeforeTurn')
    """
    if not inputs:
        raise InvalidArgument("begin, inputs", "()", "at least one input")
    state = TurnState(
        turn,
        session,
        inputs,
        len(inputs),
        late,
        place,
        wording=wording,
        opened_ms=at_ms,
        number=asked,
    )
    return ask(state, "before", BeforeTurn(inputs))


def on_before(state: TurnState, value: AnswerValue, now: Now) -> Moved:
    """Go on when the hooks let it pass; otherwise it was never there."""
    if isinstance(value, Swallowed | Failed):
        error = value.error if isinstance(value, Failed) else None
        state, told = end_stream(evolve(state, outcome="not run"))
        ended = TurnEnded(state.turn, "not run", max(0, now.at_ms - state.opened_ms), error)
        return evolve(state, phase="done"), (*told, ended)
    if state.discards:
        return settle(state, "aborted", now)
    saving = tuple(
        store_input(one, state.place, state.turn, "opened", now.at_ms)
        for one in state.inputs
        if one.is_kept
    )
    moments = (now.at_ms,) * len(state.inputs)
    return _archive(evolve(state, phase="archive", saving=saving, moments=moments), now)


def on_archived(state: TurnState, value: AnswerValue, now: Now) -> Moved:
    """Go on when an input is archived."""
    state, told = was_saved(state, value)
    state, more = _archive(state, now)
    return state, (*told, *more)


def _archive(state: TurnState, now: Now) -> Moved:
    saving = save_next(state)
    if saving is not None:
        return saving
    if state.stop is not None:
        return settle(state, "aborted", now)
    return ask(state, "prepare", Prepare())


def on_prepared(state: TurnState, value: AnswerValue, now: Now) -> Moved:
    """Lay the first list out of what there is."""
    if state.stop is not None:
        return settle(state, "aborted", now)
    if isinstance(value, NoModel):
        return _no_model(state, value, now)
    if isinstance(value, Failed):
        return settle_error(state, value.error, now)
    if not isinstance(value, Prepared):
        return settle_error(state, "the turn has nothing to work with", now)
    state, told = _lay_out(state, value.material)
    state, more = assemble(state, now)
    return state, (*told, *more)


def _lay_out(state: TurnState, material: Material) -> Moved:
    history, told = _history(state, material)
    prompt = prompt_entry((material.persona, material.options.system_prompt), state.wording)
    section = opening_section(
        state.inputs,
        state.place,
        state.wording,
        state.moments[0],
        late=state.late,
        volatile=material.volatile,
        attachment_note=material.attachment_note,
    )
    entries = (prompt, *history.entries, *section)
    state = evolve(state, material=material, active=history.active, begun=entries, whole=entries)
    return state, told


def _history(state: TurnState, material: Material) -> tuple[CleanHistory, tuple[TurnRequest, ...]]:
    if material.history is None:
        return CleanHistory(), (LineTold("the history cannot be read"),)
    history = clean_history(
        material.history,
        line=material.settings.history_line,
        turn=state.turn,
        now_ms=state.moments[0],
        timezone=state.place.timezone,
        active=material.active,
        offset=material.offset,
    )
    if not history.left_out:
        return history, ()
    return history, (LineTold("broken groups left out", str(history.left_out)),)


def _no_model(state: TurnState, value: NoModel, now: Now) -> Moved:
    words = state.wording
    wanted = words.no_model_wanted.replace("{model}", value.wanted) if value.wanted else ""
    names = ", ".join(value.available[:5])
    available = words.no_model_available.replace("{models}", names) if names else ""
    text = words.no_model.replace("{wanted}", wanted).replace("{available}", available)
    state, told = settle(state, "error", now)
    return state, (NoticeTold(text, state.turn), *told)
