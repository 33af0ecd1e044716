"""T101 tool-result-without-call.

What it does:
    Finds tool results that answer no call of the conversation.

Why it is bad:
    Every API that has tools refuses the whole request, naming an id the reader of the error
    never wrote. Cutting a history in the wrong place is what makes them.

Example:
    ``chat(user("hi"), tool_result("c1", "42"))``

Use instead:
    ``chat(user("hi"), assistant("", call("c1")), tool_result("c1", "42"))``

Fix safety:
    Lossy: the result is dropped.

Sources:
    langchain-ai/langchain#33265, agno-agi/agno#9372, openai/openai-agents-python#4322.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.reading import all_in_place, faulty_pairing
from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import if_paired
from ctxfn.messages import ToolResult
from ctxfn.processors import pair_tool_results
from ctxfn.wire import Conversation, Profile

__all__ = ["tool_result_without_call"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index in faulty_pairing(conversation.messages).orphans:
        result = conversation.messages[index]
        assert isinstance(result, ToolResult)
        asked = f"a result for {result.call_id!r}" if result.call_id else "a result without an id"
        yield Found(index, asked, "a call with this id", ("tool_call_id",))


tool_result_without_call: Final = Rule(
    code="T101",
    name="tool-result-without-call",
    find=_find,
    severity=if_paired,
    hint="Keep the call with its result when history is cut, or drop the result.",
    fix=pair_tool_results(),
    fix_safety="lossy",
    unless=all_in_place,
)
