"""The codec's two functions undo each other, share nothing, and never fail but by our errors."""

from __future__ import annotations

import copy
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.errors import CtxfnError
from ctxfn.messages import Node
from ctxfn.wire import Conversation, codec_named, profile
from ctxfn.wire.openai_chat import Form, encode_message
from tests.wire.openai_chat.payloads import any_json, bodies, junk_messages, messages

CODEC = codec_named("openai_chat")
CHAT = profile("openai")
SUITE = Path(__file__).parents[1] / "suite" / "openai_chat"
REQUESTS = [
    pytest.param(json.loads(line)["request"], id=f"{path.stem}-{number}")
    for path in sorted(SUITE.glob("*.jsonl"))
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines())
]


def text(value: object) -> str:
    """Write as JSON text, so that the order of keys and the kinds of numbers count."""
    return json.dumps(value)


def rows_of(body: object) -> list[Any]:
    rows = body["messages"] if isinstance(body, dict) else body
    assert isinstance(rows, list)
    return rows


def slowly(conversation: Conversation) -> Conversation:
    """Make all forms copies, so that no short cut recognises them."""

    def copied(node: Node) -> Node:
        form = node.written
        return evolve(node, written=Form(*form)) if isinstance(form, Form) else node

    return evolve(conversation, messages=conversation.messages.transform([lambda _: True], copied))


class TestSuite:
    """What an API was really sent."""

    @pytest.mark.parametrize("request_body", REQUESTS)
    def test_comes_back_as_it_was(self, request_body: object) -> None:
        decoded = CODEC.decode(request_body)
        encoded = CODEC.encode(decoded, CHAT)

        assert decoded.problems == ()
        assert encoded.losses == ()
        assert text(encoded.body) == text(request_body)

    @pytest.mark.parametrize("request_body", REQUESTS)
    def test_both_doors_read_the_same(self, request_body: object) -> None:
        assert CODEC.decode_bytes(text(request_body).encode()) == CODEC.decode(request_body)


class TestRoundTrip:
    """What is well formed comes back, byte for byte."""

    @given(bodies)
    def test_encode_undoes_decode(self, body: object) -> None:
        decoded = CODEC.decode(body)
        encoded = CODEC.encode(decoded, CHAT)

        assert decoded.problems == ()
        assert text(encoded.body) == text(body)

    @given(bodies)
    def test_nothing_read_here_is_lost(self, body: object) -> None:
        assert CODEC.encode(CODEC.decode(body), CHAT).losses == ()

    @given(bodies)
    def test_decode_undoes_encode(self, body: object) -> None:
        decoded = CODEC.decode(body)

        assert CODEC.decode(CODEC.encode(decoded, CHAT).body) == decoded

    @given(bodies)
    def test_both_doors_read_the_same(self, body: object) -> None:
        assert CODEC.decode_bytes(text(body).encode()) == CODEC.decode(body)

    @given(bodies)
    def test_the_short_way_writes_what_the_long_way_writes(self, body: object) -> None:
        decoded = CODEC.decode(body)

        assert text(CODEC.encode(slowly(decoded), CHAT)) == text(CODEC.encode(decoded, CHAT))

    @given(st.lists(messages, max_size=3))
    def test_a_message_alone_is_written_as_among_others(self, rows: list[object]) -> None:
        alone = [encode_message(node, CHAT).row for node in CODEC.decode(rows).messages]

        assert text(alone) == text(rows)


class TestNothingShared:
    """What goes in may change later, and so may what comes out."""

    @given(bodies)
    def test_a_body_changed_after_decode_changes_nothing(self, body: object) -> None:
        mine = copy.deepcopy(body)
        decoded = CODEC.decode(mine)
        spoil(mine)

        assert text(CODEC.encode(decoded, CHAT).body) == text(body)

    @given(bodies)
    def test_a_body_changed_after_encode_changes_nothing(self, body: object) -> None:
        decoded = CODEC.decode(body)
        spoil(CODEC.encode(decoded, CHAT).body)

        assert text(CODEC.encode(decoded, CHAT).body) == text(body)

    @given(bodies)
    def test_decode_leaves_the_body_alone(self, body: object) -> None:
        before = text(body)
        CODEC.decode(body)

        assert text(body) == before


class TestBadInput:
    """What no API would take is read as well as it can be."""

    @given(st.lists(junk_messages, max_size=3))
    def test_any_messages_are_read_and_written(self, rows: list[Any]) -> None:
        decoded = CODEC.decode(rows)
        encoded = CODEC.encode(decoded, CHAT)

        assert len(decoded.messages) == len(rows)
        assert len(rows_of(encoded.body)) + len(encoded.losses) >= len(rows)

    @given(st.lists(junk_messages, max_size=3))
    def test_writing_and_reading_again_is_steady(self, rows: list[Any]) -> None:
        once = CODEC.encode(CODEC.decode(rows), CHAT).body
        twice = CODEC.encode(CODEC.decode(once), CHAT).body

        assert text(twice) == text(once)

    @given(st.lists(junk_messages, max_size=3))
    def test_what_changed_on_the_way_was_a_problem_or_a_loss(self, rows: list[Any]) -> None:
        decoded = CODEC.decode(rows)
        encoded = CODEC.encode(decoded, CHAT)

        assert decoded.problems or encoded.losses or text(encoded.body) == text(rows)

    @given(any_json)
    def test_only_our_errors_leave(self, value: object) -> None:
        with suppress(CtxfnError):
            CODEC.decode(value)

    @given(st.binary(max_size=30))
    def test_only_our_errors_leave_the_other_door(self, data: bytes) -> None:
        with suppress(CtxfnError):
            CODEC.decode_bytes(data)


def spoil(value: object) -> None:
    """Change everything that can be changed in *value*."""
    if isinstance(value, dict):
        for inner in value.values():
            spoil(inner)
        value.clear()
        value["spoilt"] = True
    elif isinstance(value, list):
        for inner in value:
            spoil(inner)
        value[:] = ["spoilt"]
