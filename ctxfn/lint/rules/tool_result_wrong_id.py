"""T115 tool-result-wrong-id.

What it does:
    Finds results under an id that no call has, right behind as many calls without a result.

Why it is bad:
    The request is refused twice over: calls without results, and results without calls. What
    the tools said is there, and would be lost if each were mended by itself.

Example:
    ``chat(assistant(call("t1"), call("t2")), tool_result("x", "1"), tool_result("x", "2"))``

Use instead:
    ``chat(assistant(call("t1"), call("t2")), tool_result("t1", "1"), tool_result("t2", "2"))``

Fix safety:
    Safe: the first result becomes the first call's. Other numbers are left to the other rules.

Sources:
    RooCodeInc/Roo-Code#9952.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.reading import all_in_place
from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import if_paired
from ctxfn.messages import ToolResult
from ctxfn.processors import claim_results
from ctxfn.processors.legalize import claimed_results
from ctxfn.wire import Conversation, Profile

__all__ = ["tool_result_wrong_id"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for place, call_id in claimed_results(conversation.messages).items():
        result = conversation.messages[place]
        assert isinstance(result, ToolResult)
        found = f"the id {result.call_id!r}, which no call has"
        yield Found(place, found, f"the id of the call before it: {call_id!r}", ("tool_call_id",))


tool_result_wrong_id: Final = Rule(
    code="T115",
    name="tool-result-wrong-id",
    find=_find,
    severity=if_paired,
    hint="Give the results the ids of their calls.",
    fix=claim_results(),
    fix_safety="safe",
    unless=all_in_place,
)
