"""The codec's two functions undo each other, and never fail but by our errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.errors import CtxfnError
from ctxfn.messages import Node
from ctxfn.testing import check_codec
from ctxfn.wire import Conversation, Profile, codec_named, detect, profile
from tests.wire.openai_responses.payloads import bodies, junk_bodies

CODEC = codec_named("openai_responses")
HERE = profile("openai/responses")
ANY = profile("openai/responses-compatible")
SUITE = Path(__file__).parents[1] / "suite" / "openai_responses"
LINES: list[dict[str, Any]] = [
    {**json.loads(line), "name": f"{path.stem}-{number}"}
    for path in sorted(SUITE.glob("*.jsonl"))
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines())
]
SENT = [
    pytest.param(line["request"], ANY if "deepseek" in line["host"] else HERE, id=line["name"])
    for line in LINES
]


def text(value: object) -> str:
    """Write as JSON text, so that the order of keys and the kinds of numbers count."""
    return json.dumps(value)


def forgotten(conversation: Conversation) -> Conversation:
    """Forget how everything was written."""

    def bare(node: Node) -> Node:
        return evolve(node, written=None)

    return evolve(
        conversation, messages=conversation.messages.transform([lambda _: True], bare), written=None
    )


class TestSuite:
    """What an API was really sent."""

    @pytest.mark.parametrize(("request_body", "to"), SENT)
    def test_comes_back_as_it_was(self, request_body: object, to: Profile) -> None:
        decoded = CODEC.decode(request_body)
        encoded = CODEC.encode(decoded, to)

        assert decoded.problems == ()
        assert encoded.losses == ()
        assert text(encoded.body) == text(request_body)

    @pytest.mark.parametrize(("request_body", "to"), SENT)
    def test_is_recognised(self, request_body: object, to: Profile) -> None:
        assert detect(request_body) == to.codec

    @pytest.mark.parametrize(("request_body", "to"), SENT)
    def test_both_doors_read_the_same(self, request_body: object, to: Profile) -> None:
        assert CODEC.decode_bytes(text(request_body).encode()) == CODEC.decode(request_body)


SO = {"type": "summary_text", "text": "So."}
HM = {"type": "reasoning_text", "text": "Hm."}
WORDS = {"type": "output_text", "text": "hi"}
THOUGHTS: list[dict[str, Any]] = [
    {"summary": []},
    {"summary": [SO]},
    {"summary": [SO, SO]},
    {"summary": [{"text": "So.", "type": "summary_text"}]},
    {"summary": [], "content": [HM]},
    {"summary": [], "content": [HM, HM]},
    {"content": [HM], "summary": [{"type": "summary_text", "text": "Hm."}]},
    {"content": [HM], "summary": [SO]},
    {"summary": [SO], "content": None, "encrypted_content": None, "status": None},
]
SAID: list[dict[str, Any]] = [
    {"content": ""},
    {"content": []},
    {"content": [WORDS]},
    {"content": [{**WORDS, "annotations": []}], "id": "msg_1", "status": "completed"},
    {"content": [{**WORDS, "annotations": []}], "id": "msg_1", "status": "incomplete"},
    {"content": [WORDS], "id": "msg_1"},
    {"content": "hi", "id": "msg_1"},
    {"content": "hi", "status": "completed", "type": "message"},
    {"content": "hi", "phase": "commentary", "id": None},
    {"type": None, "content": "hi"},
]


class TestEdges:
    """Ways to write one thing, each of which comes back as it was."""

    @pytest.mark.parametrize("thought", THOUGHTS)
    def test_reasoning(self, thought: dict[str, Any]) -> None:
        rows = [
            {"type": "reasoning", "id": "rs_1", **thought},
            {"role": "assistant", "content": "hi"},
        ]
        encoded = CODEC.encode(CODEC.decode(rows), HERE)

        assert text(encoded.body) == text(rows)
        assert encoded.losses == ()

    @pytest.mark.parametrize("said", SAID)
    def test_answers(self, said: dict[str, Any]) -> None:
        rows = [{"role": "assistant", **said}]
        encoded = CODEC.encode(CODEC.decode(rows), HERE)

        assert text(encoded.body) == text(rows)
        assert encoded.losses == ()


class TestLaws:
    """What `check_codec` asks of every codec, of this one with bodies of its own."""

    def test_any_conversation(self) -> None:
        check_codec(CODEC, HERE, bodies=bodies, junk=junk_bodies())

    def test_conversations_read_here(self) -> None:
        read = bodies.map(lambda body: forgotten(CODEC.decode(body)))

        check_codec(CODEC, HERE, conversations=read)

    def test_for_a_model_that_does_not_reason(self) -> None:
        read = bodies.map(CODEC.decode)

        check_codec(CODEC, profile("openai/responses-plain"), conversations=read)


class TestRoundTrip:
    """What is well formed comes back, byte for byte."""

    @given(bodies)
    def test_encode_undoes_decode(self, body: object) -> None:
        decoded = CODEC.decode(body)
        encoded = CODEC.encode(decoded, HERE)

        assert decoded.problems == ()
        assert encoded.losses == ()
        assert text(encoded.body) == text(body)

    @given(bodies)
    def test_decode_undoes_encode(self, body: object) -> None:
        decoded = CODEC.decode(body)

        assert CODEC.decode(CODEC.encode(decoded, HERE).body) == decoded

    @given(st.one_of(bodies, junk_bodies()))
    def test_writing_twice_changes_nothing_more(self, body: object) -> None:
        try:
            once = CODEC.encode(CODEC.decode(body), HERE).body
        except CtxfnError:
            return
        again = CODEC.encode(CODEC.decode(once), HERE)

        assert text(again.body) == text(once)
