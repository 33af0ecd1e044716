"""Cases made from public bug reports that a list of OpenAI messages can show."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from ctxfn.context import Context
from ctxfn.front import check, fit, repair
from ctxfn.processors import linearise
from ctxfn.tokens import REFERENCE_TARIFF, Counter
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
    "encoding",
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
    assert isinstance(repaired, list)

    assert [message["role"] for message in repaired] == case["expect"]["roles"]


@pytest.mark.parametrize("case", of("linearise"))
def test_a_tree_becomes_the_line_that_was_meant(case: dict[str, Any]) -> None:
    codec = codec_named("openai_chat")
    read = codec.decode(case["input"]["messages"])
    line = linearise(head=case["input"]["options"].get("head"))(Context(read.messages))

    written = codec.encode(Conversation(line.messages), profile("openai")).body

    assert repair(written) == expected(case)


def quarter(text: str) -> int:
    """Count as the cases do: four characters a token, rounded up."""
    return -(-len(text) // 4)


CUTS = [one for one in of("truncate") if "max_tokens" in one.values[0]["input"]["options"]]


@pytest.mark.parametrize("case", CUTS)
def test_fit_keeps_what_the_report_calls_right(case: dict[str, Any]) -> None:
    options = case["input"]["options"]
    kept = fit(
        case["input"]["messages"],
        budget=options["max_tokens"],
        counter=Counter("quarter", True, quarter),
        tariff=REFERENCE_TARIFF,
        start_on=options.get("start_on", "any"),
    )

    assert kept == expected(case)


@pytest.mark.parametrize("case", of("compact"))
def test_below_the_limit_nothing_goes(case: dict[str, Any]) -> None:
    limit = case["input"]["options"]["max_messages"]

    assert fit(case["input"]["messages"], messages=limit) == expected(case)


def test_every_case_of_this_slice_is_judged_or_left_with_a_reason() -> None:
    """b076 cuts one result inside its JSON: `tests/processors/truncate/test_shorten_json.py`."""
    judged = {
        param.id
        for operation in ("repair", "convert", "linearise", "compact")
        for param in of(operation)
    }

    assert REPORTS.keys() - judged - {param.id for param in CUTS} == {"b076"}
