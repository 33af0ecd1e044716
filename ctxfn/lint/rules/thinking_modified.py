"""N714 thinking-modified.

What it does:
    Finds a thought that two requests sign alike and word differently.

Why it is bad:
    "blocks in the latest assistant message cannot be modified": the signature is of the very
    bytes. Trimming, merging, or writing them anew breaks it, and it never expires.

Example:
    ``check(later, to="anthropic", after=earlier)``, where a thought lost its last line

Use instead:
    Thoughts as they came, or none.

Fix safety:
    None: the bytes that were signed are in the earlier request alone.

Sources:
    anthropics/claude-code#63284, anthropics/anthropic-sdk-python#1598.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.reading import nothing_alone
from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant, Reasoning
from ctxfn.wire import Conversation, Profile

__all__ = ["thinking_modified"]


def _between(before: Conversation, after: Conversation, profile: Profile) -> Iterator[Found]:
    signed = {one.signature: one.text for _, _, one in _thoughts(before)}
    for index, number, one in _thoughts(after):
        if one.text != signed.get(one.signature, one.text):
            found = "a signed thought in other words than the last request had"
            yield Found(index, found, "the very words that were signed", ("reasoning", number))


def _thoughts(conversation: Conversation) -> Iterator[tuple[int, int, Reasoning]]:
    for index, message in enumerate(conversation.messages):
        for number, one in enumerate(message.reasoning if isinstance(message, Assistant) else ()):
            if one.signature is not None:
                yield index, number, one


def _severity(profile: Profile) -> Severity | None:
    return "error" if profile.reasoning == "signed" else None


thinking_modified: Final = Rule(
    code="N714",
    name="thinking-modified",
    find=nothing_alone,
    severity=_severity,
    hint="Send thoughts back as they came.",
    no_fix="The bytes that were signed are in the earlier request alone.",
    between=_between,
)
