"""The codec's two functions undo each other, share nothing, and never fail but by our errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.testing import check_codec, json_values
from ctxfn.wire import codec_named, profile, target
from tests.wire.gemini.conversations import conversations
from tests.wire.gemini.payloads import bodies, junk_contents

CODEC = codec_named("gemini")
GEMINI = profile("gemini")
SUITE = Path(__file__).parents[1] / "suite" / "gemini"
RECORDED = [
    pytest.param(json.loads(line), id=f"{path.stem}-{number}")
    for path in sorted(SUITE.glob("*.jsonl"))
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines())
]


def text(value: object) -> str:
    """Write as JSON text, so that the order of keys and the kinds of numbers count."""
    return json.dumps(value)


class TestSuite:
    """What the API was really sent."""

    @pytest.mark.parametrize("row", RECORDED)
    def test_comes_back_as_it_was(self, row: dict[str, object]) -> None:
        decoded = CODEC.decode(row["request"])
        encoded = CODEC.encode(decoded, profile(target("gemini", model=str(row["model"]))))

        assert decoded.problems == ()
        assert encoded.losses == ()
        assert text(encoded.body) == text(row["request"])

    @pytest.mark.parametrize("row", RECORDED)
    def test_both_doors_read_the_same(self, row: dict[str, object]) -> None:
        body = row["request"]

        assert CODEC.decode_bytes(text(body).encode()) == CODEC.decode(body)


class TestProperties:
    """The laws of codecs, and what an honest loss means."""

    def test_keeps_the_laws_of_codecs(self) -> None:
        check_codec(
            CODEC,
            GEMINI,
            conversations=conversations,
            bodies=bodies,
            junk=st.one_of(bodies, junk_contents, json_values(nan=True)),
        )

    @given(bodies)
    def test_nothing_read_here_is_lost(self, body: object) -> None:
        decoded = CODEC.decode(body)

        assert decoded.problems == ()
        assert CODEC.encode(decoded, GEMINI).losses == ()

    @given(bodies)
    def test_decode_undoes_encode(self, body: object) -> None:
        decoded = CODEC.decode(body)

        assert repr(CODEC.decode(CODEC.encode(decoded, GEMINI).body)) == repr(decoded)

    @given(junk_contents)
    def test_writing_and_reading_again_is_steady(self, rows: list[object]) -> None:
        once = CODEC.encode(CODEC.decode(rows), GEMINI).body
        twice = CODEC.encode(CODEC.decode(once), GEMINI).body

        assert text(twice) == text(once)

    @given(junk_contents)
    def test_what_changed_on_the_way_was_a_problem_or_a_loss(self, rows: list[object]) -> None:
        decoded = CODEC.decode(rows)
        encoded = CODEC.encode(decoded, GEMINI)

        assert decoded.problems or encoded.losses or text(encoded.body) == text(rows)
