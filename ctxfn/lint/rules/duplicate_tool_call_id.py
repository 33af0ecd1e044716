"""I413 duplicate-tool-call-id.

What it does:
    Finds a second call under one id in one answer, where the target refuses it.

Why it is bad:
    "tool_use ids must be unique": a stream that was stored twice, or a server that counts its
    calls anew, makes them, and every later request is refused. One id in two answers has been
    accepted, so it is not spoken of.

Example:
    ``chat(assistant("", call("c1", "ls"), call("c1", "ls")), tool_result("c1", "a"))``

Use instead:
    ``chat(assistant("", call("c1", "ls")), tool_result("c1", "a"))``

Fix safety:
    Lossy: of equal calls one is left, with its result; of different ones the later gets an id of
    its own.

Sources:
    Kilo-Org/kilocode#5150, bvcyber/Cyber-AutoAgent-ng#72, BerriAI/litellm#20049; mistral-common.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.reading import all_in_place
from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant
from ctxfn.processors import pair_tool_results
from ctxfn.wire import Conversation, Profile

__all__ = ["duplicate_tool_call_id"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index, message in enumerate(conversation.messages):
        if not isinstance(message, Assistant) or len(message.calls) < 2:
            continue
        seen: set[str] = set()
        for number, call in enumerate(message.calls):
            # None at all is for tool-call-id-missing.
            if call.id and call.id in seen:
                path = ("tool_calls", number, "id")
                yield Found(index, f"{call.id!r} once more in one answer", "an id of its own", path)
            seen.add(call.id)


def _severity(profile: Profile) -> Severity | None:
    return "error" if profile.unique_call_ids else None


duplicate_tool_call_id: Final = Rule(
    code="I413",
    name="duplicate-tool-call-id",
    find=_find,
    severity=_severity,
    hint="Store each call once.",
    fix=pair_tool_results(),
    fix_safety="lossy",
    unless=all_in_place,
)
