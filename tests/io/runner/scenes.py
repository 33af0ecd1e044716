"""Scenes: what people and programs do to a runner, chosen by a seed, and what must hold of it."""

from __future__ import annotations

import copy
import functools
import random
from collections import Counter, deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

import anyio
from attrs import define, field

from ctxfn.io.runner import At, Fate, News, NotForgotten, Runner, RunnerLimits
from ctxfn.messages import Assistant, ToolResult, text_of
from ctxfn.turns import Input, Response, Stored
from ctxfn.turns.exchange import Swallowed, TurnEnded, View
from ctxfn.turns.scheduling import OpenTurn
from tests.io.runner.loops import run, run_until
from tests.io.runner.world import FAST, Kept, Pace, World, calls, person

LIMITS = RunnerLimits(hook=5, archive=5, prepare=5, send=5, model=50, grace=60, tools_at_once=2)

#: How things go at a place: mostly at once, sometimes slowly, wrongly, or never.
CALM: tuple[Pace, ...] = (FAST, FAST, (0.1, False), (0.5, False))
ROUGH: tuple[Pace, ...] = (*CALM, (0.2, True), (1_000.0, False))

#: What people do beside talking.
DEEDS = ("stop", "mute", "delete", "clear", "cancel", "snapshot", "contribute")


@define
class Scene:
    """One run: what happened, and what came of it."""

    seed: int
    rough: bool = False
    gentle: bool = False
    haste: float = 1.0
    chance: random.Random = field(init=False)
    world: World = field(init=False)
    fates: dict[str, Fate] = field(factory=dict)
    cancelled: set[str] = field(factory=set)
    inputs: dict[str, Input] = field(factory=dict)
    news: list[News] = field(factory=list)
    deeds: list[str] = field(factory=list)
    scopes: dict[str, anyio.CancelScope] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        paces = ROUGH if self.rough else CALM
        responses = deque(self._response(number) for number in range(12))
        self.world = World(responses, paces=lambda _: self._pace(paces))

    def _pace(self, paces: tuple[Pace, ...]) -> Pace:
        seconds, fails = self.chance.choice(paces)
        return seconds * self.haste, fails

    async def _pause(self, seconds: float) -> None:
        await anyio.sleep(seconds * self.haste)

    def _response(self, number: int) -> Response:
        if self.chance.random() < 0.4:
            names = [f"c{number}.{one}" for one in range(self.chance.randint(1, 3))]
            return calls(*names, text=self.chance.choice(["", "Looking."]))
        return Response(self.chance.choice(["Words.", "Words.", ""]))

    async def play(self, log: bool = True) -> None:
        """Do it all, and close the runner."""
        provided = self.world.provided(logs=self.world.logs if log else None)
        async with Runner(provided, limits=LIMITS) as runner:
            stream = runner.events(bound=100_000)
            if self.rough:
                runner.hook("turn:before", "odd", self._odd)
                runner.hook("input:before", "odd", self._odd)
                runner.hook("reply:before", "odd", self._odd)
            async with anyio.create_task_group() as group:
                for number in range(self.chance.randint(1, 7)):
                    key = f"k{number}"
                    session = self.chance.choice(["s", "s", "t"])
                    given = self.inputs[key] = self._input(key, session)
                    group.start_soon(self._say, runner, given)
                    if not self.gentle and self.chance.random() < 0.5:
                        group.start_soon(self._do, runner, self.chance.choice(DEEDS), session)
            await runner.settled()
        self.news = [one async for one in stream]

    def _input(self, key: str, session: str) -> Input:
        if self.chance.random() < 0.2:
            return Input(key, f"<{key}>", session, "web", source="schedule", trigger="direct")
        return person(key, f"<{key}>", session)

    async def _odd(self, at: At, value: object) -> Swallowed | None:
        await self._pause(self.chance.choice([0, 0, 0, 0.3, 1_000]))
        match self.chance.randrange(12):
            case 0:
                return Swallowed()
            case 1:
                raise ValueError("a hook fails")
            case _:
                return None

    async def _hint(self, _: View) -> str | None:
        await self._pause(self.chance.choice([0, 0.2, 1_000 if self.rough else 0]))
        return self.chance.choice(["A hint.", None])

    async def _say(self, runner: Runner, given: Input) -> None:
        await self._pause(self.chance.choice([0, 0, 0.1, 0.4, 1.0]))
        with anyio.CancelScope() as scope:
            self.scopes[given.key] = scope
            self.fates[given.key] = await runner.handle_message(given)
        if scope.cancelled_caught:
            self.cancelled.add(given.key)

    async def _do(self, runner: Runner, deed: str, session: str) -> None:
        await self._pause(self.chance.choice([0, 0.1, 0.3, 0.7, 1.5]))
        self.deeds.append(deed)
        match deed:
            case "stop":
                await runner.abort(session)
            case "mute":
                await runner.mute(session)
            case "delete" | "clear":
                with suppress(*((NotForgotten,) if self.rough else ())):
                    await (runner.delete if deed == "delete" else runner.clear)(session)
            case "cancel" if self.scopes:
                self.scopes[self.chance.choice(sorted(self.scopes))].cancel()
            case "snapshot":
                await runner.snapshot(session)
            case "contribute":
                runner.contribute("test/now", "turn-hint", self._hint)
            case _:
                pass


