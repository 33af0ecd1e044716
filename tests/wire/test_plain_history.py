"""Plain histories: which messages are words and calls alone, and how those are written."""

from __future__ import annotations

from attrs import evolve
from hypothesis import given

from ctxfn.messages import (
    Assistant,
    Messages,
    Origin,
    ToolError,
    ToolResult,
    Usage,
    User,
    assistant,
    call,
    chat,
    freeze,
    tool_result,
    user,
)
from ctxfn.testing import conversations
from ctxfn.wire import beyond_words_and_calls, known_beyond, only_words_and_calls, profile
from ctxfn.wire.anthropic.write_message import write_answer, write_result, write_said
from ctxfn.wire.anthropic.write_plain import plain_answer, plain_result, plain_words
from ctxfn.wire.anthropic.writer import Writer

ANTHROPIC = profile("anthropic")


class TestExamples:
    def test_what_is_more_or_less_than_words_and_calls(self) -> None:
        said = chat(
            user("hi"),
            user(" "),
            assistant("", call("c1")),
            evolve(tool_result("c1", "42"), error=ToolError("no")),
            tool_result("c1", "42"),
            evolve(user("ho"), name="Ana"),
        )
        assert beyond_words_and_calls(said) == (1, 3, 5)
        assert known_beyond(said) == (1, 3, 5)
        assert known_beyond(chat(user("hi"))) is None

    def test_arguments_that_are_no_object_take_the_long_way(self) -> None:
        assert plain_answer(assistant("", call("c1", "now", "[1]")), 64) == ""

    def test_what_is_counted_or_kept_takes_the_long_way(self) -> None:
        bare = assistant("words")
        assert plain_answer(bare, 64) == "words"
        assert plain_answer(evolve(bare, usage=Usage()), 64) == ""
        assert plain_answer(evolve(bare, origin=Origin(agent="a")), 64) == ""
        assert plain_words(evolve(user("hi"), name="Ana")) == ""
        assert plain_result(evolve(tool_result("c1", "x"), state=freeze({}))) is None


class TestProperties:
    @given(conversations())
    def test_one_look_says_the_same_as_all(self, said: Messages) -> None:
        assert only_words_and_calls(said) is (beyond_words_and_calls(said) == ())

    @given(conversations())
    def test_the_short_way_writes_what_the_long_way_writes(self, said: Messages) -> None:
        for node in said:
            writer = Writer(ANTHROPIC)
            if isinstance(node, User) and (words := plain_words(node)):
                assert write_said(node, writer) == words
            if isinstance(node, Assistant) and (plain := plain_answer(node, 64)):
                assert write_answer(node, writer) == plain
            if isinstance(node, ToolResult) and (block := plain_result(node)):
                assert write_result(node, {}, writer) == block
