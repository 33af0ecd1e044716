"""uichat: rows become records and rows again, and nothing is lost without a word."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from pyrsistent import pvector

from ctxfn.errors import CtxfnError
from ctxfn.messages import Block as Injected
from ctxfn.messages import Messages, inject, map_text
from ctxfn.wire.codec import Conversation
from ctxfn.wire.uichat import decode, decode_bytes, encode, uichat
from tests.wire.uichat_records import conversations, unwritten
from tests.wire.uichat_trees import dirty_trees, jsons, rows, trees

SUITE = Path(__file__).parent / "suite" / "uichat" / "histories.jsonl"
HISTORIES = [json.loads(line) for line in SUITE.read_text("utf-8").splitlines()]


def again(messages: Messages) -> Conversation:
    return Conversation(pvector(map(unwritten, messages)))


def test_the_codec_holds_both_ways() -> None:
    assert (uichat.name, uichat.decode, uichat.encode) == ("uichat", decode, encode)


class TestSuite:
    """Histories of every kind of card."""

    @pytest.mark.parametrize("history", HISTORIES, ids=lambda history: history["id"])
    def test_is_written_as_it_came(self, history: dict[str, Any]) -> None:
        result = encode(decode(history["messages"]))

        assert (json.dumps(result.body), result.losses) == (json.dumps(history["messages"]), ())

    @pytest.mark.parametrize("history", HISTORIES, ids=lambda history: history["id"])
    def test_says_the_same_when_written_anew(self, history: dict[str, Any]) -> None:
        read = again(decode(history["messages"]).messages)
        result = encode(read)

        assert (decode(result.body), result.losses) == (read, ())


class TestProperties:
    @given(trees())
    def test_decoding_then_encoding_changes_nothing_the_rows_neither(self, tree: list[Any]) -> None:
        before = json.dumps(tree)
        result = encode(decode(tree))

        assert (json.dumps(result.body), result.losses, json.dumps(tree)) == (before, (), before)

    @given(trees())
    def test_bytes_and_objects_are_read_alike(self, tree: list[Any]) -> None:
        assert decode_bytes(json.dumps(tree).encode()) == decode(tree)

    @given(conversations())
    def test_without_losses_encoding_then_decoding_changes_nothing(
        self, messages: Messages
    ) -> None:
        result = encode(Conversation(messages))

        assert result.losses or decode(result.body) == Conversation(messages)

    @given(trees())
    def test_what_was_decoded_can_be_written_anew(self, tree: list[Any]) -> None:
        """All that is read has a place among the keys, or is named as a loss."""
        read = again(decode(tree).messages)
        result = encode(read)

        assert result.losses or decode(result.body) == read

    @given(rows())
    def test_an_edit_is_seen_and_the_rest_stays(self, row: Any) -> None:
        (node,) = decode([row]).messages
        edited = map_text(lambda text: f"{text}!", node)
        result = encode(Conversation(pvector([edited])))

        assert result.losses or decode(result.body).messages == pvector([edited])

    @given(rows())
    def test_an_injected_block_is_a_loss(self, row: Any) -> None:
        (node,) = decode([row]).messages
        with_block = inject(node, Injected("date", "Monday"))
        result = encode(Conversation(pvector([with_block])))

        assert [(loss.index, loss.path) for loss in result.losses] == [(0, "blocks")]

    @given(rows())
    def test_handed_out_rows_are_fresh(self, row: Any) -> None:
        read = decode([row])
        first = encode(read).body
        assert isinstance(first, list)
        first[0].clear()

        assert json.dumps(encode(read).body) == json.dumps([row])

    @given(dirty_trees())
    def test_dirty_rows_come_back_as_they_came_and_can_be_written_anew(
        self, tree: list[Any]
    ) -> None:
        read = decode(tree)
        result = encode(read)
        anew = again(read.messages)
        written = encode(anew)

        assert (json.dumps(result.body), result.losses) == (json.dumps(tree), ())
        assert written.losses or decode(written.body) == anew

    @given(jsons())
    def test_any_value_is_read_or_refused_by_our_errors(self, value: Any) -> None:
        try:
            read = decode(value)
        except CtxfnError:
            return
        assert json.dumps(encode(read).body) == json.dumps(value)
