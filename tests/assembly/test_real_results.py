"""A result that is there is sent: none is made up beside it, whatever ids and parents a store gave."""

from __future__ import annotations

from attrs import evolve
from hypothesis import example, given
from hypothesis import strategies as st

from ctxfn import Policy, default_pipeline, run
from ctxfn.context import Context
from ctxfn.facts import FetchedHistory
from ctxfn.messages import (
    Messages,
    Node,
    Origin,
    ToolResult,
    assistant,
    call,
    chat,
    text_of,
    tool_result,
    user,
)
from ctxfn.processors import BudgetUnsatisfiable

IDS = (None, "a", "b", "c", "d")

#: A store that counts results by themselves: the second question has the first result's id.
COUNTED = chat(
    user("Look.", id="1"),
    assistant("", call("c1", "look"), id="2"),
    tool_result("c1", "owl", id="3"),
    user("Thanks.", id="3"),
)

#: A result that is the parent of itself, and one below a branch that nobody follows.
TANGLED = chat(
    assistant("", call("c1", "look"), call("c2", "look"), id="a"),
    evolve(tool_result("c1", "owl", id="b"), origin=Origin(parent="b")),
    evolve(tool_result("c2", "wren", id="c"), origin=Origin(parent="d")),
    user("Thanks.", id="d"),
)

POLICIES = (
    Policy(),
    Policy(keep_groups=2),
    Policy(keep_groups=3, keep_every=2),
    Policy(head="a"),
    Policy(budget=120),
    Policy(budget=120, stable_cut=True),
    Policy(result_turns=1, argument_turns=1, reasoning_turns=1, old_searches="drop"),
    Policy(missing_result="drop_call"),
)


@st.composite
def stored(draw: st.DrawFn) -> Messages:
    """Draw histories, each call answered once and at once, whose ids and parents mean little.

    One id names one message of each side; results share theirs with anything.
    """
    nodes: list[Node] = []
    used: set[tuple[str, str | None]] = set()

    def named(node: Node, side: str, agent: str | None = None) -> None:
        name = draw(st.sampled_from(IDS))
        if (side, name) in used:
            name = None
        used.update({(side, name)} if side != "tool" else ())
        origin = Origin(parent=draw(st.sampled_from((None, *IDS))), agent=agent)
        nodes.append(evolve(node, id=name, origin=origin))

    for turn in range(draw(st.integers(1, 4))):
        named(user(f"q{turn}"), "user")
        for step in range(draw(st.integers(0, 2))):
            asked = [f"c{turn}{step}{number}" for number in range(draw(st.integers(0, 2)))]
            calls = (call(name, "look") for name in asked)
            agent = draw(st.sampled_from((None, "x", "y")))
            named(assistant(f"s{turn}{step}", *calls), "model", agent)
            for name in asked:
                named(tool_result(name, f"found {name}"), "tool")
    return chat(*nodes)


def results(messages: Messages) -> dict[str, str]:
    return {one.call_id: text_of(one) for one in messages if isinstance(one, ToolResult)}


def made_up(messages: Messages) -> list[Node]:
    return [one for one in messages if isinstance(one, ToolResult) and one.synthetic is not None]


class TestExamples:
    def test_a_result_and_a_question_may_share_an_id(self) -> None:
        after = run(default_pipeline(), Context(COUNTED)).messages

        assert [text_of(one) for one in after] == ["Look.", "", "owl", "Thanks."]

    def test_fetched_results_may_share_an_id_with_what_was_said(self) -> None:
        fetched = FetchedHistory(COUNTED[:3])
        after = run(default_pipeline(), Context.of(COUNTED[3:], fetched)).messages

        assert [text_of(one) for one in after] == ["Look.", "", "owl", "Thanks."]

    def test_results_of_a_branch_are_those_of_its_calls(self) -> None:
        after = run(default_pipeline(Policy(head="a")), Context(TANGLED)).messages

        assert results(after) == {"c1": "owl", "c2": "wren"}

    def test_two_calls_of_one_id_keep_both_results_of_one_id(self) -> None:
        asked = [
            node
            for turn in ("one", "two")
            for node in (
                user(turn, id=turn),
                assistant("", call("c1", "look"), id=f"{turn}-asks"),
                tool_result("c1", f"found {turn}", id="c1"),
            )
        ]
        after = run(default_pipeline(), Context(chat(*asked))).messages

        assert [text_of(one) for one in after if isinstance(one, ToolResult)] == [
            "found one",
            "found two",
        ]


class TestProperties:
    @given(stored(), st.sampled_from(POLICIES))
    @example(COUNTED, Policy())
    @example(TANGLED, Policy(head="a"))
    def test_no_result_is_made_up_where_there_is_one(
        self, messages: Messages, policy: Policy
    ) -> None:
        try:
            after = run(default_pipeline(policy), Context(messages)).messages
        except BudgetUnsatisfiable:
            return

        assert made_up(after) == []

    @given(stored())
    def test_every_result_is_sent(self, messages: Messages) -> None:
        assert results(run(default_pipeline(), Context(messages)).messages) == results(messages)
