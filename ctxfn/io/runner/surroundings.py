"""What is around the agents of a runner: what is provided, hooks, contributions, and who looks on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, overload

from attrs import evolve, fields

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.io.runner.contributing import Build
from ctxfn.io.runner.hooks import At, Point
from ctxfn.io.runner.means import Means
from ctxfn.io.runner.news import NewsStream
from ctxfn.io.runner.provided import Provided
from ctxfn.io.runner.sessions import Sessions
from ctxfn.messages import Call
from ctxfn.turns import ContributionsRead, Input, ModelChoice, Response
from ctxfn.turns.exchange import Listed, ReplyChecked, ResultSeen
from ctxfn.turns.scheduling import Outcome

__all__ = ["Surroundings"]


class Surroundings:
    """What may change while agents run; each thing is looked at when it is used."""

    def __init__(self, means: Means, sessions: Sessions) -> None:
        self._means, self._sessions = means, sessions

    @overload
    def hook(
        self, point: Literal["input:before"], name: str, hook: Callable[[At, Input], object]
    ) -> None: ...

    @overload
    def hook(
        self,
        point: Literal["turn:before"],
        name: str,
        hook: Callable[[At, tuple[Input, ...]], object],
    ) -> None: ...

    @overload
    def hook(
        self, point: Literal["model:before"], name: str, hook: Callable[[At, Listed], object]
    ) -> None: ...

    @overload
    def hook(
        self, point: Literal["model:after"], name: str, hook: Callable[[At, Response], object]
    ) -> None: ...

    @overload
    def hook(
        self, point: Literal["tool:before"], name: str, hook: Callable[[At, Call], object]
    ) -> None: ...

    @overload
    def hook(
        self, point: Literal["tool:after"], name: str, hook: Callable[[At, ResultSeen], object]
    ) -> None: ...

    @overload
    def hook(
        self, point: Literal["reply:before"], name: str, hook: Callable[[At, ReplyChecked], object]
    ) -> None: ...

    @overload
    def hook(
        self, point: Literal["turn:after"], name: str, hook: Callable[[At, Outcome], object]
    ) -> None: ...

    def hook(self, point: Point, name: str, hook: Callable[..., object]) -> None:
        """Have *hook* see what passes at *point*: it may change it, or stop it.

        Contract:
            It is given where it is called and what passes, and returns what is to pass instead,
            `Swallowed()`, or nothing; it may be a coroutine function. In the order they were put
            in; one of the same name is replaced.

        Raises:
            InvalidArgument: there is no such point, or nothing to call.
        """
        self._means.hooks.put(point, name, hook)

    def unhook(self, point: Point, name: str) -> None:
        """Call the hook of this name no more."""
        self._means.hooks.remove(point, name)

    def register_preprocessor(self, name: str, function: Callable[[At, Input], object]) -> None:
        """Have *function* see each input before it is handed over: `hook` at ``input:before``.

        Raises:
            InvalidArgument: there is nothing to call.
        """
        self.hook("input:before", name, function)

    @property
    def preprocessors(self) -> tuple[str, ...]:
        """The names of those there are, in order."""
        return self._means.hooks.names("input:before")

    def contribute(self, key: str, anchor: str, build: Build) -> None:
        """Let *build* say something at *anchor* in every turn, also in those that run.

        Raises:
            InvalidArgument: the key is not ``plugin/name``, or there is no such anchor.
        """
        self._means.contributions.put(key, anchor, build)
        self._sessions.post(ContributionsRead(self._means.contributions.known))

    def withdraw(self, key: str) -> None:
        """Let the contribution of this key speak no more."""
        self._means.contributions.remove(key)
        self._sessions.post(ContributionsRead(self._means.contributions.known))

    async def assign_model(self, session: str, model: ModelChoice | None) -> None:
        """Have *session* use *model* from its next turn on, or what is set around it."""
        check_argument("assign_model, model", model, ModelChoice | None, "ModelChoice(...) or None")
        store = self._means.provided.settings
        if store is not None:
            await store.assign_model(session, model)
        elif model is None:
            self._means.assigned.pop(session, None)
        else:
            self._means.assigned[session] = model

    @property
    def provided(self) -> Provided:
        """What there is now."""
        return self._means.provided

    def provide(self, **provided: object) -> None:
        """Replace some of what is provided; what runs uses them from its next look on.

        Raises:
            InvalidArgument: no such thing is used.
        """
        known = {one.name for one in fields(Provided)}
        for name in provided:
            if name not in known:
                raise InvalidArgument("provide", shown(name), " or ".join(sorted(known)))
        self._means.provided = evolve(self._means.provided, **provided)  # type: ignore[arg-type]

    def events(self, session: str | None = None, *, bound: int = 1_000) -> NewsStream:
        """Open a stream of what is told from now on, of all sessions or of one.

        Contract:
            It never holds the agent up: up to *bound* news wait for the reader, then deltas go.
        """
        return self._means.news.open(session, bound)
