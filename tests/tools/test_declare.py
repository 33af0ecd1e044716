"""declare: each function once, in an order that does not depend on who came first."""

from __future__ import annotations

from random import Random

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.messages import ToolName, freeze
from ctxfn.tools import Declaration, Manifest, ToolFunction, declare, wire_name
from tests.tools.manifest_sets import MANIFEST_SETS

WEB = Manifest("web", (ToolFunction("search", "Find.", freeze({"type": "object"})),))
MAPS = Manifest("maps", (ToolFunction("route"), ToolFunction("area")), "mcp")


class TestExamples:
    """What a reader can check by eye."""

    def test_parameters_are_normalised(self) -> None:
        expected = freeze({"type": "object", "properties": {}, "required": []})

        assert declare([WEB]) == (Declaration(ToolName("web", "search"), "Find.", expected),)

    def test_by_name_or_as_given(self) -> None:
        named = [one.tool for one in declare([WEB, MAPS])]
        came = [one.tool for one in declare([WEB, MAPS], order="given")]

        assert [str(tool.api) for tool in named if isinstance(tool, ToolName)] == [
            "area",
            "route",
            "search",
        ]
        assert came == [*WEB.tools, *MAPS.tools]

    def test_a_function_declared_twice_is_the_first(self) -> None:
        twice = evolve(WEB, functions=(ToolFunction("go", "one"), ToolFunction("go", "two")))

        assert [one.description for one in declare([twice])] == ["one"]


class TestProperties:
    """What is true of every set of packages."""

    @given(MANIFEST_SETS, st.randoms(use_true_random=False))
    def test_the_order_of_arrival_changes_nothing(
        self, manifests: list[Manifest], random: Random
    ) -> None:
        shuffled = random.sample(manifests, len(manifests))

        assert declare(shuffled) == declare(manifests)

    @given(MANIFEST_SETS)
    def test_each_function_once_in_either_order(self, manifests: list[Manifest]) -> None:
        tools = [tool for one in manifests for tool in one.tools]
        named, came = declare(manifests), declare(manifests, order="given")

        assert [one.tool for one in came] == tools
        assert set(named) == set(came)
        assert len(named) == len(came)

    @given(MANIFEST_SETS)
    def test_sorted_by_the_names_on_the_wire(self, manifests: list[Manifest]) -> None:
        wires = [
            wire_name(one.tool) for one in declare(manifests) if isinstance(one.tool, ToolName)
        ]

        assert wires == sorted(wires)
