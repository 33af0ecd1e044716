"""keep_recent: whole groups, from the tail."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import twins
from benchmarks.corpus import ui_rows
from ctxfn.assembly import Policy, default_pipeline, standard_registry
from ctxfn.context import Context, Note
from ctxfn.messages import (
    Anchor,
    Assistant,
    Messages,
    Node,
    Origin,
    System,
    Text,
    User,
    assistant,
    atoms_of,
    call,
    chat,
    groups_of,
    head_of,
    newest_groups,
    system,
    tool_result,
    user,
)
from ctxfn.pipeline import OptionError, build, spec_of
from ctxfn.processors import keep_recent
from ctxfn.wire import codec_named
from tests.cases.reduction import Case, acceptable, load_cases, reduce_messages
from tests.messages.histories import histories

GROUPS = st.integers(0, 8)
SAID = chat(
    user("one"), assistant(call("c1")), tool_result("c1", "42"), user("two"), assistant("three")
)
DATE = User(origin=Origin(ours="date"))


def decoded(rows: list[dict[str, Any]]) -> Messages:
    return codec_named("uichat").decode(rows).messages


class TestExamples:
    def test_the_last_groups_stay_whole(self) -> None:
        assert keep_recent(SAID, groups=3) == SAID[1:]

    def test_none_is_an_answer(self) -> None:
        assert keep_recent(SAID, groups=0) == chat()

    def test_the_prompt_stays_and_does_not_count(self) -> None:
        said = chat(system("Be brief."), DATE, *SAID)

        assert keep_recent(said, groups=1) == chat(said[0], DATE, SAID[-1])

    def test_a_system_message_within_the_history_goes_with_its_time(self) -> None:
        said = chat(user("one"), user("two"), system("From here on, French."), user("three"))

        assert keep_recent(said, groups=1) == said[3:]
        assert keep_recent(said, groups=2) == said[1:]

    def test_what_is_ours_behind_the_cut_stays_and_does_not_count(self) -> None:
        said = chat(user("one"), user("two"), DATE)

        assert keep_recent(said, groups=1) == said[1:]
        assert keep_recent(said, groups=0) == said[2:]

    def test_one_note_says_how_many_went(self) -> None:
        context = keep_recent(Context(SAID), groups=1)

        text = "4 of 5 messages are left out; the last 1 groups stay"
        assert list(context.notes) == [Note("keep_recent", "cut", text)]

    def test_a_negative_number_is_refused_where_it_is_written(self) -> None:
        with pytest.raises(OptionError):
            keep_recent(groups=-1)

    def test_a_step_travels(self) -> None:
        assert pickle.loads(pickle.dumps(keep_recent(groups=2)))(SAID) == SAID[3:]


class TestProperties:
    @given(histories(), GROUPS)
    def test_keeps_the_last_groups_whole(self, messages: Messages, groups: int) -> None:
        head = head_of(messages)
        said = messages[head:]
        places = newest_groups(said, groups)

        assert list(keep_recent(messages, groups=groups)) == [
            *messages[:head],
            *(said[place] for place in places),
        ]

    @given(histories(), GROUPS)
    def test_never_more_than_asked_and_as_many_as_there_are(
        self, messages: Messages, groups: int
    ) -> None:
        whole = counted(messages[head_of(messages) :])
        kept = keep_recent(messages, groups=groups)
        names = set(map(id, kept))

        assert sum(set(map(id, group)) <= names for group in whole) == min(groups, len(whole))

    @given(histories(unique_ids=True), GROUPS)
    def test_no_cut_falls_inside_an_atom(self, messages: Messages, groups: int) -> None:
        names = set(map(id, keep_recent(messages, groups=groups)[head_of(messages) :]))

        for atom in atoms_of(messages[head_of(messages) :]):
            assert len({id(node) in names for node in answered_once(atom)}) <= 1

    def test_what_hangs_on_a_leftover_goes_with_it(self) -> None:
        anchored = evolve(tool_result("c1", "lost", id="r0"), marks=(Anchor("council"),))
        child = User((Text("why?"),), origin=Origin(parent="r0"))
        said = chat(anchored, child, assistant(call("c1")), tool_result("c1", "42"))

        assert keep_recent(said, groups=1) == said[2:]

    @given(histories(), GROUPS)
    def test_the_same_object_if_all_stay(self, messages: Messages, groups: int) -> None:
        kept = keep_recent(messages, groups=groups)

        assert (kept is messages) == (len(kept) == len(messages))

    @given(histories(unique_ids=True), GROUPS)
    def test_idempotent(self, messages: Messages, groups: int) -> None:
        once = keep_recent(messages, groups=groups)

        assert keep_recent(once, groups=groups) is once

    def test_what_others_hang_on_is_no_prompt(self) -> None:
        ours = User(id="m1", marks=(Anchor("council"),), origin=Origin(ours="date"))
        said = chat(user("one"), ours, User((Text("two"),), origin=Origin(parent="m1")))
        once = keep_recent(said, groups=1)

        assert once == said[1:]
        assert keep_recent(once, groups=0) == chat()

    @given(histories(unique_ids=True), GROUPS, GROUPS)
    def test_keeping_twice_is_keeping_the_fewer(
        self, messages: Messages, one: int, other: int
    ) -> None:
        twice = keep_recent(keep_recent(messages, groups=one), groups=other)

        assert twice == keep_recent(messages, groups=min(one, other))


def answered_once(atom: tuple[Node, ...]) -> tuple[Node, ...]:
    """Leave out results that stand before their call, while another follows it."""
    asker = next((place for place, node in enumerate(atom) if isinstance(node, Assistant)), 0)
    return atom[asker:] if len(atom) > asker + 1 else atom


def counted(messages: Messages) -> list[tuple[Node, ...]]:
    return [group for group in groups_of(messages) if not all(map(is_free, group))]


def is_free(node: Node) -> bool:
    return isinstance(node, System) or (node.origin.ours is not None and isinstance(node, User))


class TestEvery:
    """The border moves by several groups at a time."""

    @given(histories(), st.integers(1, 8), st.integers(2, 9))
    def test_between_two_cuts_the_beginning_is_the_same(
        self, messages: Messages, groups: int, every: int
    ) -> None:
        step, before = keep_recent(groups=groups, every=every), 0
        for length in range(1, 2 * groups + every + 4):
            said = chat(system("s"), *(user(str(number)) for number in range(length)))
            kept = step(said)
            gone = len(said) - len(kept)
            assert gone % min(every, groups) == 0
            assert gone - before in (0, min(every, groups))
            assert 0 < len(kept) - 1 <= groups
            before = gone
        assert step(step(messages)) == step(messages)
        assert set(map(id, step(messages))) <= set(map(id, keep_recent(messages, groups=groups)))

    def test_none_is_none_and_what_fits_is_the_same(self) -> None:
        assert keep_recent(SAID, groups=0, every=3) == chat()
        assert keep_recent(SAID, groups=4, every=3) is SAID
        assert keep_recent(SAID, groups=3, every=3) == SAID[4:]

    def test_it_travels_through_a_file(self) -> None:
        pipeline = default_pipeline(Policy(keep_groups=8, keep_every="4"))
        registry = standard_registry()

        assert keep_recent(groups=8, every=4) in list(pipeline)
        assert build(registry, spec_of(registry, pipeline)) == pipeline

    def test_the_note_says_how_many_stay(self) -> None:
        told = keep_recent(Context(SAID), groups=3, every=2)

        assert [note.text for note in told.notes if isinstance(note, Note)] == [
            "3 of 5 messages are left out; the last 2 groups stay"
        ]


class TestTwin:
    @given(st.integers(0, 1000), st.integers(0, 30), st.sampled_from((0.0, 0.1, 0.3)))
    def test_agrees_with_the_mutable_twin(self, seed: int, groups: int, damage: float) -> None:
        rows = ui_rows(60, seed=seed, damage=damage)
        mutable = copy.deepcopy(rows)
        twins.keep_recent(mutable, groups=groups)

        kept = keep_recent(decoded(rows), groups=groups)
        assert [node.id for node in kept] == [row["id"] for row in mutable]


def reduced(messages: Messages, case: Case) -> list[dict[str, Any]]:
    """Reduce, without the names of results: rows without ids do not tell if they had one."""
    rows = reduce_messages(messages, case)
    return [
        {key: value for key, value in row.items() if key != "name" or row["role"] != "tool"}
        for row in rows
    ]


@pytest.mark.parametrize("case", load_cases("truncate"), ids=lambda case: str(case["id"]))
def test_structural(case: Case) -> None:
    """Counts as a policy reads them: text is a number, fractions round down, none is no limit."""
    messages = decoded(case["messages"])
    count = case["config"].get("historyCount") if case["config"]["enableHistoryCount"] else None
    if count is None:
        assert reduced(messages, case) in acceptable(case)
    elif float(count) < 0:
        with pytest.raises(OptionError):
            keep_recent(groups=int(count))
    else:
        kept = keep_recent(messages, groups=int(float(count)))
        assert reduced(kept, case) in acceptable(case)
