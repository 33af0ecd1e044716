"""Write cache markers into a body, read those that are there, and mend what a provider refuses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from attrs import evolve

from .breakpoints import ANTHROPIC_BREAKPOINTS, Breakpoint, Lifetime, lawful, may_carry
from .request_lines import body_of

__all__ = ["mark_breakpoints", "marked_breakpoints", "mend_breakpoints"]

_MARKER: Final = "cache_control"


def mark_breakpoints(request: object, points: Iterable[Breakpoint], /) -> dict[str, object]:
    """Return the body *request* with cache markers at *points*, and at no other place.

    Contract:
        *request* is not changed; what no marker touches is shared with it. A text alone becomes
        a list of one, which is the same to a provider. A list of messages comes back as a body.
        Those inside a tool's result go as well. Markers are no part of what is cached:
        `prefix_of` sees no difference. OpenAI's own API knows none and caches by itself;
        gateways before other providers pass them on.

    Complexity: O(messages).

    Source: Anthropic's API, prompt caching.

    Raises:
        InvalidMessages: *request* is neither a body nor a list.

    Examples:
        >>> said = [{"role": "user", "content": "hi"}]
        >>> mark_breakpoints(said, (Breakpoint("messages", 0),))["messages"]
        [{'role': 'user', 'content': [{'type': 'text', 'text': 'hi', 'cache_control': \
{'type': 'ephemeral'}}]}]
        >>> mark_breakpoints(said, ())["messages"] == said
        True
    """
    body = dict(body_of(request))
    wanted: dict[tuple[str, int | None], list[Breakpoint]] = {}
    for point in points:
        wanted.setdefault((point.section, point.entry), []).append(point)
    if isinstance(body.get("tools"), list):
        body["tools"] = _marked_each("tools", body["tools"], wanted)
    if "system" in body:
        alone = wanted.get(("system", None), [])
        body["system"] = (
            _content(body["system"], alone)
            if alone
            else _marked_each("system", body["system"], wanted)
        )
    if isinstance(body.get("messages"), list):
        body["messages"] = [
            _message(message, wanted.get(("messages", at), []))
            for at, message in enumerate(_list(body["messages"]))
        ]
    return body


def marked_breakpoints(request: object, /) -> tuple[Breakpoint, ...]:
    """Return the cache markers that are in *request*, in the order of the request.

    Contract:
        One without a ``ttl`` lives for five minutes, as the provider says. One inside a tool's
        result stands where the result does.

    Complexity: O(parts).

    Source: ours.

    Raises:
        InvalidMessages: *request* is neither a body nor a list.

    Examples:
        >>> body = mark_breakpoints({"system": "Be brief.", "messages": []}, [Breakpoint("system")])
        >>> marked_breakpoints(body)
        (Breakpoint(section='system', entry=0, part=None, lifetime='5m'),)
    """
    body = body_of(request)
    return tuple(point for points, _ in _places(body) for point in points)


def mend_breakpoints(
    request: object, /, *, limit: int | None = ANTHROPIC_BREAKPOINTS
) -> dict[str, object]:
    """Return the body *request* with its own cache markers as a provider accepts them.

    Contract:
        One on an empty text, on thinking or on a deferred tool moves to the nearest place
        before it that may carry one, and goes if there is none; one inside a tool's result moves
        to the result. What `lawful` says holds: at most *limit* (``None``: none), none living
        longer than one before it. Mended twice is once.

    Complexity: O(parts).

    Source: catalogue, ``cache-breakpoint-count``, ``cache-ttl-order``, ``cache-on-empty-block``.

    Raises:
        InvalidMessages: *request* is neither a body nor a list.

    Examples:
        >>> ttl = {"type": "ephemeral", "ttl": "1h"}
        >>> said = [{"role": "user", "content": [{"type": "text", "text": "hi"},
        ...         {"type": "text", "text": "", "cache_control": ttl}]}]
        >>> [(point.part, point.lifetime) for point in marked_breakpoints(mend_breakpoints(said))]
        [(0, '1h')]
    """
    body = body_of(request)
    kept: list[Breakpoint] = []
    free: Breakpoint | None = None
    for points, place in _places(body):
        free = place if place is not None else free
        if free is not None:
            kept += (evolve(free, lifetime=point.lifetime) for point in points)
    return mark_breakpoints(body, lawful(_first_at(kept), limit=limit or 0))


def _first_at(points: Sequence[Breakpoint]) -> list[Breakpoint]:
    """Leave one at each place; of two that came together the one that stood there first."""
    first: dict[tuple[int, int, int], Breakpoint] = {}
    for point in points:
        first.setdefault(point.order, point)
    return list(first.values())


def _places(body: object) -> Iterator[tuple[list[Breakpoint], Breakpoint | None]]:
    """Yield for each part its markers, if it has some, and its place, if it may carry one."""
    given = body_of(body)
    for entry, tool in enumerate(_list(given.get("tools"))):
        may = isinstance(tool, dict) and not tool.get("defer_loading")
        yield _read(tool, Breakpoint("tools", entry), may=may)
    for entry, part in enumerate(_list(given.get("system"))):
        yield _read(part, Breakpoint("system", entry), may=may_carry(part))
    for entry, message in enumerate(_list(given.get("messages"))):
        content = message.get("content") if isinstance(message, dict) else None
        if isinstance(content, str):
            place = Breakpoint("messages", entry)
            yield _read(message, place, may=bool(content.strip()))
        for number, part in enumerate(_list(content)):
            yield _read(part, Breakpoint("messages", entry, number), may=may_carry(part))


def _read(
    part: object, place: Breakpoint, *, may: bool
) -> tuple[list[Breakpoint], Breakpoint | None]:
    return [evolve(place, lifetime=life) for life in _lives(part)], place if may else None


def _lives(part: object) -> Iterator[Lifetime]:
    """Yield how long each marker of *part* lives, those of a result's own parts first."""
    for one in (*_inner(part), part):
        marker = one.get(_MARKER) if isinstance(one, dict) else None
        if isinstance(marker, dict):
            yield "1h" if marker.get("ttl") == "1h" else "5m"


