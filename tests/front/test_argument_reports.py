"""Cases made from public bug reports about the arguments of calls."""

from __future__ import annotations

from typing import Any, cast

from ctxfn.front import check, repair
from ctxfn.messages import Messages
from ctxfn.processors import render_calls
from ctxfn.wire import Conversation, codec_named, profile
from tests.front.histories import reports

CHAT = codec_named("openai_chat")
REPORTS = {
    name: case
    for name, case in reports().items()
    if case["provider"] in ("any", "openai-chat") and case["category"] == "arguments-json"
}
SERVERS = "openai/compatible"
CUT: dict[str, Any] = REPORTS["b045"]


def keys_of(message: dict[str, Any]) -> dict[str, Any]:
    """Return *message* without the words of its result, which are ours, and the tool's name."""
    left = {"name", "content"} if message["role"] == "tool" else set()
    return {key: value for key, value in message.items() if key not in left}


def written(messages: Messages) -> object:
    return CHAT.encode(Conversation(messages), profile("openai")).body


def test_every_case_of_this_kind_is_judged() -> None:
    """b136 is of another provider, whose format wants results to be objects."""
    assert REPORTS.keys() == {"b045"}


def test_b045_a_call_that_broke_off_is_answered_and_has_no_arguments() -> None:
    """OpenAI itself is known to accept broken arguments; servers that copy its format are not."""
    mended = cast("list[dict[str, Any]]", repair(CUT["input"]["messages"], SERVERS))
    [told] = [message.pop("content") for message in mended if message["role"] == "tool"]
    right = CUT["expect"]["messages"]

    assert "cut off" in told
    assert [keys_of(message) for message in mended] == [keys_of(message) for message in right]


def test_b045_what_is_right_has_no_finding() -> None:
    assert check(repair(CUT["input"]["messages"], SERVERS), SERVERS) == ()


def test_b045_where_they_are_accepted_they_are_found_and_left() -> None:
    mended = cast("list[dict[str, Any]]", repair(CUT["input"]["messages"]))

    assert mended[1] == CUT["input"]["messages"][1]
    assert [(one.name, one.severity) for one in check(mended)] == [
        ("arguments-invalid-json", "warning")
    ]


def test_b045_or_it_is_dropped_with_its_message() -> None:
    read = CHAT.decode(CUT["input"]["messages"]).messages

    assert written(render_calls(read, functions=True, unanswered="drop")) == [
        {"role": "user", "content": "map of the old harbour"},
        {"role": "user", "content": "never mind, hi"},
    ]
