"""T113 custom-call-output-type.

What it does:
    Finds results of another type than the call they answer: a function's output for a custom
    tool's call, or the other way round.

Why it is bad:
    The server looks for an output of the type of the call, and finds none.

Example:
    ``[{"type": "custom_tool_call", ...}, {"type": "function_call_output", ...}]``

Use instead:
    ``[{"type": "custom_tool_call", ...}, {"type": "custom_tool_call_output", ...}]``

Fix safety:
    Safe: the type changes, words and ids stay.

Sources:
    Alishahryar1/free-claude-code#1826, openai/openai-agents-python#3095.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.processors import type_results
from ctxfn.processors.legalize import mistyped_results
from ctxfn.wire import Conversation, Profile

__all__ = ["custom_call_output_type"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index, kind in mistyped_results(conversation.messages).items():
        yield Found(index, "an output of another type", f"one of a {kind} call", ("type",))


def _severity(profile: Profile) -> Severity | None:
    return "error" if profile.typed_results else None


custom_call_output_type: Final = Rule(
    code="T113",
    name="custom-call-output-type",
    find=_find,
    severity=_severity,
    hint="Write the type of the call.",
    fix=type_results(),
    fix_safety="safe",
)
