"""Listen to an answer in OpenAI's Responses protocol."""

from __future__ import annotations

from typing import Final, TypeAlias

from attrs import evolve

from ctxfn.io.models.client import CallDelta, Delta, ReasoningDelta, TextDelta
from ctxfn.io.models.errors import ModelFailure
from ctxfn.io.models.failing import failure_said
from ctxfn.io.models.hearing import json_of, number_in, text_in
from ctxfn.io.models.spoken import Spoken
from ctxfn.messages import Assistant
from ctxfn.turns import Response
from ctxfn.wire import codec_named

__all__ = ["ResponsesHearing"]

_Row = dict[str, object]

#: The number of an item in the answer; where a server gives none, its id.
_Place: TypeAlias = int | str | None

#: Items that have a place in a `Response`.
_KNOWN: Final = ("message", "reasoning", "function_call", "custom_tool_call")
_CALLS: Final = ("function_call", "custom_tool_call")
_TEXTS: Final = ("response.output_text.delta", "response.refusal.delta")
_THOUGHTS: Final = ("response.reasoning_summary_text.delta", "response.reasoning_text.delta")
_ARGUMENTS: Final = (
    "response.function_call_arguments.delta",
    "response.custom_tool_call_input.delta",
)
_ENDS: Final = ("response.completed", "response.incomplete")


class ResponsesHearing:
    """An answer as far as it was heard.

    Contract:
        Whole with ``response.completed`` or ``response.incomplete``, which bring every item once more:
        these count. Thoughts keep their ids and what is sealed of them.
    """

    def __init__(self, provider: str, codec: str) -> None:
        self.finished = False
        self.ending: str | None = None
        self._provider, self._codec = provider, codec
        self._spoken = Spoken()
        self._items: dict[_Place, _Row] = {}
        self._calls: dict[_Place, int] = {}
        self._usage: tuple[int | None, int | None] = (None, None)

    @property
    def untold(self) -> tuple[str, ...]:
        """What came and is in no field of the answer."""
        kinds = dict.fromkeys(text_in(item, "type") or "unknown" for item in self._items.values())
        return tuple(f"an item of type {kind}" for kind in kinds if kind not in _KNOWN)

    def take(self, name: str, data: str, /) -> tuple[Delta, ...]:
        """Take one event of the stream; kinds that are newer than this are passed by."""
        if not data.strip() or data.strip() == "[DONE]":
            return ()
        event = json_of(self._provider, data)
        if not isinstance(event, dict):
            raise ModelFailure("malformed", self._provider, "an event is no object")
        kind, place = text_in(event, "type") or name, _place_of(event)
        if kind in ("error", "response.failed"):
            failed = event.get("response")
            raise failure_said(
                self._provider, failed.get("error") if isinstance(failed, dict) else event
            )
        if kind in _ENDS:
            self._end(event.get("response"))
        elif kind in ("response.output_item.added", "response.output_item.done"):
            return self._item(place, event.get("item"), new=kind.endswith("added"))
        return self._spoken.hear(self._more(kind, place, text_in(event, "delta")))

    def take_whole(self, body: object, /) -> tuple[Delta, ...]:
        """Take an answer in one piece."""
        if not isinstance(body, dict) or not isinstance(body.get("output"), list):
            if isinstance(body, dict) and body.get("error"):
                raise failure_said(self._provider, body["error"])
            raise ModelFailure("malformed", self._provider, "the answer holds no output")
        self._end(body)
        deltas = [one for place in self._items for one in self._said_whole(place)]
        return self._spoken.hear(deltas)

    def response(self, model: str, /) -> Response:
        """Return what was heard, its calls and thoughts as our codec reads them."""
        items = [one for one in self._items.values() if text_in(one, "type") in _KNOWN]
        read = codec_named(self._codec).decode({"input": items}).messages
        answers = [node for node in read if isinstance(node, Assistant)]
        return Response(
            self._spoken.text,
            tuple(call for node in answers for call in node.calls),
            (),
            tuple(evolve(one, model=model) for node in answers for one in node.reasoning),
            self._spoken.segments,
            *self._usage,
        )

    def _end(self, body: object) -> None:
        if not isinstance(body, dict):
            raise ModelFailure("malformed", self._provider, "the answer ends without itself")
        if body.get("status") == "failed" or body.get("error"):
            raise failure_said(self._provider, body.get("error"))
        output = body.get("output")
        if isinstance(output, list) and output:
            self._items, self._calls = {}, {}
            for place, one in enumerate(output):
                self._item(place, one, new=False)
        usage = body.get("usage")
        self._usage = (number_in(usage, "input_tokens"), number_in(usage, "output_tokens"))
        why = text_in(body.get("incomplete_details"), "reason")
        self.ending, self.finished = why or self.ending, True

    def _item(self, place: _Place, item: object, *, new: bool) -> tuple[Delta, ...]:
        if not isinstance(item, dict):
            return ()
        self._items[place] = item
        if text_in(item, "type") in _CALLS:
            self._calls.setdefault(place, len(self._calls))
        if not new or text_in(item, "type") not in _CALLS:
            return ()
        return (CallDelta(self._call_place(place), text_in(item, "name")),)

    def _more(self, kind: str, place: _Place, words: str) -> tuple[Delta, ...]:
        if kind == "response.refusal.delta":
            self.ending = "refusal"
        if kind in _TEXTS:
            return (TextDelta(words),)
        if kind in _THOUGHTS:
            return (ReasoningDelta(words),)
        if kind in _ARGUMENTS:
            name = text_in(self._items.get(place), "name")
            return (CallDelta(self._call_place(place), name, words),)
        return ()

    def _call_place(self, place: _Place) -> int:
        return self._calls.get(place, len(self._calls))

    def _said_whole(self, place: _Place) -> tuple[Delta, ...]:
        item = self._items[place]
        kind = text_in(item, "type")
        if kind in _CALLS:
            words = text_in(item, "arguments") or text_in(item, "input")
            return (CallDelta(self._call_place(place), text_in(item, "name"), words),)
        found = item.get("content") if kind == "message" else item.get("summary")
        parts = found if isinstance(found, list) else []
        if any(text_in(part, "type") == "refusal" for part in parts):
            self.ending = "refusal"
        said = [text_in(part, "text") or text_in(part, "refusal") for part in parts]
        make = TextDelta if kind == "message" else ReasoningDelta
        return tuple(make(words) for words in said if words and kind in ("message", "reasoning"))


def _place_of(event: _Row) -> _Place:
    number = number_in(event, "output_index")
    named = text_in(event.get("item"), "id") or text_in(event, "item_id")
    return number if number is not None else named or None
