"""Canonical JSON: exact, the same for equal messages, and safe for cards of any depth."""

from __future__ import annotations

import contextlib
import copy
import json
import pickle
from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ctxfn.errors import CtxfnError
from ctxfn.messages import (
    MAX_CARD_DEPTH,
    MAX_JSON_DEPTH,
    Assistant,
    Column,
    Compare,
    CompressedGroup,
    Council,
    InvalidJson,
    InvalidMessages,
    Messages,
    Node,
    Origin,
    Tasks,
    TooDeep,
    ToolName,
    ToolSnapshot,
    Usage,
    User,
    assistant,
    call,
    chat,
    freeze,
    from_json,
    to_json,
    user,
)
from tests.wire.uichat_records import conversations
from tests.wire.uichat_trees import jsons

T = TypeVar("T")


def deep(levels: int) -> Node:
    """Comparisons inside comparisons, with something beside each."""
    node: Node = user("hi", id="u")
    for level in range(levels):
        node = Compare((Column((node,)), Column((user("b"),), f"column{level}")), id=f"c{level}")
    return node


def below(frames: int, call: Callable[[], T]) -> T:
    """Call with so many Python frames already on the stack."""
    return call() if frames == 0 else below(frames - 1, call)


class TestExamples:
    def test_defaults_are_left_out(self) -> None:
        assert json.loads(to_json(chat(user()))) == {"ctxfn": 1, "messages": [{"is": "User"}]}

    def test_calls_keep_their_tool(self) -> None:
        said = chat(assistant(call("c1", ToolName("files", "read"), '{"q": 1}'), call("c2", "x")))

        assert from_json(to_json(said)) == said

    def test_rows_inside_cards_are_named_by_number(self) -> None:
        written = json.loads(to_json(chat(Council((user("a"), user("b"))))))

        assert (len(written["inner"]), written["messages"][0]["members"]) == (2, [1, 0])

    def test_a_node_in_two_places_is_written_as_two_equal_ones_are(self) -> None:
        same = user("a")
        shared = chat(Council((same, Tasks((same,)), same)), Tasks((same,)))
        apart = chat(Council((user("a"), Tasks((user("a"),)), user("a"))), Tasks((user("a"),)))

        assert to_json(shared) == to_json(apart)
        assert from_json(to_json(shared)) == shared

    def test_equal_values_make_equal_text(self) -> None:
        one, other = ({"a": 1, "b": [2]}, {"b": [2], "a": 1})
        texts = {to_json(chat(User(marks=(ToolSnapshot(freeze(v)),)))) for v in (one, other)}

        assert len(texts) == 1

    def test_no_number_is_refused(self) -> None:
        with pytest.raises(InvalidJson):
            to_json(chat(User(origin=Origin(created_ms=float("nan")))))

    @pytest.mark.parametrize(
        "said",
        [[user(), {}], [user(), "hi"], [user(), Council(({},))], [user(), None]],  # type: ignore[arg-type]
    )
    def test_what_is_no_message_is_refused(self, said: Any) -> None:
        with pytest.raises(InvalidMessages, match=r"message 1: found a .* expected a message"):
            to_json(said)


class TestRefusals:
    """Whatever is not known is named with its place."""

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ('{"ctxfn":2,"messages":[]}', "ctxfn: found 2, expected the version 1"),
            ("[]", "ctxfn: found 'list'"),
            ('{"ctxfn":true,"messages":[]}', "ctxfn: found True, expected the version 1"),
            ('{"ctxfn":1.0,"messages":[]}', "ctxfn: found 1.0, expected the version 1"),
            (
                '{"ctxfn":1,"inner":[{"is":"User"}],"messages":[{"is":"Council","members":[0,0]}]}',
                "at members: found the number 0, .* which nothing else names",
            ),
            (
                '{"ctxfn":1,"inner":[{"is":"User"}],"messages":[]}',
                r"at inner\[0\]: found a node that no card names",
            ),
            ('{"ctxfn":1}', "messages: found a NoneType, expected a list"),
            ('{"ctxfn":1,"messages":[],"more":1}', "at more: found an unknown field"),
            ('{"ctxfn":1,"messages":[{"is":"Robot"}]}', "message 0 at is: found the kind 'Robot'"),
            ('{"ctxfn":1,"messages":[{"is":"User","text":""}]}', "at text: found an unknown field"),
            ('{"ctxfn":1,"messages":[{"is":"Text","text":""}]}', "expected a message or a card"),
            ('{"ctxfn":1,"messages":[{"is":"User","id":1}]}', "at id: found a int"),
            (
                '{"ctxfn":1,"messages":[{"is":"User","parts":[{"is":"Text"}]}]}',
                r"at parts\[0\].text: found nothing",
            ),
            (
                '{"ctxfn":1,"messages":[{"is":"Council","members":[0]}]}',
                "at members: found the number 0, expected that of an earlier node",
            ),
            ('{"ctxfn":1,"inner":[3],"messages":[]}', r"at inner\[0\]: found a int"),
        ],
    )
    def test_names_the_place(self, text: str, told: str) -> None:
        with pytest.raises(InvalidMessages, match=told):
            from_json(text)

    def test_broken_text_is_named(self) -> None:
        with pytest.raises(InvalidJson, match="line 1, column 2"):
            from_json("{")


