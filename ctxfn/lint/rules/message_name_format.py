"""I410 message-name-format.

What it does:
    Finds names of speakers that are longer than the target takes, empty, or hold what it does
    not: white space, slashes, angle brackets.

Why it is bad:
    The request is refused, though a name is no more than a help. Names of people and of roles
    come as they are.

Example:
    ``user("hi", name="Team Lead")``

Use instead:
    ``user("hi", name="Team_Lead")``

Fix safety:
    Lossy: other characters become underscores; two speakers stay two.

Sources:
    microsoft/semantic-kernel#9340, microsoft/autogen#4157, agentscope-ai/agentscope-java#2347.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant, System, User
from ctxfn.pipeline import AnyStep
from ctxfn.processors import mend_names
from ctxfn.wire import Conversation, Profile, only_words_and_calls

__all__ = ["message_name_format"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    pattern, length = profile.message_name_pattern, profile.message_name_length
    for index, message in enumerate(conversation.messages):
        name = message.name if isinstance(message, System | User | Assistant) else None
        if name is None:
            continue
        if length is not None and len(name) > length:
            yield Found(index, f"a name of {len(name)} characters", f"{length} at most", ("name",))
        elif not name or (pattern is not None and re.fullmatch(pattern, name) is None):
            expected = f"like {pattern}" if pattern is not None else "a name"
            yield Found(index, f"the name {name!r}", expected, ("name",))


def _severity(profile: Profile) -> Severity | None:
    limited = profile.message_name_pattern is not None or profile.message_name_length is not None
    return "error" if profile.name_field and limited else None


def _fix(profile: Profile) -> AnyStep:
    return mend_names(pattern=profile.message_name_pattern, length=profile.message_name_length)


message_name_format: Final = Rule(
    code="I410",
    name="message-name-format",
    find=_find,
    severity=_severity,
    hint="Keep names to letters, digits, underscores and hyphens.",
    fix_for=_fix,
    fix_safety="lossy",
    unless=only_words_and_calls,
)
