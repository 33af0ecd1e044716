"""Breakpoints: up to where a provider is asked to keep a request in its cache."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, TypeAlias

from attrs import frozen

from ctxfn.arguments import blames_arguments

from .request_lines import body_of

__all__ = [
    "ANTHROPIC_BREAKPOINTS",
    "PLACES",
    "Breakpoint",
    "Lifetime",
    "Place",
    "choose_breakpoints",
    "lawful",
    "may_carry",
]

#: Where one may stand: behind the tools, behind the system text, behind what is closed (all
#: before the last thing a person said), behind all there is.
Place: TypeAlias = Literal["tools", "system", "closed", "last"]

Lifetime: TypeAlias = Literal["5m", "1h"]

PLACES: Final[tuple[Place, ...]] = ("tools", "system", "closed", "last")

#: Catalogue, ``cache-breakpoint-count``: over tools, system text and messages together.
ANTHROPIC_BREAKPOINTS: Final = 4

#: Catalogue, ``cache-on-empty-block``: parts that may not carry a marker.
_UNMARKED: Final = frozenset({"thinking", "redacted_thinking", "reasoning"})

_SECTIONS: Final = ("tools", "system", "messages")


@frozen(order=False)
class Breakpoint:
    """One marker: in which section of the body, at which entry, and at which part of that.

    A `part` of ``None`` is a text alone, written as a list of one to carry the marker; so is an
    `entry` of ``None`` where the system text is one.
    """

    section: Literal["tools", "system", "messages"]
    entry: int | None = None
    part: int | None = None
    lifetime: Lifetime = "5m"

    @property
    def order(self) -> tuple[int, int, int]:
        """Its place in the order in which the cache reads."""
        entry, part = (-1 if at is None else at for at in (self.entry, self.part))
        return _SECTIONS.index(self.section), entry, part


def choose_breakpoints(
    request: object,
    /,
    *,
    limit: int | None = ANTHROPIC_BREAKPOINTS,
    places: Iterable[Place] = PLACES,
    head_lifetime: Lifetime = "5m",
    lifetime: Lifetime = "5m",
) -> tuple[Breakpoint, ...]:
    """Choose where *request* gets its cache markers, at most *limit* of them.

    Contract:
        One for each of *places*, if it is there: behind the last tool that is not deferred,
        behind the system text (a field, or the system messages in front), behind the last
        message before the person's last, behind the last message. Where a message holds
        nothing that may carry a marker, the one before it does; empty texts and thinking may
        not. Two at one place are one. Of too many the oldest in the messages go. Tools and
        system text live for *head_lifetime*, messages for *lifetime*, which cannot be longer.
        A *limit* of ``None`` is a profile's for whom markers mean nothing: there are none.

    Complexity: O(messages).

    Source: Anthropic's API, prompt caching; catalogue of provider rules, section on the cache.

    Raises:
        InvalidMessages: *request* is neither a body nor a list.

    Examples:
        >>> said = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "Hello."},
        ...         {"role": "user", "content": "And now?"}]
        >>> for point in choose_breakpoints({"system": "Be brief.", "messages": said}):
        ...     print(point.section, point.entry, point.part)
        system None None
        messages 1 None
        messages 2 None
        >>> choose_breakpoints(said, limit=None)
        ()
    """
    if limit is None:
        return ()
    body, wanted = body_of(request), frozenset(places)
    found: list[Breakpoint] = []
    if "tools" in wanted:
        found += _last(_in_tools(body, head_lifetime))
    messages = _list(body.get("messages"))
    first = _head(messages)
    if "system" in wanted:
        found += _last((*_in_system(body, head_lifetime), *_in(messages[:first], 0, head_lifetime)))
    last = max((at for at, one in enumerate(messages) if _role(one) == "user"), default=0)
    for place, end in (("closed", last), ("last", len(messages))):
        if place in wanted:
            found += _last(_in(messages[first:end], first, lifetime))
    return lawful(found, limit=limit)


@blames_arguments
def lawful(points: Iterable[Breakpoint], /, *, limit: int) -> tuple[Breakpoint, ...]:
    """Return *points* in the order of the request, as many and as long-lived as may be.

    Contract:
        Each place once. Of more than *limit* the oldest of the messages go first, then the
        newest of the head. One that lives longer than an earlier one is lowered to that.

    Complexity: O(points log points).

    Source: catalogue, ``cache-breakpoint-count`` and ``cache-ttl-order``.

    Examples:
        >>> points = (Breakpoint("messages", at, lifetime=life) for at, life in ((0, "5m"), (2, "1h")))
        >>> [point.lifetime for point in lawful(points, limit=4)]
        ['5m', '5m']
    """
    each = {point.order: point for point in sorted(points, key=lambda point: point.order)}
    head = [point for point in each.values() if point.section != "messages"][:limit]
    said = [point for point in each.values() if point.section == "messages"]
    room = limit - len(head)
    kept: list[Breakpoint] = []
    for point in (*head, *(said[-room:] if room > 0 else ())):
        short = bool(kept) and kept[-1].lifetime == "5m"
        shorter = Breakpoint(point.section, point.entry, point.part)
        kept.append(shorter if short and point.lifetime == "1h" else point)
    return tuple(kept)


def _last(points: Iterable[Breakpoint]) -> tuple[Breakpoint, ...]:
    return tuple(points)[-1:]


def _in_tools(body: Mapping[str, object], lifetime: Lifetime) -> Iterator[Breakpoint]:
    for entry, tool in enumerate(_list(body.get("tools"))):
        if isinstance(tool, dict) and not tool.get("defer_loading"):
            yield Breakpoint("tools", entry, None, lifetime)


def _in_system(body: Mapping[str, object], lifetime: Lifetime) -> Iterator[Breakpoint]:
    said = body.get("system")
    if isinstance(said, str) and said.strip():
        yield Breakpoint("system", None, None, lifetime)
    for entry, part in enumerate(_list(said)):
        if may_carry(part):
            yield Breakpoint("system", entry, None, lifetime)


def _in(messages: list[object], start: int, lifetime: Lifetime) -> Iterator[Breakpoint]:
    for entry, message in enumerate(messages, start):
        content = message.get("content") if isinstance(message, dict) else None
        if isinstance(content, str) and content.strip():
            yield Breakpoint("messages", entry, None, lifetime)
        for part, one in enumerate(_list(content)):
            if may_carry(one):
                yield Breakpoint("messages", entry, part, lifetime)


def may_carry(part: object) -> bool:
    """Say whether a marker may stand on *part*: not on an empty text, not on thinking."""
    if not isinstance(part, dict) or part.get("type") in _UNMARKED:
        return False
    text = part.get("text")
    return bool(text.strip()) if isinstance(text, str) else part.get("type") != "text"


def _head(messages: list[object]) -> int:
    """Count the system messages in front."""
    count = 0
    while count < len(messages) and _role(messages[count]) in ("system", "developer"):
        count += 1
    return count


def _role(message: object) -> object:
    return message.get("role") if isinstance(message, dict) else None


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []
