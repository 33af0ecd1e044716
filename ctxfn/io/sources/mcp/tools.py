"""The tools that a server lists, as operations: which there are, what they are called, what they change."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any, Final

from attrs import frozen

from ctxfn.errors import CtxfnError
from ctxfn.functional import countby
from ctxfn.io.sources.answers import Answer
from ctxfn.io.sources.cleaning import cleaned
from ctxfn.io.sources.naming import limited, marked
from ctxfn.io.sources.operations import Operation
from ctxfn.messages import Verbatim, freeze

if TYPE_CHECKING:
    from mcp import Client
    from mcp_types import Tool

__all__ = ["Chosen", "Listed", "chosen", "listed_tools"]

_OTHER: Final = re.compile(r"[^A-Za-z0-9_-]")

#: Pages of a list, and tools in it; nobody has so many.
_MOST_PAGES: Final = 1_000
_MOST_TOOLS: Final = 5_000

#: Characters of a description, and of the schema of its arguments.
_LONGEST_TEXT: Final = 4_000
_LONGEST_SCHEMA: Final = 100_000

_NO_SUCH_METHOD: Final = -32601


@frozen
class Chosen:
    """Which tools are taken, and which of them count as reading.

    `include` and `exclude` are names, or patterns as ``read_*``; `reads` are those that change
    nothing, whatever they say of themselves. `trust_hints`: what they say counts.
    """

    include: tuple[str, ...] | None = None
    exclude: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    trust_hints: bool = True
    prefix: str = ""

    def takes(self, name: str) -> bool:
        """Whether the tool of that *name* is taken."""
        included = self.include is None or _fits(name, self.include)
        return included and not _fits(name, self.exclude)

    def writes(self, tool: Tool) -> bool:
        """Whether *tool* may change something; one that says nothing of it may."""
        hinted = tool.annotations is not None and tool.annotations.read_only_hint is True
        return not (_fits(tool.name, self.reads) or (self.trust_hints and hinted))


@frozen
class Listed:
    """The tools of a server, and what there is to say about their list."""

    tools: tuple[Tool, ...]
    remarks: tuple[str, ...] = ()


async def listed_tools(client: Client) -> Listed:
    """List the tools, page by page; a list that never ends is ended."""
    from mcp import MCPError

    tools: dict[str, Tool] = {}
    seen: set[str | None] = set()
    cursor: str | None = None
    twice = 0
    while True:
        seen.add(cursor)
        try:
            page = await client.list_tools(cursor=cursor, cache_mode="bypass")
        except MCPError as error:
            if error.code == _NO_SUCH_METHOD and len(seen) == 1:
                return Listed((), ("it has no tools",))
            raise
        for tool in page.tools:
            twice += tool.name in tools
            tools.setdefault(tool.name, tool)
        cursor = page.next_cursor
        if cursor is None:
            return Listed(tuple(tools.values()), _twice(twice))
        if cursor in seen or len(seen) >= _MOST_PAGES or len(tools) > _MOST_TOOLS:
            remark = "its list of tools does not end: there may be more"
            return Listed(tuple(tools.values())[:_MOST_TOOLS], (*_twice(twice), remark))


def chosen(
    listed: Listed, choice: Chosen, call: Callable[[str, Mapping[str, object]], Awaitable[Answer]]
) -> tuple[dict[str, Operation], tuple[str, ...]]:
    """Make operations of the tools that are taken, by the server's names; say which could not be.

    Contract:
        No two are named alike, and each name is one that every vendor takes. *call* is given the
        name that the server knows, which nothing in the arguments can change.
    """
    taken = [tool for tool in listed.tools if choice.takes(tool.name)]
    names = _names([choice.prefix + tool.name for tool in taken])
    remarks = list(listed.remarks)
    operations: dict[str, Operation] = {}
    used: set[str] = set()
    for tool, name in zip(taken, names, strict=True):
        schema = _schema(tool.input_schema)
        if name in used:
            remarks.append(f"passed by: {cleaned(tool.name)[:80]!r}, which another is called")
            continue
        used.add(name)
        if schema is None:
            remarks.append(
                f"passed by: {cleaned(tool.name)[:80]!r}, whose arguments cannot be told"
            )
            continue
        writes = choice.writes(tool)
        run = _running(call, tool.name)
        operations[tool.name] = Operation(name, _says(tool), schema, run, writes)
    missing = (
        f"there is no tool {pattern!r}"
        for pattern in choice.include or ()
        if not any(_fits(tool.name, (pattern,)) for tool in listed.tools)
    )
    return operations, (*remarks, *missing)


def _running(
    call: Callable[[str, Mapping[str, object]], Awaitable[Answer]], name: str
) -> Callable[[Mapping[str, object]], Awaitable[Answer]]:
    async def run(given: Mapping[str, object]) -> Answer:
        return await call(name, given)

    return run


def _schema(schema: Any) -> Verbatim | None:
    try:
        frozen_one = freeze(schema)
        fits = len(repr(schema)) <= _LONGEST_SCHEMA
    except (CtxfnError, RecursionError):
        return None
    return frozen_one if fits and isinstance(schema, dict) else None


def _says(tool: Tool) -> str:
    text = cleaned(tool.description or tool.title or "").strip()
    return text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 1] + "…"


def _names(wholes: list[str]) -> list[str]:
    plain = [_OTHER.sub("_", whole) for whole in wholes]
    plain = [one if one.strip("_-") else "tool" for one in plain]
    counts = countby(lambda one: one, plain)
    return [
        limited(one) if one == whole or counts[one] == 1 else limited(marked(one, whole))
        for one, whole in zip(plain, wholes, strict=True)
    ]


def _fits(name: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def _twice(count: int) -> tuple[str, ...]:
    return (f"passed by: {count} tools listed a second time",) if count else ()
