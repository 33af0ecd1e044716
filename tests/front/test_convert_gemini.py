"""Recorded requests of others said to Gemini, and back: words, calls, results, pictures, thoughts."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from ctxfn import convert
from ctxfn.messages import Assistant, Image, Text, ToolResult, text_of
from ctxfn.wire import Conversation, codec_named
from tests.front.histories import accepted as accepted_chats
from tests.judges.gemini import judge
from tests.judges.gemini_types import complaints
from tests.wire.anthropic.suite import accepted as accepted_messages
from tests.wire.gemini.suite import ACCEPTED

CHATS = [one if isinstance(one, dict) else {"messages": one} for one in accepted_chats()]
CASES = [
    *(pytest.param(one, "openai", id=f"openai-{n}") for n, one in enumerate(CHATS)),
    *(
        pytest.param(one, "anthropic", id=f"anthropic-{n}")
        for n, one in enumerate(accepted_messages())
    ),
]


def read(body: Any, target: str) -> Conversation:
    return codec_named("openai_chat" if target == "openai" else target).decode(body)


def value(text: str) -> str:
    """Write JSON in one way; what is none stays."""
    try:
        return json.dumps(json.loads(text), sort_keys=True)
    except ValueError:
        return text


def calls(said: Conversation) -> Counter[tuple[str, str, str]]:
    return Counter(
        (call.id, str(call.tool), value(call.arguments))
        for node in said.messages
        if isinstance(node, Assistant)
        for call in node.calls
    )


def results(said: Conversation) -> Counter[tuple[str, str]]:
    """Count the results of words; of parts that only one format knows words stand in the other."""
    return Counter(
        (node.call_id, value(text_of(node)))
        for node in said.messages
        if isinstance(node, ToolResult) and all(isinstance(part, Text) for part in node.parts)
    )


def texts(said: Conversation) -> list[str]:
    nodes = (node for node in said.messages if not isinstance(node, ToolResult))
    return [part.text for node in nodes for part in node.parts if isinstance(part, Text)]


def images(said: Conversation) -> int:
    """Count pictures that are bytes or addresses: an id of an upload is one provider's own."""
    parts = (part for node in said.messages for part in node.parts)
    return sum(isinstance(part, Image) and part.file_id is None for part in parts)


def thoughts(said: Conversation) -> list[str]:
    answers = (node for node in said.messages if isinstance(node, Assistant))
    return [one.text for node in answers for one in node.reasoning if one.text]


@pytest.mark.parametrize("to", ["gemini/2", "gemini/3"])
@pytest.mark.parametrize(("body", "source"), CASES)
class TestOthers:
    def test_it_is_right_there(self, body: Any, source: str, to: str) -> None:
        sent = convert(body, to=to)

        assert judge(sent.body, signed=to == "gemini/3") == []
        assert complaints(sent.body) == []
        assert [one for one in sent.left if one.severity == "error"] == []

    def test_and_back_nothing_is_lost(self, body: Any, source: str, to: str) -> None:
        there = convert(body, to=to, first_turn="prepend").body
        before, after = read(body, source), read(convert(there, to=source).body, source)
        words = "\n".join(texts(after))

        assert calls(after) == calls(before)
        assert not results(before) - results(after)
        assert [one for one in texts(before) if one.strip() and one not in words] == []
        assert images(after) == images(before)
        assert source != "openai" or thoughts(after) == thoughts(before)

    def test_thoughts_are_there_in_words(self, body: Any, source: str, to: str) -> None:
        there = read(convert(body, to=to, first_turn="prepend").body, "gemini")

        assert thoughts(there) == thoughts(read(body, source))


@pytest.mark.parametrize("target", ["openai", "anthropic"])
@pytest.mark.parametrize(("body", "model"), ACCEPTED)
def test_contents_said_to_others_and_back(body: Any, model: str, target: str) -> None:
    there = convert(body, to=target).body
    before = read(body, "gemini")
    after = read(convert(there, to="gemini", model=model).body, "gemini")
    words = "\n".join(texts(after))

    assert Counter(one[1:] for one in calls(after)) == Counter(one[1:] for one in calls(before))
    assert [one for one in texts(before) if one.strip() and one not in words] == []
    assert judge(convert(there, to="gemini", model=model).body) == []
