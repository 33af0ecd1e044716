"""Cases made from public bug reports that a list of OpenAI messages can show."""

from __future__ import annotations

import json
from itertools import permutations
from typing import Any, cast

import pytest
from attrs import evolve

from ctxfn.context import Context
from ctxfn.facts import SystemRole, capabilities_of
from ctxfn.front import assemble, check, fit, repair
from ctxfn.processors import find_offences, linearise
from ctxfn.tokens import REFERENCE_TARIFF, Counter
from ctxfn.wire import Conversation, Profile, codec_named, profile
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
    "images-files",
    "injection",
    "prompt-cache",
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


WHOLE = [one for one in of("repair") if "roles" not in one.values[0]["expect"]]
SHAPED = [one for one in of("repair") if "roles" in one.values[0]["expect"]]


def target_of(case: dict[str, Any]) -> Profile:
    """Return the target of *case*, without the media that its model does not take."""
    options = case["input"]["options"]
    target = evolve(profile("openai"), **options.get("profile", {}))
    lacking = {kind for kind, able in options.get("capabilities", {}).items() if not able}
    media = tuple(
        (role, tuple(kind for kind in kinds if kind not in lacking)) for role, kinds in target.media
    )
    return evolve(target, media=media)


def expected(case: dict[str, Any]) -> Any:
    """Return the messages that are right."""
    right = case["expect"]
    return case["input"]["messages"] if right.get("messages_unchanged") else right["messages"]


@pytest.mark.parametrize("case", WHOLE)
def test_repair_gives_what_the_report_calls_right(case: dict[str, Any]) -> None:
    options = case["input"]["options"]
    target = target_of(case)
    policies = {name: options[name] for name in POLICIES if name in options}

    assert repair(case["input"]["messages"], target, **policies) == expected(case)


@pytest.mark.parametrize("case", WHOLE)
def test_what_is_right_has_no_finding(case: dict[str, Any]) -> None:
    target = evolve(profile("openai"), **case["input"]["options"].get("profile", {}))

    assert check(expected(case), target) == ()


@pytest.mark.parametrize("case", SHAPED)
def test_pictures_are_only_where_they_are_seen(case: dict[str, Any]) -> None:
    right, target = case["expect"], target_of(case)
    repaired = repair(case["input"]["messages"], target)
    assert isinstance(repaired, list)
    shown = {message["role"] for message in repaired if "image_url" in kinds_in(message)}

    assert [message["role"] for message in repaired] == right["roles"]
    assert shown == set(right.get("images_only_in", ()))
    assert check(repaired, target) == ()


def kinds_in(message: dict[str, Any]) -> set[str]:
    """Return the types of the parts of a message."""
    content = message["content"]
    return {part["type"] for part in content} if isinstance(content, list) else set()


@pytest.mark.parametrize("case", of("inject_system"))
def test_a_system_text_that_is_there_already_is_not_said_twice(case: dict[str, Any]) -> None:
    options = case["input"]["options"]
    said = [*case["input"]["messages"], {"role": "user", "content": options["then_user"]}]

    assert assemble(said, SystemRole(options["text"])).messages == expected(case)


@pytest.mark.parametrize("case", of("inject_system"))
def test_nor_before_anybody_spoke(case: dict[str, Any]) -> None:
    messages = case["input"]["messages"]

    assert assemble(messages, SystemRole(case["input"]["options"]["text"])).messages == messages


LISTED = [one for one in of("repair") if "findings" in one.values[0]["expect"]]


@pytest.mark.parametrize("case", LISTED)
def test_what_is_wrong_is_found(case: dict[str, Any]) -> None:
    """A picture for a model that sees none is found by the validator, and the caller may refuse."""
    messages, target = case["input"]["messages"], target_of(case)
    read = codec_named("openai_chat").decode(messages).messages
    found = {(one.name, one.index) for one in check(messages, target)}
    found |= {
        (NAMES.get(one.capability, ""), one.place)
        for one in find_offences(read, capabilities_of(None, target))
    }

    assert {(one["rule"], one["index"]) for one in case["expect"]["findings"]} <= found


NAMES = {"vision": "image-not-supported"}


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


@pytest.mark.parametrize("case", of("build"))
def test_one_set_of_tools_is_one_beginning_in_whatever_order_it_comes(case: dict[str, Any]) -> None:
    messages, tools = case["input"]["messages"], case["input"]["tools"]
    bodies = [
        json.dumps(assemble(messages, tools=order, tool_order="name").body)
        for order in permutations(tools)
    ]
    named = assemble(messages, tools=tools, tool_order="name").tools
    given = assemble(messages, tools=tools).tools
    assert named is not None

    assert [cast("Any", tool)["function"]["name"] for tool in named] == case["expect"]["tool_names"]
    assert len(set(bodies)) == 1
    assert given == tools


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
        for operation in ("repair", "convert", "linearise", "compact", "inject_system", "build")
        for param in of(operation)
    }

    assert REPORTS.keys() - judged - {param.id for param in CUTS} == {"b076"}
