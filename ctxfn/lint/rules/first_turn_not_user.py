"""R201 first-turn-not-user.

What it does:
    Finds a conversation whose first turn, system messages apart, is not the user's.

Why it is bad:
    Strict chat templates refuse it; Gemini does if the first turn calls. It is what cutting a
    history at any place gives.

Example:
    ``chat(assistant("Hi!"), user("hello"))``

Use instead:
    ``chat(user("hello"))``, or a neutral user turn before a greeting worth keeping.

Fix safety:
    Lossy: what comes before the first user turn is dropped.

Sources:
    posit-dev/py-shiny#1530, livekit/agents#669, strands-agents/harness-sdk#120,
    diegosouzapw/OmniRoute#13573.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant, System, User, is_flat
from ctxfn.processors import start_with_user
from ctxfn.wire import Conversation, Profile

__all__ = ["first_turn_not_user"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index, message in enumerate(conversation.messages):
        if isinstance(message, User) or not is_flat(message):
            return  # a card is for unknown-role to speak of
        if not isinstance(message, System):
            calls = isinstance(message, Assistant) and bool(message.calls)
            first = index == 0 and not profile.first_turn_calls
            if not profile.first_turn_user and not (calls and (first or profile.call_behind_turn)):
                return  # a greeting
            yield Found(index, f"a first turn of role {message.role!r}", "a user turn", ("role",))
            return


def _severity(profile: Profile) -> Severity | None:
    calls = profile.call_behind_turn or not profile.first_turn_calls
    return "error" if profile.first_turn_user or calls else None


first_turn_not_user: Final = Rule(
    code="R201",
    name="first-turn-not-user",
    find=_find,
    severity=_severity,
    hint="Cut history so that it starts on a user turn.",
    fix=start_with_user(),
    fix_safety="lossy",
)
