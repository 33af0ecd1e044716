"""The layout of a list: the prompt, the history, and the section of the turn as it opens."""

from __future__ import annotations

from collections.abc import Sequence

from ctxfn.messages import Origin, System, Text, User
from ctxfn.turns.bodies import body_of
from ctxfn.turns.contributions import injected
from ctxfn.turns.entries import Entry
from ctxfn.turns.labels import labelled, labelled_message, time_label, year_of
from ctxfn.turns.place import Place, name_of
from ctxfn.turns.scheduling import Input
from ctxfn.turns.wording import Wording

__all__ = ["focus_entry", "input_entry", "opening_section", "prompt_entry"]


def prompt_entry(parts: Sequence[str], wording: Wording) -> Entry:
    """Make the first message of every list; how inputs are to be read stands last in it."""
    words = "\n\n".join(part for part in (*parts, wording.convention) if part)
    return Entry(System((Text(words),), origin=Origin(ours="persona")), "head", "prompt")


def opening_section(
    inputs: Sequence[Input],
    place: Place,
    wording: Wording,
    at_ms: int,
    *,
    late: bool,
    volatile: str = "",
    attachment_note: str = "",
) -> tuple[Entry, ...]:
    """Lay out the section of a turn that *inputs* opened, before contributions."""
    lead = inputs[0]
    section = [injected("attachments", attachment_note, "turn")] if attachment_note else []
    if volatile and lead.instruction not in ("delegation", "notice"):
        section.append(injected("persona-volatile", volatile, "turn"))
    if lead.instruction is not None:
        return (*section, _instruction(lead, place, wording, at_ms))
    if late and lead.is_human:
        told = wording.arrival
        if place.room and not any(one.is_addressed for one in inputs):
            told = f"{told} {wording.arrival_unaddressed}"
        section.append(injected("queued-inputs", told, "turn"))
    addressed = tuple((one, at_ms) for one in inputs if one.is_addressed)
    if place.room and addressed:
        section.append(focus_entry(addressed, place, wording, at_ms))
    return (*section, *(input_entry(one, place, at_ms) for one in inputs))


def input_entry(given: Input, place: Place, at_ms: int) -> Entry:
    """Make of an input the message the model reads, the same as it will be read back."""
    words = body_of(given, place)
    said = User(((Text(words),) if words else ()) + given.media, given.message_id, given.nickname)
    return Entry(
        labelled_message(said, at_ms, year_of(at_ms, place.timezone), place.timezone),
        "turn",
        "input",
    )


def focus_entry(
    addressed: Sequence[tuple[Input, int]], place: Place, wording: Wording, now_ms: int
) -> Entry:
    """Make the block that says which inputs speak to the agent, all of them so far."""
    lines = [
        f"- ({time_label(at_ms, now_ms, place.timezone)}) {name_of(one.user_id, None) or '?'}"
        for one, at_ms in addressed
    ]
    return injected("focus-guidance", "\n".join((wording.focus, *lines)), "turn")


def _instruction(given: Input, place: Place, wording: Wording, at_ms: int) -> Entry:
    body = body_of(given, place)
    if given.instruction == "delegation":
        where = f" ({given.source_session})" if given.source_session else ""
        words, name = f"{wording.delegation}{where}\n{body}", "cross-session-delegation"
    elif given.host_notice is not None:
        untrusted = given.host_notice.untrusted
        parts = (wording.notice, body, *((untrusted,) if untrusted else ()))
        words, name = "\n".join(parts), "host-notice"
    else:
        words, name = labelled(body, at_ms, at_ms, place.timezone), "idle-prompt"
    return Entry(System((Text(words),), origin=Origin(ours=name)), "turn", "instruction")
