"""wire_name, wire_names: every tool gets a name, no two the same one."""

from __future__ import annotations

import pickle
import re
from random import Random

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from ctxfn.messages import ToolName
from ctxfn.tools import (
    MINIMUM_LIMIT,
    NameLimitError,
    NamespaceError,
    WireNames,
    is_wire_name,
    read_name,
    wire_name,
    wire_names,
)
from ctxfn.tools.wire_form import hash_of
from tests.tools.tool_names import LIMITS, NAMESPACES, RIVALS, TOOL_SETS, TOOLS

ALLOWED = re.compile(r"[A-Za-z0-9_-]+")


class TestExamples:
    """What a tool is called, in cases a reader can check by eye."""

    @pytest.mark.parametrize("kind", ["builtin", "default", ""])
    def test_a_plain_kind_is_not_written(self, kind: str) -> None:
        assert wire_name(ToolName("lobe-agent", "updateTodos", kind)) == "lobe-agent____updateTodos"

    def test_another_kind_stands_last(self) -> None:
        tool = ToolName("weather-mcp", "forecast", "mcp")

        assert wire_name(tool) == "weather-mcp____forecast____mcp"

    def test_a_part_with_other_characters_is_hashed(self) -> None:
        tool = ToolName("天气tq", "jysbcnw", "mcp")

        assert wire_name(tool) == "MD5HASH_4dc9f95f97c5____jysbcnw____mcp"

    def test_a_name_as_long_as_the_limit_stays(self) -> None:
        tool = ToolName("a" * 30, "b" * 30)

        assert wire_name(tool, limit=64) == "a" * 30 + "____" + "b" * 30

    def test_one_more_character_hashes_the_function(self) -> None:
        tool = ToolName("a" * 30, "b" * 31)

        assert wire_name(tool, limit=64) == "a" * 30 + "____MD5HASH_e09e54e84027"

    def test_zero_is_no_limit(self) -> None:
        tool = ToolName("a" * 500, "b" * 500)

        assert wire_name(tool, limit=0) == "a" * 500 + "____" + "b" * 500

    def test_a_long_kind_leaves_one_hash(self) -> None:
        """Two hashed parts and a kind of seventeen characters are longer than sixty-four."""
        name = wire_name(ToolName("a" * 60, "b" * 60, "k" * 17))

        assert re.fullmatch(r"MD5HASH_[0-9a-f]{12}", name)

    def test_a_namespace_takes_the_place_of_the_stored_one(self) -> None:
        tools = (ToolName("lobe-agent", "go"), ToolName("lobed", "go"))
        names = wire_names(tools, namespace="acme")

        assert names.wires == ("acme-agent____go", "lobed____go")

    def test_kinds_that_are_not_written_are_told_apart(self) -> None:
        names = wire_names([ToolName("web", "go", "default"), ToolName("web", "go")])

        assert names.wires == ("web____go____default", "web____go")

    def test_a_repeat_counts_once(self) -> None:
        tool = ToolName("web", "go")

        assert wire_names([tool, tool]).pairs == ((tool, "web____go"),)


class TestRefused:
    """What is a mistake of the declaration."""

    @pytest.mark.parametrize("limit", [-1, 1, MINIMUM_LIMIT - 1])
    def test_a_limit_without_room(self, limit: int) -> None:
        with pytest.raises(NameLimitError, match=f"limit={limit}: .* at least 20"):
            wire_names([], limit=limit)

    @pytest.mark.parametrize("namespace", ["", "a b", "ä"])
    def test_a_namespace_no_name_may_hold(self, namespace: str) -> None:
        with pytest.raises(NamespaceError, match="expected ASCII letters"):
            wire_name(ToolName("a", "b"), namespace=namespace)


class TestProperties:
    """What is true of every tool and every set of them."""

    @given(TOOLS, LIMITS, NAMESPACES)
    def test_never_longer_than_the_limit(self, tool: ToolName, limit: int, namespace: str) -> None:
        name = wire_name(tool, limit=limit, namespace=namespace)

        assert limit == 0 or len(name) <= limit

    @given(TOOLS, LIMITS, NAMESPACES)
    def test_only_letters_digits_underscore_hyphen(
        self, tool: ToolName, limit: int, namespace: str
    ) -> None:
        name = wire_name(tool, limit=limit, namespace=namespace)

        assert ALLOWED.fullmatch(name)
        assert is_wire_name(name, limit=limit)

    @given(st.text(max_size=70), LIMITS)
    def test_a_wire_name_is_short_and_plain(self, text: str, limit: int) -> None:
        expected = bool(ALLOWED.fullmatch(text)) and (limit == 0 or len(text) <= limit)

        assert is_wire_name(text, limit=limit) == expected

    @given(RIVALS, LIMITS)
    @example((ToolName("a.b", "c"), ToolName(hash_of("a.b"), "c")), 64)
    @example((ToolName("a_", "b"), ToolName("a", "_b")), 64)
    @example((ToolName("a____b", "c"), ToolName("a", "b____c")), 64)
    @example((ToolName("a", "b", "c"), ToolName("a", "b____c")), 64)
    @example((ToolName("a", "b_", "c"), ToolName("a", "b", "_c")), 64)
    def test_two_functions_have_two_names(
        self, tools: tuple[ToolName, ToolName], limit: int
    ) -> None:
        """Without a table, for two tools on their own."""
        one, other = tools
        assume((one.identifier, one.api) != (other.identifier, other.api))

        assert wire_name(one, limit=limit) != wire_name(other, limit=limit)

    @given(TOOL_SETS | RIVALS.map(list), LIMITS, NAMESPACES)
    def test_injective_over_the_offer(
        self, tools: list[ToolName], limit: int, namespace: str
    ) -> None:
        names = wire_names(tools, limit=limit, namespace=namespace)

        assert names.tools == tuple(dict.fromkeys(tools))
        assert len(set(names.wires)) == len(set(tools))
        assert all(is_wire_name(name, limit=limit) for name in names.wires)

    @given(TOOL_SETS, LIMITS, NAMESPACES, st.booleans())
    def test_reading_undoes_writing(
        self, tools: list[ToolName], limit: int, namespace: str, mend: bool
    ) -> None:
        names = wire_names(tools, limit=limit, namespace=namespace)
        read = [read_name(names.by_tool[tool], names, mend_garbled=mend) for tool in tools]

        assert read == tools

    @given(TOOL_SETS, LIMITS, st.randoms(use_true_random=False))
    def test_the_order_of_the_offer_changes_no_name(
        self, tools: list[ToolName], limit: int, random: Random
    ) -> None:
        shuffled = random.sample(tools, len(tools))

        assert wire_names(shuffled, limit=limit).by_tool == wire_names(tools, limit=limit).by_tool

    @given(TOOL_SETS, LIMITS)
    def test_a_name_without_rival_is_the_tools_own(self, tools: list[ToolName], limit: int) -> None:
        names = wire_names(tools, limit=limit)
        own = [wire_name(tool, limit=limit) for tool in names.tools]
        alone = [
            (tool, name)
            for tool, name in zip(names.tools, own, strict=True)
            if own.count(name) == 1
        ]

        assert [(tool, names.by_tool[tool]) for tool, _ in alone] == alone

    @given(TOOL_SETS, LIMITS)
    def test_a_table_travels(self, tools: list[ToolName], limit: int) -> None:
        names = wire_names(tools, limit=limit)
        copy: WireNames = pickle.loads(pickle.dumps(names))

        assert copy == names
        assert copy.by_wire == names.by_wire
