"""Whatever a server sends, it is an answer or a `ModelFailure`, and text is whole characters."""

from __future__ import annotations

import json
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxfn.io.models import ModelFailure, TextDelta
from ctxfn.io.models.chat_hearing import ChatHearing
from ctxfn.io.models.hearing import Hearing
from ctxfn.io.models.messages_hearing import MessagesHearing
from ctxfn.io.models.responses_hearing import ResponsesHearing
from ctxfn.io.models.spoken import WholeCharacters
from ctxfn.turns import Response
from tests.servers.answers import Protocol, Said, events, whole

SAID = Said("It is ✓ noon. 🦉", (("c1", "now", '{"zone": "Zürich"}'), ("c2", "now", "{}")), "Hm")

JUNK: tuple[object, ...] = (None, 5, True, "x", -1, 1.5, "\ud83e", [], [None], [[]], {}, {"a": {}})


def listener(protocol: Protocol) -> Hearing:
    match protocol:
        case "chat":
            return ChatHearing("p", "openai_chat")
        case "messages":
            return MessagesHearing("p", "anthropic")
        case "responses":
            return ResponsesHearing("p", "openai_responses")


def spoiled(value: Any, dice: Random) -> Any:
    if dice.random() < 0.1:
        return dice.choice(JUNK)
    if isinstance(value, dict):
        return {key: spoiled(one, dice) for key, one in value.items() if dice.random() > 0.04}
    return [spoiled(one, dice) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize("protocol", ["chat", "messages", "responses"])
@given(dice=st.randoms(use_true_random=False))
@settings(max_examples=80, deadline=None)
def test_odd_events_are_heard_or_refused(protocol: Protocol, dice: Random) -> None:
    for in_one_piece in (True, False):
        hearing = listener(protocol)
        try:
            if in_one_piece:
                hearing.take_whole(spoiled(whole(SAID, protocol), dice))
            else:
                for name, value in events(SAID, protocol):
                    hearing.take(name, json.dumps(spoiled(value, dice)))
        except ModelFailure:
            continue
        assert isinstance(hearing.response("m"), Response)
        assert all(isinstance(one, str) for one in hearing.untold)


@given(st.text("a🦉✓😀", max_size=20), st.lists(st.integers(0, 40)))
@settings(max_examples=50)
def test_halves_of_characters_are_joined(text: str, cuts: list[int]) -> None:
    units = text.encode("utf-16-le")
    halves = [
        units[at : at + 2].decode("utf-16-le", "surrogatepass") for at in range(0, len(units), 2)
    ]
    places = sorted({0, len(halves), *(cut for cut in cuts if cut < len(halves))})
    chunks = ["".join(halves[a:b]) for a, b in pairwise(places)]
    joiner = WholeCharacters()
    assert "".join(map(joiner.take, chunks)) == text


def test_half_a_character_without_the_other_is_replaced() -> None:
    hearing = listener("chat")
    chunks = [{"choices": [{"delta": {"content": word}}]} for word in ("a\ud83e", "b", "\udd89c")]
    told = [one for chunk in chunks for one in hearing.take("", json.dumps(chunk))]
    assert told == [TextDelta("a"), TextDelta("\ufffdb"), TextDelta("\ufffdc")]
    assert hearing.response("m").text == "a\ufffdb\ufffdc"


def test_thoughts_in_parts_of_the_content_are_thoughts() -> None:
    hearing = listener("chat")
    parts = [
        {"type": "thinking", "thinking": [{"type": "text", "text": "Hm"}]},
        {"type": "text", "text": "Noon."},
        {"type": "image_url", "image_url": {"url": "x"}},
    ]
    hearing.take_whole({"choices": [{"message": {"content": parts}, "finish_reason": "stop"}]})
    answer = hearing.response("m")
    assert (answer.text, answer.reasoning[0].text) == ("Noon.", "Hm")
    assert hearing.untold == ("content of type image_url",)


def test_only_the_first_choice_is_heard() -> None:
    hearing = listener("chat")
    for index in (1, 0, 1):
        chunk = {"choices": [{"index": index, "delta": {"content": str(index)}}]}
        hearing.take("", json.dumps(chunk))
    assert hearing.response("m").text == "0"
    assert not hearing.finished
    hearing.take("", "[DONE]")
    assert hearing.finished


def test_the_old_call_of_a_function_is_a_call() -> None:
    hearing = listener("chat")
    for words in ('{"a"', ": 1}"):
        legacy = {"name": "now", "arguments": words}
        hearing.take("", json.dumps({"choices": [{"delta": {"function_call": legacy}}]}))
    (call,) = hearing.response("m").calls
    assert (call.tool, call.arguments) == ("now", '{"a": 1}')
