"""C303 empty-tool-calls-array.

What it does:
    Finds a list of tool calls without any call.

Why it is bad:
    Several APIs refuse the empty list where no key at all is fine.

Example:
    ``{"role": "assistant", "content": "hi", "tool_calls": []}``

Use instead:
    ``{"role": "assistant", "content": "hi"}``

Fix safety:
    Safe: the key is left out.

Sources:
    openai/openai-node#1341, mlflow/mlflow#14410.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import is_flat
from ctxfn.processors import rewrite_empty
from ctxfn.wire import Conversation, Profile, empty_lists_in, only_words_and_calls

__all__ = ["empty_tool_calls_array"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index, message in enumerate(conversation.messages):
        if "tool_calls" in empty_lists_in(message) and is_flat(message):
            yield Found(index, "an empty list", "calls, or no such key", ("tool_calls",))


def _severity(profile: Profile) -> Severity | None:
    return None if profile.empty_calls_array else "error"


empty_tool_calls_array: Final = Rule(
    code="C303",
    name="empty-tool-calls-array",
    find=_find,
    severity=_severity,
    hint="Leave the key out.",
    fix=rewrite_empty(),
    fix_safety="safe",
    unless=only_words_and_calls,
)
