"""R207 developer-role.

What it does:
    Finds messages of role developer where the target does not know that role.

Why it is bad:
    It exists at OpenAI alone; elsewhere the request is refused, or the instructions are
    ignored without a word.

Example:
    ``chat(System((Text("Be brief."),), developer=True))``

Use instead:
    ``chat(system("Be brief."))``

Fix safety:
    Safe: the role becomes system.

Sources:
    vastsa/PI-Desktop#30, lich0821/ccNexus#135, router-for-me/CLIProxyAPI#850.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import System
from ctxfn.processors import developer_as_system
from ctxfn.wire import Conversation, Profile

__all__ = ["developer_role"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    kinds = list(map(type, conversation.messages))
    for index, message in enumerate(conversation.messages if System in kinds else ()):
        if isinstance(message, System) and message.developer:
            yield Found(index, "the role 'developer'", "'system'", ("role",))


def _severity(profile: Profile) -> Severity | None:
    return None if "developer" in profile.roles else "error"


developer_role: Final = Rule(
    code="R207",
    name="developer-role",
    find=_find,
    severity=_severity,
    hint="Use the role system.",
    fix=developer_as_system(),
    fix_safety="safe",
)
