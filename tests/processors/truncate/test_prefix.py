"""The prefix law: between two moves of a border, what was sent before stays, byte for byte."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from pyrsistent import pvector

from ctxfn.assembly import Policy, default_pipeline
from ctxfn.context import Context
from ctxfn.messages import (
    Messages,
    Node,
    Origin,
    Reaction,
    Reasoning,
    assistant,
    call,
    tool_result,
    user,
)
from ctxfn.pipeline import AnyStep
from ctxfn.processors import (
    drop_old_reasoning,
    elide_tool_results,
    filter_web_searches,
    trim_stale_results,
)
from ctxfn.wire import Conversation, codec_named, profile

TOOLS = (
    "web_search",
    "files____read",
    "lobe-browser____snapshot",
    "lobe-web-browsing____crawlSinglePage",
    "lobe-local-system____readFile",
    "lobe-local-system____writeFile",
    "lobe-local-system____runCommand",
)
MINUTE = 60_000

#: The tools one turn calls, one after the other, with what each gives, and how long it took.
TURNS = st.lists(
    st.tuples(
        st.lists(st.tuples(st.sampled_from(TOOLS), st.sampled_from([10, 900, 6_000])), max_size=3),
        st.sampled_from([1_000, 2 * MINUTE, 10 * MINUTE]),
    ),
    min_size=2,
    max_size=14,
)


def nodes_of(turns: Sequence[tuple[Sequence[tuple[str, int]], int]]) -> list[Node]:
    """Write *turns* as a conversation, with reasoning and reactions."""
    nodes: list[Node] = []
    now = 0
    for number, (uses, took) in enumerate(turns):
        now += took
        said: list[Node] = [user(f"question {number}")]
        for place, (tool, size) in enumerate(uses):
            asked = assistant("", call(f"c{number}_{place}", tool, '{"path": "a.py"}'))
            said.append(evolve(asked, reasoning=(Reasoning("thinking"),)))
            said.append(tool_result(f"c{number}_{place}", "x" * size))
        answer = evolve(assistant("answer"), marks=(Reaction("+"),))
        said.append(evolve(answer, reasoning=(Reasoning("so"),)))
        nodes += [evolve(node, origin=Origin(created_ms=now)) for node in said]
    return nodes


def sent(step: AnyStep, messages: Messages) -> list[str]:
    """Write each message of the request as it is sent."""
    left = step(Context(messages))
    body = codec_named("openai_chat").encode(Conversation(left.messages), profile("openai")).body
    assert isinstance(body, list)
    return [json.dumps(message) for message in body]


def requests(nodes: Sequence[Node]) -> list[Messages]:
    """List what was sent: up to each thing a person said, and each result."""
    return [
        pvector(nodes[: place + 1])
        for place, node in enumerate(nodes)
        if node.role in ("user", "tool")
    ]


def breaks(step: AnyStep, nodes: Sequence[Node]) -> list[int]:
    """Number the turns in which a request does not begin with the one before it."""
    found = []
    for before, after in pairwise(requests(nodes)):
        written, more = sent(step, before), sent(step, after)
        if more[: len(written)] != written:
            found.append(sum(node.role == "user" for node in after))
    return found


@pytest.mark.parametrize("every", [1, 3, 4])
@pytest.mark.parametrize("name", ["results", "reasoning", "lines", "calls"])
@given(turns=TURNS)
def test_a_border_of_turns_moves_only_by_whole_steps(
    name: str, every: int, turns: list[tuple[list[tuple[str, int]], int]]
) -> None:
    step = {
        "results": elide_tool_results(turns=2, every=every),
        "reasoning": drop_old_reasoning(turns=2, every=every),
        "lines": filter_web_searches(turns=2, every=every),
        "calls": filter_web_searches(turns=2, leave="nothing", every=every),
    }[name]

    moves = breaks(step, nodes_of(turns))

    assert len(set(moves)) == len(moves)
    assert [turn for turn in moves if (turn - 2) % every] == []


@pytest.mark.parametrize("every", [2, 5])
@given(turns=TURNS)
def test_a_border_of_results_moves_only_by_whole_steps(
    every: int, turns: list[tuple[list[tuple[str, int]], int]]
) -> None:
    nodes = nodes_of(turns)
    results = sum(node.role == "tool" for node in nodes)

    moves = breaks(elide_tool_results(turns=None, keep=2, every=every), nodes)

    assert len(moves) <= max(results - 2, 0) // every


@given(turns=TURNS)
def test_what_is_stale_goes_only_as_a_cold_turn_begins(
    turns: list[tuple[list[tuple[str, int]], int]],
) -> None:
    """Behind a prefix so long that it never pays; what stands there is said before all turns."""
    step = trim_stale_results(keep=2, at_least=0)

    moves = breaks(step, [user("x" * 1_000_000), *nodes_of(turns)])

    assert len(set(moves)) == len(moves)
    assert [turn for turn in moves if turns[turn - 2][1] <= 5 * MINUTE] == []


@given(turns=TURNS, policy=st.sampled_from([Policy(), Policy(result_turns=2, reasoning_turns=1)]))
def test_the_whole_pipeline_keeps_what_was_sent_between_moves(
    turns: list[tuple[list[tuple[str, int]], int]], policy: Policy
) -> None:
    moves = breaks(default_pipeline(policy), nodes_of(turns))

    every = policy.border_every
    ends = {policy.result_turns or 0, policy.reasoning_turns or 0}
    assert [turn for turn in moves if all((turn - end) % every for end in ends)] == []
