"""I402 tool-call-id-too-long.

What it does:
    Finds call ids longer than the target allows.

Why it is bad:
    OpenAI refuses ids of more than 40 characters, with a message that names neither call nor
    result. Ids of other providers, replayed after a switch, are longer.

Example:
    ``chat(assistant("", call("x" * 50)), tool_result("x" * 50, "42"))``

Use instead:
    A short hash of the id, the same for call and result.

Fix safety:
    Safe: such ids are mapped to short ones, valid ids stay.

Sources:
    microsoft/autogen#6377, vercel/ai#8132, anomalyco/opencode#12653.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.fixes import fitting_ids
from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant, calls_in
from ctxfn.wire import Conversation, Profile

__all__ = ["tool_call_id_too_long"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    limit = profile.call_id_length
    if limit is None or max(map(len, calls_in(conversation.messages).ids), default=0) <= limit:
        return
    for index, message in enumerate(conversation.messages):
        if isinstance(message, Assistant):
            for number, call in enumerate(message.calls):
                if len(call.id) > limit:
                    found = f"an id of {len(call.id)} characters"
                    path = ("tool_calls", number, "id")
                    yield Found(index, found, f"{limit} at most", path)


def _severity(profile: Profile) -> Severity | None:
    return None if profile.call_id_length is None else "error"


tool_call_id_too_long: Final = Rule(
    code="I402",
    name="tool-call-id-too-long",
    find=_find,
    severity=_severity,
    hint="Map it to a short one, in the call and in its result.",
    fix_for=fitting_ids,
    fix_safety="safe",
)
