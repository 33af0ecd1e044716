"""What Bedrock's API accepted passes, and what is repaired for it stands before two judges."""

from __future__ import annotations

import copy
import json
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn import check, convert, repair
from ctxfn.errors import CtxfnError
from ctxfn.testing import DAMAGES, bedrock_requests, damaged_rows
from ctxfn.wire import profile
from tests.front.spoiled_bodies import spoiled
from tests.judges.bedrock import FAMILIES, judge
from tests.judges.bedrock_model import complaints
from tests.wire.bedrock.suite import ACCEPTED, Recorded, accepted


def errors(findings: Any) -> list[str]:
    return [one.code for one in findings if one.severity == "error"]


def judged(output: Any, family: str) -> bool:
    """Say whether either judge has a complaint; settings are the caller's own."""
    kept = output
    if isinstance(output, dict):
        ours = ("messages", "system", "toolConfig")
        kept = {key: one for key, one in output.items() if key in ours}
    return bool(judge(output, family=family) or complaints(kept))


class TestAccepted:
    @pytest.mark.parametrize("one", ACCEPTED)
    def test_it_has_no_error(self, one: Recorded) -> None:
        assert errors(check(one.body, to=profile("bedrock", model=one.model))) == []

    @pytest.mark.parametrize("one", ACCEPTED)
    def test_repair_returns_it_unchanged(self, one: Recorded) -> None:
        to = profile("bedrock", model=one.model)

        assert json.dumps(repair(one.body, to=to)) == json.dumps(one.body)

    @pytest.mark.parametrize("family", FAMILIES)
    @pytest.mark.parametrize("one", ACCEPTED)
    def test_every_family_gets_what_it_takes(self, one: Recorded, family: str) -> None:
        report = repair.report(one.body, to=f"bedrock/{family}")

        assert judge(report.output, family=family) == []


class TestRepair:
    @pytest.mark.parametrize("family", FAMILIES)
    @pytest.mark.parametrize("start", range(0, 200, 50))
    def test_spoiled_chats_of_another_format_become_right(self, family: str, start: int) -> None:
        to = f"bedrock/{family}"
        for seed in range(start, start + 50):
            rows = spoiled(seed)
            given = copy.deepcopy(rows)
            report = repair.report(rows, to=to, format="openai_chat")

            assert judged(report.output, family) is bool(errors(report.left)), seed
            assert repair(report.output, to=to) == report.output, seed
            assert repr(rows) == repr(given), seed

    @pytest.mark.parametrize("family", FAMILIES)
    @given(body=bedrock_requests())
    def test_requests_of_its_own_become_right(self, family: str, body: Any) -> None:
        to = f"bedrock/{family}"
        try:
            report = repair.report(body, to=to, format="bedrock")
        except CtxfnError:
            return

        assert judged(report.output, family) is bool(errors(report.left))
        assert repair(report.output, to=to, format="bedrock") == report.output

    @given(st.sampled_from(accepted()), st.sampled_from(FAMILIES), st.data())
    def test_recorded_requests_that_were_damaged_become_right(
        self, one: Recorded, family: str, data: st.DataObject
    ) -> None:
        rows, _ = data.draw(damaged_rows(one.body["messages"], kinds=DAMAGES))
        try:
            spoiled_body = {**one.body, "messages": rows}
            report = repair.report(spoiled_body, to=f"bedrock/{family}", format="bedrock")
        except CtxfnError:
            return

        assert judged(report.output, family) is bool(errors(report.left))


