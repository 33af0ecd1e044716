"""What all codecs have in one place: what could not be said, what was odd, whose fault it was."""

from __future__ import annotations

import pytest

from ctxfn.messages import (
    Assistant,
    InvalidJson,
    InvalidMessages,
    Origin,
    Text,
    TooDeep,
    Usage,
    User,
    freeze,
    own,
)
from ctxfn.wire import Loss, codec_named, profile
from ctxfn.wire.losses import Losses
from ctxfn.wire.openai_chat.facts import NOTHING
from ctxfn.wire.problems import Problems
from ctxfn.wire.rows_in import RowsIn, body_of, row_list


class TestLosses:
    def test_a_loss_is_told_of_the_message_at_hand(self) -> None:
        account = Losses("bedrock", profile("openai"))
        account.index = 3
        account.lose("name", "no names")
        assert account.all_losses() == (Loss(3, "name", "no names"),)

    def test_what_a_store_knows_is_one_loss_a_field(self) -> None:
        account = Losses("bedrock", profile("openai"))
        said = User((Text("hi"),), id="m1", origin=Origin(agent="a", model="m"))
        for _ in range(2):
            account.leave_stored(said, NOTHING)
        reasons = [(one.path, one.reason) for one in account.all_losses()]
        assert reasons == [
            (f"messages[].{field}", "no word for it here, left out of 2")
            for field in ("id", "origin.agent", "origin.model")
        ]

    def test_keys_that_another_codec_kept_are_counted(self) -> None:
        account = Losses("bedrock", profile("openai"))
        extras = (("bedrock", freeze({"a": 1})), ("gemini", freeze({"b": 2})))
        assert account.spare(extras) == {"a": 1}
        assert account.unsaid == {"extras.gemini": 1}


class TestEveryCodec:
    @pytest.mark.parametrize("target", ["openai", "anthropic", "gemini"])
    def test_a_count_of_tokens_beside_an_answer_is_told(self, target: str) -> None:
        chosen = profile(target)
        codec = codec_named(chosen.codec)
        talk = codec_named("openai_chat").decode([{"role": "user", "content": "hi"}])
        answer = Assistant((Text("Hello."),), usage=Usage(3, 4))
        said = type(talk)(talk.messages.append(answer))
        paths = {one.path for one in codec.encode(said, chosen).losses}
        assert "messages[].usage" in paths


class TestProblems:
    def test_keys_are_kept_for_the_codec_that_read_them(self) -> None:
        account = Problems("bedrock", own)
        account.index = 1
        account.odd("role", "found nothing")
        assert account.problems == [Loss(1, "role", "found nothing")]
        assert account.extras({}) == ()
        assert [name for name, _ in account.extras({"a": 1})] == ["bedrock"]


def _fail_at(index: int, wrong: Exception) -> None:
    with RowsIn([{}] * (index + 1), "a message") as each:
        for _ in each:
            if each.index == index:
                raise wrong


class TestRows:
    def test_a_row_that_is_none_is_told_by_its_index(self) -> None:
        with (
            pytest.raises(InvalidMessages, match=r"message 1: found null, expected a message"),
            RowsIn([{}, None], "a message") as each,
        ):
            list(each)

    @pytest.mark.parametrize(
        ("wrong", "expected"),
        [
            (TooDeep(None, 300, 200), TooDeep(1, 300, 200)),
            (InvalidJson("a", "b", "c"), InvalidMessages(1, "a", "b", "c")),
            (
                ValueError("digits"),
                InvalidMessages(
                    1, "", "a number too long to write", "numbers of at most 4,300 digits"
                ),
            ),
        ],
    )
    def test_what_goes_wrong_within_is_told_of_the_row(
        self, wrong: Exception, expected: Exception
    ) -> None:
        with pytest.raises(type(expected)) as told:
            _fail_at(1, wrong)
        assert told.value == expected

    def test_a_body_holds_a_list(self) -> None:
        assert row_list(body_of({"messages": []}, "messages"), "messages") == []
        with pytest.raises(InvalidMessages, match="found nothing, expected a list of messages"):
            row_list({}, "messages")
        with pytest.raises(InvalidMessages, match="a request"):
            body_of("hi", "messages")
