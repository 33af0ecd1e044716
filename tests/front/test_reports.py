"""Cases made from public bug reports that a list of OpenAI messages can show."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from ctxfn.context import Context
from ctxfn.front import check, repair
from ctxfn.processors import linearise
from ctxfn.wire import Conversation, codec_named, profile
from tests.front.histories import reports

CATEGORIES = (
    "pairing",
    "placement-of-results",
    "duplicates",
    "truncation",
    "ordering-branching",
    "emptiness",
    "roles-system",
)
REPORTS = {
    name: case
    for name, case in reports().items()
    if case["provider"] in ("any", "openai-chat") and case["category"] in CATEGORIES
}
POLICIES = ("missing_result", "orphan_result", "mid_system")


def of(operation: str) -> list[Any]:
    """Return the cases of one *operation*, as parameters named by their ids."""
    return [
        pytest.param(case, id=name)
        for name, case in REPORTS.items()
        if case["input"]["options"]["op"] == operation
    ]


def expected(case: dict[str, Any]) -> Any:
    """Return the messages that are right."""
    right = case["expect"]
    return case["input"]["messages"] if right.get("messages_unchanged") else right["messages"]


@pytest.mark.parametrize("case", of("repair"))
def test_repair_gives_what_the_report_calls_right(case: dict[str, Any]) -> None:
    options = case["input"]["options"]
    target = evolve(profile("openai"), **options.get("profile", {}))
    policies = {name: options[name] for name in POLICIES if name in options}

    assert repair(case["input"]["messages"], target, **policies) == expected(case)


@pytest.mark.parametrize("case", of("repair"))
def test_what_is_right_has_no_finding(case: dict[str, Any]) -> None:
    target = evolve(profile("openai"), **case["input"]["options"].get("profile", {}))

    assert check(expected(case), target) == ()


@pytest.mark.parametrize("case", of("convert"))
def test_media_come_behind_all_results_of_their_turn(case: dict[str, Any]) -> None:
    repaired = repair(case["input"]["messages"])

    assert [message["role"] for message in repaired] == case["expect"]["roles"]


@pytest.mark.parametrize("case", of("linearise"))
def test_a_tree_becomes_the_line_that_was_meant(case: dict[str, Any]) -> None:
    codec = codec_named("openai_chat")
    read = codec.decode(case["input"]["messages"])
    line = linearise(head=case["input"]["options"].get("head"))(Context(read.messages))

    written = codec.encode(Conversation(line.messages), profile("openai")).body

    assert repair(written) == expected(case)
