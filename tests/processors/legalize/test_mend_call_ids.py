"""mend_call_ids: each call and each result has an id that is short enough."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


class TestProperties:
    """Of every history."""

    @given(histories(), st.integers(16, 40))
    def test_ids_fit_and_twice_is_once(self, messages: Messages, length: int) -> None:
        once = mend_call_ids(messages, length=length)

        assert all(0 < len(one) <= length for one in ids_of(once))
        assert mend_call_ids(once, length=length) is once
