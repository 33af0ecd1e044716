"""N705 reasoning-item-orphan.

What it does:
    Finds reasoning that no item of the model's follows, or words that lost their id, and reasoning of
    which neither an id nor a seal is left.

Why it is bad:
    "was provided without its required following item": a cut, or a summary in place of what
    followed, leaves it alone, and every later request is refused.

Example:
    ``[{"type": "reasoning", "id": "rs_1", "summary": []}, {"role": "user", ...}]``

Use instead:
    The answer or the call behind it, or neither.

Fix safety:
    Lossy: the reasoning goes. It never becomes words.

Sources:
    openai/openai-agents-python#2503, continuedev/continue#8933; a recorded refusal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.processors import drop_lone_reasoning
from ctxfn.wire import Conversation, Profile, lone_thoughts, server_state

__all__ = ["reasoning_item_orphan"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    stores = server_state(conversation).stores
    for one in lone_thoughts(conversation.messages, profile, stores=stores):
        if one.why != "forbidden":
            found = "reasoning that nothing follows" if one.why == "orphan" else "bare reasoning"
            yield Found(one.message, found, "what it led to", ("reasoning", one.number))


def _severity(profile: Profile) -> Severity | None:
    return "error" if profile.codec == "openai_responses" else None


reasoning_item_orphan: Final = Rule(
    code="N705",
    name="reasoning-item-orphan",
    find=_find,
    severity=_severity,
    hint="Keep or drop the two together.",
    fix=drop_lone_reasoning(),
    fix_safety="lossy",
)
