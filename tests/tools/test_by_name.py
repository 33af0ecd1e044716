"""by_name: an order that depends on nothing but what is declared."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxfn.messages import ToolName
from ctxfn.tools import Declaration, by_name

TOOLS = st.lists(
    st.builds(
        Declaration,
        st.text(max_size=2) | st.builds(ToolName, st.sampled_from("ab"), st.sampled_from("xy")),
        st.none() | st.text(max_size=1),
    ),
    max_size=5,
    unique_by=lambda one: one.tool,
)


class TestExamples:
    """Names as the model reads them."""

    def test_a_package_s_function_is_sorted_by_its_wire_name(self) -> None:
        tools = (Declaration("maps"), Declaration(ToolName("files", "read")), Declaration("Web"))

        assert [one.tool for one in by_name(tools)] == ["Web", ToolName("files", "read"), "maps"]

    def test_two_of_one_name_stay_in_their_order(self) -> None:
        tools = (Declaration("a", "2"), Declaration("a", "1"))

        assert by_name(tools) == tools


class TestProperties:
    """What is true of all declarations."""

    @given(TOOLS, st.randoms())
    def test_the_order_given_does_not_count(self, tools: list[Declaration], dice: object) -> None:
        shuffled = list(tools)
        dice.shuffle(shuffled)  # type: ignore[attr-defined]

        assert by_name(shuffled) == by_name(tools)

    @given(TOOLS)
    def test_none_is_lost(self, tools: list[Declaration]) -> None:
        assert sorted(map(id, by_name(tools))) == sorted(map(id, tools))
