"""The codec's two functions undo each other, share nothing, and never fail but by our errors."""

from __future__ import annotations

import copy
import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.errors import CtxfnError
from ctxfn.testing import bedrock_requests, json_values
from ctxfn.wire import codec_named, detect, profile
from tests.wire.bedrock.suite import ACCEPTED, Recorded

CODEC = codec_named("bedrock")
CLAUDE = profile("bedrock/claude")
BODIES = bedrock_requests(well_formed=True)


def text(value: object) -> str:
    """Write as JSON text, so that the order of keys and the kinds of numbers count."""
    return json.dumps(value)


class TestSuite:
    """What an API was really sent."""

    @pytest.mark.parametrize("one", ACCEPTED)
    def test_comes_back_as_it_was(self, one: Recorded) -> None:
        decoded = CODEC.decode(one.body)
        encoded = CODEC.encode(decoded, profile("bedrock", model=one.model))

        assert decoded.problems == ()
        assert encoded.losses == ()
        assert text(encoded.body) == text(one.body)

    @pytest.mark.parametrize("one", ACCEPTED)
    def test_both_doors_read_the_same(self, one: Recorded) -> None:
        assert CODEC.decode_bytes(text(one.body).encode()) == CODEC.decode(one.body)

    @pytest.mark.parametrize("one", ACCEPTED)
    def test_it_is_recognised(self, one: Recorded) -> None:
        assert detect(one.body) == "bedrock"


class TestRoundTrip:
    """What is well formed comes back, byte for byte."""

    @given(BODIES)
    def test_encode_undoes_decode(self, body: Any) -> None:
        decoded = CODEC.decode(body)

        assert decoded.problems == ()
        assert text(CODEC.encode(decoded, CLAUDE).body) == text(body)

    @given(BODIES)
    def test_decode_undoes_encode(self, body: Any) -> None:
        decoded = CODEC.decode(body)

        assert CODEC.decode(CODEC.encode(decoded, CLAUDE).body) == decoded

    @given(BODIES)
    def test_a_body_changed_afterwards_changes_nothing(self, body: Any) -> None:
        mine = copy.deepcopy(body)
        decoded = CODEC.decode(mine)
        mine["messages"].clear()
        mine.clear()

        assert text(CODEC.encode(decoded, CLAUDE).body) == text(body)


class TestBadInput:
    """What no API would take is read as well as it can be."""

    @given(bedrock_requests())
    def test_writing_and_reading_again_is_steady(self, body: Any) -> None:
        with suppress(CtxfnError):
            once = CODEC.encode(CODEC.decode(body), CLAUDE).body
            twice = CODEC.encode(CODEC.decode(once), CLAUDE).body

            assert text(twice) == text(once)

    @given(bedrock_requests())
    def test_what_changed_on_the_way_was_a_problem_or_a_loss(self, body: Any) -> None:
        with suppress(CtxfnError):
            decoded = CODEC.decode(body)
            encoded = CODEC.encode(decoded, CLAUDE)

            assert decoded.problems or encoded.losses or text(encoded.body) == text(body)

    @given(json_values(nan=True))
    def test_only_our_errors_leave(self, value: object) -> None:
        with suppress(CtxfnError):
            CODEC.decode(value)

    @given(st.binary(max_size=30))
    def test_only_our_errors_leave_the_other_door(self, data: bytes) -> None:
        with suppress(CtxfnError):
            CODEC.decode_bytes(data)
