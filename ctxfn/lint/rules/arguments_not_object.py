"""T121 arguments-not-object.

What it does:
    Finds calls whose arguments are JSON, but no object: a list, a text, a number, ``null``.

Why it is bad:
    Arguments are named, so targets that parse them want an object: "Input should be a valid
    dictionary". A text is most often JSON that was written twice.

Example:
    ``chat(assistant(call("c1", "add", "[1, 2]")), tool_result("c1", "3"))``

Use instead:
    ``chat(assistant(call("c1", "add", '{"numbers": [1, 2]}')), tool_result("c1", "3"))``

Fix safety:
    Lossy: ``null`` becomes no arguments, JSON written twice is read once, anything else stands
    under the key ``value``.

Sources:
    BerriAI/litellm#5064, open-webui/computer#252.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.mends.objects_of_arguments import object_arguments, objects_of_arguments
from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant, calls_in
from ctxfn.wire import Conversation, Profile

__all__ = ["arguments_not_object"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    known = calls_in(conversation.messages)
    odd = [call for call in known.calls if call.arguments[:1] != "{"]
    if not odd:
        return
    for index, message in enumerate(conversation.messages):
        for number, call in enumerate(message.calls if isinstance(message, Assistant) else ()):
            if object_arguments(call) is not None:
                path = ("tool_calls", number, "function", "arguments")
                yield Found(
                    index, f"arguments that begin {call.arguments[:20]!r}", "an object", path
                )


def _severity(profile: Profile) -> Severity | None:
    return "error" if profile.arguments_object else None


arguments_not_object: Final = Rule(
    code="T121",
    name="arguments-not-object",
    find=_find,
    severity=_severity,
    hint="Give each argument its name.",
    fix=objects_of_arguments(),
    fix_safety="lossy",
)
