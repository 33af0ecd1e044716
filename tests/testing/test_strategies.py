"""Strategies: as good as they promise, and as bad as stores are."""

from __future__ import annotations

import json
import operator
import pickle
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

from ctxfn.messages import (
    MAX_CARD_DEPTH,
    Messages,
    Node,
    Unknown,
    User,
    assistant,
    call,
    chat,
    has_content,
    is_blank,
    is_flat,
    nested_in,
    pair,
    tool_result,
    user,
)
from ctxfn.testing import (
    DAMAGES,
    HOSTILE,
    ROW_DAMAGES,
    calls_in,
    conversations,
    damaged,
    damaged_rows,
    nodes,
    openai_histories,
    openai_requests,
    texts,
    texts_in,
    too_deep_cards,
    unpaired_in,
)

SEARCH = settings(
    max_examples=800,
    database=None,
    derandomize=True,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)

WELL = chat(
    user("find them", id="m1"),
    assistant("", call("c1"), call("c2"), id="m2"),
    tool_result("c1", "here", id="m3"),
    tool_result("c2", "there", id="m4"),
    assistant("and", call("c3"), id="m5"),
    tool_result("c3", "everywhere", id="m6"),
    assistant("done", id="m7"),
)

ROWS: list[object] = [
    {"role": "user", "content": "find them", "id": "m1"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {"id": name, "type": "function", "function": {"name": "f", "arguments": "{}"}}
            for name in ("c1", "c2")
        ],
    },
    {"role": "tool", "tool_call_id": "c1", "content": "here"},
    {"role": "tool", "tool_call_id": "c2", "content": "there"},
    {
        "role": "assistant",
        "tool_calls": [{"id": "c3", "type": "function", "function": {"name": "f"}}],
    },
    {"role": "tool", "tool_call_id": "c3", "content": "everywhere"},
]


def _was_done(kind: str, both: tuple[tuple[Any, Any], tuple[Any, Any]]) -> bool:
    return any(one.kind == kind for _, done in both for one in done)


def depth_of(node: Node) -> int:
    deep, level = 0, [node]
    while any(not is_flat(one) for one in level):
        deep, level = deep + 1, [inner for one in level for inner in nested_in(one)]
    return deep


class TestWellFormed:
    """What is promised to be well-formed is."""

    @given(conversations(well_formed=True))
    def test_each_call_has_its_result(self, messages: Messages) -> None:
        assert unpaired_in(messages) == ()

    @given(conversations(well_formed=True, cards=True))
    def test_no_id_of_a_call_is_used_twice(self, messages: Messages) -> None:
        counts = Counter(call.id for call in calls_in(messages))

        assert set(counts.values()) <= {1}

    @given(conversations(well_formed=True, cards=True))
    def test_everything_says_something(self, messages: Messages) -> None:
        assert all(has_content(node) for node in messages)

    @given(openai_requests(well_formed=True))
    def test_requests_are_json(self, body: dict[str, Any]) -> None:
        assert json.loads(json.dumps(body, allow_nan=False)) == body

    @given(openai_histories(well_formed=True))
    def test_rows_are_answered_in_order(self, rows: list[Any]) -> None:
        asked = [one["id"] for row in rows for one in row.get("tool_calls", ())]

        assert asked == [row["tool_call_id"] for row in rows if row["role"] == "tool"]


class TestRecords:
    """Whatever is generated is a value."""

    @given(conversations(cards=True))
    def test_equal_to_its_copy(self, messages: Messages) -> None:
        copy = pickle.loads(pickle.dumps(messages))

        assert (copy, hash(copy), repr(copy)) == (messages, hash(messages), repr(messages))

    @given(conversations(cards=True))
    def test_cards_are_as_deep_as_allowed(self, messages: Messages) -> None:
        assert all(depth_of(node) <= MAX_CARD_DEPTH for node in messages)

    @given(too_deep_cards())
    def test_too_deep_is_deeper(self, card: Node) -> None:
        assert depth_of(card) > MAX_CARD_DEPTH

    @given(nodes(depth=0))
    def test_without_depth_no_cards(self, node: Node) -> None:
        assert is_flat(node)

    @given(conversations(cards=True))
    def test_without_the_option_no_surrogates(self, messages: Messages) -> None:
        assert all(text.encode() is not None for text in texts_in(messages))


