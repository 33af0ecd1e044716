"""resolve_call, resolve_calls: what runs was offered."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ctxfn.messages import Call, ToolName
from ctxfn.tools import (
    UnresolvedCall,
    WireNames,
    is_wire_name,
    read_name,
    resolve_call,
    resolve_calls,
    wire_name,
    wire_names,
)
from ctxfn.tools.wire_form import SEPARATOR, hash_of
from tests.tools.hostile_names import HOSTILE_PARTS, hostile_names, written
from tests.tools.tool_names import LIMITS, NAMESPACES, ORDINARY_TOOLS, TOOL_SETS, TOOLS

SEARCH = ToolName("web", "search")
READ = ToolName("files", "read", "mcp")
OFFERED = wire_names([SEARCH, READ])


def resolved(wire: str | ToolName, offered: WireNames = OFFERED) -> ToolName | None:
    """Return the tool a call by this name would run."""
    done = resolve_call(Call("c1", wire), offered)
    if isinstance(done, UnresolvedCall):
        return None
    assert isinstance(done.tool, ToolName)
    return done.tool


class TestExamples:
    """What a reader can check by eye."""

    def test_all_else_about_a_call_stays(self) -> None:
        call = Call("c1", "files____read____mcp", '{"a": ', "signed")

        assert resolve_call(call, OFFERED) == Call("c1", READ, '{"a": ', "signed")

    def test_a_call_of_an_offered_tool_is_the_same_object(self) -> None:
        call = Call("c1", READ)

        assert resolve_call(call, OFFERED) is call

    def test_the_kind_is_that_of_the_offer(self) -> None:
        assert resolved(ToolName("files", "read", "default")) == READ

    def test_a_kind_in_doubt_is_not_guessed(self) -> None:
        offered = wire_names([ToolName("web", "go", "mcp"), ToolName("web", "go", "default")])
        failed = resolve_call(Call("c1", ToolName("web", "go")), offered)

        assert isinstance(failed, UnresolvedCall)
        assert failed.reason == "'web.go' fits several tools: web/go (mcp), web/go (default)"

    @pytest.mark.parametrize("tool", ["", "rm", "web____delete", ToolName("web", "delete")])
    def test_what_was_not_offered_does_not_run(self, tool: str | ToolName) -> None:
        assert resolved(tool) is None

    def test_a_function_that_looks_like_another_packages_is_no_bare_name(self) -> None:
        """A package must not catch the calls of one that is not offered."""
        offered = wire_names([ToolName("evil", "web____delete")])

        assert resolved("web____delete", offered) is None
        assert resolved(offered.wires[0], offered) == ToolName("evil", "web____delete")

    def test_nor_does_a_package_catch_a_whole_name_with_its_kind(self) -> None:
        offered = wire_names([ToolName("mail____send", "mcp"), ToolName("mail____send", "go")])

        assert resolved("mail____send____mcp", offered) is None
        assert resolved("mail____send____go", offered) == ToolName("mail____send", "go")

    def test_one_broken_call_leaves_the_others_alone(self) -> None:
        calls = [Call("c1", ""), Call("c2", "search"), Call("c3", "x"), Call("c4", READ)]
        done = resolve_calls(calls, OFFERED)

        assert done.resolved == (Call("c2", SEARCH), Call("c4", READ))
        assert [one.call for one in done.unresolved] == [calls[0], calls[2]]

    def test_garbled_on_request(self) -> None:
        calls = [Call("c1", "Web.search")]

        assert resolve_calls(calls, OFFERED).resolved == ()
        assert resolve_calls(calls, OFFERED, mend_garbled=True).resolved == (Call("c1", SEARCH),)


class TestSecurity:
    """Whoever writes the names, only what was offered runs."""

    @given(st.data(), TOOL_SETS, LIMITS, NAMESPACES, st.booleans())
    def test_no_resolved_call_names_a_tool_outside_the_offer(
        self, data: st.DataObject, tools: list[ToolName], limit: int, namespace: str, mend: bool
    ) -> None:
        offered = wire_names(tools, limit=limit, namespace=namespace)
        names = data.draw(st.lists(hostile_names(tools) | TOOLS, max_size=6))
        calls = [Call(f"c{place}", name) for place, name in enumerate(names)]
        done = resolve_calls(calls, offered, mend_garbled=mend)

        assert {call.tool for call in done.resolved} <= set(tools)
        assert len(done.resolved) + len(done.unresolved) == len(calls)

    @given(st.data(), TOOL_SETS)
    def test_a_name_that_fits_two_tools_runs_neither(
        self, data: st.DataObject, tools: list[ToolName]
    ) -> None:
        offered = wire_names(tools)
        done = resolve_call(Call("c1", data.draw(hostile_names(tools))), offered)

        assert not isinstance(done, UnresolvedCall) or done.reading.tool is None

    @given(st.lists(ORDINARY_TOOLS, max_size=8), TOOLS, LIMITS)
    def test_nothing_hostile_that_is_not_offered_passes_for_an_ordinary_tool(
        self, tools: list[ToolName], other: ToolName, limit: int
    ) -> None:
        assume(other.api)  # no package has a function without a name
        function = (other.identifier, other.api)
        offered = [tool for tool in tools if (tool.identifier, tool.api) != function]

        assert resolved(wire_name(other, limit=limit), wire_names(offered)) is None


CLASHING = (
    *(ToolName("a", api, kind) for api in ("a", "b") for kind in ("builtin", "mcp", "")),
    *(ToolName(*parts) for parts in product((f"a{SEPARATOR}b", "a.b", hash_of("a.b")), repeat=2)),
    ToolName("a", "b", "c"),
    ToolName(f"a{SEPARATOR}b", "mcp"),
)


class TestExhaustive:
    """Every small set there is, of names made to clash."""

    @pytest.mark.parametrize("limit", [20, 64, 0])
    def test_all_hostile_tools_at_once(self, limit: int) -> None:
        kinds = ("builtin", "default", "", "mcp", f"a{SEPARATOR}b")
        tools = [ToolName(*parts) for parts in product(HOSTILE_PARTS, HOSTILE_PARTS, kinds)]
        offered = wire_names(tools, limit=limit)

        assert len(set(offered.wires)) == len(tools)
        assert all(is_wire_name(wire, limit=limit) for wire in offered.wires)
        assert [read_name(wire, offered) for wire in offered.wires] == tools

    @pytest.mark.parametrize("size", [1, 2])
    def test_every_set_reads_back_and_lets_nothing_else_in(self, size: int) -> None:
        probes = sorted({name for tool in CLASHING for name in written(tool)})
        for tools in combinations(CLASHING, size):
            offered = wire_names(tools)
            assert [read_name(wire, offered) for wire in offered.wires] == list(tools)
            assert {read_name(probe, offered) for probe in probes} <= {None, *tools}

    def test_every_pair_of_functions_has_two_names(self) -> None:
        tools = [ToolName(*parts) for parts in product(HOSTILE_PARTS, repeat=2)]

        for limit in (20, 64, 0):
            assert len({wire_name(tool, limit=limit) for tool in tools}) == len(tools)
