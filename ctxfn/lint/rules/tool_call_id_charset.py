"""I403 tool-call-id-charset.

What it does:
    Finds call ids with characters, or of a form, that the target does not take.

Why it is bad:
    Targets whose profile names a pattern refuse any other: Anthropic takes letters, digits,
    ``_`` and ``-``, Mistral exactly nine letters and digits. Ids of one provider, replayed to
    another, are the usual cause. OpenAI takes any.

Example:
    ``chat(assistant("", call("call:1")), tool_result("call:1", "42"))``

Use instead:
    An id made of it by one rule, the same for the call and its result.

Fix safety:
    Safe: such ids are mapped to others, valid ids stay.

Sources:
    langchain-ai/langchain#24668, HKUDS/nanobot#1293, run-llama/llama_index#22775,
    openclaw/openclaw#4700.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ctxfn.lint.fixes import fitting_ids
from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant, calls_in
from ctxfn.wire import Conversation, Profile

__all__ = ["tool_call_id_charset"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    pattern = re.compile(profile.call_id_pattern or "")
    fits = pattern.fullmatch
    ids = calls_in(conversation.messages).ids
    odd = [call_id for call_id in ids if call_id and not fits(call_id)]
    if not odd:
        return
    for index, message in enumerate(conversation.messages):
        if isinstance(message, Assistant):
            for number, call in enumerate(message.calls):
                # None at all is for tool-call-id-missing.
                if call.id and pattern.fullmatch(call.id) is None:
                    path = ("tool_calls", number, "id")
                    yield Found(index, f"the id {call.id!r}", f"like {pattern.pattern}", path)


def _severity(profile: Profile) -> Severity | None:
    return None if profile.call_id_pattern is None else "error"


tool_call_id_charset: Final = Rule(
    code="I403",
    name="tool-call-id-charset",
    find=_find,
    severity=_severity,
    hint="Map it to one the target takes, in the call and in its result.",
    fix_for=fitting_ids,
    fix_safety="safe",
)
