"""mend_call_ids: each call and each result has an id that is short enough."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.context import Context, Note
from ctxfn.messages import Assistant, Messages, ToolResult, assistant, call, chat, tool_result, user
from ctxfn.processors import mend_call_ids
from tests.processors.histories import histories

LONG = "x" * 50


def ids_of(messages: Messages) -> list[str]:
    asked = [one.id for node in messages if isinstance(node, Assistant) for one in node.calls]
    return asked + [node.call_id for node in messages if isinstance(node, ToolResult)]


class TestExamples:
    """What becomes of ids."""

    @pytest.mark.parametrize("length", range(16, 30))
    def test_an_id_made_of_a_long_one_keeps_the_limit(self, length: int) -> None:
        once = mend_call_ids(chat(assistant(call(LONG)), tool_result(LONG, "42")), length=length)

        assert [len(one) for one in ids_of(once)] == [min(length, 24)] * 2
        assert mend_call_ids(once, length=length) is once

    def test_a_result_that_no_call_is_left_for_gets_an_id_of_its_own(self) -> None:
        assert ids_of(mend_call_ids(chat(user("a"), tool_result("", "x")))) == ["call_1_0"]

    def test_an_id_made_of_a_place_is_nobody_elses(self) -> None:
        said = chat(assistant(call(""), call("call_0_0")))

        assert ids_of(mend_call_ids(said)) == ["call_0_0_", "call_0_0"]

    def test_nor_longer_than_allowed(self) -> None:
        taken = ("call_0_0", *(f"call_0_0{'_' * n}" for n in range(1, 9)))
        after = ids_of(mend_call_ids(chat(assistant(call(""), *map(call, taken))), length=16))

        assert (len(after[0]), after[0] in taken, after[1:]) == (16, False, list(taken))

    def test_all_calls_of_a_message_at_once(self) -> None:
        after = mend_call_ids(chat(assistant(call(""), call("c"), call(""))))

        assert ids_of(after) == ["call_0_0", "c", "call_0_2"]

    def test_nine_letters_and_digits(self) -> None:
        said = chat(assistant(call("call-1"), call("abcdefghi")), tool_result("call-1", "42"))
        after = ids_of(mend_call_ids(said, length=9, pattern="[a-zA-Z0-9]{9}"))

        assert after == ["y5ewfj7s0", "abcdefghi", "y5ewfj7s0"]

    def test_one_character_is_enough_for_as_many_calls_as_there_are(self) -> None:
        said = chat(assistant(*(call(f"call {n}") for n in range(36))))
        after = ids_of(mend_call_ids(said, length=1))

        assert sorted(after) == list("0123456789abcdefghijklmnopqrstuvwxyz")

    def test_beyond_that_the_others_stay_and_it_is_told(self) -> None:
        said = chat(assistant(*(call(f"call {n}") for n in range(37))))
        after = mend_call_ids(length=1)(Context(said))

        assert ids_of(after.messages)[36] == "call 36"
        assert [note.kind for note in after.notes if isinstance(note, Note)] == [
            "ids-replaced",
            "ids-exhausted",
        ]


class TestProperties:
    """Of every history."""

    @given(histories(), st.integers(1, 40), st.sampled_from([None, "[a-z0-9]+", "[a-zA-Z0-9]{9}"]))
    def test_two_ids_never_become_one(
        self, messages: Messages, length: int, pattern: str | None
    ) -> None:
        before = ids_of(messages)
        after = ids_of(mend_call_ids(messages, length=length, pattern=pattern))
        became = {(old, new) for old, new in zip(before, after, strict=True) if old}

        assert len({new for _, new in became}) == len(became)

    @given(histories(), st.integers(2, 40))
    def test_ids_fit_and_twice_is_once(self, messages: Messages, length: int) -> None:
        once = mend_call_ids(messages, length=length)

        assert all(0 < len(one) <= length for one in ids_of(once))
        assert mend_call_ids(once, length=length) is once
