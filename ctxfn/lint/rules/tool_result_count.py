"""T111 tool-result-count.

What it does:
    Finds answers whose calls are answered by more or by fewer results right behind them than
    there are calls, where the target counts them.

Why it is bad:
    "Please ensure that the number of function response parts is equal to the number of function
    call parts of the function call turn": the request is refused, and says no more than that.
    Which call lacks its result, or has two, the other rules of this family find. Where no result
    stands behind the calls, they alone speak.

Example:
    ``chat(assistant(call("c1"), call("c2")), tool_result("c1", "42"), user("so?"))``

Use instead:
    ``chat(assistant(call("c1"), call("c2")), tool_result("c1", "42"), tool_result("c2", "43"))``

Fix safety:
    Lossy: a result too many goes, for one that is missing words stand in.

Sources:
    microsoft/vscode#299295, 567-labs/instructor#724, anomalyco/opencontrol#20.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.reading import all_in_place, runs_of_results
from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant
from ctxfn.processors import pair_tool_results
from ctxfn.wire import Conversation, Profile

__all__ = ["tool_result_count"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    ends = runs_of_results(conversation.messages)
    for index, message in enumerate(conversation.messages):
        if not isinstance(message, Assistant) or not message.calls:
            continue
        results, calls = ends[index] - index - 1, len(message.calls)
        if results and results != calls:
            yield Found(index, _counted(results, "result"), f"as many as calls: {calls}")


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _severity(profile: Profile) -> Severity | None:
    return "error" if profile.results_counted else None


tool_result_count: Final = Rule(
    code="T111",
    name="tool-result-count",
    find=_find,
    severity=_severity,
    hint="Answer each call once, also those that failed.",
    fix=pair_tool_results(),
    fix_safety="lossy",
    unless=all_in_place,
)
