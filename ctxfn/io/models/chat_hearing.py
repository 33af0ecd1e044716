"""Listen to an answer in OpenAI's Chat Completions protocol, and what others make of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from ctxfn.io.models.chat_calls import CallPieces
from ctxfn.io.models.client import Delta, ReasoningDelta, TextDelta
from ctxfn.io.models.errors import ModelFailure
from ctxfn.io.models.failing import failure_said
from ctxfn.io.models.hearing import json_of, number_in, text_in
from ctxfn.io.models.spoken import Spoken
from ctxfn.messages import Assistant
from ctxfn.turns import Response
from ctxfn.wire import codec_named

__all__ = ["ChatHearing"]

#: Keys of a delta that are read here, or that say nothing.
_READ: Final = frozenset(
    {"role", "content", "refusal", "reasoning_content", "reasoning", "tool_calls", "function_call"}
)


#: Endings of servers that gave up, and what type of error that is.
_BROKEN: Final = {"error": "server_error", "insufficient_system_resource": "service_unavailable"}


class ChatHearing:
    """An answer as far as it was heard.

    Contract:
        Whole once a reason to end came, or ``[DONE]`` behind something that was said. Only the first
        of several choices is heard. Usage is the last that came. A refusal is words.
    """

    def __init__(self, provider: str, codec: str) -> None:
        self.finished = False
        self.ending: str | None = None
        self._provider, self._codec = provider, codec
        self._spoken = Spoken()
        self._calls = CallPieces()
        self._heard = False
        self._usage: tuple[int | None, int | None] = (None, None)
        self._untold: dict[str, None] = {}

    @property
    def untold(self) -> tuple[str, ...]:
        """What came and is in no field of the answer."""
        return tuple(self._untold)

    def take(self, name: str, data: str, /) -> tuple[Delta, ...]:
        """Take one event of the stream."""
        words = data.strip()
        if words == "[DONE]":
            self.finished = self.finished or self._heard
            return ()
        if name == "error":
            raise failure_said(self._provider, _json_or_text(words))
        return self.take_whole(json_of(self._provider, words)) if words else ()

    def take_whole(self, body: object, /) -> tuple[Delta, ...]:
        """Take a chunk, or an answer in one piece: they differ in the name of one key."""
        if not isinstance(body, dict):
            raise ModelFailure("malformed", self._provider, "the answer is no object")
        if body.get("error"):
            raise failure_said(self._provider, body["error"])
        self._take_usage(body.get("usage"))
        choices = body.get("choices")
        first = (
            next((one for one in choices if isinstance(one, dict) and not one.get("index")), None)
            if isinstance(choices, list)
            else None
        )
        if first is None:
            return ()
        self._heard = True
        self._take_usage(first.get("usage"))
        said = first.get("delta") or first.get("message")
        deltas = self._spoken.hear(self._deltas(said) if isinstance(said, dict) else ())
        ending = text_in(first, "finish_reason")
        if ending in _BROKEN:
            raise failure_said(self._provider, {"type": _BROKEN[ending], "message": ending})
        if ending:
            self.finished = True
            self.ending = self.ending if self.ending == "refusal" else ending
        return deltas

    def response(self, model: str, /) -> Response:
        """Return what was heard, its calls as our codec reads them."""
        calls, said = self._calls.rows(), self._spoken
        row: dict[str, object] = {"role": "assistant", "content": said.text, "tool_calls": calls}
        if said.thoughts:
            row["reasoning_content"] = said.thoughts
        read = codec_named(self._codec).decode({"messages": [row]}).messages
        answer = next((node for node in read if isinstance(node, Assistant)), Assistant())
        thoughts = tuple(evolve(one, model=model) for one in answer.reasoning)
        tokens = self._usage
        return Response(said.text, answer.calls, (), thoughts, said.segments, *tokens)

    def _take_usage(self, usage: object) -> None:
        told = (number_in(usage, "prompt_tokens"), number_in(usage, "completion_tokens"))
        if told != (None, None):
            self._usage = told

    def _deltas(self, said: dict[str, object]) -> Iterator[Delta]:
        for key, value in said.items():
            if key not in _READ and value:
                self._untold[key] = None
        yield from _thoughts(text_in(said, "reasoning_content") or text_in(said, "reasoning"))
        yield from self._words(said.get("content"))
        refusal = text_in(said, "refusal")
        if refusal:
            self.ending = "refusal"
            yield TextDelta(refusal)
        pieces = said.get("tool_calls")
        legacy = said.get("function_call")
        if isinstance(legacy, dict):
            pieces = [{"index": 0, "id": "function_call", "function": legacy}]
        for piece in pieces if isinstance(pieces, list) else ():
            told = self._calls.take(piece)
            if told is not None:
                yield told

    def _words(self, content: object) -> Iterator[Delta]:
        """Tell what content says; where models think aloud it is a list of parts."""
        if isinstance(content, str) and content:
            yield TextDelta(content)
        for part in content if isinstance(content, list) else ():
            kind = text_in(part, "type")
            if kind == "text" and text_in(part, "text"):
                yield TextDelta(text_in(part, "text"))
            elif kind == "thinking":
                inner = part.get("thinking")
                for one in inner if isinstance(inner, list) else ():
                    yield from _thoughts(text_in(one, "text"))
            elif kind != "text":
                self._untold[f"content of type {kind or 'unknown'}"] = None


def _thoughts(words: str) -> Iterator[Delta]:
    if words:
        yield ReasoningDelta(words)


def _json_or_text(words: str) -> object:
    try:
        return json_of("", words)
    except ModelFailure:
        return words
