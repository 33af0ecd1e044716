"""Names as somebody writes them who wants a tool to run that was not offered."""

from __future__ import annotations

from typing import Final

from hypothesis import strategies as st

from ctxfn.messages import ToolName
from ctxfn.tools import wire_name
from ctxfn.tools.wire_form import SEPARATOR, hash_of, whole_hash
from tests.tools.tool_names import KINDS, LIMITS, NAMESPACES, PARTS, TOOLS

HOSTILE_PARTS: Final = (
    "",
    "a",
    "a_",
    "_a",
    SEPARATOR,
    f"a{SEPARATOR}b",
    f"{SEPARATOR}a",
    "a.b",
    "é",
    "ｗｅｂ",
    hash_of("a"),
    hash_of("a.b"),
    hash_of(hash_of("a.b")),
    hash_of("a") + "0",
    "x" * 500,
    "x" * 44,
)
"""The separator inside and at the edges, look-alikes of hashes, nothing, other scripts, lengths."""


def written(tool: ToolName) -> list[str]:
    """Return the ways to write *tool* that were ever in use, and some that never were."""
    raw = (tool.identifier, tool.api, tool.kind)
    hashed = tuple(map(hash_of, raw))
    forms = [
        (one, two, three)
        for one in (raw[0], hashed[0])
        for two in (raw[1], hashed[1])
        for three in (raw[2], hashed[2])
    ]
    joined = [SEPARATOR.join(form) for form in forms]
    return [
        *joined,
        *(SEPARATOR.join(form[:2]) for form in forms),
        *(wire_name(tool, limit=limit) for limit in (0, 20, 64)),
        whole_hash(tool),
        tool.api,
        tool.api + SEPARATOR,
        SEPARATOR + tool.api,
        f"{tool.identifier}.{tool.api}",
    ]


@st.composite
def hostile_names(draw: st.DrawFn, tools: list[ToolName]) -> str:
    """Draw a name made of those of *tools* and of others, whole, cut, joined and bent."""
    tool = draw(st.sampled_from(tools) | TOOLS) if tools else draw(TOOLS)
    name = draw(st.sampled_from(written(tool)))
    match draw(st.sampled_from(["whole", "cut", "longer", "kind", "case", "joined", "other"])):
        case "cut":
            return name[: draw(st.integers(0, len(name)))]
        case "longer":
            return name + draw(st.sampled_from(["_", SEPARATOR, f"{SEPARATOR}x", "\x00", " "]))
        case "kind":
            return f"{name}{SEPARATOR}{draw(KINDS)}"
        case "case":
            return name.swapcase()
        case "joined":
            return f"{draw(PARTS)}{SEPARATOR}{name}"
        case "other":
            return wire_name(draw(TOOLS), limit=draw(LIMITS), namespace=draw(NAMESPACES))
        case _:
            return name
