"""T120 tool-result-not-first.

What it does:
    Finds results of tools that stand behind words of the same user turn, where turns of one role
    in a row are read as one.

Why it is bad:
    The request is refused with the claim that results are missing, though each id is there: a
    check that compares sets of ids sees nothing wrong. Something injected into the turn of the
    results gets in front of them.

Example:
    ``{"role": "user", "content": [{"type": "text", ...}, {"type": "tool_result", ...}]}``

Use instead:
    ``{"role": "user", "content": [{"type": "tool_result", ...}, {"type": "text", ...}]}``

Fix safety:
    Safe: results come first, what was said follows; the order inside both stays.

Sources:
    QwenLM/qwen-code#8161, NousResearch/hermes-agent#79158, router-for-me/CLIProxyAPI#4572,
    Zoo-Code-Org/Zoo-Code#1705.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.mends.results_first import late_results, results_first
from ctxfn.lint.reading import all_in_place
from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.wire import Conversation, Profile

__all__ = ["tool_result_not_first"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index in late_results(conversation.messages):
        found = "a result behind words of the same turn"
        yield Found(index, found, "results first", ("tool_call_id",))


def _severity(profile: Profile) -> Severity | None:
    return "error" if profile.merges_turns and profile.paired else None


tool_result_not_first: Final = Rule(
    code="T120",
    name="tool-result-not-first",
    find=_find,
    severity=_severity,
    hint="Put the results of a turn first, and what is said or injected behind them.",
    fix=results_first(),
    fix_safety="safe",
    unless=all_in_place,
)
