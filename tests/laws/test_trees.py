"""Whole trees of cards through the reshape phase: every word once, in reading order, or noted."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ctxfn.assembly import default_pipeline
from ctxfn.context import Context, Note
from ctxfn.messages import (
    MAX_CARD_DEPTH,
    Column,
    Compare,
    CompressedGroup,
    Council,
    Messages,
    Node,
    Tasks,
    TooDeep,
    assistant,
    chat,
    flat,
    nested_in,
    text_of,
    user,
)
from ctxfn.pipeline import AnyStep, Pipeline, phase, run
from ctxfn.processors import choose_columns, surface_summaries, unfold_cards
from ctxfn.testing import trees
from ctxfn.wire.uichat.decode import decode

RESHAPE = next(one for one in default_pipeline().phases if one.name == "reshape")

#: Every way through the cards that a user can choose; the last knows no kind of card by name.
WAYS: dict[str, tuple[AnyStep, ...]] = {
    "default": RESHAPE.steps,
    "first column": (choose_columns(if_none="first"), *RESHAPE.steps),
    "last column": (choose_columns(if_none="last"), *RESHAPE.steps),
    "messages instead of summaries": (surface_summaries(show="messages"), *RESHAPE.steps),
    "nothing but the last resort": (unfold_cards(),),
}

#: The notes that excuse words; others name what is there under another role.
LEFT_OUT = ("column-left-out", "summarised", "summary-left-out")


def reshaped(messages: Messages, way: str = "default") -> Context:
    return run(Pipeline((phase("reshape", "as a test", *WAYS[way]),)), Context(messages))


def in_reading_order(messages: Messages) -> list[str]:
    """The words of every node: its own, then those of what it holds, one after the other."""
    waiting: list[Node] = list(reversed(messages))
    words: list[str] = []
    while waiting:
        node = waiting.pop()
        words += re.findall(r"n\d+x", text_of(node))
        waiting += reversed(nested_in(node))
    return words


@pytest.mark.parametrize("way", WAYS)
@settings(suppress_health_check=list(HealthCheck))
@given(st.data())
def test_every_word_is_there_once_in_reading_order_or_named_by_a_note(
    way: str, data: st.DataObject
) -> None:
    messages = data.draw(trees(depth=6))
    after = reshaped(messages, way)
    named = {
        name
        for note in after.notes
        if isinstance(note, Note) and note.kind in LEFT_OUT
        for name in note.ids
    }

    said = [word for node in after.messages for word in re.findall(r"n\d+x", text_of(node))]

    left_out = set(in_reading_order(messages)) - set(said)
    assert said == [word for word in in_reading_order(messages) if word not in left_out]
    assert left_out <= named


@pytest.mark.parametrize("way", WAYS)
@settings(suppress_health_check=list(HealthCheck))
@given(st.data())
def test_what_comes_out_is_flat_and_calls_stand_before_their_results(
    way: str, data: st.DataObject
) -> None:
    after = reshaped(data.draw(trees(depth=6)), way).messages
    open_calls: set[str] = set()
    answered: list[str] = []
    for node in after:
        open_calls |= {call.id for call in getattr(node, "calls", ())}
        if node.role == "tool":
            answered.append(getattr(node, "call_id", ""))
            assert answered[-1] in open_calls

    assert flat(after) is after
    assert sorted(answered) == sorted(open_calls)


@given(trees(depth=6))
def test_what_is_chosen_is_all_that_a_comparison_leaves(messages: Messages) -> None:
    """Only comparisons and summaries leave something out, so without them nothing is missing."""
    kinds = {type(node) for node in every(messages)}
    after = reshaped(messages)

    said = {word for node in after.messages for word in re.findall(r"n\d+x", text_of(node))}
    if not kinds & {Compare, CompressedGroup}:
        assert said == set(in_reading_order(messages))


def every(messages: Messages) -> list[Node]:
    found = list(messages)
    for node in found:
        found.extend(nested_in(node))
    return found


def nested(levels: int) -> Node:
    """Cards of all kinds in turn, *levels* inside each other, each beside a message."""
    node: Node = assistant("inside", id="inside")
    for level in range(levels):
        beside = user(f"beside {level}")
        node = (
            Council((beside, node)),
            Tasks((beside, node)),
            Compare((Column((beside, node)),)),
            CompressedGroup((), (), (beside, node)),
        )[level % 4]
    return node


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("levels", [MAX_CARD_DEPTH, 10_000])
def test_depth_costs_no_stack(levels: int, way: str) -> None:
    messages = reshaped(chat(nested(levels)), way).messages

    assert [text_of(node) for node in messages] == [
        *(f"beside {level}" for level in reversed(range(levels))),
        "inside",
    ]


def test_what_a_store_nests_beyond_the_limit_is_refused_at_the_door() -> None:
    row: dict[str, object] = {"role": "assistant", "content": "inside"}
    for _ in range(10_000):
        row = {"role": "agentCouncil", "content": "", "members": [row]}

    with pytest.raises(TooDeep):
        decode([row])
