"""R205 system-not-first.

What it does:
    Finds system messages behind the first turn.

Why it is bad:
    Templates that allow one system message want it first, and providers with a field for it
    move it there, which silently changes when the rule starts.

Example:
    ``chat(system("a"), user("hi"), system("b"), user("go on"))``

Use instead:
    ``chat(system("a"), user("hi"), user("[system] b\\n\\ngo on"))``

Fix safety:
    Safe: the text is said by a user turn at the same place.

Sources:
    raullenchai/Rapid-MLX#1543, vllm-project/vllm#44505, swarmauri/swarmauri-sdk#276.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant, Node, System, ToolResult
from ctxfn.pipeline import AnyStep
from ctxfn.processors import place_system
from ctxfn.wire import Conversation, Profile, is_listed

__all__ = ["system_not_first"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    if not profile.single_system_first:
        yield from _behind_answers(conversation)
        return
    begun = False
    for index, message in enumerate(conversation.messages):
        if not isinstance(message, System):
            begun = True
        elif begun:
            yield Found(index, "a system message in the middle", "system messages first", ("role",))
        elif is_listed(message):
            yield Found(index, "a system message in the list", "its field", ("role",))


def _behind_answers(conversation: Conversation) -> Iterator[Found]:
    before: Node | None = None
    for index, message in enumerate(conversation.messages):
        if isinstance(message, System) and isinstance(before, Assistant | ToolResult):
            where = "an answer" if isinstance(before, Assistant) else "a result"
            yield Found(index, f"a system message behind {where}", "a person in between", ("role",))
        before = message


def _severity(profile: Profile) -> Severity | None:
    placed = profile.single_system_first or not profile.system_after_answer
    return "error" if placed else None


def _fix_for(profile: Profile) -> AnyStep:
    return place_system(behind_answers=not profile.single_system_first)


system_not_first: Final = Rule(
    code="R205",
    name="system-not-first",
    find=_find,
    severity=_severity,
    hint="Say it in a user turn, or in the first system message.",
    fix_for=_fix_for,
    fix_safety="safe",
)
