"""T102 tool-call-without-result.

What it does:
    Finds calls that nothing answers although the history goes on behind them.

Why it is bad:
    The request is refused, and so is every later one with the same history: the session is
    dead until somebody repairs it.

Example:
    ``chat(user("hi"), assistant("", call("c1")), user("still there?"))``

Use instead:
    A result behind each call, one that says the tool did not answer if need be.

Fix safety:
    Safe: a result is added that says there was none.

Sources:
    anthropics/claude-code#5989, Kilo-Org/kilocode#5163, letta-ai/letta#3308, vercel/ai#7100.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.reading import all_in_place, call_place, open_calls
from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import if_paired
from ctxfn.processors import pair_tool_results
from ctxfn.wire import Conversation, Profile

__all__ = ["tool_call_without_result"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for one in open_calls(conversation.messages):
        if not one.at_end:
            what = f"no result for {one.call.id!r}"
            yield Found(one.place.message, what, "one result behind it", call_place(one))


tool_call_without_result: Final = Rule(
    code="T102",
    name="tool-call-without-result",
    find=_find,
    severity=if_paired,
    hint="Store a result for a call that failed or was stopped.",
    fix=pair_tool_results(),
    fix_safety="safe",
    unless=all_in_place,
)
