"""Requests and clients for the tests of models."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from attrs import evolve

from ctxfn.io.models import (
    ClientOptions,
    Delta,
    ModelFailure,
    Patience,
    ReasoningDelta,
    Retries,
    SdkClient,
    TextDelta,
    anthropic_client,
    openai_client,
    openai_responses_client,
)
from ctxfn.messages import Message, own, system, user
from ctxfn.tools import Declaration
from ctxfn.turns import Response
from ctxfn.turns.exchange import CallModel, LineTold
from tests.servers.model_server import ModelServer, Script, model_server

__all__ = ["MAKES", "NOW", "Heard", "ask", "request", "said", "spoken"]

MAKES: Final[dict[str, Callable[..., SdkClient]]] = {
    "chat": openai_client,
    "messages": anthropic_client,
    "responses": openai_responses_client,
}

NOW: Final = Declaration("now", "Tell the time.", own({"type": "object", "properties": {}}))


class Heard:
    """What a client told while it answered."""

    def __init__(self) -> None:
        self.deltas: list[Delta] = []
        self.lines: list[LineTold] = []
        self.slept: list[float] = []

    async def sleep(self, seconds: float) -> None:
        """Do not sleep."""
        self.slept.append(seconds)

    @property
    def text(self) -> str:
        """All words."""
        return "".join(one.text for one in self.deltas if isinstance(one, TextDelta))

    @property
    def thoughts(self) -> str:
        """All thoughts."""
        return "".join(one.text for one in self.deltas if isinstance(one, ReasoningDelta))

    @property
    def about(self) -> list[str]:
        """What the lines are about."""
        return [line.about for line in self.lines]

    def options(self, **given: Any) -> ClientOptions:
        """Options that tell everything here, and never wait."""
        retries = given.pop("retries", Retries(jitter=0.0))
        made = ClientOptions(
            on_line=self.lines.append,
            sleep=self.sleep,
            clock=lambda: 1_700_000_000.0,
            retries=retries,
            patience=given.pop("patience", Patience()),
        )
        return evolve(made, **given)


def said(*words: str) -> tuple[Message, ...]:
    """People and a model by turns, behind a system message."""
    return (system("Be brief."), *(user(word) for word in words))


def request(*messages: Message, **given: Any) -> CallModel:
    """A request with a question, and one tool."""
    asked = CallModel(
        messages or said("What time is it?"),
        (NOW,),
        "claude-test-4-5",
        "test",
        4096,
        None,
        "s",
        "chat",
    )
    return evolve(asked, **given)


async def ask(
    protocol: str,
    script: Script,
    heard: Heard | None = None,
    *,
    asked: CallModel | None = None,
    judges: bool = True,
    to: str | None = None,
    **given: Any,
) -> tuple[Response | ModelFailure, ModelServer]:
    """Ask a server once, and return what came of it."""
    listener = heard or Heard()
    target = {} if to is None else {"to": to}
    async with (
        model_server(script, judges=judges) as server,
        MAKES[protocol](
            base_url=server.url, key="s3cret-key", options=listener.options(**given), **target
        ) as client,
    ):
        try:
            answer: Response | ModelFailure = await client.respond(
                asked or request(), listener.deltas.append
            )
        except ModelFailure as failure:
            answer = failure
    return answer, server


def spoken(answer: Response | ModelFailure) -> Response:
    """Return an answer that has to be one."""
    assert isinstance(answer, Response), answer
    return answer
