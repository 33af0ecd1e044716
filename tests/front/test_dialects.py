"""What Mistral and DeepSeek accepted passes, and what is repaired for them stands before judges."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn import check, convert, repair
from ctxfn.errors import CtxfnError
from ctxfn.messages import Image, Text
from ctxfn.testing import DAMAGES, damaged_rows
from ctxfn.wire import codec_named
from tests.front.spoiled_bodies import WHOLE, spoiled
from tests.judges import deepseek, mistral
from tests.judges.mistral_validator import VERSIONS, complaint
from tests.wire.anthropic.suite import accepted as accepted_by_anthropic
from tests.wire.deepseek.suite import ACCEPTED as BY_DEEPSEEK
from tests.wire.deepseek.suite import accepted as accepted_by_deepseek
from tests.wire.mistral.payloads import bodies
from tests.wire.mistral.suite import ACCEPTED as BY_MISTRAL
from tests.wire.mistral.suite import accepted as accepted_by_mistral

Judge = Callable[[object], list[str]]

#: A target, and who judges what is written for it.
TARGETS: tuple[tuple[str, Judge], ...] = (
    ("mistral", partial(mistral.judge, version="hosted")),
    ("mistral/current", partial(mistral.judge, version="current")),
    ("mistral/legacy", partial(mistral.judge, version="legacy")),
    ("deepseek", partial(deepseek.judge, version="chat")),
    ("deepseek/thinking", partial(deepseek.judge, version="thinking")),
    ("deepseek/r1", partial(deepseek.judge, version="r1")),
)
ACCEPTED = [
    *(pytest.param(one.values[0], "mistral", id=f"mistral-{one.id}") for one in BY_MISTRAL),
    *(
        pytest.param(one.values[0], "deepseek/thinking", id=f"deepseek-{one.id}")
        for one in BY_DEEPSEEK
    ),
]
#: So many spoiled conversations a target and format; a nightly run has all of them.
SOON, ALL = 200, 5_000


def errors(findings: Any) -> list[str]:
    return [one.code for one in findings if one.severity == "error"]


def format_of(to: str) -> str:
    return to.partition("/")[0]


def stands(seed: int, to: str, judge: Judge, format: str) -> None:
    """Repair one spoiled conversation, and put it before all judges there are."""
    rows = spoiled(seed)
    before = copy.deepcopy(rows)
    report = repair.report(rows, to=to, format=format)
    output: Any = report.output

    # Only a conversation of nothing has nothing that could be sent.
    assert errors(report.left) == ([] if output else ["R209"]), seed
    assert bool(judge(output)) is bool(errors(report.left)), seed
    assert repair(output, to=to, format=format_of(to)) == output, seed
    assert repr(rows) == repr(before), seed
    if output:
        assert [complaint(output, one) for one in VERSIONS.get(to, ())] == [
            None for _ in VERSIONS.get(to, ())
        ], seed


class TestAccepted:
    @pytest.mark.parametrize(("body", "to"), ACCEPTED)
    def test_it_has_no_error(self, body: Any, to: str) -> None:
        assert errors(check(body, to=to)) == []

    @pytest.mark.parametrize(("body", "to"), ACCEPTED)
    def test_repair_returns_it_unchanged(self, body: Any, to: str) -> None:
        report = repair.report(body, to=to)

        assert json.dumps(report.output) == json.dumps(body)
        assert not report.changed

    @pytest.mark.parametrize("to", [to for to, _ in TARGETS])
    def test_the_model_picks_the_version(self, to: str) -> None:
        rows = [{"role": "user", "content": "hi"}]

        assert repair({"model": "mixtral-8x7b", "messages": rows}, to=to) == {
            "model": "mixtral-8x7b",
            "messages": rows,
        }


class TestRepair:
    @pytest.mark.parametrize(("to", "judge"), TARGETS)
    @pytest.mark.parametrize("start", range(0, SOON, 50))
    def test_spoiled_chats_become_right(self, to: str, judge: Judge, start: int) -> None:
        for seed in range(start, start + 50):
            stands(seed, to, judge, "openai_chat")

    @pytest.mark.parametrize(("to", "judge"), TARGETS)
    def test_spoiled_requests_of_its_own_become_right(self, to: str, judge: Judge) -> None:
        for seed in range(SOON, SOON + 100):
            stands(seed, to, judge, format_of(to))

    @pytest.mark.slow
    @pytest.mark.parametrize(("to", "judge"), TARGETS)
    @pytest.mark.parametrize("format", ["openai_chat", ""])
    def test_many_more_become_right(self, to: str, judge: Judge, format: str) -> None:
        for seed in range(SOON, ALL):
            stands(seed, to, judge, format or format_of(to))

    @pytest.mark.parametrize(("to", "judge"), TARGETS)
    def test_check_finds_an_error_where_the_judge_does(self, to: str, judge: Judge) -> None:
        for seed in range(100):
            rows = spoiled(seed)

            assert bool(errors(check(rows, to=to, format=format_of(to)))) is bool(judge(rows)), seed

    @pytest.mark.parametrize(("to", "judge"), TARGETS[:3])
    @given(body=bodies)
    def test_chunks_of_its_own_become_right(self, to: str, judge: Judge, body: Any) -> None:
        try:
            report = repair.report(body, to=to, format="mistral")
        except CtxfnError:
            return

        assert bool(judge(report.output)) is bool(errors(report.left))
        assert repair(report.output, to=to, format="mistral") == report.output

    @given(st.sampled_from([*accepted_by_mistral(), *accepted_by_deepseek()]), st.data())
    def test_recorded_requests_that_were_damaged_become_right(
        self, body: Any, data: st.DataObject
    ) -> None:
        rows, _ = data.draw(damaged_rows(body["messages"], kinds=DAMAGES))
        to, judge = data.draw(st.sampled_from(TARGETS))
        try:
            report = repair.report({**body, "messages": rows}, to=to, format=format_of(to))
        except CtxfnError:
            return

        assert bool(judge(report.output)) is bool(errors(report.left))


def said(format: str, body: Any) -> list[Any]:
    """List the texts, pictures, thoughts, calls and results that *body* holds, in order."""
    found: list[Any] = []
    for node in codec_named(format).decode(body).messages:
        found += [one.text for one in getattr(node, "reasoning", ())]
        found += [part.text for part in node.parts if isinstance(part, Text)]
        found += [part.url for part in node.parts if isinstance(part, Image)]
        found += [(one.tool, json.loads(one.arguments)) for one in getattr(node, "calls", ())]
    return found


WITH_THOUGHTS: list[dict[str, Any]] = [
    {"role": "system", "content": "Be brief."},
    {
        "role": "user",
        "content": [
            {"type": "text", "text": "Look:"},
            {"type": "image_url", "image_url": {"url": "https://a.example/x.png"}},
        ],
    },
    {
        "role": "assistant",
        "content": "Let me see.",
        "reasoning_content": "A picture.",
        "tool_calls": [
            {
                "id": "aaaaaaaa1",
                "type": "function",
                "function": {"name": "see", "arguments": '{"a":1}'},
            },
        ],
    },
    {"role": "tool", "tool_call_id": "aaaaaaaa1", "content": "A cat."},
    {"role": "assistant", "content": "It is a cat.", "reasoning_content": "Say so."},
    {"role": "user", "content": "Thanks."},
]


class TestConvert:
    def test_to_mistral_and_back_nothing_is_lost(self) -> None:
        there = convert(WITH_THOUGHTS, to="mistral", format="openai_chat")
        back = convert(there.body, to="openai", format="mistral")

        assert mistral.judge(there.body) == []
        assert there.losses == back.losses == ()
        assert back.messages == WITH_THOUGHTS

    def test_to_deepseek_and_back_the_picture_alone_is_words(self) -> None:
        there = convert(WITH_THOUGHTS, to="deepseek/thinking", format="openai_chat")
        back = convert(there.body, to="openai", format="deepseek")

        assert deepseek.judge(there.body, "thinking") == []
        assert back.messages[2:] == WITH_THOUGHTS[2:]
        assert [getattr(note, "kind", "") for note in there.notes] == ["stand-in"]

    @pytest.mark.parametrize(("to", "judge"), TARGETS)
    def test_what_openai_takes_becomes_right(self, to: str, judge: Judge) -> None:
        assert judge(convert(WHOLE, to=to, format="openai_chat").body) == []

    @pytest.mark.parametrize(("to", "judge"), TARGETS)
    def test_what_anthropic_accepted_becomes_right(self, to: str, judge: Judge) -> None:
        for body in accepted_by_anthropic():
            sent = convert(body, to=to, format="anthropic")

            assert bool(judge(sent.body)) is bool(errors(sent.left))

    @pytest.mark.parametrize("body", [one.values[0] for one in BY_MISTRAL])
    @pytest.mark.parametrize("to", ["openai", "anthropic"])
    def test_recorded_requests_come_back(self, body: Any, to: str) -> None:
        there = convert(body, to=to, format="mistral")
        back = convert(there.body, to="mistral", format="openai_chat" if to == "openai" else to)

        assert mistral.judge(back.body) == []
        assert said("mistral", back.body) == said("mistral", body)

    def test_settings_are_said_in_its_words(self) -> None:
        body = {
            "model": "gpt-4o",
            "seed": 5,
            "max_completion_tokens": 9,
            "tool_choice": "required",
            "logit_bias": {},
            "messages": [{"role": "user", "content": "hi"}],
        }
        sent = convert(body, to="mistral", model="mistral-large-latest")

        assert sent.body == {
            "model": "mistral-large-latest",
            "max_tokens": 9,
            "random_seed": 5,
            "tool_choice": "any",
            "messages": [{"role": "user", "content": "hi"}],
        }
        assert [loss.path for loss in sent.losses] == ["logit_bias"]
