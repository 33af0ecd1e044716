"""drop_old_reasoning: finished turns need no thoughts, open loops need all of theirs."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from ctxfn.context import Context, Note
from ctxfn.messages import (
    Assistant,
    Messages,
    Reasoning,
    assistant,
    call,
    chat,
    tool_result,
    user,
)
from ctxfn.processors import drop_old_reasoning
from ctxfn.wire import Conversation, codec_named, profile
from tests.front.histories import reports

SIGNED = Reasoning("because", "signature")


def thinks(*said: Any) -> Assistant:
    return evolve(assistant(*said), reasoning=(SIGNED,))


def thinking(messages: Messages) -> list[int]:
    return [place for place, node in enumerate(messages) if getattr(node, "reasoning", ())]


LOOP = (user("q"), thinks(call("c1")), tool_result("c1", "42"))


class TestExamples:
    """What it does, in cases a reader can check by eye."""

    def test_reasoning_before_the_last_turns_goes(self) -> None:
        said = chat(user("1"), thinks("a"), user("2"), thinks("b"), user("3"), thinks("c"))

        assert thinking(drop_old_reasoning(said)) == [5]
        assert thinking(drop_old_reasoning(said, turns=2)) == [3, 5]
        assert drop_old_reasoning(said, turns=3) is said

    def test_the_border_moves_by_every(self) -> None:
        said = chat(user("1"), thinks("a"), user("2"), thinks("b"), user("3"), thinks("c"))

        assert thinking(drop_old_reasoning(said, every=2)) == [5]
        assert thinking(drop_old_reasoning(said[:4], every=2)) == [1, 3]

    def test_an_open_loop_keeps_it(self) -> None:
        said = chat(*LOOP)

        assert drop_old_reasoning(said) is said

    def test_so_does_one_that_a_person_spoke_into(self) -> None:
        said = chat(thinks("before"), *LOOP, thinks(call("c2")), tool_result("c2"), user("hurry"))

        assert thinking(drop_old_reasoning(said)) == [2, 4]

    def test_a_finished_loop_does_not(self) -> None:
        said = chat(*LOOP, thinks("so"), user("next"))

        assert thinking(drop_old_reasoning(said)) == []
        assert thinking(drop_old_reasoning(said, of_calls="keep")) == [1]

    def test_words_calls_and_their_signatures_stay(self) -> None:
        asked = evolve(assistant("hm", call("c1")), reasoning=(SIGNED,))
        signed = evolve(asked, calls=(evolve(asked.calls[0], signature="s"),))
        said = chat(user("q"), signed, tool_result("c1"), assistant("so"), user("next"))

        assert drop_old_reasoning(said)[1] == evolve(signed, reasoning=())

    def test_a_message_of_nothing_else_goes(self) -> None:
        said = chat(user("q"), thinks(), user("next"))

        assert drop_old_reasoning(said) == chat(said[0], said[2])

    def test_a_note_names_the_messages(self) -> None:
        said = chat(user("q"), evolve(thinks("a"), id="m1"), user("next"))

        assert list(drop_old_reasoning(Context(said)).notes) == [
            Note(
                "drop_old_reasoning",
                "old-reasoning",
                "the reasoning of 1 messages of earlier turns is left out",
                ("m1",),
                (1,),
            )
        ]


@pytest.mark.parametrize(("name", "of_calls"), [("b068", "keep"), ("b069", "drop")])
def test_what_reports_say_of_reasoning_content(name: str, of_calls: Any) -> None:
    """Turns with calls keep it where a provider asks for it; finished ones need it nowhere."""
    case = reports()[name]
    codec = codec_named("openai_chat")
    read = codec.decode(case["input"]["messages"]).messages

    left = drop_old_reasoning(read, of_calls=of_calls)

    written = codec.encode(Conversation(left), profile("openai")).body
    assert written == case["expect"]["messages"]
