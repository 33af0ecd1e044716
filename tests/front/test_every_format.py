"""One short conversation in each format there is: every verb takes it, and every target gets it."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from ctxfn import assemble, check, convert, count, fit, repair
from ctxfn.messages import Assistant, File, Image, ToolResult, text_of
from ctxfn.wire import codec_named, codec_names

PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
PLAN = "JVBERi0xLjQKJSVFT0YK"
WEATHER = {
    "type": "function",
    "function": {
        "name": "weather",
        "description": "What the sky does.",
        "parameters": {
            "type": "object",
            "properties": {"city": {"type": "string"}},
            "required": ["city"],
        },
    },
}


def asked(id: str, city: str) -> dict[str, Any]:
    arguments = json.dumps({"city": city})
    return {
        "id": id,
        "type": "function",
        "function": {"name": "weather", "arguments": arguments},
    }


CHAT: dict[str, Any] = {
    "model": "gpt-4o",
    "tools": [WEATHER],
    "messages": [
        {"role": "system", "content": "Be brief."},
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "Look at these."},
                {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PICTURE}"}},
                {
                    "type": "file",
                    "file": {
                        "filename": "plan.pdf",
                        "file_data": f"data:application/pdf;base64,{PLAN}",
                    },
                },
            ],
        },
        {
            "role": "assistant",
            "content": "I will see.",
            "tool_calls": [asked("call00001", "Paris"), asked("call00002", "Rome")],
        },
        {"role": "tool", "tool_call_id": "call00001", "content": "12 C"},
        {"role": "tool", "tool_call_id": "call00002", "content": "20 C"},
        {"role": "assistant", "content": "Paris 12, Rome 20."},
        {"role": "user", "content": "And now?"},
    ],
}
#: A format, the target that speaks it, and a model of its.
FORMATS = (
    ("openai_chat", "openai/chat", "gpt-4o"),
    ("openai_responses", "openai/responses", "gpt-5"),
    ("anthropic", "anthropic", "claude-sonnet-4-5"),
    ("gemini", "gemini/3", "gemini-3-pro"),
    ("bedrock", "bedrock/claude", "anthropic.claude-sonnet-4-5-20250929-v1:0"),
    ("mistral", "mistral", "mistral-large-latest"),
    ("deepseek", "deepseek", "deepseek-chat"),
    ("uichat", "openai/chat", "gpt-4o"),
)
#: Models that are shown neither pictures nor documents get words for them.
BLIND = ("deepseek",)


def written(name: str, to: str, model: str) -> Any:
    """Write the conversation in the format *name*."""
    if name == "openai_chat":
        return copy.deepcopy(CHAT)
    return convert(CHAT, to="uichat" if name == "uichat" else to, model=model).body


def facts(body: Any, name: str) -> dict[str, Any]:
    """Tell what nobody may lose: words, calls and what came of them, and whose bytes are there."""
    nodes = codec_named(name).decode(body).messages
    calls = [call for node in nodes if isinstance(node, Assistant) for call in node.calls]
    places = {call.id: place for place, call in enumerate(calls)}
    media = [part for node in nodes for part in node.parts if isinstance(part, Image | File)]
    return {
        "texts": [text_of(node) for node in nodes],
        "calls": [(str(call.tool), json.loads(call.arguments)) for call in calls],
        "answers": [places[node.call_id] for node in nodes if isinstance(node, ToolResult)],
        "bytes": [
            (type(part).__name__, (part.data or part.url or "").rpartition(",")[2])
            for part in media
        ],
    }


def errors(findings: Any) -> list[str]:
    return [one.code for one in findings if one.severity == "error"]


def test_every_format_is_here() -> None:
    assert sorted(name for name, _, _ in FORMATS) == sorted(codec_names())


@pytest.mark.parametrize(("name", "to", "model"), FORMATS)
class TestVerbs:
    def test_check_finds_no_error(self, name: str, to: str, model: str) -> None:
        body = written(name, to, model)

        assert errors(check(body, to=to, format=name, model=model)) == []

    def test_repair_leaves_it_as_it_is(self, name: str, to: str, model: str) -> None:
        body = written(name, to, model)
        report = repair.report(body, to=None if name == "uichat" else to, format=name, model=model)

        assert json.dumps(body) == json.dumps(written(name, to, model))
        if name != "uichat":  # rows of a store come back as a request
            assert json.dumps(report.output) == json.dumps(body)

    def test_count_counts_it(self, name: str, to: str, model: str) -> None:
        body = written(name, to, model)

        assert count(body, format=name, model=model).total > 0

    def test_fit_keeps_what_came_last(self, name: str, to: str, model: str) -> None:
        body = written(name, to, model)
        cut = fit(body, messages=1, format=name, model=model)

        assert facts(cut, name)["texts"][-1] == "And now?"
        assert facts(cut, name)["calls"] == []

    def test_assemble_writes_what_its_target_accepts(self, name: str, to: str, model: str) -> None:
        body = written(name, to, model)
        done = assemble(body, to=to, format=name, model=model)

        assert errors(check(done.body, to=to, model=model)) == []


@pytest.mark.parametrize(("name", "to", "model"), FORMATS)
@pytest.mark.parametrize(("target", "there", "its"), FORMATS)
def test_what_is_said_stands_in_every_other(
    name: str, to: str, model: str, target: str, there: str, its: str
) -> None:
    body = written(name, to, model)
    sent = convert(body, to="uichat" if target == "uichat" else there, model=its, format=name)
    said, meant = facts(sent.body, target), facts(body, name)
    if target in BLIND:
        del said["bytes"], meant["bytes"], said["texts"][1], meant["texts"][1]

    assert errors(sent.left) == []
    assert said == meant
