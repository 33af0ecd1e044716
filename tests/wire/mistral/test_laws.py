"""The codec's two functions undo each other, share nothing, and never fail but by our errors."""

from __future__ import annotations

import copy
import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given

from ctxfn.errors import CtxfnError
from ctxfn.testing import json_values, openai_requests
from ctxfn.wire import codec_named, detect, profile
from tests.wire.mistral.payloads import bodies
from tests.wire.mistral.suite import ACCEPTED, SAMPLES

CODEC = codec_named("mistral")
HOSTED = profile("mistral")


def text(value: object) -> str:
    """Write as JSON text, so that the order of keys and the kinds of numbers count."""
    return json.dumps(value)


class TestSuite:
    """What an API was really sent."""

    @pytest.mark.parametrize("body", SAMPLES)
    def test_comes_back_as_it_was(self, body: Any) -> None:
        decoded = CODEC.decode(body)
        encoded = CODEC.encode(decoded, HOSTED)

        assert decoded.problems == ()
        assert encoded.losses == ()
        assert text(encoded.body) == text(body)

    @pytest.mark.parametrize("body", SAMPLES)
    def test_both_doors_read_the_same(self, body: Any) -> None:
        assert CODEC.decode_bytes(text(body).encode()) == CODEC.decode(body)

    @pytest.mark.parametrize("body", ACCEPTED)
    def test_it_is_recognised(self, body: Any) -> None:
        assert detect(body) == "mistral"


class TestRoundTrip:
    """What is well formed comes back, byte for byte."""

    @given(bodies)
    def test_encode_undoes_decode(self, body: Any) -> None:
        decoded = CODEC.decode(body)

        if not decoded.problems:
            assert text(CODEC.encode(decoded, HOSTED).body) == text(body)

    @given(openai_requests(well_formed=True))
    def test_what_openai_takes_is_read_and_written_as_it_was(self, body: Any) -> None:
        decoded = CODEC.decode(body)

        # A file in OpenAI's object is the one thing that is written otherwise.
        if not decoded.problems:
            assert text(CODEC.encode(decoded, HOSTED).body) == text(body)

    @given(bodies)
    def test_decode_undoes_encode(self, body: Any) -> None:
        decoded = CODEC.decode(body)

        if not decoded.problems:
            assert CODEC.decode(CODEC.encode(decoded, HOSTED).body) == decoded

    @given(bodies)
    def test_a_body_changed_afterwards_changes_nothing(self, body: Any) -> None:
        mine = copy.deepcopy(body)
        decoded = CODEC.decode(mine)
        mine.clear()

        if not decoded.problems:
            assert text(CODEC.encode(decoded, HOSTED).body) == text(body)


class TestBadInput:
    """What no API would take is read as well as it can be."""

    @given(openai_requests())
    def test_writing_and_reading_again_is_steady(self, body: Any) -> None:
        with suppress(CtxfnError):
            once = CODEC.encode(CODEC.decode(body), HOSTED).body
            twice = CODEC.encode(CODEC.decode(once), HOSTED).body

            assert text(twice) == text(once)

    @given(json_values(nan=True))
    def test_only_our_errors_leave(self, value: object) -> None:
        with suppress(CtxfnError):
            CODEC.decode(value)
