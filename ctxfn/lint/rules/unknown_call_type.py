"""T109 unknown-call-type.

What it does:
    Finds calls of a type that the target does not know.

Why it is bad:
    The request is refused, with a list of the types there are: ``function`` and ``custom``.
    Tools that another provider runs itself leave such calls in a history.

Example:
    ``{"id": "c1", "type": "web_search", "web_search": {"query": "weather"}}``

Use instead:
    ``{"id": "c1", "type": "function", "function": {"name": "web_search", "arguments": "..."}}``

Fix safety:
    Lossy: it is written as a call of a function of that name, with its JSON as arguments.

Sources:
    OpenAI's published interface description.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant
from ctxfn.pipeline import AnyStep
from ctxfn.processors import plain_calls
from ctxfn.wire import Conversation, Profile, only_words_and_calls

__all__ = ["unknown_call_type"]

#: The first and the last are called by name and arguments everywhere.
_KNOWN: Final = ("function", "custom", "function_call")


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    known = _KNOWN if profile.custom_calls else _KNOWN[::2]
    wanted = "'function' or 'custom'" if profile.custom_calls else "'function'"
    for index, message in enumerate(conversation.messages):
        if isinstance(message, Assistant):
            for number, call in enumerate(message.calls):
                if call.kind not in known:
                    path = ("tool_calls", number, "type")
                    yield Found(index, f"the type {call.kind!r}", wanted, path)


def _severity(profile: Profile) -> Severity | None:
    return None if profile.unknown_parts else "error"


def _fix_for(profile: Profile) -> AnyStep:
    return plain_calls(custom=not profile.custom_calls)


unknown_call_type: Final = Rule(
    code="T109",
    name="unknown-call-type",
    find=_find,
    severity=_severity,
    hint="Write it as a call of a function.",
    fix_for=_fix_for,
    fix_safety="lossy",
    unless=only_words_and_calls,
)
