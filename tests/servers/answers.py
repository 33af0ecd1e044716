"""One answer, written as each protocol writes it: whole, or as the events of a stream."""

from __future__ import annotations

import json
from typing import Any, Literal

from attrs import frozen

__all__ = ["Protocol", "Said", "events", "stream", "whole"]

Protocol = Literal["chat", "messages", "responses"]

_MESSAGES_ENDINGS = {"stop": "end_turn", "tool_calls": "tool_use", "length": "max_tokens"}


@frozen
class Said:
    """What a model says: thoughts, words, calls as (id, name, arguments); each word is a chunk.

    `pieces` is in how many characters the arguments of calls are cut; ``None``: they come whole.
    """

    text: str = ""
    calls: tuple[tuple[str, str, str], ...] = ()
    thoughts: str = ""
    signature: str = "c2lnbmVk"
    ending: str = ""
    usage: tuple[int, int] | None = (11, 7)
    pieces: int | None = 4

    @property
    def why(self) -> str:
        """Why it ended, as Chat Completions calls it."""
        return self.ending or ("tool_calls" if self.calls else "stop")

    def cut(self, words: str) -> list[str]:
        """Cut arguments into pieces."""
        size = self.pieces or max(1, len(words))
        return [words[at : at + size] for at in range(0, len(words), size)]


def _words(text: str) -> list[str]:
    return [one for one in text.replace(" ", " \0").split("\0") if one]


def events(said: Said, protocol: Protocol) -> list[tuple[str, Any]]:
    """Return the events of a stream, each with its name and what it holds."""
    match protocol:
        case "chat":
            return [("", one) for one in _chat_chunks(said)]
        case "messages":
            return [(one["type"], one) for one in _message_events(said)]
        case "responses":
            return [(one["type"], one) for one in _response_events(said)]


def stream(said: Said, protocol: Protocol, *, end: bytes = b"\n") -> bytes:
    """Write the stream of an answer."""
    done = b"data: [DONE]" + end * 2 if protocol == "chat" else b""
    return b"".join(_event(name, value, end) for name, value in events(said, protocol)) + done


def _event(name: str, value: object, end: bytes) -> bytes:
    head = b"event: " + name.encode() + end if name else b""
    return head + b"data: " + json.dumps(value, ensure_ascii=False).encode() + end * 2


def whole(said: Said, protocol: Protocol) -> dict[str, Any]:
    """Return the body of an answer in one piece."""
    used = said.usage
    match protocol:
        case "chat":
            message: dict[str, Any] = {"role": "assistant", "content": said.text or None}
            if said.thoughts:
                message["reasoning_content"] = said.thoughts
            if said.calls:
                message["tool_calls"] = [_chat_call(call) for call in said.calls]
            usage = {"prompt_tokens": used[0], "completion_tokens": used[1]} if used else None
            choice = {"index": 0, "message": message, "finish_reason": said.why}
            return {"id": "chatcmpl-1", "choices": [choice], "usage": usage}
        case "messages":
            blocks = [block for block, _ in _blocks(said)]
            why = _MESSAGES_ENDINGS.get(said.why, said.why)
            usage = {"input_tokens": used[0], "output_tokens": used[1]} if used else None
            body = {"id": "msg_1", "type": "message", "role": "assistant", "content": blocks}
            return {**body, "stop_reason": why, "usage": usage}
        case "responses":
            ended = _response_events(said)[-1]["response"]
            assert isinstance(ended, dict)
            return ended


def _chat_call(call: tuple[str, str, str]) -> dict[str, Any]:
    return {
        "id": call[0],
        "type": "function",
        "function": {"name": call[1], "arguments": call[2]},
    }


