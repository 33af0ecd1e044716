"""An encoder that remembers: the codec's own bodies and losses, every time."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any, cast

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.errors import InvalidArgument
from ctxfn.messages import Messages, assistant, call, chat, tool_result, user
from ctxfn.testing import conversations, talks
from ctxfn.wire import ChatEncoder, Conversation, Encoded, codec_named, profile

OPENAI, COMPATIBLE = profile("openai"), profile("openai/compatible")
ENCODE = codec_named("openai_chat").encode


def said(turns: int) -> Messages:
    return chat(
        *(
            node
            for n in range(turns)
            for node in (
                user(f"question {n}"),
                assistant(call(f"c{n}")),
                tool_result(f"c{n}", "42"),
                assistant("so", evolve(call("d"), kind="custom"))
                if n % 5 == 4
                else assistant("so"),
            )
        )
    )


class TestExamples:
    def test_shared_messages_are_the_remembered_ones(self) -> None:
        encoder, conversation = ChatEncoder(), Conversation(said(3))
        one, other = (encoder.encode(conversation, OPENAI, share=True) for _ in range(2))
        before = zip(
            cast("list[Any]", one.body)[:8], cast("list[Any]", other.body)[:8], strict=True
        )
        assert all(a is b for a, b in before), "all up to the last question"
        assert one.body is not other.body

    def test_fresh_ones_may_be_changed(self) -> None:
        encoder, conversation = ChatEncoder(), Conversation(said(3))
        body = cast("Any", encoder.encode(conversation, OPENAI).body)
        body[1]["tool_calls"][0]["function"]["name"] = "changed"
        body[0]["content"] = "changed"
        assert encoder.encode(conversation, OPENAI) == ENCODE(conversation, OPENAI)

    def test_each_target_has_its_own(self) -> None:
        encoder, conversation = ChatEncoder(), Conversation(said(30))
        for target in (OPENAI, COMPATIBLE, OPENAI):
            assert encoder.encode(conversation, target) == ENCODE(conversation, target)

    def test_it_pickles_without_its_memory(self) -> None:
        encoder = ChatEncoder(7)
        encoder.encode(Conversation(said(3)), OPENAI)
        assert pickle.loads(pickle.dumps(encoder)).limit == 7

    @pytest.mark.parametrize("begins", [7, ("a",), [[user("a")]]])
    def test_what_the_messages_begin_with_are_vectors(self, begins: Any) -> None:
        with pytest.raises(InvalidArgument, match="begin with"):
            ChatEncoder().encode(Conversation(said(1)), OPENAI, begins=begins)

    def test_what_cannot_be_a_beginning_is_not_believed(self) -> None:
        encoder, before = ChatEncoder(), said(3)
        encoder.encode(Conversation(before), OPENAI, begins=(before,))
        other = Conversation(before.set(len(before) - 1, user("changed")))
        assert encoder.encode(other, OPENAI, begins=(before,)) == ENCODE(other, OPENAI)

    @pytest.mark.parametrize("messages", [-1, True, "7", None])
    def test_what_to_remember_is_a_count(self, messages: Any) -> None:
        with pytest.raises(InvalidArgument, match="whole number"):
            ChatEncoder(messages)


def rows_written(turns: int, *, share: bool) -> int:
    """Return how many messages one more turn writes, of all that were said."""
    encoder = ChatEncoder()
    before = said(turns)
    after = before.extend(said(turns + 1)[len(before) :])
    encoder.encode(Conversation(before), OPENAI, share=share)
    shared = cast("list[object]", encoder.encode(Conversation(before), OPENAI, share=True).body)
    known = set(map(id, shared))
    body = cast("list[object]", encoder.encode(Conversation(after), OPENAI, share=True).body)
    return sum(1 for row in body if id(row) not in known)


class TestWork:
    @pytest.mark.parametrize("share", [True, False])
    def test_one_more_turn_is_written_alone(self, share: bool) -> None:
        # Four are new; a call without a word is never remembered alone, and stands behind the border.
        assert rows_written(252, share=share) == rows_written(2_502, share=share) == 5


class TestProperties:
    @given(st.one_of(conversations(cards=True), talks(cards=True)), st.booleans())
    def test_as_the_codec_writes_it_while_it_grows(self, messages: Messages, share: bool) -> None:
        encoder = ChatEncoder()
        for end in range(len(messages) + 1):
            part = Conversation(messages[:end])
            assert encoder.encode(part, OPENAI, share=share) == ENCODE(part, OPENAI)

    @given(talks(cards=True), st.data(), st.booleans())
    def test_what_it_is_told_of_the_beginning_changes_nothing(
        self, messages: Messages, data: st.DataObject, share: bool
    ) -> None:
        encoder = ChatEncoder()
        said, begins = chat(), [chat()]
        while len(said) < len(messages):
            size = data.draw(st.integers(1, 4))
            said = said.extend(messages[len(said) : len(said) + size])
            begins.append(said)
            told = data.draw(
                st.lists(st.sampled_from(begins), max_size=3).map(
                    lambda found: sorted(found, key=len)
                )
            )
            found = encoder.encode(Conversation(said), OPENAI, share=share, begins=told)
            assert found == ENCODE(Conversation(said), OPENAI)

    @given(st.integers(10, 40), st.integers(0, 159), st.sampled_from(("edit", "cut", "copy")))
    def test_as_the_codec_writes_it_when_it_changes(self, turns: int, at: int, how: str) -> None:
        encoder, before = ChatEncoder(), said(turns)
        change: Callable[[Messages], Messages] = {
            "edit": lambda old: old.set(at % len(old), user("changed")),
            "cut": lambda old: old[at % len(old) :],
            "copy": lambda old: chat(*(evolve(node) for node in old)),
        }[how]
        for messages in (before, change(before), change(before).extend(said(9)), before):
            conversation = Conversation(messages)
            found: Encoded = encoder.encode(conversation, OPENAI)
            assert found == ENCODE(conversation, OPENAI)
