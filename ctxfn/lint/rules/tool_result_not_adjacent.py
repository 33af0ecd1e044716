"""T104 tool-result-not-adjacent.

What it does:
    Finds tool results with something else between them and the message that called.

Why it is bad:
    APIs want the results of a turn directly behind it, and word the refusal as if they were
    missing: "must be followed by tool messages responding to each tool_call_id".

Example:
    ``chat(assistant("", call("c1")), user("quick!"), tool_result("c1", "42"))``

Use instead:
    ``chat(assistant("", call("c1")), tool_result("c1", "42"), user("quick!"))``

Fix safety:
    Safe: the results move up, what stood between follows them.

Sources:
    leookun/cursor-byok#307, agentscope-ai/agentscope#2612.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.reading import all_in_place, faulty_pairing, runs_of_results
from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import if_paired
from ctxfn.messages import Assistant, Messages, ToolResult
from ctxfn.processors import pair_tool_results
from ctxfn.wire import Conversation, Profile

__all__ = ["tool_result_not_adjacent"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    messages = conversation.messages
    answers = faulty_pairing(messages).answers
    ends = runs_of_results(messages)
    far = [
        (results[0], place.message)
        for place, results in answers.items()
        if results
        and results[0] >= ends[place.message]
        and not (
            (profile.merges_turns or profile.joins_calls)
            and _is_one_turn(messages, place.message, results[0])
        )
    ]
    for index, call in sorted(far):
        found = f"messages between this result and its call in messages[{call}]"
        yield Found(index, found, "the result right behind the call", ("tool_call_id",))


def _is_one_turn(messages: Messages, call: int, result: int) -> bool:
    """Say whether calls alone stand between: turns of one role in a row are read as one."""
    between = (messages[place] for place in range(call, result))
    return all(isinstance(node, ToolResult | Assistant) for node in between)


tool_result_not_adjacent: Final = Rule(
    code="T104",
    name="tool-result-not-adjacent",
    find=_find,
    severity=if_paired,
    hint="Put results behind their call, and what was said meanwhile behind them.",
    fix=pair_tool_results(),
    fix_safety="safe",
    unless=all_in_place,
)
