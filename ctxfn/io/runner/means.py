"""What a runner has to carry things out with; all its sessions share it."""

from __future__ import annotations

import contextvars
import functools
import logging
from collections.abc import Callable, Coroutine
from typing import Final

from anyio.abc import TaskGroup

from ctxfn.io.runner.contributing import Contributions
from ctxfn.io.runner.hooks import Hooks
from ctxfn.io.runner.limits import RunnerLimits
from ctxfn.io.runner.news import News, Newsroom, What
from ctxfn.io.runner.provided import Provided
from ctxfn.messages import Message
from ctxfn.turns import (
    AgentOptions,
    Layer,
    ModelChoice,
    Preferences,
    Wording,
    estimate_characters,
    estimate_message,
)
from ctxfn.turns.exchange import LineTold
from ctxfn.turns.scheduling import EntryLogged, RouteLogged, TurnLogged

__all__ = ["Means"]

_LOG: Final = logging.getLogger("ctxfn.runner")


class Means:
    """Provided, hooks, contributions, limits; a clock, and names for turns."""

    def __init__(
        self,
        provided: Provided,
        *,
        options: AgentOptions,
        defaults: Layer,
        limits: RunnerLimits,
        wording: Wording,
        clock: Callable[[], int],
        name_turns: Callable[[], str],
        estimate: Callable[[Message], int] = estimate_message,
        estimate_text: Callable[[str], int] = estimate_characters,
    ) -> None:
        self.provided = provided
        self.options, self.defaults, self.limits, self.wording = options, defaults, limits, wording
        self.clock, self.name_turns = clock, name_turns
        self.estimate, self.estimate_text = estimate, estimate_text
        self.hooks, self.contributions, self.news = Hooks(), Contributions(), Newsroom()
        self.assigned: dict[str, ModelChoice] = {}
        self.preferences = Preferences()
        self.closing = self.closed = False
        self.rested: set[str] = set()
        self._warned: set[str] = set()
        self.group: TaskGroup | None = None

    def start(
        self,
        context: contextvars.Context | None,
        work: Callable[..., Coroutine[object, object, object]],
        *given: object,
    ) -> None:
        """Begin *work* in a task of its own that sees the variables of *context*."""
        assert self.group is not None, "a runner that was entered"
        begin = functools.partial(self.group.start_soon, work, *given)
        (contextvars.Context() if context is None else context.copy()).run(begin)

    def tell(self, session: str, turn: str | None, what: What, key: str | None = None) -> None:
        """Tell who looks on; lines go to the log of the program, too."""
        self.news.tell(News(session, turn, what, key))
        match what:
            case LineTold(about, detail, level):
                words = f"{session}: {about}: {detail}" if detail else f"{session}: {about}"
                _LOG.log(logging.WARNING if level == "warning" else logging.INFO, "%s", words)
            case RouteLogged() | EntryLogged():
                _LOG.debug("%s: %s", session, what)
            case TurnLogged():
                _LOG.info("%s", what)
            case _:
                pass

    def line(self, text: str) -> None:
        """Write a line to the log of the program alone."""
        _LOG.info("%s", text)

    def warn_once(self, session: str, turn: str | None, about: str) -> None:
        """Tell of what is missing, once as long as the program runs."""
        if about not in self._warned:
            self._warned.add(about)
            self.tell(session, turn, LineTold(about))
