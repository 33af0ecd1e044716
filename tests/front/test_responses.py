"""What the Responses API accepted passes, and what is repaired for it stands before two judges."""

from __future__ import annotations

import copy
import json
from typing import Any, ClassVar

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ctxfn import check, convert, repair
from ctxfn.errors import CtxfnError
from ctxfn.messages import Assistant, Image, Text, ToolResult
from ctxfn.testing import DAMAGES, damaged_rows
from ctxfn.wire import Profile, codec_named, profile
from tests.front.histories import accepted as accepted_chats
from tests.front.openai_judge import judge as judge_chat
from tests.front.spoiled_bodies import spoiled
from tests.front.spoiled_items import WHOLE, spoiled_items
from tests.judges.openai_responses import judge
from tests.judges.openai_types import chat_complaints, responses_complaints
from tests.wire.anthropic.suite import accepted as accepted_messages
from tests.wire.openai_responses.test_laws import LINES

#: A target, and how its judge judges.
TARGETS: tuple[tuple[str, dict[str, bool]], ...] = (
    ("openai/responses", {}),
    ("openai/responses-plain", {"reasons": False}),
    ("openai/responses-reasoning", {"always": True}),
    ("openai/responses-compatible", {"foreign": True}),
)
CHATS = ("openai/chat", "openai/reasoning", "openai/compatible", "openai/strict")
TAKEN = [
    pytest.param(
        line["request"],
        "openai/responses-compatible" if "deepseek" in line["host"] else "openai/responses",
        id=line["name"],
    )
    for line in LINES
    if line["status"] == 200
]
BODIES = [line["request"] for line in LINES if line["status"] == 200]
#: So many conversations a target, of each of two kinds.
EACH = 200


def errors(findings: Any) -> list[str]:
    return [one.code for one in findings if one.severity == "error"]


def known(to: str) -> Profile:
    """Return a profile without what no type can know: parts and words of other servers."""
    chat = profile("openai/chat")
    details, sounds = ("auto", "low", "high"), chat.audio_formats
    return evolve(profile(to), unknown_parts=False, image_details=details, audio_formats=sounds)


def said(body: Any, codec: str) -> dict[str, list[Any]]:
    """List what must come back: words, calls, what came of them, and pictures."""
    found: dict[str, list[Any]] = {"texts": [], "calls": [], "results": [], "pictures": []}
    for node in codec_named(codec).decode(body).messages:
        for part in node.parts:
            if isinstance(part, Text) and part.text.strip():
                found["results" if isinstance(node, ToolResult) else "texts"].append(part.text)
            elif isinstance(part, Image):
                found["pictures"].append(part.url or part.data or part.file_id)
        for call in node.calls if isinstance(node, Assistant) else ():
            plain = call.kind == "function" and call.arguments.strip()
            arguments = json.dumps(json.loads(call.arguments)) if plain else call.arguments
            found["calls"].append((str(call.tool), arguments or "{}"))
    return found


class TestAccepted:
    @pytest.mark.parametrize(("body", "to"), TAKEN)
    def test_it_has_no_error(self, body: Any, to: str) -> None:
        assert errors(check(body, to=to)) == []

    @pytest.mark.parametrize(("body", "to"), TAKEN)
    def test_repair_returns_it_unchanged(self, body: Any, to: str) -> None:
        report = repair.report(body, to=to)

        assert json.dumps(report.output) == json.dumps(body)
        assert not report.changed

    @pytest.mark.parametrize(("body", "to"), TAKEN)
    def test_it_has_the_library_s_types(self, body: Any, to: str) -> None:
        assert responses_complaints(body) == []

    @pytest.mark.parametrize("body", accepted_chats())
    def test_so_do_accepted_chats(self, body: Any) -> None:
        assert chat_complaints(body) == []


