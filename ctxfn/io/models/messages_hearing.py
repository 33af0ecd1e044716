"""Listen to an answer in Anthropic's Messages protocol."""

from __future__ import annotations

import json
from typing import Final

from attrs import evolve

from ctxfn.io.models.client import CallDelta, Delta, ReasoningDelta, TextDelta
from ctxfn.io.models.errors import ModelFailure
from ctxfn.io.models.failing import failure_said
from ctxfn.io.models.hearing import json_of, number_in, text_in
from ctxfn.io.models.spoken import Spoken
from ctxfn.messages import Assistant, Call
from ctxfn.turns import Response
from ctxfn.wire import codec_named

__all__ = ["MessagesHearing"]

_Row = dict[str, object]

#: Blocks that have a place in a `Response`.
_KNOWN: Final = ("text", "thinking", "redacted_thinking", "tool_use")

#: What a model reads is counted apart: anew, from the cache, and to be cached.
_INPUT: Final = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")


class _BlockSoFar:
    def __init__(self, begun: _Row, call: int) -> None:
        self.row = dict(begun)
        self.kind = text_in(begun, "type")
        self.call = call
        self.texts: dict[str, list[str]] = {}

    def more(self, key: str, words: str) -> str:
        self.texts.setdefault(key, []).append(words)
        return words

    @property
    def arguments(self) -> str:
        """The arguments as the model wrote them, if they came in pieces."""
        return "".join(self.texts.get("partial_json", ()))

    def whole(self) -> _Row:
        said = {key: "".join(words) for key, words in self.texts.items() if key != "partial_json"}
        return {**self.row, **{key: text_in(self.row, key) + one for key, one in said.items()}}


class MessagesHearing:
    """An answer as far as it was heard.

    Contract:
        Whole with ``message_stop`` alone. Thoughts keep their signatures, and sealed ones their
        data. Input is all that the model read, whether it came from the cache or not.
    """

    def __init__(self, provider: str, codec: str) -> None:
        self.finished = False
        self.ending: str | None = None
        self._provider, self._codec = provider, codec
        self._spoken = Spoken()
        self._blocks: list[_BlockSoFar] = []
        self._at: dict[int | None, _BlockSoFar] = {}
        self._calls = 0
        self._usage: dict[str, int] = {}

    @property
    def untold(self) -> tuple[str, ...]:
        """What came and is in no field of the answer."""
        kinds = dict.fromkeys(block.kind or "unknown" for block in self._blocks)
        return tuple(f"a block of type {kind}" for kind in kinds if kind not in _KNOWN)

    def take(self, name: str, data: str, /) -> tuple[Delta, ...]:
        """Take one event of the stream; kinds that are newer than this are passed by."""
        if not data.strip():
            return ()
        event = json_of(self._provider, data)
        if not isinstance(event, dict):
            raise ModelFailure("malformed", self._provider, "an event is no object")
        kind = text_in(event, "type") or name
        if kind == "error":
            raise failure_said(self._provider, event.get("error") or event)
        if kind == "message_stop":
            self.finished = True
        elif kind == "message_start":
            message = event.get("message")
            self._take_usage(message.get("usage") if isinstance(message, dict) else None)
        elif kind == "message_delta":
            self.ending = text_in(event.get("delta"), "stop_reason") or self.ending
            self._take_usage(event.get("usage"))
        elif kind == "content_block_start":
            return self._spoken.hear(
                self._begin(number_in(event, "index"), event.get("content_block"))
            )
        elif kind == "content_block_delta":
            return self._spoken.hear(self._go_on(number_in(event, "index"), event.get("delta")))
        return ()

    def take_whole(self, body: object, /) -> tuple[Delta, ...]:
        """Take an answer in one piece."""
        if not isinstance(body, dict) or not isinstance(body.get("content"), list):
            if text_in(body, "type") == "error" or (isinstance(body, dict) and body.get("error")):
                raise failure_said(self._provider, body)
            raise ModelFailure("malformed", self._provider, "the answer holds no content")
        self._take_usage(body.get("usage"))
        blocks = enumerate(body["content"])
        deltas = [delta for index, block in blocks for delta in self._begin(index, block)]
        self.ending, self.finished = text_in(body, "stop_reason") or None, True
        return self._spoken.hear(deltas)

    def response(self, model: str, /) -> Response:
        """Return what was heard, its calls and thoughts as our codec reads them."""
        blocks = [block for block in self._blocks if block.kind in _KNOWN]
        row = {"role": "assistant", "content": [block.whole() for block in blocks]}
        read = codec_named(self._codec).decode({"messages": [row]}).messages
        answer = next((node for node in read if isinstance(node, Assistant)), Assistant())
        written = [block.arguments for block in blocks if block.kind == "tool_use"]
        calls = tuple(map(_with_arguments, answer.calls, written))
        thoughts = tuple(evolve(one, model=model) for one in answer.reasoning)
        counted = [self._usage[key] for key in _INPUT if key in self._usage]
        return Response(
            self._spoken.text,
            calls,
            (),
            thoughts,
            self._spoken.segments,
            sum(counted) if counted else None,
            self._usage.get("output_tokens"),
        )

    def _take_usage(self, usage: object) -> None:
        for key in (*_INPUT, "output_tokens"):
            count = number_in(usage, key)
            if count is not None:
                self._usage[key] = count

    def _begin(self, index: int | None, begun: object) -> tuple[Delta, ...]:
        if not isinstance(begun, dict):
            return ()
        kind = text_in(begun, "type")
        place = self._calls
        block = self._at[index] = _BlockSoFar(begun, place)
        self._blocks.append(block)  # also where another one began with its index
        if kind == "tool_use":
            self._calls += 1
            given = begun.get("input")
            words = json.dumps(given, ensure_ascii=False) if given else ""
            return (CallDelta(place, text_in(begun, "name"), words),)
        words = text_in(begun, kind)
        if not words or kind not in ("text", "thinking"):
            return ()
        return (TextDelta(words) if kind == "text" else ReasoningDelta(words),)

    def _go_on(self, index: int | None, delta: object) -> tuple[Delta, ...]:
        block = self._at.get(index)
        if block is None:
            raise ModelFailure("malformed", self._provider, "a block goes on that did not begin")
        match text_in(delta, "type"):
            case "text_delta":
                return (TextDelta(block.more("text", text_in(delta, "text"))),)
            case "thinking_delta":
                return (ReasoningDelta(block.more("thinking", text_in(delta, "thinking"))),)
            case "signature_delta":
                block.more("signature", text_in(delta, "signature"))
            case "input_json_delta":
                words = block.more("partial_json", text_in(delta, "partial_json"))
                if block.kind == "tool_use" and words:
                    return (CallDelta(block.call, text_in(block.row, "name"), words),)
        return ()


def _with_arguments(call: Call, written: str) -> Call:
    return evolve(call, arguments=written) if written else call
