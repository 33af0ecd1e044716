"""Contributions: functions that have something to say in a turn, asked side by side."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeAlias

import anyio
from attrs import frozen

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.io.runner.waiting import Gone, in_thread, settled, within
from ctxfn.messages import Block
from ctxfn.turns import ANCHORS, Contribution, Product
from ctxfn.turns.exchange import BuildBlocks, Built, View

__all__ = ["Build", "Contributions"]

_Words: TypeAlias = str | Iterable[str] | None

#: What says something: nothing, a text or several, from what it may see.
Build: TypeAlias = Callable[[View], _Words | Awaitable[_Words]]


@frozen(eq=False)
class _Known:
    contribution: Contribution
    build: Build


class Contributions:
    """Who has something to say, by key."""

    def __init__(self) -> None:
        self._known: dict[str, _Known] = {}

    def put(self, key: str, anchor: str, build: Build) -> None:
        """Let *build* speak at *anchor*; one of the same key is replaced."""
        check_argument("contribute, key", key, str, "plugin/name")
        plugin, _, name = key.rpartition("/")
        if not plugin or not name:
            raise InvalidArgument("contribute, key", shown(key), "plugin/name")
        if anchor not in ANCHORS:
            raise InvalidArgument(f"contribute {key}, anchor", shown(anchor), " or ".join(ANCHORS))
        if not callable(build):
            raise InvalidArgument(f"contribute {key}", shown(build), "a function of a View")
        self._known[key] = _Known(Contribution(key, anchor), build)

    def remove(self, key: str) -> None:
        """Let it speak no more."""
        self._known.pop(key, None)

    @property
    def known(self) -> tuple[Contribution, ...]:
        """All of them, by key."""
        return tuple(self._known[key].contribution for key in sorted(self._known))

    async def built(self, ask: BuildBlocks) -> Built:
        """Ask those that are wanted, all at once, each within the limit; none waits for another.

        What comes late is not heard. One that is no longer there has nothing to say.
        """
        products: dict[str, Product] = {}
        failed: list[str] = []

        async def one(known: _Known) -> None:
            key, anchor = known.contribution.key, known.contribution.anchor
            try:
                blocks = await self._blocks(known, ask)
            except Gone:
                failed.append(key)
            else:
                products[key] = Product(key, anchor, blocks)

        async with anyio.create_task_group() as group:
            for wanted in ask.contributions:
                if wanted.key in self._known:
                    group.start_soon(one, self._known[wanted.key])
        return Built(tuple(products[key] for key in sorted(products)), tuple(sorted(failed)))

    async def _blocks(self, known: _Known, ask: BuildBlocks) -> tuple[Block, ...]:
        async def build() -> tuple[Block, ...]:
            waits = inspect.iscoroutinefunction(known.build)
            came = known.build(ask.view) if waits else await in_thread(known.build, ask.view)
            return _blocks_of(known.contribution.key, await settled(came))

        return await within(ask.timeout_ms / 1000 if ask.timeout_ms > 0 else float("inf"), build)


def _blocks_of(key: str, said: _Words) -> tuple[Block, ...]:
    texts = () if said is None else (said,) if isinstance(said, str) else tuple(said)
    for text in texts:
        check_argument(f"{key}, what it says", text, str, "a text")
    return tuple(Block(key, text) for text in texts if text.strip())
