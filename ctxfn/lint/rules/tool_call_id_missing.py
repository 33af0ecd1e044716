"""I401 tool-call-id-missing.

What it does:
    Finds calls without an id, and their results.

Why it is bad:
    The id is what ties a result to its call; without it the request is refused. Some servers
    of open-weight models do not make one.

Example:
    ``chat(assistant("", call("")), tool_result("", "42"))``

Use instead:
    An id made from what the store has, the same for the call and its result.

Fix safety:
    Safe: ids are made from the place of the call, the same every time.

Sources:
    ml-explore/mlx-lm#1399, google/adk-go#679, ducks/claux#40.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.fixes import fitting_ids
from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant, Messages, ToolResult, calls_in
from ctxfn.processors import mend_call_ids
from ctxfn.wire import Conversation, Profile

__all__ = ["tool_call_id_missing"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    known = calls_in(conversation.messages)
    if "" not in known.ids and "" not in known.result_ids:
        return
    # A result that nothing asked for gets no id by any means: tool-result-without-call has it.
    alone = _alone(conversation.messages)
    for index, message in enumerate(conversation.messages):
        if isinstance(message, Assistant):
            for number, call in enumerate(message.calls):
                if not call.id:
                    yield Found(
                        index, "a call without an id", "an id", ("tool_calls", number, "id")
                    )
        elif isinstance(message, ToolResult) and not message.call_id and index not in alone:
            yield Found(index, "a result without an id", "its call's id", ("tool_call_id",))


def _alone(messages: Messages) -> frozenset[int]:
    """Return the places of results without an id that no call can lend one."""
    nameless = [
        place
        for place, message in enumerate(messages)
        if isinstance(message, ToolResult) and not message.call_id
    ]
    mended = mend_call_ids(messages) if nameless else messages
    return frozenset(place for place in nameless if mended[place] is messages[place])


def _severity(profile: Profile) -> Severity | None:
    return "error" if profile.call_id_required else None


tool_call_id_missing: Final = Rule(
    code="I401",
    name="tool-call-id-missing",
    find=_find,
    severity=_severity,
    hint="Store an id with each call and its result.",
    fix_for=fitting_ids,
    fix_safety="safe",
)
