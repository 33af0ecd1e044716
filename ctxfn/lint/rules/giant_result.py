"""B802 giant-result.

What it does:
    Finds tool results that take more than 15 % of a window of 128,000 tokens.

Why it is bad:
    One command that prints a log pushes out the conversation it was run for, and comes again
    with each request until it does.

Example:
    A result of 200,000 characters.

Use instead:
    Its beginning and its end, with a line between that says how much is missing.

Fix safety:
    Lossy: the middle goes; JSON stays JSON.

Sources:
    oguzbilgic/kern-ai#20, sinas-platform/sinas#104, open-webui/open-webui#27599.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import always_warning
from ctxfn.messages import Text, ToolResult
from ctxfn.processors import limit_results
from ctxfn.wire import Conversation, Profile

__all__ = ["giant_result"]

#: Tokens of the window that most models have, and characters that one result may have in it.
_WINDOW: Final = 128_000
_LONGEST: Final = 67_200


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index, message in enumerate(conversation.messages):
        if not isinstance(message, ToolResult):
            continue
        length = sum(len(part.text) for part in message.parts if isinstance(part, Text))
        if length > _LONGEST:
            found = f"a result of {length:,} characters"
            yield Found(index, found, f"{_LONGEST:,} at most", ("content",))


giant_result: Final = Rule(
    code="B802",
    name="giant-result",
    find=_find,
    severity=always_warning,
    hint="Cut results where they come in, to their beginning and end, and say so.",
    fix=limit_results(window=_WINDOW),
    fix_safety="lossy",
    unwise=True,
)
