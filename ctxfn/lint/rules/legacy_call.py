"""T108 legacy-call.

What it does:
    Finds calls under ``function_call`` that are mixed up with tool calls: beside them in one
    message, or answered by a result of the other kind. For targets that know no role
    ``function``, all of them.

Why it is bad:
    A call of the old kind has no id, and its result names its function only: nothing ties a
    tool result to it. Servers of open-weight models know neither the key nor the role.

Example:
    ``{"role": "assistant", "function_call": {"name": "now", "arguments": "{}"}}``, then
    ``{"role": "tool", "tool_call_id": "c1", "content": "noon"}``

Use instead:
    ``tool_calls`` with an id, and results under the role ``tool``.

Fix safety:
    Safe: all of them become tool calls, with ids made from their places.

Sources:
    langgenius/dify#9294; OpenAI's published interface description.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import always_error
from ctxfn.messages import Assistant, ToolResult
from ctxfn.pipeline import AnyStep
from ctxfn.processors import modern_calls
from ctxfn.processors.legalize import mixed_calls
from ctxfn.wire import Conversation, Profile, only_words_and_calls

__all__ = ["legacy_call"]

_OLD: Final = "function_call"


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    messages = conversation.messages
    if "function" not in profile.roles:
        yield from _all(conversation)
        return
    for place in mixed_calls(messages):
        asked = messages[place.message]
        assert isinstance(asked, Assistant)
        call = asked.calls[place.call]
        old = call.kind == _OLD
        path = (_OLD,) if old else ("tool_calls", place.call)
        found = "a call of the old kind" if old else "a tool call"
        yield Found(place.message, f"{found} mixed up with others", "tool calls alone", path)


def _all(conversation: Conversation) -> Iterator[Found]:
    for index, message in enumerate(conversation.messages):
        if isinstance(message, Assistant) and any(call.kind == _OLD for call in message.calls):
            yield Found(index, "a call of the old kind", "a tool call", (_OLD,))
        elif isinstance(message, ToolResult) and message.kind == _OLD:
            yield Found(index, "a result of the old kind", "a tool result", ("role",))


def _fix(profile: Profile) -> AnyStep:
    return modern_calls(everywhere="function" not in profile.roles)


legacy_call: Final = Rule(
    code="T108",
    name="legacy-call",
    find=_find,
    severity=always_error,
    hint="Write tool_calls, and answer them under the role tool.",
    fix_for=_fix,
    fix_safety="safe",
    unless=only_words_and_calls,
)
