"""Packages of tools, well formed, with all the names and schemas that make trouble."""

from __future__ import annotations

from typing import Final

from hypothesis import strategies as st

from ctxfn.messages import freeze
from ctxfn.tools import (
    Activation,
    ActivationSource,
    ApprovalRule,
    Manifest,
    OfferedTool,
    OperationTools,
    StepDelta,
    ToolFunction,
    source_of,
)
from tests.tools.tool_names import KINDS, PARTS

IDENTIFIERS: Final = st.sampled_from(
    ["web", "maps", "mail", "lobe-agent", "a____b", "地图", "x" * 70]
)

_NAMED: Final = PARTS.filter(bool)

VALUES: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=3,
)

_TYPES: Final = st.sampled_from(
    ["object", "array", "string", ["object", "null"], ["string"], None, 3]
)

SCHEMAS: Final = st.recursive(
    st.fixed_dictionaries({}, optional={"type": _TYPES, "required": VALUES, "enum": VALUES}),
    lambda inner: st.fixed_dictionaries(
        {"type": _TYPES},
        optional={
            "properties": st.dictionaries(
                st.sampled_from(["a", "type", "enum"]), inner, max_size=2
            ),
            "items": inner | st.lists(inner, max_size=2) | VALUES,
            "anyOf": st.lists(inner | VALUES, max_size=2),
            "$defs": st.dictionaries(st.text(max_size=3), inner, max_size=2) | VALUES,
            "additionalProperties": inner | st.booleans(),
            "required": st.lists(st.sampled_from(["a", "b"])) | VALUES,
            "default": inner,
            "const": inner,
        },
    ),
    max_leaves=4,
)

RULES: Final = st.builds(
    ApprovalRule,
    st.sampled_from(["never", "always", "first"]),
    st.none() | st.builds(freeze, st.dictionaries(st.text(max_size=4), VALUES, max_size=2)),
)

FUNCTIONS: Final = st.builds(
    ToolFunction,
    st.sampled_from(["search", "read", "go"]) | _NAMED,
    st.text(max_size=6),
    st.none() | SCHEMAS.map(freeze),
    st.none() | st.text(max_size=6),
    st.sampled_from([None, "never", "always", "first"]) | st.lists(RULES, max_size=2).map(tuple),
    st.integers(1, 10**6),
)

MANIFESTS: Final = st.builds(
    Manifest,
    IDENTIFIERS | _NAMED,
    st.lists(FUNCTIONS, max_size=4).map(tuple),
    KINDS,
    st.none() | st.text(max_size=6),
    st.none() | st.text(max_size=6),
    st.none() | st.text(max_size=6),
    st.none() | st.text(max_size=6),
    st.booleans(),
)

_LIGHT: Final = st.builds(
    ToolFunction,
    st.sampled_from(["search", "read", "go", "a____b", "天", "x" * 70]),
    st.text(max_size=3),
    st.sampled_from([None, freeze({"type": "object"}), freeze({"properties": {}})]),
)

MANIFEST_SETS: Final = st.lists(
    st.builds(
        Manifest,
        IDENTIFIERS | _NAMED,
        st.lists(_LIGHT, max_size=4).map(tuple),
        st.sampled_from(["builtin", "default", "", "mcp", "a.b"]),
    ),
    max_size=6,
    unique_by=lambda one: one.identifier,
)

_SMALL: Final = st.lists(
    st.builds(
        Manifest,
        IDENTIFIERS,
        st.lists(st.sampled_from(["go", "read", "a____b"]).map(ToolFunction), max_size=3).map(
            tuple
        ),
        st.sampled_from(["builtin", "default", "mcp"]),
    ),
    max_size=5,
    unique_by=lambda one: one.identifier,
)

_SOURCES: Final[st.SearchStrategy[ActivationSource]] = st.sampled_from(
    ("discovery", "mention", "device", "application")
)


@st.composite
def activations(draw: st.DrawFn, manifests: list[Manifest]) -> Activation:
    """Draw an activation, of a package of *manifests* or of one that nobody knows."""
    names = st.sampled_from(["ghost", *(one.identifier for one in manifests)])
    carried = st.none() | (st.sampled_from(manifests) if manifests else st.none())
    return Activation(draw(names), draw(_SOURCES), draw(carried))


@st.composite
def steps(draw: st.DrawFn) -> tuple[OperationTools, StepDelta, tuple[Activation, ...]]:
    """Draw an operation, what a step changes, and what was switched on before."""
    manifests = draw(_SMALL)
    cut, end = sorted(draw(st.tuples(st.integers(0, 6), st.integers(0, 6))))
    names = st.lists(st.sampled_from(["ghost", *(one.identifier for one in manifests)]), max_size=3)
    offered = tuple(OfferedTool(one, source_of(one)) for one in manifests[:cut])
    begun = {one.identifier for one in offered}
    operation = OperationTools(
        offered,
        tuple(manifests[cut:end]),
        draw(st.none() | names.map(tuple)),
        tuple(one for one in draw(names) if one not in begun),
    )
    given = st.lists(activations(manifests), max_size=4).map(tuple)
    off = draw(names) + draw(st.sampled_from([[], [], ["*"]]))
    return operation, StepDelta(draw(given), tuple(off)), draw(given)
