"""pair: which result answers which call, against an oracle that tries all ways."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given

from ctxfn.messages import (
    Assistant,
    Call,
    Messages,
    Node,
    Origin,
    ToolResult,
    assistant,
    call,
    chat,
    tool_result,
    user,
)
from ctxfn.messages.pairing import Pairing, Place, pair
from ctxfn.testing import conversations

#: What a small history is made of: no call, one call, two calls of the id, a result, a
#: result that names the first message as its parent, one that names the second.
LETTERS = "uabrpq"


def history(word: str) -> list[Node]:
    """Write a history of one call id."""
    made: dict[str, Node] = {
        "u": user("hi"),
        "r": ToolResult(call_id="c"),
        "p": ToolResult(call_id="c", origin=Origin(parent="m0")),
        "q": ToolResult(call_id="c", origin=Origin(parent="m1")),
    }
    calls = {"a": (Call("c", "t"),), "b": (Call("c", "t"), Call("c", "t"))}
    return [
        Assistant(id=f"m{place}", calls=calls[letter]) if letter in calls else made[letter]
        for place, letter in enumerate(word)
    ]


def oracle(nodes: list[Node]) -> Pairing:
    """Pair by the contract's words, slowly."""
    asked = [
        Place(place, number)
        for place, node in enumerate(nodes)
        if isinstance(node, Assistant)
        for number, _ in enumerate(node.calls)
    ]
    results = [place for place, node in enumerate(nodes) if isinstance(node, ToolResult)]
    answers: dict[Place, list[int]] = {place: [] for place in asked}
    if len(asked) < 2:
        for one in asked:
            answers[one] = results
        return Pairing(answers, [] if asked else results)
    strays = []
    for result in results:
        theirs = [one for one in asked if nodes[one.message].id == nodes[result].origin.parent]
        if theirs:
            answers[next((one for one in theirs if not answers[one]), theirs[0])].append(result)
        else:
            strays.append(result)
    orphans = [result for result in strays if result < asked[0].message]
    for start in sorted({one.message for one in asked}):
        here = [
            r
            for r in strays
            if max(s.message for s in asked if s.message < r or s == asked[0]) == start
            and r > start
        ]
        answer(here, start, asked, answers)
    return Pairing(answers, orphans)


def answer(
    here: list[int], start: int, asked: list[Place], answers: dict[Place, list[int]]
) -> None:
    """Give the results between two calls to the open ones, of all choices the nearest."""
    past = [one for one in asked if one.message <= start]
    free = [one for one in past if not answers[one]]
    count = min(len(free), len(here))
    chosen = min(
        combinations(free, count),
        key=lambda some: sorted((start - one.message, one.call) for one in some),
    )
    for one, result in zip(chosen, here, strict=False):
        answers[one].append(result)
    for result in here[count:]:
        answers[(list(chosen) or past)[-1]].append(result)


class TestExamples:
    """Cases a reader can check by eye."""

    def test_an_id_of_one_call_takes_all_results_wherever_they_stand(self) -> None:
        found = pair([tool_result("c"), assistant(call("c")), user("x"), tool_result("c")])

        assert found == Pairing({Place(1, 0): [0, 3]}, [])

    def test_a_reused_id_goes_to_the_nearest_call(self) -> None:
        assert pair(history("arar")).answers == {Place(0, 0): [1], Place(2, 0): [3]}

    def test_as_many_results_as_open_calls_go_in_order(self) -> None:
        assert pair(history("aarr")).answers == {Place(0, 0): [2], Place(1, 0): [3]}

    def test_fewer_go_to_the_nearest(self) -> None:
        assert pair(history("aar")).answers == {Place(0, 0): [], Place(1, 0): [2]}

    def test_more_are_repeats_of_the_last(self) -> None:
        assert pair(history("aarrr")).answers == {Place(0, 0): [2], Place(1, 0): [3, 4]}

    def test_a_parent_decides(self) -> None:
        assert pair(history("aapr")).answers == {Place(0, 0): [2], Place(1, 0): [3]}

    def test_a_result_before_every_call_of_a_reused_id_is_an_orphan(self) -> None:
        assert pair(history("raa")) == Pairing({Place(1, 0): [], Place(2, 0): []}, [0])

    def test_two_calls_in_one_message_are_answered_in_call_order(self) -> None:
        assert pair(history("brr")).answers == {Place(0, 0): [1], Place(0, 1): [2]}


class TestOracle:
    """Every history of up to five messages."""

    @pytest.mark.parametrize("length", range(6))
    def test_agrees_with_the_oracle(self, length: int) -> None:
        for letters in product(LETTERS, repeat=length):
            nodes = history("".join(letters))

            assert pair(nodes) == oracle(nodes), "".join(letters)


class TestProperties:
    """Of every conversation."""

    @given(conversations(cards=True, depth=3))
    def test_every_result_is_paired_once_or_an_orphan(self, messages: Messages) -> None:
        found = pair(messages)
        placed = [result for results in found.answers.values() for result in results]

        assert sorted(placed + found.orphans) == [
            place for place, node in enumerate(messages) if isinstance(node, ToolResult)
        ]

    @given(conversations(cards=True, depth=3))
    def test_every_call_has_a_list(self, messages: Messages) -> None:
        assert set(pair(messages).answers) == {
            Place(place, number)
            for place, node in enumerate(messages)
            if isinstance(node, Assistant)
            for number, _ in enumerate(node.calls)
        }

    @given(conversations(cards=True, depth=3))
    def test_ids_match(self, messages: Messages) -> None:
        for place, results in pair(messages).answers.items():
            said = messages[place.message]
            assert isinstance(said, Assistant)
            for result in results:
                node = messages[result]
                assert isinstance(node, ToolResult)
                assert node.call_id == said.calls[place.call].id

    @given(conversations(cards=True, depth=3))
    def test_ids_do_not_meddle_with_each_other(self, messages: Messages) -> None:
        other = chat(*messages, assistant(call("another")), tool_result("another"))
        found = pair(other)

        assert found.answers.pop(Place(len(messages), 0)) == [len(messages) + 1]
        assert found == pair(messages)
