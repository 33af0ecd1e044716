"""What Anthropic's API accepted passes, and what is repaired for it stands before a judge."""

from __future__ import annotations

import copy
import json
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn import check, convert, repair
from ctxfn.errors import CtxfnError
from ctxfn.testing import DAMAGES, anthropic_requests, damaged_rows
from tests.front.spoiled_bodies import spoiled
from tests.judges.anthropic import judge
from tests.wire.anthropic.suite import ACCEPTED, accepted

#: A target, and how its judge judges.
TARGETS = (
    ("anthropic", {"strict": False, "recent": False}),
    ("anthropic/recent", {"strict": False, "recent": True}),
    ("anthropic/strict", {"strict": True, "recent": False}),
)


def errors(findings: Any) -> list[str]:
    return [one.code for one in findings if one.severity == "error"]


class TestAccepted:
    @pytest.mark.parametrize("body", ACCEPTED)
    def test_it_has_no_error(self, body: Any) -> None:
        assert errors(check(body, to="anthropic")) == []

    @pytest.mark.parametrize("body", ACCEPTED)
    def test_repair_returns_it_unchanged(self, body: Any) -> None:
        assert json.dumps(repair(body, to="anthropic")) == json.dumps(body)

    @pytest.mark.parametrize("body", ACCEPTED)
    def test_a_strict_host_gets_turns_that_alternate(self, body: Any) -> None:
        report = repair.report(body, to="anthropic/strict")

        assert judge(report.output, strict=True, recent=False) == []


class TestRepair:
    @pytest.mark.parametrize(("to", "how"), TARGETS)
    @pytest.mark.parametrize("start", range(0, 400, 100))
    def test_spoiled_chats_of_another_format_become_right(
        self, to: str, how: dict[str, bool], start: int
    ) -> None:
        for seed in range(start, start + 100):
            rows = spoiled(seed)
            given = copy.deepcopy(rows)
            report = repair.report(rows, to=to, format="openai_chat")

            assert bool(judge(report.output, **how)) is bool(errors(report.left)), seed
            assert repair(report.output, to=to) == report.output, seed
            assert repr(rows) == repr(given), seed

    @pytest.mark.parametrize(("to", "how"), TARGETS)
    @given(body=anthropic_requests())
    def test_requests_of_its_own_become_right(
        self, to: str, how: dict[str, bool], body: Any
    ) -> None:
        try:
            report = repair.report(body, to=to, format="anthropic")
        except CtxfnError:
            return

        assert bool(judge(report.output, **how)) is bool(errors(report.left))
        assert repair(report.output, to=to, format="anthropic") == report.output

    @given(st.sampled_from(accepted()), st.data())
    def test_recorded_requests_that_were_damaged_become_right(
        self, body: Any, data: st.DataObject
    ) -> None:
        rows, _ = data.draw(damaged_rows(body["messages"], kinds=DAMAGES))
        try:
            spoiled_body = {**body, "messages": rows}
            report = repair.report(spoiled_body, to="anthropic/recent", format="anthropic")
        except CtxfnError:
            return

        assert bool(judge(report.output)) is bool(errors(report.left))


class TestThinking:
    BODY: ClassVar[Any] = {
        "model": "claude-sonnet-4-5",
        "max_tokens": 2048,
        "thinking": {"type": "enabled", "budget_tokens": 1024},
        "messages": [
            {"role": "user", "content": "What time is it?"},
            {
                "role": "assistant",
                "content": [
                    {"type": "thinking", "thinking": "So.", "signature": "c2ln"},
                    {"type": "tool_use", "id": "t1", "name": "now", "input": {}},
                ],
            },
            {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "12:00"}],
            },
        ],
    }

    def test_signed_thoughts_stay_where_they_are(self) -> None:
        assert repair(self.BODY, to="anthropic") == self.BODY

    def test_without_them_thinking_is_left_off(self) -> None:
        body = copy.deepcopy(self.BODY)
        del body["messages"][1]["content"][0]
        report = repair.report(body, to="anthropic")
        output: Any = report.output

        assert errors(check(body, to="anthropic")) == ["N702"]
        assert "thinking" not in output
        assert [getattr(note, "kind", "") for note in report.notes] == ["thinking-off"]

    def test_those_of_another_provider_go_and_are_never_words(self) -> None:
        rows = [
            {"role": "user", "content": "hi"},
            {"role": "assistant", "content": "Hello.", "reasoning_content": "secret"},
            {"role": "user", "content": "bye"},
        ]

        assert "secret" not in json.dumps(convert(rows, "anthropic").body)
