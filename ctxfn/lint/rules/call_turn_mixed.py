"""T114 call-turn-mixed.

What it does:
    Finds answers that both speak and call, where the target takes one or the other. Calls that
    no result follows are a fault of their own, and looked at once they are answered.

Why it is bad:
    Older models have no way to write both into their prompt, and refuse the request.

Example:
    ``chat(assistant("Let me see.", call("c1")), tool_result("c1", "42"), assistant("42."))``

Use instead:
    ``chat(assistant("", call("c1")), tool_result("c1", "42"), assistant("Let me see. 42."))``

Fix safety:
    Safe: the words go to the next answer without calls.

Sources:
    langchain-ai/langchain#21196, quarkiverse/quarkus-langchain4j#1983; mistral-common.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import ToolResult
from ctxfn.processors import words_behind_results
from ctxfn.processors.legalize import speaks_and_calls
from ctxfn.wire import Conversation, Profile

__all__ = ["call_turn_mixed"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    said = conversation.messages
    for index, (message, behind) in enumerate(pairwise(said)):
        if speaks_and_calls(message) and isinstance(behind, ToolResult):
            yield Found(index, "an answer that speaks and calls", "one of the two", ("content",))


def _severity(profile: Profile) -> Severity | None:
    return None if profile.text_with_calls else "error"


call_turn_mixed: Final = Rule(
    code="T114",
    name="call-turn-mixed",
    find=_find,
    severity=_severity,
    hint="Say it behind the results.",
    fix=words_behind_results(),
    fix_safety="safe",
)
