"""N709 reasoning-for-nonreasoning-model.

What it does:
    Finds reasoning on its way to a model that does not reason.

Why it is bad:
    "Reasoning input items can only be provided to a reasoning or computer use model": a hand-off to
    a smaller model replays what the larger one thought.

Example:
    ``[{"type": "reasoning", ...}, {"type": "function_call", "id": "fc_1", ...}]``

Use instead:
    ``[{"type": "function_call", ...}]``

Fix safety:
    Lossy: the reasoning goes, and the ids of what was made with it.

Sources:
    openai/openai-agents-python#2602, openai/openai-agents-python#2749.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.processors import drop_lone_reasoning
from ctxfn.wire import Conversation, Profile, lone_thoughts, server_state

__all__ = ["reasoning_for_nonreasoning_model"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    stores = server_state(conversation).stores
    for one in lone_thoughts(conversation.messages, profile, stores=stores):
        yield Found(one.message, "reasoning", "none for this model", ("reasoning", one.number))


def _severity(profile: Profile) -> Severity | None:
    forbidden = profile.codec == "openai_responses" and profile.reasoning == "forbidden"
    return "error" if forbidden else None


reasoning_for_nonreasoning_model: Final = Rule(
    code="N709",
    name="reasoning-for-nonreasoning-model",
    find=_find,
    severity=_severity,
    hint="Leave it out, with the ids that refer to it.",
    fix=drop_lone_reasoning(),
    fix_safety="lossy",
)
