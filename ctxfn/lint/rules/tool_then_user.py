"""R211 tool-then-user.

What it does:
    Finds a user turn right behind the result of a tool.

Why it is bad:
    Some templates want the model's own word in between, and the whole history is refused from
    then on. A person who interrupts a model leaves such a place.

Example:
    ``chat(assistant("", call("c1")), tool_result("c1", "42"), user("And now?"))``

Use instead:
    ``chat(assistant("", call("c1")), tool_result("c1", "42"), assistant("42."), user("And now?"))``

Fix safety:
    Safe: a short answer is put in between.

Sources:
    NousResearch/hermes-agent#20154, avante-corp/avante.nvim#2562, aliou/pi-neuralwatt#12,
    datapizza-labs/datapizza-ai#98.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Node, ToolResult, User
from ctxfn.processors import bridge_results
from ctxfn.wire import Conversation, Profile

__all__ = ["tool_then_user"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    before: Node | None = None
    for index, message in enumerate(conversation.messages):
        if isinstance(message, User) and isinstance(before, ToolResult):
            yield Found(index, "a user turn behind a result", "an answer in between", ("role",))
        before = message


def _severity(profile: Profile) -> Severity | None:
    return None if profile.user_after_tool else "error"


tool_then_user: Final = Rule(
    code="R211",
    name="tool-then-user",
    find=_find,
    severity=_severity,
    hint="Let the model answer first.",
    fix=bridge_results(),
    fix_safety="safe",
)
