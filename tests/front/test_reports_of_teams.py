"""Cases made from public bug reports about conversations of several agents, and about names."""

from __future__ import annotations

import re
from typing import Any

from attrs import evolve

from ctxfn.front import check, repair
from ctxfn.messages import Messages
from ctxfn.processors import drop_handoffs, view_as
from ctxfn.wire import Conversation, codec_named, profile
from tests.front.histories import reports

CATEGORIES = ("flatten-multi-agent", "names", "noise-in-history")
REPORTS = {
    name: case
    for name, case in reports().items()
    if case["provider"] in ("any", "openai-chat") and case["category"] in CATEGORIES
}


def read(name: str) -> Messages:
    """Read the messages of the case *name*."""
    return codec_named("openai_chat").decode(REPORTS[name]["input"]["messages"]).messages


def written(messages: Messages) -> Any:
    """Write *messages* as a request has them."""
    body = codec_named("openai_chat").encode(Conversation(messages), profile("openai")).body
    return repair(body)


def expected(name: str) -> Any:
    """Return the messages that are right."""
    return REPORTS[name]["expect"]["messages"]


def test_another_agents_assistant_turn_is_a_users() -> None:
    seen = view_as(read("b146"), agent="Ops", label="brackets")

    assert written(seen) == expected("b146")


def test_the_planner_sees_no_call_of_another_branch() -> None:
    kept = drop_handoffs(read("b098"), keep_to="planner")

    assert written(view_as(kept, agent="planner")) == expected("b098")


def test_handoffs_go_with_their_results() -> None:
    pattern = tuple(REPORTS["b100"]["input"]["options"]["drop_handoffs"])

    assert written(drop_handoffs(read("b100"), names=pattern)) == expected("b100")
    assert written(drop_handoffs(read("b100"))) == expected("b100")


def test_what_is_to_go_is_gone_before_it_could_become_text() -> None:
    seen = view_as(read("b014"), agent="reader", unnamed="other", calls="drop")
    text = str(written(seen))
    right = REPORTS["b014"]["expect"]

    assert [one for one in right["must_contain"] if one not in text] == []
    assert [one for one in right["must_not_contain"] if one in text] == []


def test_where_there_is_no_field_for_names_the_words_say_them() -> None:
    target = evolve(profile("openai"), **REPORTS["b147"]["input"]["options"]["profile"])

    assert repair(REPORTS["b147"]["input"]["messages"], target) == expected("b147")
    assert check(expected("b147"), target) == ()


def test_names_that_a_target_refuses_are_mended_and_the_words_stay() -> None:
    said, right = REPORTS["b127"]["input"]["messages"], REPORTS["b127"]["expect"]
    repaired: Any = repair(said)
    names = [one["name"] for one in repaired if "name" in one]

    assert names == ["Team_Lead__EU_"]
    assert all(re.fullmatch(right["name_regex"], name) for name in names)
    assert [one["content"] for one in repaired] == [one["content"] for one in said]
    assert check(repaired) == ()


def test_every_case_of_these_kinds_is_judged() -> None:
    assert REPORTS.keys() == {"b014", "b098", "b100", "b127", "b146", "b147"}
