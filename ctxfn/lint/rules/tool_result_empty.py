"""C315 tool-result-empty.

What it does:
    Finds results of calls that failed and do not say why, where the target refuses them.

Why it is bad:
    "The content field of toolResult cannot be empty when status is error": the whole request is
    refused from then on.

Example:
    ``ToolResult(call_id="c1", error=ToolError())``

Use instead:
    Words: ``(no output)``.

Fix safety:
    Safe: these words are put there.

Sources:
    aws-samples/sample-multi-agent-orchestration-chat-on-agentcore#15, aaif-goose/goose#1425.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.processors import fill_empty_results
from ctxfn.processors.legalize import fails_in_silence
from ctxfn.wire import Conversation, Profile

__all__ = ["tool_result_empty"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index, message in enumerate(conversation.messages):
        if fails_in_silence(message):
            yield Found(index, "a failure without words", "a word on it", ("content",))


def _severity(profile: Profile) -> Severity | None:
    return None if profile.empty_results else "error"


tool_result_empty: Final = Rule(
    code="C315",
    name="tool-result-empty",
    find=_find,
    severity=_severity,
    hint="Say that there was no output.",
    fix=fill_empty_results(),
    fix_safety="safe",
)
