"""What a session has asked: each ask answered in a task of its own, through the mailbox."""

from __future__ import annotations

from typing import TYPE_CHECKING

import anyio

from ctxfn.io.gather.looking_up import reason_of
from ctxfn.io.runner.answering import Asking, answer, at_once, failure
from ctxfn.io.runner.waiting import Gone
from ctxfn.turns.exchange import Answer, AnswerValue, Asked, Failed, SendReply

if TYPE_CHECKING:
    from ctxfn.io.runner.session import LiveSession

__all__ = ["Asks"]


class Asks:
    """The asks of one session that are being answered."""

    def __init__(self, live: LiveSession) -> None:
        self._live = live
        self._scopes: dict[int, anyio.CancelScope] = {}
        self._unwanted: set[int] = set()

    @property
    def any(self) -> bool:
        """Whether something is being answered."""
        return bool(self._scopes)

    def ask(self, asked: Asked, known: AnswerValue | None = None) -> None:
        """Have *asked* answered, or answer it with what is *known*."""
        live = self._live
        known = at_once(live.means, asked.ask) if known is None else known
        if known is not None:
            live.post(Answer(asked.number, known, live.means.clock()))
            return
        # What is done for a turn ends with the turn, whatever is cancelled around the runner.
        self._scopes[asked.number] = anyio.CancelScope(shield=True)
        live.means.start(live.context, self._answer, asked, self._asking(asked))

    def _asking(self, asked: Asked) -> Asking:
        live = self._live
        turn = None if live.agent is None else live.agent.turn
        assert turn is not None, "only a turn asks"
        name = turn.turn

        def stopped() -> bool:
            now = None if live.agent is None else live.agent.turn
            return now is None or now.turn != name or now.stop is not None

        platform, batch = turn.lead.platform, turn.batches + 1
        return Asking(
            live.means, live.name, name, platform, asked.number, batch, live.slots, stopped
        )

    async def _answer(self, asked: Asked, asking: Asking) -> None:
        live, number = self._live, asked.number
        value = failure(asked.ask, "it was not waited for any longer")
        try:
            with self._scopes[number], live.waits_for_this_task():
                try:
                    value = await answer(asking, asked.ask)
                except Gone as gone:
                    value = failure(asked.ask, gone.words)
                except Exception as error:
                    value = failure(asked.ask, reason_of(error))
        finally:
            del self._scopes[number]
        if isinstance(asked.ask, SendReply) and not isinstance(value, Failed):
            live.carrier.said(asked.ask.reply)
        if number in self._unwanted:
            self._unwanted.discard(number)
            live.rest()
        else:
            live.post(Answer(number, value, live.means.clock()))

    def cancel(self, number: int) -> None:
        """No longer want the answer to the ask of this number."""
        if number in self._scopes:
            self._unwanted.add(number)
            self._scopes[number].cancel()

    def give_up(self) -> None:
        """Wait for nothing any longer; each ask is answered with that."""
        for scope in tuple(self._scopes.values()):
            scope.cancel()
