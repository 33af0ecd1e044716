"""A model without a model: it answers from a script, the same every time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import TypeAlias

from attrs import evolve

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.io.models.client import CallDelta, Delta, ReasoningDelta, TextDelta
from ctxfn.io.models.errors import ModelFailure
from ctxfn.io.models.failing import hidden
from ctxfn.io.models.hearing import check_asked, tell
from ctxfn.io.models.small_talk import small_talk
from ctxfn.turns import Response, Segment, TextSegment, ThoughtSegment
from ctxfn.turns.exchange import CallModel

__all__ = ["Scripted", "ScriptedModel"]

#: An answer, a failure, or a function that makes one of the request.
Scripted: TypeAlias = Response | ModelFailure | Callable[[CallModel], Response]


async def _at_once() -> None:
    """Do not pause."""


class ScriptedModel:
    """A client that says what it was told to say; without a script it makes small talk.

    Contract:
        One answer of *script* a request, in order; a function alone answers all of them. When nothing
        is left it is a failure. What is said comes in pieces of *piece* characters, with *pause*
        before each, so that a stop can come between. `asked` has the requests so far.

    Complexity: O(characters).

    Source: ours.

    Raises:
        InvalidArgument: *piece* is no whole number of 1 or more, or the others are of another kind.

    Examples:
        >>> import asyncio
        >>> asked = CallModel((), (), "none", "scripted", 9, None, "s", "chat")
        >>> model, heard = ScriptedModel([Response("Hello there")], piece=6), []
        >>> asyncio.run(model.respond(asked, heard.append)).text
        'Hello there'
        >>> heard
        [TextDelta(text='Hello '), TextDelta(text='there')]
    """

    def __init__(
        self,
        script: Callable[[CallModel], Response] | Iterable[Scripted] = small_talk,
        *,
        piece: int = 12,
        pause: Callable[[], Awaitable[object]] = _at_once,
    ) -> None:
        if not isinstance(piece, int) or isinstance(piece, bool) or piece < 1:
            raise InvalidArgument("ScriptedModel, piece", shown(piece), "characters, 1 or more")
        if not callable(script) and not isinstance(script, Iterable):
            raise InvalidArgument("ScriptedModel, script", shown(script), "answers, or a function")
        if not callable(pause):
            raise InvalidArgument(
                "ScriptedModel, pause", shown(pause), "a function that is awaited"
            )
        self.asked: list[CallModel] = []
        self._every = script if callable(script) else None
        self._left: Iterator[Scripted] = iter(()) if callable(script) else iter(script)
        self._piece, self._pause = piece, pause

    async def respond(self, request: CallModel, hear: Callable[[Delta], None], /) -> Response:
        """Answer *request*, and tell *hear* each piece.

        Raises:
            InvalidArgument: *request* is no request.
            ModelFailure: the script says so, or says nothing more.
        """
        check_asked(request, hear)
        self.asked.append(request)
        response = self._answer(request)
        for delta in _deltas(response, self._piece):
            await self._pause()
            tell("scripted", hear, delta)
        return response if response.segments else evolve(response, segments=_segments(response))

    async def aclose(self) -> None:
        """Close nothing: there is no connection."""

    def _answer(self, request: CallModel) -> Response:
        try:
            said = self._every or next(self._left, None)
            if said is None:
                raise ModelFailure("invalid", "scripted", "the script has no answer left")
            if isinstance(said, ModelFailure):
                raise said
            made = said if isinstance(said, Response) else said(request)
        except ModelFailure:
            raise
        except Exception as error:
            reason = hidden(f"the script failed: {type(error).__name__}: {error}", ())
            raise ModelFailure("invalid", "scripted", reason) from error
        check_argument("the script", made, Response, "a Response")
        return made


def _segments(response: Response) -> tuple[Segment, ...]:
    thoughts = "".join(one.text for one in response.reasoning)
    before: tuple[Segment, ...] = (ThoughtSegment(thoughts),) if thoughts else ()
    return (*before, TextSegment(response.text)) if response.text else before


def _deltas(response: Response, piece: int) -> Iterator[Delta]:
    for segment in response.segments or _segments(response):
        if isinstance(segment, TextSegment):
            yield from (TextDelta(words) for words in _pieces(segment.text, piece))
        elif isinstance(segment, ThoughtSegment):
            yield from (ReasoningDelta(words) for words in _pieces(segment.text, piece))
    for index, call in enumerate(response.calls):
        name = call.tool if isinstance(call.tool, str) else call.tool.api
        yield CallDelta(index, name)
        yield from (CallDelta(index, name, words) for words in _pieces(call.arguments, piece))


def _pieces(text: str, size: int) -> Iterator[str]:
    return (text[at : at + size] for at in range(0, len(text), size))
