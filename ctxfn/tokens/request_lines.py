"""A request as lines of JSON, in the order in which a provider's cache reads it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from ctxfn.errors import RunError
from ctxfn.messages import ENVELOPE_END, ENVELOPE_START, InvalidMessages, freeze
from ctxfn.wire import codec_named, detect

from .accounting import account
from .counters import Counter
from .tariff import Tariff

__all__ = ["Line", "Lines", "body_of", "request_lines"]

#: What formats call the head of a request and its messages; the first that is there counts.
_TOOLS: Final = ("tools", "functions")
_SYSTEM: Final = ("system", "system_instruction", "systemInstruction", "instructions")
_MESSAGES: Final = ("messages", "contents", "input")

#: What stands under these is data of a tool's or a person's: its order reaches the model.
_DATA: Final = frozenset(
    {"parameters", "input_schema", "inputSchema", "parametersJsonSchema", "input", "args"}
)

#: A marker says what to keep in the cache and is no part of what is kept.
_MARKER: Final = "cache_control"

#: So deep inside a message objects are the format's own: message, part, inner part.
_DEEPEST: Final = 4

_LIMIT: Final = 16_384

_ENVELOPE: Final = re.compile(
    re.escape(ENVELOPE_START) + ".*?" + re.escape(ENVELOPE_END), re.DOTALL
)


class Line(NamedTuple):
    """One line: what it is of the request, its JSON, and the tokens of that.

    `cost` is what it costs as `account` counts, without the JSON around it, where it can be
    read as a message; `injected`: what of it nobody said: tools, system text, our envelopes.
    """

    path: str
    role: str
    text: str
    size: int
    tokens: int
    cost: int
    injected: int


class Lines:
    """Reads requests as lines and remembers those of the last ones, so that few are new.

    The memory saves work and never changes an answer. It is bounded: two generations of
    `limit` lines.
    """

    def __init__(
        self, counter: Counter, *, tariff: Tariff | None = None, limit: int = _LIMIT
    ) -> None:
        self.counter = counter
        self.tariff = tariff or Tariff()
        self._limit = limit
        self._young: dict[tuple[str, ...], Line] = {}
        self._old: dict[tuple[str, ...], Line] = {}

    def of(self, request: object) -> tuple[Line, ...]:
        """Return the lines of *request*, as `request_lines`."""
        body = body_of(request)
        said = next((key for key in _MESSAGES if key in body), "messages")
        head = [self._head(body, keys, said) for keys in (_TOOLS, _SYSTEM)]
        return (*(line for line in head if line is not None), *self._messages(body, said))

    def _head(self, body: Mapping[str, object], keys: tuple[str, ...], said: str) -> Line | None:
        for key in keys:
            value = body.get(key)
            if value is not None and value not in ([], "", {}):
                return self._line(keys[0], keys[0], value, {said: [], key: value})
        return None

    def _messages(self, body: Mapping[str, object], key: str) -> Iterator[Line]:
        said = body.get(key)
        every = [said] if isinstance(said, str) else said if isinstance(said, list) else []
        for index, message in enumerate(every):
            alone: dict[str, object] = {key: message if message is said else [message]}
            line = self._line(f"{key}[]", _role_of(message), message, alone)
            yield line._replace(path=f"{key}[{index}]")

    def _line(self, path: str, role: str, value: object, alone: dict[str, object]) -> Line:
        """Return the line of *value*; *alone* is a body that has nothing else."""
        key = (*alone, _json(value, path))
        found = self._young.get(key)
        if found is None:
            found = self._old.get(key) or self._read(path, role, value, alone)
            if len(self._young) >= self._limit:
                self._old, self._young = self._young, {}
            self._young[key] = found
        return found

    def _read(self, path: str, role: str, value: object, alone: dict[str, object]) -> Line:
        text = _json(_canonical(value, path, _DEEPEST), path)
        count = self.counter.text
        tokens = count(text)
        cost = self._cost(alone)
        cost = tokens if cost is None else cost
        if role in ("tools", "system", "developer"):
            injected = cost
        else:
            envelopes = _ENVELOPE.findall(text) if role == "user" else ()
            injected = min(cost, sum(map(count, envelopes)))
        size = len(text.encode("utf-8", "surrogatepass")) + 1
        return Line(path, role, text + "\n", size, tokens, cost, injected)

    def _cost(self, body: dict[str, object]) -> int | None:
        """Count as `account` does, if a codec reads it; else its JSON has to do."""
        try:
            read = codec_named(detect(body)).decode(body)
        except RunError:
            return None
        spent = account(read.messages, self.counter, tools=read.tools or (), tariff=self.tariff)
        if not (spent.by_message or spent.of("tools")):
            return None
        return sum(spent.by_message) + spent.of("tools")


def request_lines(request: object, counter: Counter, /) -> tuple[Line, ...]:
    """Return *request*, a body or a list of messages, as lines: tools, system, each message.

    What is not there has no line. Two requests begin with the same bytes as far as their lines,
    put one behind the other, do.

    Contract:
        Canonical JSON, without spaces, each line ended. The order of a format's own keys
        does not count; that of schemas and arguments does, since it reaches the model. Nor do
        cache markers count, nor whether one text is written as a text or as a list of it.

    Complexity: O(size).

    Source: ours; providers cache tools, then system text, then messages.

    Raises:
        InvalidMessages: it is neither a body nor a list.
        InvalidJson, TooDeep: something in it is no JSON.

    Examples:
        >>> from ctxfn.tokens import estimate
        >>> body = {"messages": [{"role": "user", "content": "hi"}], "system": "Be brief."}
        >>> [(line.path, line.text.strip()) for line in request_lines(body, estimate())]
        [('system', '"Be brief."'), ('messages[0]', '{"content":"hi","role":"user"}')]
    """
    return Lines(counter).of(request)


def body_of(request: object) -> Mapping[str, object]:
    """Return *request* as a body; a list is the messages of one.

    Contract:
        A body is the same object.

    Complexity: O(1) for a body, O(messages) else.

    Source: ours.

    Raises:
        InvalidMessages: it is neither.

    Examples:
        >>> body_of([{"role": "user", "content": "hi"}])
        {'messages': [{'role': 'user', 'content': 'hi'}]}
    """
    if isinstance(request, Mapping):
        return request
    if isinstance(request, list | tuple):
        return {"messages": list(request)}
    found = f"a {type(request).__name__}"
    raise InvalidMessages(None, "", found, "a request body, or a list of messages")


def _role_of(message: object) -> str:
    """Tell who speaks; results that a format hands in on the person's side are a tool's."""
    if not isinstance(message, dict):
        return "user"
    role = message.get("role", "")
    parts = message.get("content", message.get("parts"))
    if role == "user" and isinstance(parts, list) and parts and all(map(_is_result, parts)):
        return "tool"
    return role if isinstance(role, str) else ""


def _is_result(part: object) -> bool:
    return isinstance(part, dict) and (
        part.get("type") == "tool_result" or "functionResponse" in part
    )


def _json(value: object, path: str) -> str:
    try:
        return _encode(value)
    except (TypeError, ValueError, RecursionError):
        # Says what is no JSON and where; what is only very deep it can write.
        return freeze(value, path).text


_encode: Final[Callable[[object], str]] = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, separators=(",", ":")
).encode


def _canonical(value: object, key: str, depth: int) -> object:
    if isinstance(value, list | tuple):
        return _canonical_list(value, key, depth)
    if not isinstance(value, dict) or depth == 0 or key in _DATA:
        return value
    return {
        name: _canonical(value[name], name, depth - 1)
        for name in sorted(value, key=str)
        if name != _MARKER
    }


def _canonical_list(values: list[object] | tuple[object, ...], key: str, depth: int) -> object:
    if key in _DATA:
        return values
    # No format has lists in lists: what does is somebody's data, of any depth.
    every = [
        value if isinstance(value, list | tuple) else _canonical(value, "", depth)
        for value in values
    ]
    if len(every) == 1 and key in ("content", *_SYSTEM):
        (only,) = every
        if isinstance(only, dict) and only.keys() == {"type", "text"} and only["type"] == "text":
            return only["text"]
    return every