def _inner(part: object) -> list[object]:
    """Return the parts of a tool's result; no other part has any that may carry a marker."""
    if not isinstance(part, dict) or part.get("type") != "tool_result":
        return []
    return _list(part.get("content"))


def _message(message: object, points: list[Breakpoint]) -> object:
    if not isinstance(message, dict):
        return message
    bare = _bare(message)
    content = bare.get("content")
    written = _content(content, points)
    return bare if written is content else {**bare, "content": written}


def _content(content: object, points: list[Breakpoint]) -> object:
    if isinstance(content, str) and points:
        return [_marked({"type": "text", "text": content}, points[-1])]
    if not isinstance(content, list):
        return content
    wanted = {point.part: point for point in points}
    parts = [_marked(part, wanted.get(at)) for at, part in enumerate(content)]
    same = all(one is other for one, other in zip(parts, content, strict=True))
    return content if same else parts


def _marked_each(
    section: str, value: object, wanted: dict[tuple[str, int | None], list[Breakpoint]]
) -> object:
    if not isinstance(value, list):
        return value
    points = (wanted.get((section, at), [None])[-1] for at in range(len(value)))
    return [_marked(one, point) for one, point in zip(value, points, strict=True)]


def _marked(part: object, point: Breakpoint | None) -> object:
    if not isinstance(part, dict):
        return part
    bare = _bare(part)
    if point is None:
        return bare
    marker = {"type": "ephemeral"} | ({"ttl": "1h"} if point.lifetime == "1h" else {})
    return {**bare, _MARKER: marker}


def _bare(part: dict[str, object]) -> dict[str, object]:
    inner = _inner(part)
    if any(isinstance(one, dict) and _MARKER in one for one in inner):
        bare = [_unmarked(one) if isinstance(one, dict) else one for one in inner]
        part = {**part, "content": bare}
    return _unmarked(part)


def _unmarked(part: dict[str, object]) -> dict[str, object]:
    if _MARKER not in part:
        return part
    return {key: value for key, value in part.items() if key != _MARKER}


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []
