"""shrink_arguments: what old calls were made with is shortened, and stays JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.context import Context, Note
from ctxfn.front import fit
from ctxfn.messages import (
    Assistant,
    Call,
    Messages,
    assistant,
    call,
    chat,
    tool_result,
    user,
)
from ctxfn.processors import shrink_arguments
from ctxfn.processors.truncate.shrink_json import shrunk_json
from ctxfn.tokens import REFERENCE_TARIFF, Counter
from ctxfn.wire import Conversation, codec_named, profile
from tests.front.histories import reports

LONG = '{"path":  "a.md", "body": "' + "x" * 900 + '", "size": 1.50}'
SHORT = '{"path":  "a.md", "body": "xx [898 of 900 characters are left out]", "size": 1.50}'


def said(asked: Call, *, answered: bool = True) -> Messages:
    """A call in the first of two turns."""
    results = (tool_result(asked.id, "ok"),) if answered else ()
    return chat(user("Write."), evolve(assistant(asked), id="a"), *results, user("So?"))


def arguments(messages: Messages) -> str:
    asked = messages[1]
    assert isinstance(asked, Assistant)
    return asked.calls[0].arguments


class TestExamples:
    """What is shortened, and what is not."""

    def test_only_the_long_text_is_written_anew(self) -> None:
        after = shrink_arguments(said(call("c1", "write", LONG)), turns=1, keep=2)

        assert arguments(after) == SHORT

    @pytest.mark.parametrize(
        "text",
        ["{" + LONG, '"' + "x" * 900 + '"', "x" * 900, '{"' + "k" * 900 + '": 1}'],
        ids=["broken", "a text", "no JSON", "a key"],
    )
    def test_what_is_no_object_or_only_a_key_stays(self, text: str) -> None:
        messages = said(call("c1", "write", text))

        assert shrink_arguments(messages, turns=1, keep=2) is messages

    def test_a_call_that_nothing_answered_may_have_to_run(self) -> None:
        messages = said(call("c1", "write", LONG), answered=False)

        assert shrink_arguments(messages, turns=None, keep=2) is messages

    def test_a_signature_may_vouch_for_the_arguments(self) -> None:
        messages = said(evolve(call("c1", "write", LONG), signature="s"))

        assert shrink_arguments(messages, turns=1, keep=2) is messages
        assert arguments(shrink_arguments(messages, turns=1, keep=2, signed="cut")) == SHORT

    def test_free_text_is_cut_as_text(self) -> None:
        messages = said(evolve(call("c1", "patch", "p" * 900), kind="custom"))

        after = shrink_arguments(messages, turns=1, keep=3)
        assert arguments(after) == "ppp [897 of 900 characters are left out]"
        assert shrink_arguments(messages, turns=1, keep=3, free_text="keep") is messages

    def test_exempt_tools_keep_theirs(self) -> None:
        messages = said(call("c1", "files____write", LONG))

        assert shrink_arguments(messages, turns=1, exempt=("files",)) is messages

    def test_what_is_not_old_stays(self) -> None:
        messages = said(call("c1", "write", LONG))

        assert shrink_arguments(messages, turns=2) is messages
        assert shrink_arguments(messages, turns=1, every=2) is messages

    def test_the_note_names_the_calls(self) -> None:
        notes = shrink_arguments(Context(said(call("c1", "write", LONG))), turns=1).notes

        text = "the arguments of 1 old calls are shortened"
        assert list(notes) == [Note("shrink_arguments", "shrunk-arguments", text, ("c1",), (1,))]

    def test_escapes_and_halves_of_characters_stay_what_they_were(self) -> None:
        text = json.dumps({"a": "\ud800" * 200, "b": "é" * 200})

        short = json.loads(shrunk_json(text, 100, 2))
        assert (short["a"][:2], short["b"][:2]) == ("\ud800\ud800", "éé")
        assert shrunk_json(text, 100, 2).isascii()


def quarter(text: str) -> int:
    """Count as the reports do: four characters a token, rounded up."""
    return -(-len(text) // 4)


def test_b071_arguments_that_no_cut_of_contents_reaches_fit_in_the_end() -> None:
    case = reports()["b071"]
    codec, right = codec_named("openai_chat"), case["expect"]
    rows, limit = case["input"]["messages"], case["input"]["options"]["max_tokens"]
    counter = Counter("quarter", True, quarter)

    after = shrink_arguments(codec.decode(rows).messages, turns=1)
    body = codec.encode(Conversation(after), profile("openai")).body
    kept: Any = fit(body, budget=limit, counter=counter, tariff=REFERENCE_TARIFF)

    asked, answer = kept[1]["tool_calls"][0], kept[2]
    assert list(json.loads(asked["function"]["arguments"])) == right["argument_keys"]
    assert asked["id"] == answer["tool_call_id"]
    assert [row["role"] for row in kept] == ["user", "assistant", "tool", "user"]
    assert fit(rows, budget=limit, counter=counter, tariff=REFERENCE_TARIFF) == rows[3:]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=300) | st.just('"\\{' * 90),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=12,
)
OBJECTS = st.dictionaries(st.text(max_size=120), VALUES, max_size=4)


def shape(value: Any) -> Any:
    """What a value is made of, its texts left out."""
    match value:
        case dict():
            return {key: shape(one) for key, one in value.items()}
        case list():
            return [shape(one) for one in value]
        case str():
            return "text"
        case _:
            return value


class TestProperties:
    """What holds of any JSON."""

    @given(OBJECTS, st.integers(0, 200), st.integers(0, 50), st.booleans())
    def test_json_stays_json_with_the_same_keys_and_values_but_texts(
        self, value: Any, longer_than: int, keep: int, plain: bool
    ) -> None:
        text = json.dumps(value, ensure_ascii=plain)
        short = shrunk_json(text, longer_than, keep)

        assert shape(json.loads(short)) == shape(value)
        assert len(json.dumps(json.loads(short))) <= len(json.dumps(value))

    @given(OBJECTS, st.integers(0, 200), st.integers(0, 50))
    def test_twice_is_once(self, value: Any, longer_than: int, keep: int) -> None:
        once = shrunk_json(json.dumps(value), longer_than, keep)

        assert shrunk_json(once, longer_than, keep) == once