FLAWS: dict[str, Callable[[Messages], object]] = {
    "orphans": lambda m: pair(m).orphans,
    "repeated results": lambda m: any(len(found) > 1 for found in pair(m).answers.values()),
    "open calls": lambda m: any(not found for found in pair(m).answers.values()),
    "early results": lambda m: any(i and i[0] < p.message for p, i in pair(m).answers.items()),
    "reused ids": lambda m: len({c.id for c in calls_in(m)}) < len(calls_in(m)),
    "unknown roles": lambda m: any(isinstance(node, Unknown) for node in m),
    "empty users": lambda m: any(isinstance(node, User) and not node.parts for node in m),
    "blank texts": lambda m: any(is_blank(text) and text for text in texts_in(m)),
    "parent cycles": lambda m: any(node.id and node.id == node.origin.parent for node in m),
    "missing parents": lambda m: any(node.origin.parent == "gone" for node in m),
    "duplicate row ids": lambda m: len({n.id for n in m if n.id}) < sum(1 for n in m if n.id),
    "envelopes": lambda m: any("SYSTEM CONTEXT" in text for text in texts_in(m)),
    "templates": lambda m: any("{{" in text for text in texts_in(m)),
    "zeros": lambda m: any("\x00" in text for text in texts_in(m)),
    "messages of ours": lambda m: any(node.origin.ours for node in m),
    "blocks": lambda m: any(node.blocks for node in m),
    "cards in cards": lambda m: any(depth_of(node) > 1 for node in m),
    "cards all the way down": lambda m: any(depth_of(node) == MAX_CARD_DEPTH for node in m),
}

DIRTY: dict[str, Callable[[list[Any]], object]] = {
    "null rows": lambda rows: None in rows,
    "nan": lambda rows: "NaN" in json.dumps(rows),
    "no role": lambda rows: any(isinstance(row, dict) and "role" not in row for row in rows),
    "content of another type": lambda rows: any(
        isinstance(row, dict) and not isinstance(row.get("content", ""), str | list | None)
        for row in rows
    ),
    "calls no list": lambda rows: any(
        isinstance(row, dict) and not isinstance(row.get("tool_calls", []), list) for row in rows
    ),
}


class AllSeen(Exception):
    """There is nothing left to look for."""


def seen_in(
    strategy: st.SearchStrategy[Any],
    wanted: Mapping[str, Callable[[Any], object]],
    examples: int = 800,
) -> set[str]:
    seen: set[str] = set()

    def watch(value: Any) -> None:
        seen.update(name for name, has in wanted.items() if name not in seen and has(value))
        if len(seen) == len(wanted):
            raise AllSeen

    with suppress(AllSeen):
        settings(SEARCH, max_examples=examples)(given(strategy)(watch))()
    return seen


class TestReach:
    """What breaks people's code is generated."""

    def test_each_flaw_of_conversations(self) -> None:
        assert seen_in(conversations(cards=True), FLAWS, examples=3000) == set(FLAWS)

    def test_each_kind_of_dirt(self) -> None:
        assert seen_in(openai_histories(), DIRTY, examples=3000) == set(DIRTY)

    def test_each_hostile_text(self) -> None:
        wanted = {text: partial(operator.eq, text) for text in HOSTILE}

        assert seen_in(texts(), wanted) == set(HOSTILE)

    def test_lone_surrogates_if_asked_for(self) -> None:
        wanted = {"half": lambda text: "\ud83d" in text}

        assert seen_in(texts(surrogates=True), wanted) == {"half"}

    def test_requests_without_messages(self) -> None:
        wanted = {"none": lambda body: "messages" not in body}

        assert seen_in(openai_requests(), wanted, examples=150) == {"none"}


class TestDamages:
    """Each kind of damage is done where there is something to damage, and said."""

    @pytest.mark.parametrize("kind", DAMAGES)
    def test_each_kind_damages_a_conversation(self, kind: str) -> None:
        broken, done = find(
            damaged(WELL, kinds=[kind], at_most=1), lambda found: found[0] != WELL, settings=SEARCH
        )

        assert ([one.kind for one in done], broken != WELL) == ([kind], True)

    @pytest.mark.parametrize("kind", ROW_DAMAGES)
    def test_each_kind_damages_rows(self, kind: str) -> None:
        rows = [*ROWS, {"role": "user", "content": "thanks", "id": "m9"}]
        _, done = find(
            damaged_rows(rows, kinds=[kind], at_most=1),
            lambda found: json.dumps(found[0]) != json.dumps(rows),
            settings=SEARCH,
        )

        assert [one.kind for one in done] == [kind]

    def test_each_kind_is_reached_by_chance(self) -> None:
        both = st.tuples(damaged(WELL), damaged_rows(ROWS))
        kinds = {*DAMAGES, *ROW_DAMAGES}
        wanted = {kind: partial(_was_done, kind) for kind in kinds}

        assert seen_in(both, wanted) == kinds

    @given(damaged([], at_most=1))
    def test_something_can_be_done_to_nothing(self, found: tuple[Messages, Any]) -> None:
        assert len(found[0]) == len(found[1])

    @given(damaged_rows(ROWS))
    def test_the_rows_given_stay(self, found: tuple[list[object], Any]) -> None:
        before = json.dumps(ROWS)
        for row in found[0]:
            if isinstance(row, dict):
                row.clear()

        assert json.dumps(ROWS) == before

    def test_damages_are_repeatable(self) -> None:
        one = find(damaged(WELL), lambda found: len(found[1]) == 2, settings=SEARCH)
        two = find(damaged(WELL), lambda found: len(found[1]) == 2, settings=SEARCH)

        assert one == two