class TestTools:
    BODY: ClassVar[Any] = {
        "modelId": "amazon.nova-micro-v1:0",
        "messages": [
            {"role": "user", "content": [{"text": "Time?"}]},
            {
                "role": "assistant",
                "content": [{"toolUse": {"toolUseId": "t1", "name": "now", "input": {}}}],
            },
            {
                "role": "user",
                "content": [{"toolResult": {"toolUseId": "t1", "content": [{"text": "noon"}]}}],
            },
        ],
    }

    def test_nothing_stands_beside_the_tools_but_the_choice(self) -> None:
        tool = {"toolSpec": {"name": "f", "inputSchema": {"json": {"type": "object"}}}}
        config: Any = {"tools": [tool], "toolChoice": {"auto": {}}, "role": 1}
        body = {"messages": [{"role": "user", "content": [{"text": "hi"}]}], "toolConfig": config}
        done = repair.report(body, "bedrock")

        assert done.output == {**body, "toolConfig": {"tools": [tool], "toolChoice": {"auto": {}}}}
        assert [getattr(note, "text", "") for note in done.notes] == ["toolConfig.role: left out"]

    def test_a_tool_of_the_history_is_declared_where_none_is(self) -> None:
        report = repair.report(self.BODY, to="bedrock/nova")
        output: Any = report.output

        assert errors(check(self.BODY, to="bedrock/nova")) == ["T118"]
        assert [tool["toolSpec"]["name"] for tool in output["toolConfig"]["tools"]] == ["now"]
        assert [getattr(note, "kind", "") for note in report.notes] == ["tools-declared"]
        assert report.left == ()

    def test_so_it_is_where_a_list_becomes_a_body(self) -> None:
        call = {"id": "t1", "type": "function", "function": {"name": "now", "arguments": "{}"}}
        rows = [
            {"role": "system", "content": "Rhyme."},
            {"role": "user", "content": "Time?"},
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "t1", "content": "noon"},
        ]
        report = repair.report(rows, to="bedrock/claude")

        assert judge(report.output, family="claude") == []
        assert report.left == ()

    @pytest.mark.parametrize("config", [{"tools": []}, {"toolChoice": {"auto": {}}}, None])
    def test_a_place_for_tools_that_holds_none_goes(self, config: Any) -> None:
        body = {"messages": self.BODY["messages"][:1], "toolConfig": config}

        assert repair(body, to="bedrock", format="bedrock") == {
            "messages": self.BODY["messages"][:1]
        }

    def test_points_for_the_cache_beyond_four_go_the_oldest_first(self) -> None:
        point = {"cachePoint": {"type": "default"}}
        rows = [
            {"role": ("user", "assistant")[n % 2], "content": [{"text": f"{n}"}, point]}
            for n in range(5)
        ]
        output: Any = repair(rows, to="bedrock/claude")

        assert [len(row["content"]) for row in output] == [1, 2, 2, 2, 2]


class TestConvert:
    CHAT: ClassVar[Any] = {
        "model": "gpt-4o",
        "max_completion_tokens": 64,
        "stop": "END",
        "tool_choice": "required",
        "tools": [
            {
                "type": "function",
                "function": {"name": "now", "parameters": {"type": "object", "properties": {}}},
            }
        ],
        "messages": [
            {"role": "system", "content": "Rhyme."},
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": "What is it?"},
                    {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBO"}},
                ],
            },
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [
                    {
                        "id": "c1",
                        "type": "function",
                        "function": {"name": "now", "arguments": '{"zone":"UTC"}'},
                    }
                ],
            },
            {"role": "tool", "tool_call_id": "c1", "content": "noon"},
            {"role": "assistant", "content": "Noon."},
        ],
    }

    def test_there_and_back_keeps_all_that_is_said(self) -> None:
        there = convert(self.CHAT, to="bedrock/claude", model="anthropic.claude-sonnet-4-5")
        back = convert(there.body, to="openai", model="gpt-4o")

        assert judge(there.body, family="claude") == []
        assert there.body["inferenceConfig"] == {"maxTokens": 64, "stopSequences": ["END"]}
        assert there.losses == ()
        assert back.messages == self.CHAT["messages"]
        assert back.tools == self.CHAT["tools"]

    def test_signed_thoughts_are_kept_between_the_two_that_sign(self) -> None:
        thinking = {"type": "thinking", "thinking": "So.", "signature": "c2ln"}
        sealed = {"type": "redacted_thinking", "data": "c2VhbA=="}
        said = {"role": "assistant", "content": [thinking, sealed, {"type": "text", "text": "a"}]}
        body = {
            "model": "claude-sonnet-4-5",
            "max_tokens": 9,
            "messages": [
                {"role": "user", "content": "hi"},
                said,
                {"role": "user", "content": [{"type": "text", "text": "So?"}]},
            ],
        }
        there = convert(body, to="bedrock/claude")
        back = convert(there.body, to="anthropic")

        assert judge(there.body, family="claude") == []
        assert back.messages[1] == said


class TestGiven:
    SPEC: ClassVar[Any] = {"toolSpec": {"name": "now", "inputSchema": {"json": {"type": "object"}}}}
    FUNCTION: ClassVar[Any] = {
        "type": "function",
        "function": {"name": "now", "parameters": {"type": "object"}},
    }

    @pytest.mark.parametrize("tool", [SPEC, FUNCTION])
    def test_tools_of_either_writing_are_offered(self, tool: Any) -> None:
        rows = [{"role": "user", "content": [{"text": "hi"}]}]
        sent = convert(rows, to="bedrock", tools=[tool])

        assert sent.tools == [self.SPEC]
        assert sent.messages == rows
