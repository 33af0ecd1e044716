"""The preparation of a turn: model, settings, history, tools and texts, each from what is provided."""

from __future__ import annotations

from collections.abc import Sequence

from ctxfn.errors import check_argument
from ctxfn.io.models import ModelClient
from ctxfn.io.runner.means import Means
from ctxfn.io.runner.provided import OfferedModel, Texts
from ctxfn.io.runner.waiting import Gone, settled, within
from ctxfn.turns import (
    Layer,
    Material,
    ModelChoice,
    OfferedTool,
    Place,
    Stored,
    count_start,
    resolve_setting,
    settings_of,
    warn_once,
)
from ctxfn.turns.exchange import LineTold, NoModel, Prepared

__all__ = ["client_of", "prepare", "read_place"]


async def prepare(
    means: Means, session: str, platform: str, turn: str | None
) -> Prepared | NoModel:
    """Read what a turn works with, now."""
    provided = means.provided
    layers = await _layers(means, session, platform)
    model = _chosen(means, session, turn, layers)
    if model is None:
        wanted = resolve_setting(layers, "llm").value
        entry = wanted.entry if isinstance(wanted, ModelChoice) else None
        return NoModel(entry, tuple(dict.fromkeys(one.choice.entry for one in provided.models)))
    groups = ("*",) if provided.groups is None else await settled(provided.groups(session))
    settings = settings_of(layers, groups=tuple(groups))
    history, active, offset = await _history(means, session, turn, settings.history_line)
    return Prepared(
        Material(
            model.model,
            settings,
            means.options,
            await _said(provided.persona, session, platform),
            await _said(provided.volatile, session, platform),
            await _said(provided.attachment_note, session, platform),
            history=history,
            active=active,
            offset=offset,
            tools=tuple(OfferedTool(one.declaration, one.groups) for one in provided.tools or ()),
            contributions=means.contributions.known,
        )
    )


async def _said(text: Texts | None, session: str, platform: str) -> str:
    said = None if text is None else await settled(text(session, platform))
    check_argument("persona, volatile or attachment_note", said, str | None, "a text")
    return said or ""


async def _layers(means: Means, session: str, platform: str) -> tuple[Layer, ...]:
    store = means.provided.settings
    layers = () if store is None else tuple(await store.layers(session, platform))
    assigned = means.assigned.get(session)
    own = () if assigned is None else (Layer("session", (("llm", assigned),)),)
    return (*own, *layers, means.defaults)


def _chosen(
    means: Means, session: str, turn: str | None, layers: Sequence[Layer]
) -> OfferedModel | None:
    """Take the model that is wanted, or else the first there is, with a line once."""
    models, found = means.provided.models, resolve_setting(layers, "llm")
    wanted = found.value if isinstance(found.value, ModelChoice) else None
    chosen = next((one for one in models if one.choice == wanted), models[0] if models else None)
    if chosen is not None:
        own = found.scope == "global"
        means.preferences, line = warn_once(means.preferences, wanted, chosen.choice, own=own)
        if line is not None:
            means.tell(session, turn, LineTold(line))
    return chosen


async def _history(
    means: Means, session: str, turn: str | None, line: int
) -> tuple[tuple[Stored, ...] | None, int | None, int]:
    """Read what is sent of the history; a store that counts is asked for no more than that."""
    archive = means.provided.archive
    if archive is None:
        return (), None, 0

    async def read() -> tuple[tuple[Stored, ...] | None, int | None, int]:
        if line <= 0:
            return tuple(await archive.read(session)), None, 0
        active = await archive.count(session)
        start = count_start(active, line)
        return tuple(await archive.read(session, start=start)), active, start

    try:
        return await within(means.limits.archive, read)
    except Gone as gone:
        means.tell(session, turn, LineTold("archive failed", gone.words))
        return None, None, 0


def client_of(means: Means, provider: str, model: str) -> ModelClient | None:
    """Find who calls the model, if it is still there."""
    wanted = ModelChoice(provider, model)
    return next((one.client for one in means.provided.models if one.choice == wanted), None)


async def read_place(means: Means, session: str) -> Place:
    """Ask who talks in *session*; where nobody knows, nobody special."""
    ask = means.provided.place
    if ask is None:
        return Place()

    async def read() -> Place:
        return await settled(ask(session))

    try:
        place = await within(means.limits.prepare, read)
    except Gone as gone:
        means.tell(session, None, LineTold("the place is not known", gone.words))
        return Place()
    return place if isinstance(place, Place) else Place()
