"""A snapshot: what a turn would send now, with contributions and hooks that know it is none."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import anyio
from attrs import frozen

from ctxfn.io.runner.answering import Asking, listed
from ctxfn.io.runner.means import Means
from ctxfn.io.runner.preparing import prepare
from ctxfn.io.runner.waiting import within
from ctxfn.turns import Entry, Handed, Material, Place, Product, Snapshot, snapshot
from ctxfn.turns.exchange import BuildBlocks, Listed, NoModel, UsageTold, View

__all__ = ["take_snapshot"]


async def take_snapshot(
    means: Means, session: str, platform: str | None, place: Place
) -> Snapshot | None:
    """Compose what a turn would send; nothing, where no model would be called.

    Raises:
        Gone: something it needs cannot be read.
    """
    where = platform or "webui"
    prepared = await within(means.limits.prepare, lambda: prepare(means, session, where, None))
    if isinstance(prepared, NoModel):
        return None
    composing = _Composing(means, session, where, place, prepared.material, means.clock())
    bare, _ = composing.composed(())
    view = View(session, where, None, None, bare, (), dry_run=True)
    due = prepared.material.contributions
    built = await means.contributions.built(BuildBlocks(due, view, means.options.build_timeout_ms))
    entries, taken = composing.composed(built.products)
    asking = Asking(means, session, "", where, 0, 1, anyio.Semaphore(1), lambda: False)
    tools = prepared.material.declarations
    shown = await listed(asking, entries, Listed((), tools), dry_run=True)
    if isinstance(shown, Listed):
        handed = shown.messages
        _, taken = composing.composed(built.products, lambda _: handed)
    means.tell(session, None, UsageTold(taken.usage))
    return taken


@frozen(eq=False)
class _Composing:
    means: Means
    session: str
    platform: str
    place: Place
    material: Material
    at_ms: int

    def composed(
        self,
        products: Sequence[Product],
        hook: Callable[[Sequence[Entry]], Sequence[Handed]] | None = None,
    ) -> tuple[tuple[Entry, ...], Snapshot]:
        """Return the list as hooks are shown it, and what becomes of it."""
        seen: list[Entry] = []

        def look(entries: Sequence[Entry]) -> Sequence[Handed]:
            seen.extend(entries)
            if hook is not None:
                return hook(entries)
            return [Handed(entry.message, place) for place, entry in enumerate(entries)]

        taken = snapshot(
            self.material,
            products=products,
            hook=look,
            session=self.session,
            platform=self.platform,
            place=self.place,
            wording=self.means.wording,
            at_ms=self.at_ms,
            estimate=self.means.estimate,
            estimate_text=self.means.estimate_text,
        )
        return tuple(seen), taken
