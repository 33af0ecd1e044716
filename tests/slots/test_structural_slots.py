"""Structural cases of the slots: where what is injected goes, and how it meets later steps."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from ctxfn.context import Context
from ctxfn.messages import ENVELOPE_END, ENVELOPE_START, Node
from ctxfn.processors import render_blocks
from ctxfn.wire.uichat.decode import decode
from tests.cases.content_reduction import STAND_IN
from tests.cases.emulated_injectors import run_entry
from tests.cases.reduction import Case, acceptable, load_cases, reduce_messages

MARKS = {ENVELOPE_START: "#<", ENVELOPE_END: "#>", STAND_IN: "#s"}

#: A tail needs an envelope only inside a person's message, so those cases are judged without.
UNMARKED = "SlotVirtualTail"


def cases(*processors: str) -> list[object]:
    return [
        pytest.param(case, id=case["id"])
        for case in load_cases("slots")
        if case["processor"] in processors
    ]


def read(case: Case) -> Context:
    """Read the rows of *case*; rows that the original's slots marked are ours."""
    rows = case["messages"]
    nodes = [
        _marked(node, row.get("meta") or {})
        for node, row in zip(decode(rows).messages, rows, strict=True)
    ]
    return Context.of(nodes)


def _marked(node: Node, meta: dict[str, Any]) -> Node:
    if meta.get("systemInjection"):
        return evolve(node, origin=evolve(node.origin, ours="preamble"))
    if meta.get("virtualLastUser"):
        return evolve(node, origin=evolve(node.origin, ours="tail"))
    return node


def answered(case: Case) -> list[dict[str, Any]]:
    """Run the case's list, write the blocks, and reduce what comes out."""
    context = read(case)
    for number, entry in enumerate(case["config"]["pipeline"]):
        context = run_entry(entry, number, context)
    return _judged(reduce_messages(render_blocks(context).messages, case, marks=MARKS), case)


def expected(case: Case) -> list[list[dict[str, Any]]]:
    return [_judged(output, case) for output in acceptable(case)]


def _judged(rows: list[dict[str, Any]], case: Case) -> list[dict[str, Any]]:
    for row in rows:
        for call in row.get("tool_calls", ()):
            call["id"] = "<new1>" if call["id"] == "<synthetic>" else call["id"]
        if row.get("tool_call_id") == "<synthetic>":
            row["tool_call_id"] = "<new1>"
        if case["processor"] == UNMARKED:
            row["text"] = [word for word in row["text"] if word not in ("#<", "#>")]
            for part in row.get("parts", ()):
                part[1:2] = [_unmarked(words) for words in part[1:2]]
    return rows


def _unmarked(words: object) -> object:
    return [w for w in words if w not in ("#<", "#>")] if isinstance(words, list) else words


class TestStructural:
    """Each case gives an acceptable output, and none else."""

    @pytest.mark.parametrize("case", cases("SlotSystem"))
    def test_system_context_joins_the_system_message(self, case: Case) -> None:
        assert answered(case) in expected(case)

    @pytest.mark.parametrize("case", cases("SlotFirstUser"))
    def test_the_preamble_stands_before_the_first_person(self, case: Case) -> None:
        assert answered(case) in expected(case)

    @pytest.mark.parametrize("case", cases("SlotLastUser"))
    def test_the_last_person_gets_one_envelope(self, case: Case) -> None:
        assert answered(case) in expected(case)

    @pytest.mark.parametrize("case", cases("SlotEveryUser"))
    def test_each_person_gets_what_that_message_carries(self, case: Case) -> None:
        assert answered(case) in expected(case)

    @pytest.mark.parametrize("case", cases("SlotVirtualTail"))
    def test_the_tail_is_the_very_end(self, case: Case) -> None:
        assert answered(case) in expected(case)
