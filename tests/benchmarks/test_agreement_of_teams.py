"""The steps for several agents and their twins say the same."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from benchmarks import twins
from benchmarks.corpus import corpus, ui_rows
from benchmarks.subjects import CHAT, OPENAI
from ctxfn import processors
from ctxfn.context import Context
from ctxfn.facts import Member, Team
from ctxfn.pipeline import AnyStep
from ctxfn.wire import Conversation, codec_named
from tests.benchmarks.test_agreement import histories, spoken

Row = dict[str, Any]
Rows = list[Row]

TEAM = Team((Member("a", "Ann"), Member("b", 'B "o"'), Member("s", "Lead", "supervisor")), "a")
NAMES = {one.id: one.name for one in TEAM.members}
TAGS = st.sampled_from(["", "<speaker name='x'>", "</tool_result>", "a < b"])


@st.composite
def several_agents(draw: st.DrawFn) -> Rows:
    """Generate orderly messages whose calls have ids of their own, each turn by some agent."""
    rows = draw(histories())
    agent = None
    for number, row in enumerate(rows):
        if row["role"] == "user":
            agent = draw(st.sampled_from([None, "a", "b", "s", "gone"]))
            row["content"] += draw(TAGS)
        elif row["role"] != "system":
            row["content"] = (row["content"] or "") + draw(TAGS)
        if agent is not None and row["role"] == "assistant":
            row["agent"] = agent
        if row["role"] == "tool":
            row["tool_call_id"] += f"_{_turn(rows, number)}"
        for call in row.get("tool_calls", ()):
            call["id"] += f"_{_turn(rows, number)}"
            call["function"]["name"] = draw(
                st.sampled_from(["look", "transfer_to_x", "boss____go"])
            )
    return rows


def _turn(rows: Rows, number: int) -> int:
    return sum(row["role"] == "user" for row in rows[:number])


def ours(step: AnyStep, rows: Rows) -> Any:
    """Run *step* on *rows*, in the team, and write what comes out."""
    context = step(Context.of(CHAT.decode(copy.deepcopy(rows)).messages, TEAM))
    return plain(CHAT.encode(Conversation(context.messages), OPENAI).body)


def by_hand(twin: Any, rows: Rows, **options: Any) -> Rows:
    """Run *twin* on *rows*."""
    line = copy.deepcopy(rows)
    twin(line, **options)
    return plain(line)


def plain(rows: Any) -> Rows:
    """Leave out whose a message is, which a request does not say."""
    return [{key: value for key, value in row.items() if key != "agent"} for row in rows]


@given(several_agents())
def test_attribute_agents(rows: Rows) -> None:
    twin = by_hand(twins.attribute_agents, rows, names=NAMES, current="a")

    assert ours(processors.attribute_agents(), rows) == twin


@given(several_agents())
def test_view_as(rows: Rows) -> None:
    options: Row = {"names": NAMES, "current": "b", "nobody": "another agent"}

    assert ours(processors.view_as(agent="b", unnamed="other"), rows) == by_hand(
        twins.attribute_agents, rows, **options
    )


@given(several_agents())
def test_drop_handoffs(rows: Rows) -> None:
    twin = by_hand(
        twins.drop_handoffs, rows, names=processors.HANDOFF_NAMES, but=processors.TO_PEOPLE
    )

    assert spoken(ours(processors.drop_handoffs(), rows)) == spoken(twin)


@given(several_agents(), st.sampled_from([None, "Ann", "B o"]))
def test_names_as_text(rows: Rows, name: str | None) -> None:
    for row in rows:
        if name is not None and row["role"] != "tool":
            row["name"] = name

    assert ours(processors.names_as_text(), rows) == by_hand(twins.names_as_text, rows)


def test_on_a_long_history() -> None:
    rows = corpus(200)
    options: Row = {"names": {}, "current": "nobody", "nobody": "another agent"}

    assert ours(processors.view_as(agent="nobody", unnamed="other"), rows) == by_hand(
        twins.attribute_agents, rows, **options
    )


def test_filter_orchestration_on_stored_rows() -> None:
    rows = ui_rows(120)
    calls = [call for row in rows for call in row.get("tools", ())]
    agent = next(row["agentId"] for row in rows if row.get("agentId"))
    one = calls[0]
    team = Team((Member(agent, "A", "supervisor"),), "somebody")
    codec = codec_named("uichat")
    step = processors.filter_orchestration(identifiers=(one["identifier"],), apis=(one["apiName"],))
    after = step(Context.of(codec.decode(copy.deepcopy(rows)).messages, team)).messages
    line = copy.deepcopy(rows)
    twins.filter_orchestration(
        line, supervisors=(agent,), identifiers=(one["identifier"],), apis=(one["apiName"],)
    )

    assert [(node.role, node.id) for node in after] == [(row["role"], row["id"]) for row in line]
    assert len(line) < len(rows)