def check(scene: Scene) -> None:
    """Whatever happened: everybody has an answer, and turns come one after the other."""
    assert set(scene.fates) | scene.cancelled == set(scene.inputs)
    running: dict[str, str] = {}
    for one in scene.news:
        if isinstance(one.what, OpenTurn):
            assert one.session not in running
            running[one.session] = one.what.turn
        elif isinstance(one.what, TurnEnded):
            assert running.pop(one.session) == one.what.turn
    assert not running
    for session in ("s", "t"):
        if not scene.rough:
            check_order(scene.world.stored(session))
    if not scene.rough:
        check_kept(scene)


@define
class Crashed:
    """A scene that ended in the middle, and the one in which it was resumed."""

    scene: Scene
    after: World
    offered: frozenset[str]
    ended: bool

    @property
    def ran(self) -> list[str]:
        """Every call that a tool was begun for."""
        return [*self.scene.world.ran, *self.after.ran]


def crash(seed: int, order: int, steps: int, more: int | None = None) -> Crashed:
    """Play a scene until the program is gone, and resume it; *more* steps later it is gone again."""
    scene = Scene(seed, gentle=True)
    ended, after = _gone(scene.world, scene.play, order, steps)
    if more is not None:
        _, after = _gone(after, functools.partial(go_on, after), order + 1, more)
    offered = frozenset(after.kept.offered)
    run(functools.partial(go_on, after), order + 2)
    return Crashed(scene, after, offered, ended)


async def go_on(world: World) -> None:
    """Resume all that was not finished, and finish it."""
    async with Runner(world.provided(logs=world.logs), limits=LIMITS) as runner:
        await runner.resume()
        await runner.settled()


def _gone(
    world: World, work: Callable[[], Coroutine[Any, Any, None]], order: int, steps: int
) -> tuple[bool, World]:
    """Run until the program is gone; all that is left of its world is what was kept."""
    kept: list[Kept] = []

    def crashed() -> None:
        world.dead = True
        kept.append(copy.deepcopy(world.kept))

    ended = run_until(work, order, steps, crashed)
    return ended, World(deque(), kept=kept[0] if kept else world.kept)


def times_kept(scene: Scene) -> Counter[str]:
    """How often each input is in the archive."""
    every = [*scene.world.stored("s"), *scene.world.stored("t")]
    texts = [text_of(one.message) for one in every if one.message.role in ("user", "system")]
    return Counter(key for key in scene.inputs for text in texts if f"<{key}>" in text)


def check_kept(scene: Scene) -> None:
    """Where the archive does not fail, each input is in it once, unless it went with its session."""
    found = times_kept(scene)
    gone = {"delete", "clear"} & set(scene.deeds)
    for key, fate in scene.fates.items():
        if fate.became in ("opened", "joined", "archived") and not gone:
            assert found[key] == 1, (key, fate)
        elif fate.became == "dropped":
            assert found[key] == 0, (key, fate)
    assert all(count == 1 for count in found.values()), found


def check_order(stored: tuple[Stored, ...]) -> None:
    """Inputs of a turn, then groups in one piece, then its reply or marks; turns do not mix."""
    turns = [one.turn for one in stored if one.turn is not None]
    assert [turns.index(turn) for turn in turns] == sorted(turns.index(turn) for turn in turns)
    for turn in dict.fromkeys(turns):
        mine = [one for one in stored if one.turn == turn]
        ends = [place for place, one in enumerate(mine) if one.record is not None]
        assert len(ends) <= 1
        assert all(place == len(mine) - 1 for place in ends)
        open_calls: list[str] = []
        for one in mine:
            if isinstance(one.message, ToolResult):
                assert one.message.call_id in open_calls, "a result behind a call of its own"
                open_calls = open_calls[open_calls.index(one.message.call_id) + 1 :]
            elif isinstance(one.message, Assistant) and one.message.calls:
                open_calls = [call.id for call in one.message.calls]
