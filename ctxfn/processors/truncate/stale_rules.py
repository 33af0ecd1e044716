"""What each kind of stale result is shortened to, and since when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from ctxfn.messages import (
    Assistant,
    Call,
    Node,
    Refusal,
    Text,
    ToolResult,
    is_blank,
    text_of,
    with_parts,
)
from ctxfn.processors.content.tool_images import take_tool_images
from ctxfn.processors.truncate.shorten import Ends, shortened
from ctxfn.processors.truncate.stale_tools import Access, StaleTools, access_of
from ctxfn.processors.truncate.superseded import Superseded, superseded
from ctxfn.processors.truncate.tools_named import Named, calls_of_results, is_one_of, tool_of

__all__ = ["Limits", "Shortening", "any_of", "shortenings"]

_WHY: Final = "it is stale"


class Limits(NamedTuple):
    """How many characters stay: of a command at either end, of a crawl, of a page."""

    command: int
    crawl: int
    page: int


class Shortening(NamedTuple):
    """What the result at `place` becomes once the border is behind `since`, by which rule."""

    place: int
    since: int
    rule: str
    result: ToolResult
    gain: int


def any_of(messages: Iterable[Node], tools: StaleTools) -> bool:
    """Say whether any message calls one of *tools* or answers for it: most conversations do not.

    Complexity: O(messages + calls).
    """
    asking = [node.calls for node in messages if type(node) is Assistant and node.calls]
    named: set[Named] = {call.tool for calls in asking for call in calls}
    named.update([node.tool for node in messages if type(node) is ToolResult])
    return any(is_one_of(tool, tools.every) for tool in named)


def shortenings(
    messages: Sequence[Node], border: int, tools: StaleTools, limits: Limits
) -> list[Shortening]:
    """List what may be shortened before *border*, a stronger reason behind a weaker one.

    Complexity: O(border), and as `superseded`.
    """
    calls = calls_of_results(messages)
    usable = {
        place: node
        for place, node in enumerate(islice(messages, border))
        if isinstance(node, ToolResult) and node.error is None and node.synthetic is None
    }
    reads, writes = _accesses(usable, calls, tools)
    overtaken = superseded(reads, writes)
    found: list[Shortening] = []
    for place, result in usable.items():
        if is_blank(text_of(result)):
            continue
        if place in overtaken:
            found += _reads(place, result, reads[place], overtaken[place])
        elif (cut := _cut(result, calls.get(place), tools, limits)) is not None:
            rule, left = cut
            found += _if_shorter(place, place, rule, result, left, len(text_of(result)))
    return found


def _accesses(
    usable: dict[int, ToolResult], calls: dict[int, Call], tools: StaleTools
) -> tuple[dict[int, Access], dict[int, str]]:
    """Find which files were read, with their windows, and which were written."""
    reads: dict[int, Access] = {}
    writes: dict[int, str] = {}
    for place, result in usable.items():
        tool, call = tool_of(result, calls.get(place)), calls.get(place)
        is_read = is_one_of(tool, tools.reads)
        if not is_read and not is_one_of(tool, tools.writes):
            continue
        access = access_of(result, call)
        if access is None:
            continue
        if not is_read:
            writes[place] = access.path
        elif not is_blank(text_of(result)):
            reads[place] = access
    return reads, writes


def _reads(
    place: int, result: ToolResult, access: Access, overtaken: Superseded
) -> Iterator[Shortening]:
    """Yield what is left of a read that was read again, then of one that was written over."""
    path, size = " ".join(access.path.split()), len(text_of(result))
    again, write = overtaken.by_read, overtaken.by_write
    if again is not None and (write is None or again < write):
        line = f"[left out: {path}, {access.shown}, was read again later]"
        for one in _if_shorter(place, again, "read again", result, _only(result, line), size):
            size -= one.gain
            yield one
    if write is not None:
        line = f"[left out: {path} was written after it was read]"
        yield from _if_shorter(
            place, write, "read before a write", result, _only(result, line), size
        )


def _cut(
    result: ToolResult, call: Call | None, tools: StaleTools, limits: Limits
) -> tuple[str, ToolResult] | None:
    tool = tool_of(result, call)
    if is_one_of(tool, tools.snapshots):
        return "snapshot", _only(result, "[left out: the page as it looked then]")
    for rule, names, ends in (
        ("page", tools.pages, Ends(limits.page)),
        ("crawl", tools.crawls, Ends(limits.crawl)),
        ("command", tools.commands, Ends(limits.command, limits.command, 2 * limits.command)),
    ):
        if is_one_of(tool, names):
            cut = ends.cut(text_of(result), _WHY)
            return None if cut is None else (rule, shortened(result, ends, _WHY, drop_media=True))
    return None


def _only(result: ToolResult, line: str) -> ToolResult:
    """Leave of *result* a line, and a refusal if there is one."""
    kept = tuple(part for part in result.parts if isinstance(part, Refusal))
    return with_parts(take_tool_images(result).result, (Text(line), *kept))


def _if_shorter(
    place: int, since: int, rule: str, before: ToolResult, after: ToolResult, size: int
) -> Iterator[Shortening]:
    """Yield the shortening, unless its text is no shorter and no picture goes."""
    told = len(text_of(after))
    media = len(before.parts) > len(after.parts) or before.state is not after.state
    if told < len(text_of(before)) or media:
        yield Shortening(place, since, rule, after, size - told)
