"""What was sent stays what is sent: the prefix that providers cache, with every injector on."""

from __future__ import annotations

import json
from itertools import pairwise, zip_longest
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ctxfn
from ctxfn import injectors
from ctxfn.facts import (
    AgentDocument,
    AgentDocuments,
    ByKeywords,
    FetchedHistory,
    SkillStore,
    Variables,
)
from ctxfn.messages import Messages, User
from ctxfn.slots import Injector
from ctxfn.testing import conversations
from tests.assembly.injected import EVERY_INJECTOR, ROWS, WHOLE, Row, Where

TOOLS = ({"type": "function", "function": {"name": "read", "parameters": {"type": "object"}}},)
#: What a person has just asked for the second time, and what came back of it so far.
ASKED: list[dict[str, Any]] = [
    {"role": "user", "content": "One?"},
    {"role": "assistant", "content": "One."},
    {"role": "user", "content": "Two?"},
]
CALL = {"id": "c1", "type": "function", "function": {"name": "read", "arguments": "{}"}}
LOOP = [
    *ASKED,
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "c1", "content": "2"},
]

NAMES = Variables((("name", "Ann"),))
STABLE = [row for row in ROWS if row.changes == "never"]
VOLATILE = [row for row in ROWS if row.where == "tail" and row.kind is not AgentDocuments]


def sent(messages: object, *facts: object) -> dict[str, Any]:
    """The body of the request for *messages*."""
    return ctxfn.assemble(messages, *facts, NAMES, pipeline=EVERY_INJECTOR, tools=TOOLS).body


def canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=True)


def prefix(body: dict[str, Any]) -> str:
    """Tools, system and each message before the last user message, each canonically."""
    messages = body["messages"]
    users = [place for place, message in enumerate(messages) if message["role"] == "user"]
    before = messages[: users[-1]] if users else messages
    return "".join(map(canonical, (body.get("tools"), *before)))


def facts_of(row: Row, fact: object) -> tuple[object, ...]:
    """All facts as they are earlier, but for *fact* in place of the row's."""
    left = {row.kind, FetchedHistory, *row.without}
    others = {one.kind: one.earlier for one in reversed(ROWS) if one.kind not in left}
    return (*others.values(), fact)


def first_difference(one: dict[str, Any], other: dict[str, Any]) -> Where:
    """Say which message is the first in which two requests over `LOOP` differ."""
    pairs = zip_longest(one["messages"], other["messages"])
    place = next(n for n, (some, more) in enumerate(pairs) if canonical(some) != canonical(more))
    messages = one["messages"]
    texts = [str(message["content"]).partition("\n")[0] for message in messages]
    if place == 0:
        return "system"
    if place < texts.index("One?"):
        return "preamble"
    if place == texts.index("One?") + 1:
        return "behind the first user"
    if place == texts.index("Two?"):
        return "last user"
    if place <= texts.index("2"):
        return "behind the last user"
    return "tail"


class TestFirstDifference:
    """A fact that changes costs the cache from the message of its slot on, and none before."""

    @pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
    def test_it_falls_where_the_slot_is(self, row: Row) -> None:
        earlier = sent(LOOP, *facts_of(row, row.earlier))
        later = sent(LOOP, *facts_of(row, row.later))

        assert first_difference(earlier, later) == row.where

    @pytest.mark.parametrize("row", VOLATILE, ids=lambda row: row.name)
    def test_what_changes_often_costs_no_message_that_was_said(self, row: Row) -> None:
        earlier = sent(LOOP, *facts_of(row, row.earlier))["messages"]
        later = sent(LOOP, *facts_of(row, row.later))["messages"]
        said = next(n for n, message in enumerate(earlier) if message["role"] == "tool") + 1

        assert list(map(canonical, earlier[:said])) == list(map(canonical, later[:said]))

    @pytest.mark.parametrize(
        ("position", "where"),
        [(row.name, row.where) for row in ROWS if row.kind is AgentDocuments],
    )
    def test_a_rule_that_asks_what_was_said_costs_it_at_each_turn(
        self, position: Any, where: Where
    ) -> None:
        """The next question brings the document, or takes it away."""
        fact = AgentDocuments(
            (
                AgentDocument(
                    filename="a.md",
                    content="only then",
                    load="always",
                    position=position,
                    rule=ByKeywords(("three",)),
                ),
            )
        )
        row = next(one for one in ROWS if one.name == position)
        earlier = sent(LOOP, *facts_of(row, fact))
        other = [*LOOP[:2], {"role": "user", "content": "Two?\nThree?"}, *LOOP[3:]]
        later = sent(other, *facts_of(row, fact))

        assert first_difference(earlier, later) == ("last user" if where == "tail" else where)

    def test_every_injector_has_a_row(self) -> None:
        every = [getattr(injectors, name) for name in injectors.__all__]
        facts = {one.fact for one in every if isinstance(one, Injector)}

        # Links are looked for in what a person says; the fact alone writes nothing.
        told = {row.kind for row in ROWS} | {SkillStore}
        assert facts <= told, "a line in tests/assembly/injected.py"

    @pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
    def test_how_often_a_fact_changes_is_what_the_fact_says(self, row: Row) -> None:
        assert getattr(row.kind, "CHANGES", row.changes) == row.changes


def volatile(data: st.DataObject) -> list[object]:
    """Facts of the tail, each as it is earlier or as it is later."""
    return [data.draw(st.sampled_from((row.earlier, row.later))) for row in VOLATILE]


class TestTwoTurns:
    """Facts that stay keep the prefix, byte for byte, whatever those of the tail do."""

    STAYING = (*(row.earlier for row in STABLE), WHOLE)

    @given(conversations(well_formed=True, cards=True), st.data())
    def test_the_next_turn_begins_with_the_prefix_of_this_one(
        self, said: Messages, data: st.DataObject
    ) -> None:
        asked = [place for place, node in enumerate(said) if isinstance(node, User)]
        grown = [said[: place + 1] for place in asked]
        prefixes = [prefix(sent(one, *self.STAYING, *volatile(data))) for one in grown]

        for earlier, later in pairwise(prefixes):
            assert later.startswith(earlier)

    @given(st.data())
    def test_so_does_the_next_step_of_one_turn(self, data: st.DataObject) -> None:
        first = sent(ASKED, *self.STAYING, *volatile(data))
        second = sent(LOOP, *self.STAYING, *volatile(data))
        again = sent(LOOP, *self.STAYING, *volatile(data))

        assert prefix(second).startswith(prefix(first))
        assert prefix(again) == prefix(second)

    @pytest.mark.parametrize("row", STABLE, ids=lambda row: row.name)
    def test_a_stable_fact_that_changes_all_the_same_breaks_it(self, row: Row) -> None:
        kept = [one.earlier for one in STABLE if one.kind is not row.kind]
        earlier = prefix(sent(ASKED, *kept, row.earlier))
        later = prefix(sent(LOOP, *kept, row.later))

        assert not later.startswith(earlier)

    @given(st.data())
    def test_the_same_facts_give_the_same_bytes(self, data: st.DataObject) -> None:
        facts = (*self.STAYING, *volatile(data))

        assert json.dumps(sent(LOOP, *facts)) == json.dumps(sent(LOOP, *facts))
