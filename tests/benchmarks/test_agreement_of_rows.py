"""Each row of the table of steps compares like with like: both sides do something, and the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

import pytest
from attrs import evolve
from hypothesis import given as each
from hypothesis import settings
from hypothesis import strategies as st

from benchmarks.busy_calls import BUSY_CALLS
from benchmarks.busy_catalogue import BUSY_CATALOGUE
from benchmarks.busy_chats import BUSY_CHATS
from benchmarks.busy_documents import BUSY_DOCUMENTS
from benchmarks.busy_stores import BUSY_STORES
from benchmarks.each_step import PAIRS
from benchmarks.histories import History, history, history_names
from benchmarks.subjects import OPENAI
from benchmarks.twins.write_envelopes import write_envelopes
from ctxfn.context import Context
from ctxfn.messages import Messages
from ctxfn.processors import render_blocks
from ctxfn.wire import Conversation, profile

Row = dict[str, Any]
Rows = list[Row]

ITEMS: Final = (
    *("message", "reasoning", "function_call", "function_call_output", "shell_call"),
    *("custom_tool_call", "custom_tool_call_output"),
)
#: So many that each step has something to do, old enough and long enough.
SIZE: Final = 600
SEEDS: Final = (42, 7)

#: Rows in which nothing is to change, or nothing of the messages, and why.
UNCHANGED: Final = {
    "require_capabilities": "it raises where it finds something, so that it is timed where it does not",
    "fill_documents, 100 of them": "what it fills is beside the messages: test_agreement_of_facts",
}


def after(pair_of: Callable[[Messages], Context | Messages], given: Messages) -> Messages:
    """Run a frozen step, and return the messages alone."""
    done = pair_of(given)
    return done.messages if isinstance(done, Context) else done


def written(given: History, messages: Messages) -> Rows:
    """Write *messages* as the codec of *given* does, what was injected in its envelope."""
    target = TARGETS.get(given.codec.name, OPENAI)
    body: Any = given.codec.encode(Conversation(render_blocks()(messages)), target).body
    rows: Rows = body["messages"] if isinstance(body, dict) else body
    return rows


#: By format. A server of items that takes what steps are there to mend.
TARGETS: Final = {
    "anthropic": profile("anthropic"),
    "openai_responses": evolve(
        profile("openai/responses"),
        reasoning_before_item=False,
        item_id_prefixes=(),
        item_id_pattern=None,
    ),
}


def comparable(rows: Rows) -> list[tuple[object, ...]]:
    """Leave what a model reads, each in one spelling."""
    return [
        (json.dumps(row, sort_keys=True),)
        if row.get("type") in ITEMS
        else (
            row["role"],
            _content(row.get("content")),
            [_call(call) for call in row.get("tools") or row.get("tool_calls") or ()],
            row.get("function_call"),
            row.get("tool_call_id"),
            row.get("reasoning_content"),
            row.get("name") if row["role"] != "tool" else None,
        )
        for row in rows
    ]


def _content(content: Any) -> Any:
    if isinstance(content, list):
        only = [part["text"] for part in content if set(part) == {"type", "text"}]
        return only[0] if len(only) == len(content) == 1 else content
    return content or ""


def _call(call: Row) -> tuple[object, ...]:
    function = call.get("function") or call
    named = function.get("name"), function.get("identifier"), function.get("apiName")
    return call.get("id"), *named, function.get("arguments")


def agree(name: str, size: int, seed: int) -> None:
    """Assert that both sides of the row *name* write the same."""
    pair = PAIRS[name]
    given = history(pair.history, size, seed)
    line = given.rows()

    ours = written(given, after(pair.frozen, given.messages))
    pair.twin(line)
    write_envelopes(line)

    assert comparable(ours) == comparable(line)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", PAIRS)
def test_both_say_the_same(name: str, seed: int) -> None:
    agree(name, SIZE, seed)


@pytest.mark.parametrize("name", PAIRS)
@each(size=st.integers(2, 60), seed=st.integers(0, 10_000))
@settings(max_examples=5)
def test_both_say_the_same_of_short_histories(name: str, size: int, seed: int) -> None:
    agree(name, size, seed)


def test_strip_fields_leaves_the_same_keys() -> None:
    pair = PAIRS["strip_fields"]
    given = history(pair.history, SIZE)
    line = given.rows()

    pair.twin(line)

    assert written(given, after(pair.frozen, given.messages)) == line


@pytest.mark.parametrize("name", [name for name in PAIRS if name not in UNCHANGED])
def test_both_find_something_to_do(name: str) -> None:
    pair = PAIRS[name]
    given = history(pair.history, SIZE)
    line = given.rows()

    ours = after(pair.frozen, given.messages)
    pair.twin(line)

    assert ours is not given.messages
    assert line != given.rows()


@pytest.mark.parametrize("name", UNCHANGED)
def test_what_changes_nothing_is_a_row(name: str) -> None:
    pair = PAIRS[name]
    given = history(pair.history, SIZE)

    assert after(pair.frozen, given.messages) is given.messages


def test_each_history_is_one_of_a_row() -> None:
    assert {pair.history for pair in PAIRS.values()} == set(history_names())


def test_no_two_histories_are_of_one_name() -> None:
    groups = (BUSY_CHATS, BUSY_CALLS, BUSY_DOCUMENTS, BUSY_CATALOGUE, BUSY_STORES)
    names = [name for group in groups for name in group]

    assert sorted(names) == sorted(set(names))
