"""The count line: where the history starts, and whole groups of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.messages import Message, User, assistant, call, is_paired, system, tool_result, user
from ctxfn.turns import count_start, read_history, regroup


def a(name: str, *ids: str) -> Message:
    return assistant(name, *(call(one) for one in ids), id=name)


def t(call_id: str, name: str = "") -> Message:
    return tool_result(call_id, name or f"t{call_id}", id=name or f"t{call_id}")


def u(name: str) -> Message:
    return user(name, id=name)


MARK = system("mark", id="mark")


def is_mark(message: Message) -> bool:
    return message.id == "mark"


def names(messages: tuple[Message, ...]) -> str:
    return " ".join(message.id or "" for message in messages)


class TestStart:
    """As often as needed, the oldest half line goes."""

    @pytest.mark.parametrize(
        ("active", "line", "start"),
        [
            (10, 10, 0), (11, 10, 5), (15, 10, 5), (16, 10, 10), (21, 10, 15), (7, 7, 0),
            (8, 7, 4), (11, 7, 4), (12, 7, 8), (2, 1, 1), (9, 1, 8), (2, 2, 0), (3, 2, 1),
            (100, 5, 96), (500, 0, 0), (51, 50, 25), (75, 50, 25), (76, 50, 50),
        ],
    )  # fmt: skip
    def test_examples(self, active: int, line: int, start: int) -> None:
        assert count_start(active, line) == start

    def test_every_line_to_sixty_and_every_number_to_five_lines(self) -> None:
        for line in range(1, 61):
            half, before = -(-line // 2), 0
            for active in range(5 * line):
                start = count_start(active, line)

                assert active - start <= line
                assert start == 0 or line + 1 - half <= active - start
                assert start in (before, before + half)
                assert start % half == 0
                before = start


class TestHistory:
    """Groups at the line, and groups that lack a part."""

    @pytest.mark.parametrize(
        ("said", "line", "sent", "active", "start", "left_out"),
        [
            ([u("u0"), a("a1", "x", "y"), t("x"), t("y"), u("u2"), a("a3")], 4, "u2 a3", 6, 2, 0),
            ([u("u0"), a("a1", "x", "y"), u("u5"), t("x"), t("y"), a("a3")], 4, "u5 a3", 6, 2, 0),
            ([u("u0"), MARK, a("a1"), u("u2"), MARK, a("a3"), u("u4")], 5, "u0 a1 u2 a3 u4", 5, 0,
             0),
            ([u("u0"), a("a1", "x"), u("u2"), t("x"), a("a3")], 0, "u0 a1 tx u2 a3", 5, 0, 0),
            ([u("u0"), a("a1", "x", "y"), t("x"), u("u2"), a("a3")], 0, "u0 u2 a3", 5, 0, 2),
            ([a("a1", "x"), t("x", "r1"), a("a2", "x"), t("x", "r2")], 0, "a1 r1 a2 r2", 4, 0, 0),
            ([a("a1", "x"), u("u0"), a("a2", "x"), t("x")], 0, "u0 a2 tx", 4, 0, 1),
            ([a("a1", "x"), a("a2", "y"), t("x"), t("y")], 0, "a1 tx a2 ty", 4, 0, 0),
            ([u("u0"), t("z"), a("a1", "x"), t("x"), t("x", "again")], 0, "u0 a1 tx", 5, 0, 2),
        ],
    )  # fmt: skip
    def test_examples(
        self, said: list[Message], line: int, sent: str, active: int, start: int, left_out: int
    ) -> None:
        read = read_history(said, line, is_control=is_mark)

        assert (names(read.messages), read.active, read.start, read.left_out) == (
            sent, active, start, left_out,
        )  # fmt: skip

    def test_marks_of_control_change_nothing(self) -> None:
        said = [u("u0"), a("a1", "x"), t("x"), u("u2"), a("a3")]
        plain = read_history(said, 3)
        for place in range(len(said) + 1):
            marked = [*said[:place], MARK, *said[place:]]

            assert read_history(marked, 3, is_control=is_mark) == plain


@st.composite
def histories(draw: st.DrawFn) -> list[Message]:
    """Calls with one or two ids of three, results anywhere, and other messages."""
    said: list[Message] = []
    for number in range(draw(st.integers(0, 12))):
        ids = draw(st.lists(st.sampled_from("xyz"), max_size=2, unique=True))
        kind = draw(st.integers(0, 2))
        made = (u(f"{number}"), a(f"{number}", *ids), t(draw(st.sampled_from("xyz")), f"{number}"))
        said.append(made[kind])
    return said


class TestLeftOut:
    """What the line cut off is expected; what has no call at all is told."""

    def test_a_second_result_of_a_call_that_was_answered_is_told(self) -> None:
        said = [a("", "x"), t("x", "1"), u("a"), u("b"), t("x", "orphan")]

        assert read_history(said, 3).left_out == 1

    def test_a_result_whose_call_the_line_cut_off_is_expected_once(self) -> None:
        said = [u("a"), a("", "x"), t("x", "1"), t("x", "again"), u("b")]

        assert [read_history(said, line).left_out for line in (3, 4)] == [1, 1]


class TestProperties:
    """Paired, nothing invented, and once is enough."""

    @given(histories())
    def test_what_is_kept_is_paired_and_each_message_is_somewhere_once(
        self, said: list[Message]
    ) -> None:
        kept, gone = regroup(said)

        assert is_paired(kept)
        assert sorted(map(id, (*kept, *gone))) == sorted(map(id, said))
        assert regroup(kept) == (kept, ())

    @given(histories())
    def test_the_rest_keeps_its_order(self, said: list[Message]) -> None:
        kept, _ = regroup(said)

        def others(messages: tuple[Message, ...]) -> list[Message]:
            return [one for one in messages if isinstance(one, User)]

        assert others(kept) == others(tuple(said))
