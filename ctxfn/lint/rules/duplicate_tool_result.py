"""T105 duplicate-tool-result.

What it does:
    Finds a second result for a call that has one already.

Why it is bad:
    Most APIs allow one result a call. OpenAI's chat endpoint is not known to refuse it, but
    the model reads two answers and cannot know which one holds. Further down, where its call
    is not right before it, a second result is an error there too.

Example:
    ``chat(assistant("", call("c1")), tool_result("c1", "1"), tool_result("c1", "2"))``

Use instead:
    One result; a late one replaces the stand-in that was stored for it.

Fix safety:
    Lossy: the first real result stays, the others are dropped.

Sources:
    RooCodeInc/Roo-Code#9248, cline/cline#7419, vercel/eve#1246.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.reading import all_in_place, faulty_pairing, runs_of_results
from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.lint.severities import always_warning
from ctxfn.processors import pair_tool_results
from ctxfn.wire import Conversation, Profile

__all__ = ["duplicate_tool_result"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    ends = runs_of_results(conversation.messages)
    answers = faulty_pairing(conversation.messages).answers.items()
    repeats = [
        (index, results[0], index >= ends[place.message])
        for place, results in answers
        for index in results[1:]
    ]
    for index, first, far in sorted(repeats):
        found = f"another result for the call that messages[{first}] answers"
        severity: Severity | None = "error" if far else None
        yield Found(index, found, "one result a call", ("tool_call_id",), severity)


duplicate_tool_result: Final = Rule(
    code="T105",
    name="duplicate-tool-result",
    find=_find,
    severity=always_warning,
    hint="Keep the first real result.",
    fix=pair_tool_results(),
    fix_safety="lossy",
    unless=all_in_place,
)
