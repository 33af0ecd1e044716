"""Ties: what is found node by node is what is found looking at the whole."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st
from pyrsistent import pvector

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
    chat,
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

    def test_a_call_that_was_interrupted_and_is_asked_again(self) -> None:
        said: list[Node] = [assistant(call("c")), user("stop"), assistant(call("c"))]
        said += [tool_result("c"), assistant(call("c")), tool_result("c")]

        tied = tie(NO_TIES, said, 0)

        assert tied.same
        assert [root.atom for root in tied.ties.roots] == [0, 1, 2, 2, 4, 4]

    def test_a_result_more_than_was_asked_for_goes_to_the_call_that_is_open(self) -> None:
        said: list[Node] = [assistant(call("c")), assistant(call("c"))]
        said += [tool_result("c"), tool_result("c")]

        found, always = one_by_one(pvector(said))

        assert not always
        assert [root.atom for root in found] == [0, 1, 0, 1]

    def test_a_sibling_that_was_answered_too_early_begins_the_atom(self) -> None:
        said: list[Node] = [tool_result("a"), user("u"), assistant(call("a"), call("b"))]
        said += [tool_result("b")]

        found, _ = one_by_one(pvector(said))

        assert [root.atom for root in found] == [0, 1, 0, 0]


class TestEveryShortHistory:
    """All histories of up to four nodes, and of eight calls and results of one id."""

    ALL: tuple[Callable[[], Node], ...] = (
        lambda: user("u"),
        lambda: assistant("a", call("a")),
        lambda: assistant("b", call("b")),
        lambda: assistant("ab", call("a"), call("b")),
        lambda: tool_result("a"),
        lambda: tool_result("b"),
    )
    ONE: tuple[Callable[[], Node], ...] = (
        lambda: assistant(call("a"), id="1"),
        lambda: assistant(call("a"), id="2"),
        lambda: assistant(call("a"), call("a")),
        lambda: tool_result("a", id="r"),
        lambda: ToolResult(call_id="a", origin=Origin(parent="1")),
        lambda: ToolResult(call_id="a", origin=Origin(parent="2")),
        lambda: Assistant(origin=Origin(parent="r")),
    )

    @pytest.mark.parametrize(("made", "most"), [(ALL, 4), (ONE, 4)])
    def test_one_by_one_is_as_the_whole(
        self, made: tuple[Callable[[], Node], ...], most: int
    ) -> None:
        for length in range(1, most + 1):
            for makers in itertools.product(made, repeat=length):
                said = pvector([make() for make in makers])

                assert one_by_one(said)[0] == roots_of(said), said

    def test_eight_of_one_id(self) -> None:
        for answers in itertools.product((True, False), repeat=8):
            said = chat(*(tool_result("a") if one else assistant(call("a")) for one in answers))

            assert one_by_one(said)[0] == roots_of(said)


class TestGrowth:
    """Looking back happens a few times in a history, not at each use of an id."""

    @pytest.mark.parametrize(
        "begin",
        [
            [assistant("", call("c")), user("stop")],
            [tool_result("c")],
            [
                assistant("", call("c")),
                assistant("", call("c")),
                tool_result("c"),
                tool_result("c"),
            ],
            [assistant("", call("c"), call("c")), tool_result("c")],
        ],
    )
    @pytest.mark.parametrize("named", [False, True])
    def test_an_id_that_is_used_again_and_again(self, begin: list[Node], named: bool) -> None:
        said, ties, looked = pvector(begin), tie(NO_TIES, begin, 0).ties, 0
        for number in range(50):
            name = str(number) if named else None
            result = ToolResult(call_id="c", origin=Origin(parent=name))
            for node in (assistant("", call("c"), id=name), result):
                said = said.append(node)
                ties, same = tie(ties, said, len(said) - 1)
                looked += not same

        assert list(ties.roots) == roots_of(said)
        assert looked <= 3


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
