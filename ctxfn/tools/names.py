"""Give each tool a name that every provider accepts and that leads back to the tool."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from types import MappingProxyType

from attrs import frozen

from ctxfn.arguments import blames_arguments
from ctxfn.messages import ToolName
from ctxfn.tools.wire_form import (
    DEFAULT_LIMIT,
    KNOWN_KINDS,
    PLAIN_KINDS,
    STORED_NAMESPACE,
    candidates_of,
    check_limit,
    check_namespace,
    starts_of,
)

__all__ = ["WireNames", "wire_name", "wire_names"]


@blames_arguments
def wire_name(
    tool: ToolName, *, limit: int = DEFAULT_LIMIT, namespace: str = STORED_NAMESPACE
) -> str:
    """Return the name *tool* has on the wire when no other tool contends for it.

    Contract:
        Only ASCII letters, digits, underscore and hyphen, never longer than *limit* (0: no
        limit), the same for the same tool. Ordinary names are readable: identifier, four
        underscores, function, and the kind behind four more unless it is builtin, default or
        empty. A part is hashed if it holds other characters, or the separator, or looks like a
        hash, or ends in an underscore where a separator follows. What is still too long has the
        function hashed, then the identifier, then the kind, then all of it at once.
        Two tools differ in their names but for two kinds that are not written, a *namespace*
        that makes them look alike, or equal hashes; `wire_names` tells those apart as well.

    Complexity: O(characters), at most four hashes.

    Source: LobeHub's tool name resolver. It allows one character less than its limit, leaves
    longer names when the kind is long, and does not notice a separator within a part.

    Examples:
        >>> wire_name(ToolName("lobe-agent", "updateTodos"))
        'lobe-agent____updateTodos'
        >>> wire_name(ToolName("weather-mcp", "forecast", "mcp"))
        'weather-mcp____forecast____mcp'
        >>> wire_name(ToolName("rmrdnnx", "xrsu:tky", "standalone"))
        'rmrdnnx____MD5HASH_93b6e7f02f63____standalone'
        >>> wire_name(ToolName("lobe-agent", "updateTodos"), namespace="acme")
        'acme-agent____updateTodos'

    Raises:
        NameLimitError: *limit* is negative or below `MINIMUM_LIMIT`.
        NamespaceError: *namespace* holds characters that no name may have.
    """
    check_limit(limit)
    check_namespace(namespace)
    return next(candidates_of(tool, limit, namespace))


@blames_arguments
def wire_names(
    tools: Iterable[ToolName],
    *,
    limit: int = DEFAULT_LIMIT,
    namespace: str = STORED_NAMESPACE,
) -> WireNames:
    """Return the names of all *tools* that one request offers, no two alike.

    A table for one request instead of taking names apart again: whatever a tool is called, the
    way back is a look-up.

    Contract:
        Every tool has exactly one name and every name one tool; repeats of a tool count once.
        The order of *tools* decides nothing but the order of the table. A tool has its
        `wire_name` unless a tool with a better claim has it: builtin before default before no
        kind before all others, then by the parts. The other one writes its kind out, or becomes
        one hash.

    Complexity: O(tools · log tools) and the characters of their names.

    Source: ours.

    Examples:
        >>> names = wire_names([ToolName("web", "search", "default"), ToolName("web", "search")])
        >>> names.wires
        ('web____search____default', 'web____search')

    Raises:
        NameLimitError: *limit* is negative or below `MINIMUM_LIMIT`.
        NamespaceError: *namespace* holds characters that no name may have.
    """
    check_limit(limit)
    check_namespace(namespace)
    offered = tuple(dict.fromkeys(tools))
    taken: dict[str, ToolName] = {}
    for tool in sorted(offered, key=_claim):
        name = next(name for name in candidates_of(tool, limit, namespace) if name not in taken)
        taken[name] = tool
    name_of = {tool: name for name, tool in taken.items()}
    return WireNames(tuple((tool, name_of[tool]) for tool in offered), limit, namespace)


@frozen
class WireNames:
    """The tools one request offers, each with its name on the wire, in their order."""

    pairs: tuple[tuple[ToolName, str], ...] = ()
    limit: int = DEFAULT_LIMIT
    namespace: str = STORED_NAMESPACE

    @property
    def tools(self) -> tuple[ToolName, ...]:
        """List the tools offered."""
        return tuple(tool for tool, _ in self.pairs)

    @property
    def wires(self) -> tuple[str, ...]:
        """List the names, in the order of the tools."""
        return tuple(name for _, name in self.pairs)

    @cached_property
    def by_tool(self) -> Mapping[ToolName, str]:
        """Map each tool to its name."""
        return MappingProxyType(dict(self.pairs))

    @cached_property
    def by_wire(self) -> Mapping[str, ToolName]:
        """Map each name to its tool."""
        return MappingProxyType({name: tool for tool, name in self.pairs})

    @cached_property
    def by_start(self) -> Mapping[str, tuple[ToolName, ...]]:
        """Map what stands before the kind, in all older ways of writing too, to its tools."""
        found: dict[str, tuple[ToolName, ...]] = {}
        for tool, _ in self.pairs:
            for start in starts_of(tool, self.namespace):
                found[start] = (*found.get(start, ()), tool)
        return MappingProxyType(found)

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds that may be written: those of the tools, and all that packages have."""
        return frozenset((*KNOWN_KINDS, *(tool.kind for tool in self.tools if tool.kind)))

    @cached_property
    def longest_start(self) -> int:
        """Tell how far into a name it is worth to look for the end of a start."""
        return max(map(len, self.by_start), default=0)


def _claim(tool: ToolName) -> tuple[int, str, str, str]:
    plain = tool.kind in PLAIN_KINDS
    rank = PLAIN_KINDS.index(tool.kind) if plain else len(PLAIN_KINDS)
    return (rank, tool.identifier, tool.api, tool.kind)
