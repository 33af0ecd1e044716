"""The twin that selects tools gives what the frozen functions give, schemas and all."""

from __future__ import annotations

import copy

from benchmarks import twins
from benchmarks.tool_sets import packages, tool_figures
from ctxfn.messages import ToolName
from ctxfn.tools import declare, read_manifests, select_tools, wire_name


def test_both_declare_the_same_tools() -> None:
    rows = packages(12)
    names = [row["identifier"] for row in rows][::2]
    chosen = select_tools(read_manifests(rows).manifests, names)
    declared = [
        {
            "type": "function",
            "function": {
                "name": wire_name(one.tool),
                "description": one.description,
                "parameters": None if one.parameters is None else one.parameters.thaw(),
            },
        }
        for one in declare(chosen.manifests, order="given")
        if isinstance(one.tool, ToolName)
    ]

    assert twins.select_tools(copy.deepcopy(rows), names)["tools"] == declared


def test_every_figure_is_a_number() -> None:
    assert all(figure.value > 0 for figure in tool_figures(1))
