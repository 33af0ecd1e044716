"""T117 result-turn-mixed.

What it does:
    Finds words of a person right behind results, where the target wants a message of results
    alone.

Why it is bad:
    "Conversation blocks and tool result blocks cannot be provided in the same turn": the two
    would stand in one message, and two messages of a person in a row are refused as well.

Example:
    ``chat(assistant("", call("c1")), tool_result("c1", "4"), user("And now?"))``

Use instead:
    ``chat(assistant("", call("c1")), tool_result("c1", "4"), assistant("4."), user("And now?"))``

Fix safety:
    Safe: a short answer is put in between.

Sources:
    strands-agents/harness-sdk#1223, anomalyco/opencode#43479, Zoo-Code-Org/Zoo-Code#1716.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Node, Text, ToolResult, User
from ctxfn.processors import bridge_results
from ctxfn.wire import Conversation, Profile

__all__ = ["result_turn_mixed"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    before: Node | None = None
    for index, message in enumerate(conversation.messages):
        if isinstance(message, User) and isinstance(before, ToolResult):
            spoken = any(isinstance(part, Text) for part in message.parts)
            if spoken or not profile.media_with_results:
                yield Found(index, "a person's words beside results", "results alone", ("role",))
        before = message


def _severity(profile: Profile) -> Severity | None:
    # Without alternation the words stand in a message of their own, and that is taken.
    return "error" if profile.strict_tool_turns and profile.alternation else None


result_turn_mixed: Final = Rule(
    code="T117",
    name="result-turn-mixed",
    find=_find,
    severity=_severity,
    hint="Let the model answer first.",
    fix=bridge_results(),
    fix_safety="safe",
)