def _chat_chunks(said: Said) -> list[dict[str, Any]]:
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
    deltas += [{"reasoning_content": word} for word in _words(said.thoughts)]
    deltas += [{"content": word} for word in _words(said.text)]
    for index, (id_, name, arguments) in enumerate(said.calls):
        begun = {"index": index, **_chat_call((id_, name, ""))}
        more = [{"index": index, "function": {"arguments": one}} for one in said.cut(arguments)]
        deltas += [{"tool_calls": [one]} for one in (begun, *more)]
    rows: list[dict[str, Any]] = [
        {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas
    ]
    rows.append({"choices": [{"index": 0, "delta": {}, "finish_reason": said.why}]})
    if said.usage:
        read, written = said.usage
        usage = {"prompt_tokens": read, "completion_tokens": written}
        rows.append({"choices": [], "usage": usage})
    return [{"id": "chatcmpl-1", "object": "chat.completion.chunk", **row} for row in rows]


def _blocks(said: Said) -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Return each block whole, and the deltas it comes in."""
    found: list[tuple[dict[str, Any], list[dict[str, Any]]]] = []
    if said.thoughts:
        deltas = [{"type": "thinking_delta", "thinking": word} for word in _words(said.thoughts)]
        signed = {"type": "signature_delta", "signature": said.signature}
        block = {"type": "thinking", "thinking": said.thoughts, "signature": said.signature}
        found.append((block, [*deltas, signed]))
    if said.text:
        deltas = [{"type": "text_delta", "text": word} for word in _words(said.text)]
        found.append(({"type": "text", "text": said.text}, deltas))
    for id_, name, arguments in said.calls:
        try:
            given = json.loads(arguments)
        except ValueError:
            given = {}
        pieces = [{"type": "input_json_delta", "partial_json": one} for one in said.cut(arguments)]
        found.append(({"type": "tool_use", "id": id_, "name": name, "input": given}, pieces))
    return found


_EMPTY = {"text": "", "thinking": "", "signature": "", "input": {}}


def _message_events(said: Said) -> list[dict[str, Any]]:
    read, written = said.usage or (0, 0)
    usage = {"input_tokens": read - 3, "cache_read_input_tokens": 3, "output_tokens": 1}
    message = {"id": "msg_1", "type": "message", "role": "assistant", "content": []}
    began = message | ({"usage": usage} if said.usage else {})
    told: list[dict[str, Any]] = [{"type": "message_start", "message": began}, {"type": "ping"}]
    for index, (block, deltas) in enumerate(_blocks(said)):
        empty = {key: _EMPTY.get(key, one) for key, one in block.items()}
        told.append({"type": "content_block_start", "index": index, "content_block": empty})
        told += [{"type": "content_block_delta", "index": index, "delta": one} for one in deltas]
        told.append({"type": "content_block_stop", "index": index})
    why = _MESSAGES_ENDINGS.get(said.why, said.why)
    counted = {"usage": {"output_tokens": written}} if said.usage else {}
    told.append({"type": "message_delta", "delta": {"stop_reason": why}, **counted})
    return [*told, {"type": "message_stop"}]


def _response_events(said: Said) -> list[dict[str, Any]]:
    items: list[tuple[dict[str, Any], list[dict[str, Any]]]] = []
    if said.thoughts:
        summary = [{"type": "summary_text", "text": said.thoughts}]
        item = {"type": "reasoning", "id": "rs_1", "summary": summary}
        kind = "response.reasoning_summary_text.delta"
        deltas = [{"type": kind, "delta": word} for word in _words(said.thoughts)]
        items.append((item | {"encrypted_content": said.signature}, deltas))
    if said.text:
        part = {"type": "output_text", "text": said.text, "annotations": []}
        item = {"type": "message", "id": "msg_1", "role": "assistant", "content": [part]}
        deltas = [
            {"type": "response.output_text.delta", "delta": word} for word in _words(said.text)
        ]
        items.append((item, deltas))
    for id_, name, arguments in said.calls:
        call = {"call_id": id_, "name": name, "arguments": arguments}
        kind = "response.function_call_arguments.delta"
        deltas = [{"type": kind, "delta": one} for one in said.cut(arguments)]
        items.append(({"type": "function_call", "id": f"fc_{id_}", **call}, deltas))
    told: list[dict[str, Any]] = [{"type": "response.created"}]
    for place, (item, deltas) in enumerate(items):
        told.append({"type": "response.output_item.added", "output_index": place, "item": item})
        told += [{"output_index": place, **one} for one in deltas]
        told.append({"type": "response.output_item.done", "output_index": place, "item": item})
    used = said.usage
    body: dict[str, Any] = {"id": "resp_1", "status": "completed"}
    body["output"] = [item for item, _ in items]
    body["usage"] = {"input_tokens": used[0], "output_tokens": used[1]} if used else None
    if said.ending == "length":
        body |= {"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}
    ending = "response.incomplete" if said.ending == "length" else "response.completed"
    return [*told, {"type": ending, "response": body}]
