"""R203 consecutive-same-role.

What it does:
    Finds two user turns, or two assistant turns, in a row.

Why it is bad:
    Strict chat templates raise an error; hosted APIs merge them or do not mind.

Example:
    ``chat(user("one"), user("two"))``

Use instead:
    ``chat(user("one\\n\\ntwo"))``

Fix safety:
    Safe: the turns are merged, a blank line between.

Sources:
    vllm-project/vllm#6862, aws-samples/bedrock-access-gateway#25, BerriAI/litellm#3474.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant, User
from ctxfn.processors import merge_runs
from ctxfn.wire import Conversation, Profile

__all__ = ["consecutive_same_role"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    before: str | None = None
    for index, message in enumerate(conversation.messages):
        if isinstance(message, User | Assistant) and message.role == before:
            yield Found(
                index, f"two {message.role} turns in a row", "turns that alternate", ("role",)
            )
        # Behind a call its result is missed, not an answer: that is another rule's.
        asks = isinstance(message, Assistant) and message.calls
        before = None if asks else message.role


def _severity(profile: Profile) -> Severity | None:
    return "error" if profile.alternation else None


consecutive_same_role: Final = Rule(
    code="R203",
    name="consecutive-same-role",
    find=_find,
    severity=_severity,
    hint="Merge the two, or put an answer between them.",
    fix=merge_runs(),
    fix_safety="safe",
)
