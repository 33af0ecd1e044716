"""Cases made from public bug reports about histories of several agents."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Any

from ctxfn.messages import Messages, text_of
from ctxfn.processors import drop_empty, filter_disabled_tools, pair_tool_results
from ctxfn.testing import calls_in
from ctxfn.wire import Conversation, codec_named, profile
from tests.front.histories import reports

CHAT = codec_named("openai_chat")
REPORTS = {
    name: case
    for name, case in reports().items()
    if case["provider"] in ("any", "openai-chat") and case["category"] == "flatten-multi-agent"
}


def read(name: str) -> tuple[Messages, dict[str, Any], dict[str, Any]]:
    """Return the messages of a case, its options, and what is right."""
    case = REPORTS[name]
    messages = CHAT.decode(case["input"]["messages"]).messages
    return messages, case["input"]["options"], case["expect"]


def written(messages: Messages) -> object:
    return CHAT.encode(Conversation(messages), profile("openai")).body


def without_tools(messages: Messages, *patterns: str) -> Messages:
    """Take out calls by the names of their tools, their results, and what is empty then."""
    names = {str(call.tool) for call in calls_in(messages)}
    gone = sorted(name for name in names if any(fnmatchcase(name, one) for one in patterns))
    return drop_empty(pair_tool_results(filter_disabled_tools(messages, identifiers=tuple(gone))))


def test_b014_tools_that_are_taken_out_leave_nothing_in_the_text_of_a_history() -> None:
    messages, options, right = read("b014")
    assert options["tools"] == "remove"

    text = "\n".join(text_of(node) for node in without_tools(messages, "*"))

    assert [one for one in right["must_contain"] if one not in text] == []
    assert [one for one in right["must_not_contain"] if one in text] == []


def test_b098_a_call_that_another_branch_answers_leaves_with_the_branch() -> None:
    messages, options, right = read("b098")
    assert options["keep_calls"] == "own"

    assert written(pair_tool_results(messages, missing_result="drop_call")) == right["messages"]


def test_b100_calls_that_only_hand_over_leave_with_their_results() -> None:
    messages, options, right = read("b100")

    assert written(without_tools(messages, *options["drop_handoffs"])) == right["messages"]


def test_the_one_that_is_left_waits_for_a_step() -> None:
    """b146 has other agents speak as users, each named: what the roles of a team will do."""
    judged = {"b014", "b098", "b100"}

    assert REPORTS.keys() - judged == {"b146"}
