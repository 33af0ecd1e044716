"""name_among: a call of the past never looks like one of a tool that is offered."""

from __future__ import annotations

from hypothesis import example, given

from ctxfn.messages import ToolName
from ctxfn.tools import is_wire_name, name_among, read_name, wire_names
from tests.tools.tool_names import LIMITS, NAMESPACES, TOOL_SETS, TOOLS


class TestExamples:
    """What a tool of the past is called, in cases a reader can check by eye."""

    def test_an_offered_tool_has_the_name_it_is_offered_under(self) -> None:
        tools = (ToolName("web", "go"), ToolName("web", "go", "default"))

        assert name_among(tools[1], wire_names(tools)) == "web____go____default"

    def test_another_kind_may_share_the_name(self) -> None:
        assert (
            name_among(ToolName("web", "go", ""), wire_names([ToolName("web", "go")]))
            == "web____go"
        )

    def test_another_function_may_not(self) -> None:
        offered = wire_names([ToolName("lobe-agent", "go")], namespace="acme")

        assert name_among(ToolName("acme-agent", "go"), offered) == "MD5HASH_879ad7164d16"


class TestProperties:
    """What is true of every offer and every tool."""

    @given(TOOL_SETS, TOOLS, LIMITS, NAMESPACES)
    @example([ToolName("own-a", "b")], ToolName("lobe-a", "b"), 64, "own")
    @example([ToolName("x____y", "z")], ToolName("x", "y", "z"), 64, "lobe")
    def test_read_as_the_same_function_or_not_at_all(
        self, tools: list[ToolName], tool: ToolName, limit: int, namespace: str
    ) -> None:
        offered = wire_names(tools, limit=limit, namespace=namespace)
        name = name_among(tool, offered)
        read = read_name(name, offered) or tool

        assert is_wire_name(name, limit=limit)
        assert (read.identifier, read.api) == (tool.identifier, tool.api)

    @given(TOOL_SETS, LIMITS, NAMESPACES)
    def test_reading_undoes_writing(
        self, tools: list[ToolName], limit: int, namespace: str
    ) -> None:
        offered = wire_names(tools, limit=limit, namespace=namespace)

        assert [read_name(name_among(tool, offered), offered) for tool in tools] == tools
