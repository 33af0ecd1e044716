"""Groups, and the newest of them from the tail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.messages import (
    Anchor,
    Assistant,
    Messages,
    Node,
    Origin,
    System,
    Task,
    Text,
    ToolResult,
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
from tests.messages.histories import grown_histories, histories, orderly_histories

GROUPS = st.integers(0, 8)


def below(parent: str | None, node: Node, *, agent: str | None = None) -> Node:
    return evolve(node, origin=Origin(parent=parent, agent=agent))


def ids(messages: Sequence[Node]) -> list[list[str | None]]:
    return [[node.id for node in group] for group in groups_of(messages)]


def turn(agent: str | None = None) -> list[Node]:
    return [
        user("ask", id="u"),
        below("u", assistant(call("c1"), call("c2"), id="a")),
        below("a", tool_result("c1", "1", id="r1")),
        below("a", tool_result("c2", "2", id="r2")),
        below("r2", assistant("done", id="b"), agent=agent),
    ]


class TestExamples:
    def test_a_call_its_results_and_the_same_agents_follow_up_are_one(self) -> None:
        assert ids(turn()) == [["u"], ["a", "r1", "r2", "b"]]

    def test_another_agents_follow_up_is_its_own(self) -> None:
        assert ids(turn(agent="z")) == [["u"], ["a", "r1", "r2"], ["b"]]

    def test_a_follow_up_without_a_parent_is_its_own(self) -> None:
        assert ids([*turn()[:4], assistant("done", id="b")]) == [["u"], ["a", "r1", "r2"], ["b"]]

    def test_follow_ups_are_followed_again_and_again(self) -> None:
        more = [
            below("r2", assistant(call("c3"), id="b")),
            tool_result("c3", "3", id="r3"),
            below("r3", assistant("done", id="d")),
        ]

        assert ids([*turn()[:4], *more]) == [["u"], ["a", "r1", "r2", "b", "r3", "d"]]

    def test_a_late_result_has_the_place_of_its_call(self) -> None:
        late = [*turn()[:3], user("and?", id="v"), turn()[3]]

        assert ids(late) == [["u"], ["a", "r1", "r2"], ["v"]]

    def test_an_orphan_is_its_own(self) -> None:
        assert ids([tool_result("gone", id="r"), user("hi", id="u")]) == [["r"], ["u"]]

    def test_a_result_before_its_call_is_a_leftover_if_another_follows(self) -> None:
        asked: list[Node] = [user(id="u"), assistant(call("c"), id="a")]

        assert ids([tool_result("c", id="r0"), *asked]) == [["r0", "a"], ["u"]]
        assert ids([tool_result("c", id="r0"), *asked, tool_result("c", id="r1")]) == [
            ["r0"],
            ["u"],
            ["a", "r1"],
        ]

    def test_tasks_of_one_parent_are_one(self) -> None:
        tasks = [below("u", Task(id=one)) for one in ("t1", "t2")]

        assert ids([user(id="u"), tasks[0], user(id="v"), tasks[1]]) == [["u"], ["t1", "t2"], ["v"]]
        assert ids(tasks) == [["t1", "t2"]]

    def test_a_council_stays_with_what_it_hangs_on(self) -> None:
        anchored = evolve(tool_result("c", id="r"), marks=(Anchor("council"),))
        members = [below("r", assistant(one, id=one), agent=one) for one in ("x", "y")]

        assert ids([assistant(call("c"), id="a"), anchored, *members]) == [["a", "r", "x", "y"]]

    def test_a_comparison_stays_with_its_answers_and_their_results(self) -> None:
        question = evolve(user(id="q"), marks=(Anchor("compare"),))
        answers = [below("q", assistant(call("c"), id="x")), tool_result("c", id="r")]

        assert ids([question, *answers, below("q", assistant(id="y"))]) == [["q", "x", "r", "y"]]

    def test_parents_in_a_circle_end(self) -> None:
        circle = [
            below("r2", assistant(call("c1"), id="a1")),
            below("a1", tool_result("c1", id="r1")),
            below("r1", assistant(call("c2"), id="a2")),
            below("a2", tool_result("c2", id="r2")),
        ]

        assert ids(circle) == [["a1", "r1", "a2", "r2"]]

    def test_ten_thousand_steps_are_one_group(self) -> None:
        steps: list[Node] = []
        for number in range(10_000):
            steps.append(
                below(f"r{number - 1}", Assistant(id=f"a{number}", calls=(call(f"c{number}"),)))
            )
            steps.append(below(f"a{number}", ToolResult(id=f"r{number}", call_id=f"c{number}")))

        assert len(groups_of(steps)) == 1
        assert newest_groups(steps, 1) == range(20_000)

    def test_the_head_is_what_the_application_says_first(self) -> None:
        ours = evolve(user("context"), origin=Origin(ours="knowledge"))

        assert head_of(chat(system("s"), ours, user("hi"), system("t"))) == 2
        assert head_of(chat()) == 0


def is_free(node: Node) -> bool:
    return isinstance(node, System) or (node.origin.ours is not None and isinstance(node, User))


def expected(messages: Messages, groups: int) -> list[int]:
    """The last *groups* groups by the whole history, and what of ours is among or behind."""
    places = {id(node): place for place, node in enumerate(messages)}
    spans = [[places[id(node)] for node in group] for group in groups_of(messages)]
    counted = [span for span in spans if not all(is_free(messages[index]) for index in span)]
    if len(counted) < groups:
        return list(range(len(messages)))
    chosen = counted[len(counted) - groups :]
    floor = chosen[0][0] if chosen else max((max(span) for span in counted), default=-1)
    ours = [span for span in spans if span not in counted and span[0] > floor]
    return sorted(index for span in chosen + ours for index in span)


class Counting(Sequence[Node]):
    """A history that counts how often it is looked at."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self.nodes = nodes
        self.visits = 0

    def __len__(self) -> int:
        return len(self.nodes)

    @overload
    def __getitem__(self, index: int) -> Node: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Node]: ...
    def __getitem__(self, index: int | slice) -> Node | Sequence[Node]:
        self.visits += 1
        return self.nodes[index]

    def __iter__(self) -> Iterator[Node]:
        raise AssertionError("walked from the front")


