"""C306 invalid-unicode.

What it does:
    Finds lone surrogates: halves of a character, in words, names, ids, arguments, tools,
    anywhere.

Why it is bad:
    No UTF-8 can hold them, so the whole body is refused. Cutting text between the halves
    makes them.

Example:
    ``chat(user("cut \\ud83d"))``

Use instead:
    Cut texts between characters.

Fix safety:
    Safe: U+FFFD stands in their place.

Sources:
    anthropics/claude-code#4503, coder/coder#26637.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant, System, ToolResult, User, Verbatim, own
from ctxfn.processors import mend_unicode
from ctxfn.processors.legalize import broken_fields, maybe_broken, whole_characters
from ctxfn.wire import Conversation, Profile

__all__ = ["invalid_unicode"]


_FOUND: Final = "half of a character (a lone surrogate)"

#: How a field is called where a request writes it, if not by its own name.
_WRITTEN: Final = {"parts": "content", "calls": "tool_calls", "call_id": "tool_call_id"}


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index in maybe_broken(conversation.messages):
        message = conversation.messages[index]
        if not isinstance(message, System | User | Assistant | ToolResult):
            continue
        for name in broken_fields(message):
            path = (_WRITTEN.get(name, name),)
            yield Found(index, _FOUND, "whole characters", path)
    for number, tool in enumerate(conversation.tools or ()):
        if whole_characters(tool) is not tool:
            yield Found(None, _FOUND, "whole characters", ("tools", number))
    settings = conversation.settings
    if settings is not None and whole_characters(settings) is not settings:
        for key, value in _items(settings):
            if whole_characters(own({key: value})).shared() != {key: value}:
                yield Found(None, _FOUND, "whole characters", (key,))


def _items(settings: Verbatim) -> list[tuple[str, object]]:
    values = settings.shared()
    return list(values.items()) if isinstance(values, dict) else []


def _severity(profile: Profile) -> Severity | None:
    return "error"


invalid_unicode: Final = Rule(
    code="C306",
    name="invalid-unicode",
    find=_find,
    severity=_severity,
    hint="Cut texts between characters.",
    fix=mend_unicode(),
    fix_safety="safe",
)
