"""is_tool_of: whose tool a wire name is."""

from __future__ import annotations

from hypothesis import given

from ctxfn.messages import ToolName
from ctxfn.tools import is_tool_of, wire_name
from tests.tools.tool_names import TOOLS


class TestExamples:
    """Names a reader can check by eye."""

    def test_a_renamed_package_is_known_by_both_names(self) -> None:
        assert is_tool_of("acme-agent____updateTodos", "lobe-agent", namespace="acme")
        assert is_tool_of("lobe-agent____updateTodos", "lobe-agent", namespace="acme")

    def test_case_counts_and_a_longer_identifier_is_another(self) -> None:
        assert not is_tool_of("Web____search", "web")
        assert not is_tool_of("web2____search", "web")


class TestProperties:
    """What is true of every tool."""

    @given(TOOLS)
    def test_a_tools_name_is_its_packages(self, tool: ToolName) -> None:
        name = wire_name(tool, limit=0)

        assert is_tool_of(name, tool.identifier)