class TestProperties:
    @given(histories())
    def test_every_node_is_in_one_group(self, messages: Messages) -> None:
        together = [id(node) for group in groups_of(messages) for node in group]

        assert sorted(together) == sorted(map(id, messages))

    @given(histories())
    def test_groups_stand_in_the_order_of_their_first_nodes(self, messages: Messages) -> None:
        place = {id(node): index for index, node in enumerate(messages)}
        spans = [[place[id(node)] for node in group] for group in groups_of(messages)]

        assert spans == sorted(map(sorted, spans))

    @given(orderly_histories(parents=False))
    def test_without_parents_groups_are_atoms(self, messages: Messages) -> None:
        assert groups_of(messages) == atoms_of(messages)

    @given(st.one_of(histories(most=40), grown_histories()), GROUPS)
    def test_from_the_tail_the_groups_are_those_of_the_whole(
        self, messages: Messages, groups: int
    ) -> None:
        assert list(newest_groups(messages, groups)) == expected(messages, groups)

    @given(orderly_histories(turns=20), st.integers(1, 8))
    def test_of_an_orderly_history_only_what_is_kept_is_looked_at(
        self, messages: Messages, groups: int
    ) -> None:
        told = Counting(messages)
        kept = newest_groups(told, groups)

        assert told.visits <= 2 * len(kept) + 8

    def test_visits_do_not_grow_with_the_history(self) -> None:
        visits = []
        for length in (100, 10_000):
            told = Counting([*[user(Text("x"))] * length, *turn()[:4], user("and?")])
            newest_groups(told, 2)
            visits.append(told.visits)

        assert visits[0] == visits[1]

    def test_behind_a_late_result_it_looks_back_as_far_as_its_call(self) -> None:
        tail: list[Node] = [assistant(call("c"), id="a"), *[user("x")] * 500, tool_result("c")]
        told = Counting([*[user("x")] * 100_000, *tail])

        assert list(newest_groups(told, 2)) == [100_499, 100_500]
        assert told.visits < 5_000

    def test_of_two_results_the_first_may_be_an_open_calls_far_back(self) -> None:
        again: list[Node] = [assistant(call("c")), tool_result("c"), tool_result("c"), user("x")]
        nodes = [assistant(call("c")), *[user("x")] * 50, *again]

        assert list(newest_groups(nodes, 2)) == [51, 53, 54]
