"""Snapshots: what a turn would send now, and what that would take."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import evolve, frozen

from ctxfn.arguments import blames_arguments
from ctxfn.messages import Message
from ctxfn.turns.clean import clean_history
from ctxfn.turns.contributions import Product, place_blocks
from ctxfn.turns.entries import Entry
from ctxfn.turns.estimate import estimate_characters, estimate_message
from ctxfn.turns.handed import Handed, taken_back
from ctxfn.turns.layout import prompt_entry
from ctxfn.turns.measures import budget_for, measured
from ctxfn.turns.models import Material
from ctxfn.turns.place import PLACE, Place
from ctxfn.turns.trim import trim
from ctxfn.turns.turn_state import Now
from ctxfn.turns.usage import UsageEvent
from ctxfn.turns.wording import WORDING, Wording

__all__ = ["Snapshot", "snapshot"]


@frozen
class Snapshot:
    """The list that would be sent, and its usage: `used` is an estimate, and there is no turn."""

    entries: tuple[Entry, ...]
    usage: UsageEvent


@blames_arguments
def snapshot(
    material: Material,
    *,
    products: Sequence[Product] = (),
    hook: Callable[[Sequence[Entry]], Sequence[Handed]] | None = None,
    session: str = "session",
    platform: str = "webui",
    place: Place = PLACE,
    wording: Wording = WORDING,
    at_ms: int = 0,
    estimate: Callable[[Message], int] = estimate_message,
    estimate_text: Callable[[str], int] = estimate_characters,
) -> Snapshot:
    """Compose what a turn would send of *material* now, without inputs.

    Contract:
        Prompt and history are those of the next turn's first call. What belongs to a turn stands
        at the end; there are no blocks of surroundings, of focus or of arrival. Trimmed as a turn
        is. Nothing is archived, called or changed. *products* were built, and *hook* changes the
        list, with the word that this is no turn.

    Complexity: O(messages).

    Source: the chat agent's snapshots, rule A15.

    Examples:
        >>> from ctxfn.turns import Model
        >>> taken = snapshot(Material(Model("m", 8192), persona="You are Ann."))
        >>> len(taken.entries), taken.usage.turn, taken.usage.history_messages
        (1, None, 0)
    """
    options, now = material.options, Now(at_ms, estimate, estimate_text)
    history = clean_history(
        material.history or (),
        line=material.settings.history_line,
        now_ms=at_ms,
        timezone=place.timezone,
        active=material.active,
        offset=material.offset,
    )
    prompt = prompt_entry((material.persona, options.system_prompt), wording)
    entries = place_blocks((prompt, *history.entries), products)
    if hook is not None:
        entries, _ = taken_back(entries, hook(entries))
    done = trim(
        entries,
        budget_for(material, material.declarations),
        memory_budget=options.memory_budget,
        estimate=estimate,
        estimate_text=estimate_text,
        wording=wording,
    )
    usage = measured(
        material,
        done.entries,
        entries,
        material.declarations,
        now,
        session=session,
        platform=platform,
    )
    usage = evolve(usage, trimmed=done.trimmed, history_messages=history.active)
    return Snapshot(done.entries, usage)
