"""fix, ignores inside a conversation, levels, and two requests: the options of the linter."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ctxfn
from ctxfn.errors import CtxfnError
from ctxfn.front import IGNORES_KEY, check, convert, count, fit, fix, repair
from ctxfn.lint import RULES, UnknownRule
from ctxfn.messages import InvalidMessages
from ctxfn.pipeline import OptionError
from ctxfn.testing import openai_histories
from tests.front.histories import accepted
from tests.wire.uichat_trees import dirty_trees

ORPHAN = {"role": "tool", "tool_call_id": "c1", "content": "42"}
HALF = {"role": "user", "content": "half \ud83d", "id": "m1", "ts": 5}
USER = {"role": "user", "content": "hi"}


def ignoring(row: dict[str, Any], *names: str) -> dict[str, Any]:
    return {**row, IGNORES_KEY: {"ignore": [*names]}}


def codes(found: Any) -> list[str]:
    return [one.code for one in found]


class TestFix:
    """A history is mended as it is kept."""

    def test_what_a_store_keeps_stays(self) -> None:
        assert fix([HALF]).output == [{**HALF, "content": "half �"}]

    def test_what_loses_something_waits_to_be_asked(self) -> None:
        assert fix([ORPHAN, USER]).output == [ORPHAN, USER]
        assert fix([ORPHAN, USER], unsafe=True).output == [USER]

    def test_only_rules_that_were_chosen_mend(self) -> None:
        done = fix([ORPHAN, HALF], unsafe=True, select=["C"])

        assert done.output == [ORPHAN, {**HALF, "content": "half �"}]
        assert codes(done.left) == []

    def test_a_rule_that_is_ignored_mends_nothing_and_stays_ignored(self) -> None:
        said = [ignoring(ORPHAN, "T101"), {**ORPHAN, "tool_call_id": "c2"}, HALF]
        done = fix(said, unsafe=True)

        assert done.output == [*said[:2], {**HALF, "content": "half �"}]
        assert [(one.code, one.index) for one in done.left] == [("T101", 1)]

    def test_a_rule_that_is_off_mends_nothing(self) -> None:
        assert fix([HALF], severity={"C306": "off"}).output == [HALF]

    @pytest.mark.parametrize("body", accepted())
    def test_what_was_accepted_is_as_it_was(self, body: Any) -> None:
        assert json.dumps(fix(body).output) == json.dumps(body)

    @settings(max_examples=60)
    @given(st.one_of(openai_histories(surrogates=True), dirty_trees()), st.booleans())
    def test_twice_is_once_and_nothing_given_changes(self, rows: Any, unsafe: bool) -> None:
        before = copy.deepcopy(rows)
        try:
            once = fix(rows, format="openai_chat", unsafe=unsafe)
        except CtxfnError:
            return
        again = fix(once.output, format="openai_chat", unsafe=unsafe)

        assert json.dumps(again.output) == json.dumps(once.output)
        assert repr(rows) == repr(before)
        assert once.left == check(once.output, format="openai_chat")


class TestIgnores:
    """What a conversation says itself, under a key that nobody sends."""

    def test_a_body_ignores_everywhere(self) -> None:
        body = {"messages": [ORPHAN, USER], IGNORES_KEY: {"ignore": ["T101"]}}

        assert check(body) == ()

    def test_a_message_ignores_in_itself_alone(self) -> None:
        said = [ignoring(ORPHAN, "T"), {**ORPHAN, "tool_call_id": "c2"}]

        assert [one.index for one in check(said)] == [1]

    def test_anthropics_messages_are_counted_as_they_are_written(self) -> None:
        result = {"type": "tool_result", "tool_use_id": "t9", "content": "1"}
        turn = {"role": "user", "content": [{"type": "text", "text": "hi"}, result]}
        body = {"system": "Be brief.", "max_tokens": 9, "messages": [turn, turn]}

        assert {one.index for one in check(body, "anthropic")} == {0, 1}
        body["messages"] = [ignoring(turn, "ALL"), turn]
        assert {one.index for one in check(body, "anthropic")} == {1}

    @pytest.mark.parametrize("verb", [repair, lambda said: fit(said, messages=9), convert])
    def test_no_verb_sends_it(self, verb: Any) -> None:
        said = [ignoring(USER, "X"), {"role": "assistant", "content": "Hi."}]
        output = verb(said, "openai") if verb is convert else verb(said)
        sent = output.body if verb is convert else output

        assert IGNORES_KEY not in json.dumps(sent)
        assert repair.report(said).notes[0].kind == "stripped-key"  # type: ignore[union-attr]
        assert IGNORES_KEY in said[0]

    def test_it_costs_no_tokens(self) -> None:
        assert count([ignoring(USER, "X")]).total == count([USER]).total

    @pytest.mark.parametrize("value", [None, 5, "T", ["T"], {}, {"ignore": "T"}, {"ignore": [1]}])
    def test_what_is_no_list_of_rules_is_refused(self, value: object) -> None:
        for said in ([{**USER, IGNORES_KEY: value}], {"messages": [USER], IGNORES_KEY: value}):
            with pytest.raises(InvalidMessages, match=IGNORES_KEY):
                check(said)

    def test_a_rule_that_is_not_there_is_refused(self) -> None:
        with pytest.raises(UnknownRule):
            check([ignoring(USER, "T999")])


class TestSeverity:
    """How bad a finding is to the caller."""

    def test_the_longer_name_decides(self) -> None:
        found = check([ORPHAN], severity={"T": "info", "T101": "warning"})

        assert [one.severity for one in found] == ["warning"]

    def test_off_is_no_finding(self) -> None:
        assert check([ORPHAN], severity={"ALL": "off"}) == ()

    @pytest.mark.parametrize("value", [5, "T", {"T101": "bad"}, {"T101": None}, {5: "info"}])
    def test_what_is_no_level_is_refused(self, value: Any) -> None:
        with pytest.raises(OptionError):
            check([ORPHAN], severity=value)


class TestAfter:
    """The request that was sent before."""

    def test_two_requests_show_what_one_does_not(self) -> None:
        tools = [{"type": "function", "function": {"name": name}} for name in "ab"]
        one, other = (
            {"messages": [USER], "tools": tools},
            {"messages": [USER], "tools": tools[::-1]},
        )

        assert codes(check(other)) == []
        assert codes(check(other, after=one)) == ["X904"]


def test_repair_speaks_of_what_is_refused_alone() -> None:
    said = [{"role": "assistant", "content": "<think>Hm.</think>Yes."}, USER]

    assert codes(ctxfn.check(said)) == ["C316"]
    assert (repair(said), repair.report(said).left) == (said, ())
    assert not {rule.code for rule in RULES if rule.unwise} & {"T101", "X908"}
