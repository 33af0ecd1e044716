"""T119 tool-results-split.

What it does:
    Finds results of one answer, or words behind them, in messages of their own, where the
    target reads one message behind an answer that calls.

Why it is bad:
    The second message is one of a person behind another, and the calls whose results it holds
    count as unanswered.

Example:
    Two messages of one ``toolResult`` each behind an answer with two calls.

Use instead:
    One message with both.

Fix safety:
    Safe: they are written in one message.

Sources:
    cloudwego/eino-ext#571, docker/docker-agent#2959, epam/ai-dial-adapter-vertexai#214.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.processors import join_results
from ctxfn.processors.legalize import split_results
from ctxfn.wire import Conversation, Profile

__all__ = ["tool_results_split"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index in split_results(conversation.messages):
        yield Found(index, "a message of its own", "the one before it, with its results", ("role",))


def _severity(profile: Profile) -> Severity | None:
    return "error" if profile.alternation else None


tool_results_split: Final = Rule(
    code="T119",
    name="tool-results-split",
    find=_find,
    severity=_severity,
    hint="Send the results of one answer in one message.",
    fix=join_results(),
    fix_safety="safe",
)