class TestRepair:
    def test_the_whole_is_right(self) -> None:
        assert judge(WHOLE) == []
        assert responses_complaints(WHOLE, kept=False) == []
        assert [one.name for one in check(WHOLE)] == ["image-resent"]
        assert repair(WHOLE) == WHOLE

    @pytest.mark.parametrize(("to", "how"), TARGETS)
    def test_spoiled_items_become_right(self, to: str, how: dict[str, bool]) -> None:
        for seed in range(EACH):
            body = spoiled_items(seed)
            before = repr(body)
            report = repair.report(body, to=to, format="openai_responses")

            assert bool(judge(report.output, **how)) is bool(errors(report.left)), seed
            assert repair(report.output, to=to, format="openai_responses") == report.output, seed
            assert repr(body) == before, seed
            if judge(body, **how):
                assert errors(check(body, to=to, format="openai_responses")), seed

    @pytest.mark.parametrize(("to", "how"), TARGETS)
    def test_spoiled_chats_become_right(self, to: str, how: dict[str, bool]) -> None:
        for seed in range(EACH):
            report = repair.report(spoiled(seed), to=to, format="openai_chat")

            assert bool(judge(report.output, **how)) is bool(errors(report.left)), seed
            assert repair(report.output, to=to, format="openai_responses") == report.output, seed

    @pytest.mark.parametrize("to", [to for to, _ in TARGETS])
    def test_what_is_repaired_has_the_library_s_types(self, to: str) -> None:
        for seed in range(EACH // 2):
            items = repair(spoiled_items(seed), to=known(to), format="openai_responses")
            chats = repair(spoiled(seed), to=known(to), format="openai_chat")

            assert responses_complaints(items, kept=False) == [], seed
            assert responses_complaints(chats) == [], seed

    @pytest.mark.parametrize("to", CHATS)
    def test_so_has_what_is_repaired_for_chats(self, to: str) -> None:
        for seed in range(EACH // 2):
            for body, written in (
                (spoiled_items(seed), "openai_responses"),
                (spoiled(seed), "openai_chat"),
            ):
                report = repair.report(body, to=known(to), format=written)
                output: Any = report.output
                rows = output["messages"] if isinstance(output, dict) else output

                assert chat_complaints(output) == [], (seed, written)
                if to in ("openai/chat", "openai/reasoning"):
                    assert bool(judge_chat(rows)) is bool(errors(report.left)), (seed, written)

    @given(st.sampled_from(BODIES), st.data())
    def test_recorded_requests_that_were_damaged_become_right(
        self, body: Any, data: st.DataObject
    ) -> None:
        rows, _ = data.draw(damaged_rows(body["input"], kinds=DAMAGES))
        try:
            report = repair.report({**body, "input": rows}, to="openai/responses")
        except CtxfnError:
            return

        assert bool(judge(report.output)) is bool(errors(report.left))


class TestConvert:
    @pytest.mark.parametrize("body", accepted_chats())
    def test_chats_come_back(self, body: Any) -> None:
        sent = convert(body, to="openai/responses", format="openai_chat")
        back = convert(sent.body, to="openai/chat", format="openai_responses")

        assert judge(sent.body) == []
        assert responses_complaints(sent.body) == []
        assert said(back.body, "openai_chat") == said(body, "openai_chat")

    @pytest.mark.parametrize("body", accepted_messages())
    def test_anthropic_s_come_back_and_what_only_it_has_becomes_words(self, body: Any) -> None:
        sent = convert(body, to="openai/responses", format="anthropic")
        back = convert(sent.body, to="anthropic", format="openai_responses")
        before, after = said(body, "anthropic"), said(back.body, "anthropic")

        assert judge(sent.body) == []
        assert responses_complaints(sent.body) == []
        assert (after["calls"], after["pictures"]) == (before["calls"], before["pictures"])
        for kind in ("texts", "results"):
            rest = iter(after[kind])
            assert all(one in rest for one in before[kind])

    @pytest.mark.parametrize(("body", "to"), TAKEN)
    def test_responses_come_back(self, body: Any, to: str) -> None:
        there = convert(body, to="openai/chat", format="openai_responses")
        back = convert(there.body, to=to, format="openai_chat")

        assert judge(back.body, foreign=to != "openai/responses") == []
        before, after = said(body, "openai_responses"), said(back.body, "openai_responses")
        assert after["calls"] == before["calls"]
        assert [one for one in before["texts"] if one not in after["texts"]] == []

    def test_settings_are_said_in_the_other_s_words(self) -> None:
        body = {
            "model": "gpt-5",
            "messages": [{"role": "user", "content": "hi"}],
            "max_completion_tokens": 99,
            "reasoning_effort": "low",
            "response_format": {"type": "json_object"},
            "tool_choice": {"type": "function", "function": {"name": "now"}},
        }
        sent = convert(body, to="openai/responses")

        assert sent.losses == ()
        assert sent.body["max_output_tokens"] == 99
        assert sent.body["reasoning"] == {"effort": "low"}
        assert sent.body["text"] == {"format": {"type": "json_object"}}
        assert sent.body["tool_choice"] == {"type": "function", "name": "now"}

    def test_a_function_that_was_not_strict_does_not_become_so(self) -> None:
        schema = {"type": "object", "properties": {}}
        tool = {"type": "function", "function": {"name": "now", "parameters": schema}}
        sent = convert(
            {"messages": [{"role": "user", "content": "hi"}], "tools": [tool]}, "openai/responses"
        )

        assert sent.tools == [
            {"type": "function", "name": "now", "parameters": schema, "strict": False}
        ]


class TestServerState:
    BODY: ClassVar[Any] = {
        "input": [{"type": "function_call_output", "call_id": "c9", "output": "done"}],
        "previous_response_id": "resp_9",
    }

    def test_nothing_is_taken_out(self) -> None:
        assert check(self.BODY) == ()
        assert repair(self.BODY) == self.BODY

    def test_another_api_holds_nothing(self) -> None:
        report = repair.report(copy.deepcopy(self.BODY), to="openai/chat")

        assert report.output == {"messages": []}
        assert "orphan-result" in [getattr(note, "kind", "") for note in report.notes]
