"""Find the offered tool that a model meant by a name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from attrs import frozen

from ctxfn.arguments import blames_arguments
from ctxfn.messages import ToolName
from ctxfn.tools.names import WireNames
from ctxfn.tools.wire_form import (
    KNOWN_KINDS,
    PLAIN_KINDS,
    SEPARATOR,
    hash_of,
    is_hash,
    is_written,
    parts_of,
)

__all__ = ["HowRead", "NameReading", "explain_name", "read_name", "split_name"]

HowRead: TypeAlias = Literal["exact", "older", "other kind", "bare", "garbled", "unread"]
"""By which form a name was found; `unread` where no form or more than one tool fits."""


@frozen
class NameReading:
    """What a name was found to mean, how, and among which tools the choice lay."""

    wire: str
    how: HowRead
    candidates: tuple[ToolName, ...] = ()

    @property
    def tool(self) -> ToolName | None:
        """The tool meant, if that is beyond doubt."""
        return self.candidates[0] if self.how != "unread" else None

    @property
    def reason(self) -> str:
        """Say in words how the name was read, or why it was not."""
        meant = ", ".join(map(_spoken, self.candidates))
        match self.how:
            case "exact":
                return f"{self.wire!r} is the name of {meant}"
            case "older":
                return f"{self.wire!r} is another way of writing {meant}"
            case "other kind":
                return f"{self.wire!r} names {meant} with another kind"
            case "bare":
                return f"{self.wire!r} is the function of {meant} alone"
            case "garbled":
                return f"{self.wire!r} has the letters and digits of {meant} alone"
            case "unread":
                fits = f"fits several tools: {meant}" if meant else "is no tool that was offered"
                return f"{self.wire!r} {fits}"


@blames_arguments
def read_name(wire: str, offered: WireNames, *, mend_garbled: bool = False) -> ToolName | None:
    """Return the offered tool that *wire* names, or None.

    Contract:
        The answer is a tool of *offered* or None: a call to what was not offered never
        resolves. The name a tool was offered under always leads back to it. Then, each only if
        it fits exactly one tool: an older way of writing a tool (kind written out or left out,
        another limit, another namespace, unhashed parts), the same with another kind, and a
        function's bare name, with or without a separator behind it but none within. What is the
        very name of another function, or looks like a hash, is none of these. With
        *mend_garbled* also whatever has the same ASCII letters and digits, in any case, as one
        offered name.

    Complexity: O(1) for an exact name, O(separators · characters) for another way of
    writing one, else O(tools).

    Source: LobeHub's tool name resolver. Only its bare names are held against the offer; a
    name with a separator resolves there to tools that were never offered.

    Examples:
        >>> from ctxfn.tools import wire_names
        >>> offered = wire_names([ToolName("web", "search"), ToolName("files", "read", "mcp")])
        >>> read_name("files____read____mcp", offered)
        ToolName('files', 'read', 'mcp')
        >>> read_name("web____search____builtin", offered)
        ToolName('web', 'search')
        >>> read_name("search", offered)
        ToolName('web', 'search')
        >>> read_name("web____delete", offered) is None
        True
        >>> read_name("Web.search", offered, mend_garbled=True)
        ToolName('web', 'search')
    """
    return explain_name(wire, offered, mend_garbled=mend_garbled).tool


@blames_arguments
def explain_name(wire: str, offered: WireNames, *, mend_garbled: bool = False) -> NameReading:
    """Read *wire* as `read_name` does, and tell how, or why not.

    Contract:
        `explain_name(...).tool` is `read_name(...)`. Several candidates only where unread.

    Complexity: that of `read_name`.

    Source: ours.

    Examples:
        >>> from ctxfn.tools import wire_names
        >>> offered = wire_names([ToolName("web", "read"), ToolName("files", "read")])
        >>> print(explain_name("read", offered).reason)
        'read' fits several tools: web/read, files/read
    """
    tool = offered.by_wire.get(wire)
    if tool is not None:
        return NameReading(wire, "exact", (tool,))
    for how, found in _attempts(wire, offered, mend_garbled):
        if len(found) == 1:
            return NameReading(wire, how, found)
        if found:
            return NameReading(wire, "unread", found)
    return NameReading(wire, "unread")


@blames_arguments
def split_name(wire: str) -> ToolName | None:
    """Take *wire* apart at its first separators, whether or not such a tool exists.

    For showing and comparing names of a history whose offer nobody knows any more. What comes
    out may be a hash, or a wrong guess where a part held the separator: to decide what runs,
    use `read_name`.

    Contract:
        None without both an identifier or a function; the kind is builtin where none is written.

    Complexity: O(characters).

    Source: LobeHub's tool name resolver, which runs what comes out.

    Examples:
        >>> split_name("trains____find_trip____mcp")
        ToolName('trains', 'find_trip', 'mcp')
        >>> split_name("find_trip") is None
        True
    """
    identifier, _, rest = wire.partition(SEPARATOR)
    api, _, rest = rest.partition(SEPARATOR)
    kind, _, _ = rest.partition(SEPARATOR)
    return ToolName(identifier, api, kind or "builtin") if identifier and api else None


def _spoken(tool: ToolName) -> str:
    kind = "" if tool.kind == "builtin" else f" ({tool.kind})"
    return f"{tool.identifier}/{tool.api}{kind}"


def _attempts(
    wire: str, offered: WireNames, mend_garbled: bool
) -> Iterator[tuple[HowRead, tuple[ToolName, ...]]]:
    written = dict(_written(wire, offered))
    yield "older", tuple(tool for tool, own in written.items() if own)
    yield "other kind", tuple(written)
    # What holds a separator may be the whole name of a tool that is not offered.
    function = wire.removesuffix(SEPARATOR)
    is_bare = function != "" and SEPARATOR not in function and not is_hash(function)
    is_bare = is_bare and parts_of(wire) is None
    yield "bare", tuple(tool for tool in offered.tools if is_bare and tool.api == function)
    if mend_garbled and (letters := _letters_of(wire)):
        yield "garbled", tuple(tool for tool, name in offered.pairs if _letters_of(name) == letters)


def _written(wire: str, offered: WireNames) -> Iterator[tuple[ToolName, bool]]:
    """Yield each tool that *wire* begins with and whether the rest is its own kind.

    Tools whose kind is another come first, so that a mapping keeps the better of two readings.
    """
    others = _Others(wire, offered)
    found = [
        (tool, own, kind)
        for start, kind in _cuts_of(wire, offered.longest_start)
        if not _is_name_of_another(start, kind)
        for tool in offered.by_start.get(start, ())
        if (own := _is_own_kind(tool, start, kind)) in others.allow(tool)
    ]
    yield from ((tool, False) for tool, own, kind in found if not own and SEPARATOR not in kind)
    yield from ((tool, True) for tool, own, _ in found if own)


def _cuts_of(wire: str, longest: int) -> Iterator[tuple[str, str]]:
    """Yield all of *wire*, then what stands before and behind each separator, overlaps too."""
    yield wire, ""
    end = longest + len(SEPARATOR)
    cut = wire.find(SEPARATOR, 0, end)
    while cut != -1:
        yield wire[:cut], wire[cut + len(SEPARATOR) :]
        cut = wire.find(SEPARATOR, cut + 1, end)


def _is_name_of_another(start: str, kind: str) -> bool:
    """Say whether a function with the separator inside would catch a well-formed name.

    ``mail____send____mcp`` is the function send of mail, offered or not, and never the function
    mcp of a package that calls itself mail____send.
    """
    if kind or start.count(SEPARATOR) < 2:
        return False
    parts = start.split(SEPARATOR)
    return len(parts) == 3 and all(parts) and parts[2] in KNOWN_KINDS


class _Others:
    """Whose very name a name is, as far as it can be told without knowing that tool."""

    def __init__(self, wire: str, offered: WireNames) -> None:
        self.parts = parts_of(wire)
        self.is_sure = self.parts is not None and self.parts[2] in offered.kinds
        self.namespace = offered.namespace

    def allow(self, tool: ToolName) -> tuple[bool, ...]:
        """Return whether *tool* may be read with its own kind, and with another one.

        Where the name is another function's, it is never *tool* with another kind; with its own
        it is, written by somebody who hashed nothing, unless the other's kind is one there is.
        """
        if self.parts is None or is_written(tool, self.namespace, *self.parts[:2]):
            return (True, False)
        return () if self.is_sure else (True,)


def _is_own_kind(tool: ToolName, start: str, kind: str) -> bool:
    if SEPARATOR not in start:  # one hash for all of it, kind included
        return kind == ""
    if kind == "":
        return tool.kind in PLAIN_KINDS
    return kind == hash_of(tool.kind) or (kind == tool.kind and not is_hash(kind))


def _letters_of(text: str) -> str:
    return "".join(char for char in text.lower() if char.isascii() and char.isalnum())
