"""T118 tool-history-without-tools.

What it does:
    Finds calls or results in a request that offers no tool, where the target wants some
    declared then.

Why it is bad:
    The request is refused: whoever takes the tools away for one turn, or sends an old history
    to another agent, cannot send it any more.

Example:
    A body with ``toolUse`` in its messages and no ``toolConfig``.

Use instead:
    A declaration for each tool in the history, or the calls as words.

Fix safety:
    None as a step; repair declares a stub for each tool that was called.

Sources:
    pydantic/pydantic-ai#5929, vxcontrol/pentagi#196, timothy-agent/timothy#282,
    agentgateway/agentgateway#2192.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant, ToolResult
from ctxfn.wire import Conversation, Profile

__all__ = ["tool_history_without_tools"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    if conversation.settings is None or conversation.tools:
        return  # a list of messages has no place for tools: whoever sends it adds them
    for index, message in enumerate(conversation.messages):
        if isinstance(message, ToolResult) or (isinstance(message, Assistant) and message.calls):
            yield Found(index, "a tool in the history", "a declaration of some tool", ("content",))
            return


def _severity(profile: Profile) -> Severity | None:
    return "error" if profile.tools_declared else None


tool_history_without_tools: Final = Rule(
    code="T118",
    name="tool-history-without-tools",
    find=_find,
    severity=_severity,
    hint="Offer the tools that were called.",
    no_fix="Declarations belong to the request, and a step sees messages alone; repair does it.",
)