class TestProperties:
    @given(conversations())
    @example(chat(Assistant(usage=Usage(details=freeze(None)))))  # a null is a value
    def test_round_trip(self, messages: Messages) -> None:
        assert from_json(to_json(messages)) == messages

    @given(conversations())
    def test_equal_messages_make_equal_text(self, messages: Messages) -> None:
        text = to_json(messages)

        assert to_json(from_json(text)) == text

    @given(conversations())
    def test_pickling_gives_equal_messages(self, messages: Messages) -> None:
        assert pickle.loads(pickle.dumps(messages)) == messages

    @given(jsons(), st.sampled_from(["messages", "inner", "ctxfn"]))
    def test_anything_else_is_refused_by_our_errors(self, value: Any, key: str) -> None:
        body = {"ctxfn": 1, "messages": [], key: value}

        with contextlib.suppress(CtxfnError):
            assert isinstance(to_json(from_json(json.dumps(body))), str)


class TestDepth:
    """Deep cards need no stack: 500 frames are taken already."""

    NODE = deep(MAX_CARD_DEPTH)

    @pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
    def test_deep_cards_pickle(self, protocol: int) -> None:
        made = below(500, lambda: pickle.loads(pickle.dumps(self.NODE, protocol)))

        assert made == self.NODE

    def test_deep_cards_copy(self) -> None:
        assert below(500, lambda: copy.deepcopy(self.NODE)) == self.NODE

    def test_a_column_of_deep_cards_pickles(self) -> None:
        column = Column((self.NODE,), "x")

        assert below(500, lambda: pickle.loads(pickle.dumps(column))) == column

    def test_deep_cards_are_written_and_read(self) -> None:
        assert below(500, lambda: from_json(to_json(chat(self.NODE)))) == chat(self.NODE)

    def test_more_cards_than_allowed_are_refused(self) -> None:
        with pytest.raises(TooDeep) as caught:
            from_json(to_json(chat(deep(MAX_CARD_DEPTH + 1))))

        assert caught.value == TooDeep(0, MAX_CARD_DEPTH + 1, MAX_CARD_DEPTH)

    def test_so_are_values_deeper_than_allowed(self) -> None:
        value = "[" * 700 + "]" * 700
        text = '{"ctxfn":1,"messages":[{"is":"User","extras":[["x",' + value + "]]}]}"

        with pytest.raises(TooDeep):
            from_json(text)
        with pytest.raises(TooDeep):
            below(700, lambda: from_json(text))

    def test_values_as_deep_as_allowed_are_written_and_read(self) -> None:
        value: object = {}
        for _ in range(MAX_JSON_DEPTH - 1):
            value = [value]
        said = chat(User(extras=(("x", freeze(value)),)))

        assert below(600, lambda: from_json(to_json(said)) == said)
        assert below(600, lambda: pickle.loads(pickle.dumps(Council(tuple(said))))) == Council(
            tuple(said)
        )
        assert below(600, lambda: to_json(said)) == to_json(said)

    @pytest.mark.parametrize("kind", [Council, Tasks, CompressedGroup])
    def test_each_card_that_holds_others(self, kind: type) -> None:
        name = "compressed" if kind is CompressedGroup else ("members", "tasks")[kind is Tasks]
        node: Any = user("hi")
        for _ in range(MAX_CARD_DEPTH):
            node = kind(**{name: (node,)})

        assert below(500, lambda: pickle.loads(pickle.dumps(node))) == node
