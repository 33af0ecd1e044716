"""The codec's two functions undo each other for what DeepSeek was sent, and for what OpenAI takes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from ctxfn.messages import Reasoning, assistant, call, chat
from ctxfn.testing import openai_requests
from ctxfn.wire import Conversation, codec_named, profile
from tests.wire.deepseek.suite import ACCEPTED
from tests.wire.openai_chat.payloads import bodies

CODEC = codec_named("deepseek")
CHAT = profile("deepseek")


class TestSuite:
    @pytest.mark.parametrize("body", ACCEPTED)
    def test_comes_back_as_it_was(self, body: Any) -> None:
        decoded = CODEC.decode(body)
        encoded = CODEC.encode(decoded, CHAT)

        assert (decoded.problems, encoded.losses) == ((), ())
        assert json.dumps(encoded.body) == json.dumps(body)

    @pytest.mark.parametrize("body", ACCEPTED)
    def test_both_doors_read_the_same(self, body: Any) -> None:
        assert CODEC.decode_bytes(json.dumps(body).encode()) == CODEC.decode(body)


class TestRoundTrip:
    @given(openai_requests(well_formed=True))
    def test_what_openai_takes_comes_back_as_it_was(self, body: Any) -> None:
        assert json.dumps(CODEC.encode(CODEC.decode(body), CHAT).body) == json.dumps(body)

    @given(bodies)
    def test_decode_undoes_encode(self, body: Any) -> None:
        decoded = CODEC.decode(body)

        if not decoded.problems and not CODEC.encode(decoded, CHAT).losses:
            assert CODEC.decode(CODEC.encode(decoded, CHAT).body) == decoded


class TestThoughts:
    def test_they_stand_beside_the_content(self) -> None:
        said = Conversation(chat(assistant(Reasoning("Hm."), "", call("c1"))))
        body: Any = CODEC.encode(said, CHAT).body

        assert body[0]["reasoning_content"] == "Hm."
        assert body[0]["content"] is None

    def test_an_empty_one_is_one(self) -> None:
        row: Any = {
            "role": "assistant",
            "content": None,
            "reasoning_content": "",
            "tool_calls": [],
        }

        assert CODEC.decode([row]).messages[0] == assistant(Reasoning(""))
        assert CODEC.encode(CODEC.decode([row]), CHAT).body == [row]

    def test_an_answer_to_go_on_with_says_so(self) -> None:
        row = {"role": "assistant", "content": "La", "prefix": True}

        assert CODEC.encode(CODEC.decode([row]), CHAT).body == [row]
