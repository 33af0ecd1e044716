"""T103 tool-result-before-call.

What it does:
    Finds tool results that stand before the call they answer.

Why it is bad:
    APIs refuse a result whose call has not been seen yet. Sorting by timestamps that can be
    equal is what makes them.

Example:
    ``chat(tool_result("c1", "rain"), user("weather?"), assistant("", call("c1")))``

Use instead:
    The result right behind its call. Never sort a history by time alone.

Fix safety:
    Safe: the result moves behind its call.

Sources:
    mastra-ai/mastra#3735, mastra-ai/mastra#2649.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.reading import all_in_place, faulty_pairing
from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import if_paired
from ctxfn.processors import pair_tool_results
from ctxfn.wire import Conversation, Profile

__all__ = ["tool_result_before_call"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    early = [
        (index, place.message)
        for place, results in faulty_pairing(conversation.messages).answers.items()
        for index in results
        if index < place.message
    ]
    for index, call in sorted(early):
        found = f"a result before its call in messages[{call}]"
        yield Found(index, found, "the result right behind it", ("tool_call_id",))


tool_result_before_call: Final = Rule(
    code="T103",
    name="tool-result-before-call",
    find=_find,
    severity=if_paired,
    hint="Keep the order in which messages were stored; equal times are not an order.",
    fix=pair_tool_results(),
    fix_safety="safe",
    unless=all_in_place,
)
