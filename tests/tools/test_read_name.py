"""read_name: only what was offered, and only beyond doubt."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st

from ctxfn.messages import ToolName
from ctxfn.tools import (
    NameReading,
    WireNames,
    explain_name,
    read_name,
    split_name,
    wire_name,
    wire_names,
)
from ctxfn.tools.wire_form import hash_of, is_hash, parts_of, whole_hash
from tests.tools.tool_names import LIMITS, ORDINARY_TOOLS, RIVALS, TOOL_SETS, TOOLS

SEARCH = ToolName("web", "search")
READ = ToolName("files", "read", "mcp")
OFFERED = wire_names([SEARCH, READ])


def offer(*tools: ToolName) -> WireNames:
    return wire_names(tools)


class TestExamples:
    """How names are read, in cases a reader can check by eye."""

    @pytest.mark.parametrize(
        ("wire", "tool", "how"),
        [
            ("web____search", SEARCH, "exact"),
            ("web____search____builtin", SEARCH, "older"),
            (f"web____{hash_of('search')}", SEARCH, "older"),
            (f"{hash_of('web')}____{hash_of('search')}____builtin", SEARCH, "older"),
            (f"files____read____{hash_of('mcp')}", READ, "older"),
            ("files____read", READ, "other kind"),
            ("files____read____builtin", READ, "other kind"),
            ("web____search____plugin", SEARCH, "other kind"),
            ("read", READ, "bare"),
            ("read____", READ, "bare"),
        ],
    )
    def test_a_form_of_an_offered_name(self, wire: str, tool: ToolName, how: str) -> None:
        reading = explain_name(wire, OFFERED)

        assert (reading.tool, reading.how) == (tool, how)

    @pytest.mark.parametrize(
        "wire",
        [
            "",
            "____",
            "web",
            "web____",
            "web____read",
            "trains____go____mcp",
            "websearch",
            "Search",
            "web____search____a____b",
            hash_of("web"),
            "____search",
        ],
    )
    def test_what_was_not_offered_is_not_read(self, wire: str) -> None:
        assert explain_name(wire, OFFERED) == NameReading(wire, "unread")

    @pytest.mark.parametrize(
        "wire", ["web_search", "web.search", "WEB____SEARCH", "web-search", "web______search"]
    )
    def test_a_garbled_separator_is_mended_on_request(self, wire: str) -> None:
        assert read_name(wire, OFFERED) is None
        assert read_name(wire, OFFERED, mend_garbled=True) == SEARCH

    def test_a_garbled_name_of_two_tools_is_not_read(self) -> None:
        offered = offer(ToolName("ab", "c"), ToolName("a", "bc"))
        reading = explain_name("a.b.c", offered, mend_garbled=True)

        assert reading == NameReading("a.b.c", "unread", offered.tools)

    def test_a_bare_name_of_two_tools_is_not_read(self) -> None:
        offered = offer(ToolName("web", "read"), ToolName("files", "read"))

        assert read_name("read", offered) is None

    def test_a_separator_within_a_part(self) -> None:
        tool = ToolName("vah____kut", "add")

        assert read_name("vah____kut____add", offer(tool, SEARCH)) == tool

    def test_the_whole_function_goes_before_a_shorter_one_with_a_kind(self) -> None:
        short, whole = ToolName("files", "fny"), ToolName("files", "fny____fqq")

        assert read_name("files____fny____fqq", offer(short, whole)) == whole

    def test_the_own_kind_goes_before_another(self) -> None:
        builtin, mcp = ToolName("web", "go"), ToolName("web", "go", "mcp")

        assert read_name("web____go____builtin", offer(builtin, mcp)) == builtin

    def test_a_name_made_under_another_limit(self) -> None:
        tool = ToolName("a" * 40, "b" * 40, "mcp")

        assert read_name(wire_name(tool, limit=20), wire_names([tool], limit=128)) == tool

    def test_the_stored_namespace_is_read_as_well(self) -> None:
        tool = ToolName("lobe-agent", "go")
        offered = wire_names([tool], namespace="acme")

        assert [read_name(f"{name}-agent____go", offered) for name in ("acme", "lobe")] == [
            tool
        ] * 2

    def test_a_run_of_underscores_is_read_in_no_time(self) -> None:
        assert read_name("_" * 1_000_000, OFFERED, mend_garbled=True) is None


class TestReasons:
    """Each reading says what it did."""

    @pytest.mark.parametrize(
        ("wire", "reason"),
        [
            ("web____search", "'web____search' is the name of web/search"),
            ("web____search____builtin", "is another way of writing web/search"),
            ("files____read", "'files____read' names files/read (mcp) with another kind"),
            ("read", "'read' is the function of files/read (mcp) alone"),
            ("web.search", "'web.search' has the letters and digits of web/search alone"),
            ("nothing", "'nothing' is no tool that was offered"),
        ],
    )
    def test_reason(self, wire: str, reason: str) -> None:
        assert reason in explain_name(wire, OFFERED, mend_garbled=True).reason


class TestSplit:
    """Taking a name apart without knowing what was offered."""

    @pytest.mark.parametrize(
        ("wire", "tool"),
        [
            ("web____search", ToolName("web", "search")),
            ("web____search____mcp____x", ToolName("web", "search", "mcp")),
            ("web____", None),
            ("____search", None),
            ("web", None),
        ],
    )
    def test_split_name(self, wire: str, tool: ToolName | None) -> None:
        assert split_name(wire) == tool

    @given(ORDINARY_TOOLS)
    def test_splitting_undoes_writing_an_ordinary_name(self, tool: ToolName) -> None:
        assert split_name(wire_name(tool, limit=0)) == tool


class TestProperties:
    """What is true of every offer and every name."""

    @given(st.one_of(st.text(), st.text("ab_", max_size=20)), TOOL_SETS, st.booleans())
    def test_only_offered_tools_come_out(
        self, wire: str, tools: list[ToolName], mend: bool
    ) -> None:
        assert read_name(wire, wire_names(tools), mend_garbled=mend) in (None, *tools)

    @given(st.lists(ORDINARY_TOOLS, max_size=8), ORDINARY_TOOLS, LIMITS)
    def test_a_function_not_offered_never_resolves(
        self, tools: list[ToolName], other: ToolName, limit: int
    ) -> None:
        function = (other.identifier, other.api)
        offered = [tool for tool in tools if (tool.identifier, tool.api) != function]

        assert read_name(wire_name(other, limit=limit), wire_names(offered)) is None

    @given(TOOLS, LIMITS, LIMITS)
    def test_a_name_made_under_any_limit_is_read(self, tool: ToolName, then: int, now: int) -> None:
        assert read_name(wire_name(tool, limit=then), wire_names([tool], limit=now)) == tool

    @given(TOOLS, LIMITS)
    def test_the_unhashed_form_with_its_kind_is_read(self, tool: ToolName, limit: int) -> None:
        # Such a part would be taken for what it is the hash of.
        assume(not any(map(is_hash, (tool.identifier, tool.api, tool.kind))))
        older = f"{tool.identifier}____{tool.api}____{tool.kind}"
        # Nor is the very name of another function that one's, of a kind there is.
        parts = parts_of(older)
        assume(parts is None or parts[:2] == (tool.identifier, tool.api))

        assert read_name(older, wire_names([tool], limit=limit)) == tool

    @given(st.text(), TOOL_SETS, st.booleans())
    def test_more_than_one_candidate_is_no_answer(
        self, wire: str, tools: list[ToolName], mend: bool
    ) -> None:
        reading = explain_name(wire, wire_names(tools), mend_garbled=mend)

        assert reading.tool is None or reading.candidates == (reading.tool,)


class TestNamesOfOthers:
    """The very name of a tool that was not offered leads to none that was."""

    @pytest.mark.parametrize(
        ("tool", "other"),
        [
            (ToolName("a", "send_", "mcp"), ToolName("a", "send", "_")),
            (ToolName("a", "send_", "builtin"), ToolName("a", "send", "_mcp")),
            (ToolName("a____b", "c", "mcp"), ToolName("a", "b", "c")),
            (ToolName("a.x", "b____c", "mcp"), ToolName("a.x", "b", "c")),
            (ToolName(hash_of("天气tq"), "forecast", "mcp"), ToolName("天气tq", "forecast", "mcp")),
            (ToolName("web", hash_of("a.b"), "mcp"), ToolName("web", "a.b", "mcp")),
            (ToolName("web", "go", hash_of("x.y")), ToolName("w", "go", "x.y")),
            (ToolName("send_", "a", "mcp"), ToolName("send", "_a", "é")),
            (ToolName("x", "read_"), ToolName("read", "_")),
            (
                ToolName("x", whole_hash(ToolName("a" * 60, "b" * 60, "k" * 17))),
                ToolName("a" * 60, "b" * 60, "k" * 17),
            ),
        ],
    )
    def test_it_is_not_read(self, tool: ToolName, other: ToolName) -> None:
        assert read_name(wire_name(other), offer(tool)) is None
        assert read_name(wire_name(tool), offer(tool)) == tool

    def test_a_hash_is_not_read_with_a_package_behind_it(self) -> None:
        tool = ToolName("a" * 60, "b" * 60, "k" * 17)

        assert read_name(wire_name(tool) + "____go", offer(tool)) is None

    @given(RIVALS, st.sampled_from(["markdown", "mcp", "standalone"]), LIMITS, LIMITS)
    def test_of_two_rivals_one_never_catches_the_other(
        self, tools: tuple[ToolName, ToolName], kind: str, then: int, now: int
    ) -> None:
        one, other = tools[0], evolve(tools[1], kind=kind)
        assume((one.identifier, one.api) != (other.identifier, other.api))
        assume(all(tool.identifier and tool.api for tool in tools))

        assert read_name(wire_name(other, limit=then), wire_names([one], limit=now)) is None
