"""Ties: what is found node by node is what is found looking at the whole."""

from __future__ import annotations

from hypothesis import assume, event, given
from hypothesis import strategies as st

from ctxfn.messages import (
    NO_TIES,
    Assistant,
    Messages,
    Node,
    Origin,
    Roots,
    ToolResult,
    assistant,
    call,
    groups_of,
    spans_of,
    tie,
    tool_result,
    user,
)
from ctxfn.testing import conversations


def roots_of(messages: Messages) -> list[Roots]:
    """The roots as the functions for a whole history give them."""
    atoms = {place: span[0] for span in spans_of(messages) for place in span}
    numbers = {id(node): place for place, node in enumerate(messages)}
    groups = {
        numbers[id(node)]: numbers[id(group[0])] for group in groups_of(messages) for node in group
    }
    return [Roots(atoms[place], groups[place]) for place in range(len(messages))]


def one_by_one(messages: Messages) -> tuple[list[Roots], bool]:
    """The roots after tying the nodes one at a time, and whether old ones never changed."""
    ties, always = NO_TIES, True
    for index in range(len(messages)):
        ties, same = tie(ties, messages[: index + 1], index)
        always = always and same
    return list(ties.roots), always


class TestExamples:
    """Plain histories never look back; odd ones do."""

    def test_a_late_result_belongs_to_its_call(self) -> None:
        said: list[Node] = [assistant(call("c")), user("wait"), tool_result("c")]

        tied = tie(tie(NO_TIES, said[:2], 0).ties, said, 2)

        assert list(tied.ties.roots) == [Roots(0, 0), Roots(1, 1), Roots(0, 0)]
        assert tied.same

    def test_an_id_used_again_after_its_answer_is_plain(self) -> None:
        said: list[Node] = [
            assistant(call("c")),
            tool_result("c"),
            assistant(call("c")),
            tool_result("c"),
        ]

        assert tie(NO_TIES, said, 0).same
        assert [root.atom for root in tie(NO_TIES, said, 0).ties.roots] == [0, 0, 2, 2]

    def test_a_call_behind_its_result_changes_what_the_result_is(self) -> None:
        said: list[Node] = [tool_result("c"), assistant(call("c"))]
        before = tie(NO_TIES, said[:1], 0)

        after = tie(before.ties, said, 1)

        assert (before.same, after.same) == (True, False)
        assert [root.atom for root in after.ties.roots] == [0, 0]

    def test_a_parent_that_comes_late_is_looked_for_again(self) -> None:
        asked = assistant(call("c"))
        follow_up = Assistant(origin=Origin(parent="r"))
        late = ToolResult(id="r", call_id="c")
        said: list[Node] = [asked, follow_up, late]

        assert [root.group for root in tie(NO_TIES, said, 0).ties.roots] == [0, 0, 0]
        assert not tie(NO_TIES, said, 0).same


class TestProperties:
    """The same roots, whatever the cut into appends."""

    @given(said=conversations(cards=True))
    def test_one_by_one_is_as_the_whole(self, said: Messages) -> None:
        assume(len({id(node) for node in said}) == len(said))
        found, always = one_by_one(said)
        event(f"never looked back: {always}")

        assert found == roots_of(said)

    @given(said=conversations(cards=True), data=st.data())
    def test_in_two_parts_is_as_the_whole(self, said: Messages, data: st.DataObject) -> None:
        middle = data.draw(st.integers(0, len(said)))
        first = tie(NO_TIES, said[:middle], 0).ties

        assert tie(first, said, middle).ties.roots == tie(NO_TIES, said, 0).ties.roots
