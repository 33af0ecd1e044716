"""R210 call-turn-position.

What it does:
    Finds answers that call right behind another answer, where the target wants a person's turn
    or results in front of calls.

Why it is bad:
    "Please ensure that function call turn comes immediately after a user turn or after a
    function response turn": the request is refused. Two answers that both call are read as one
    where they were written apart, and were accepted. A call in the first turn of all is found
    by `first-turn-not-user`.

Example:
    ``chat(user("hi"), assistant("I look."), assistant(call("c1")), tool_result("c1", "42"))``

Use instead:
    ``chat(user("hi"), assistant("I look.", call("c1")), tool_result("c1", "42"))``

Fix safety:
    Safe: the two answers become one; nothing of either is lost.

Sources:
    google-gemini/gemini-cli#11814, diegosouzapw/OmniRoute#13573.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant, Node
from ctxfn.processors import merge_runs
from ctxfn.wire import Conversation, Profile

__all__ = ["call_turn_position"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    before: Node | None = None
    for index, message in enumerate(conversation.messages):
        calls = isinstance(message, Assistant) and bool(message.calls)
        # Behind calls that wait, results are missed: that is for tool-call-without-result.
        if calls and isinstance(before, Assistant) and not before.calls:
            found = "an answer that calls behind another answer"
            yield Found(index, found, "a user turn or results in front of it", ("tool_calls",))
        before = message


def _severity(profile: Profile) -> Severity | None:
    return "error" if profile.call_behind_turn else None


call_turn_position: Final = Rule(
    code="R210",
    name="call-turn-position",
    find=_find,
    severity=_severity,
    hint="Say the words and call in one turn.",
    fix=merge_runs(of="calls"),
    fix_safety="safe",
)
