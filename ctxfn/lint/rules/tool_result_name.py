"""I405 tool-result-name.

What it does:
    Finds results that name another tool than the call they answer, where the target goes by
    names.

Why it is bad:
    A result is told by its name there, and one that nobody called is refused. A result without
    a name gets that of its call when it is written.

Example:
    ``chat(assistant(call("c1", "now")), tool_result("c1", "12:00", tool="call_77"))``

Use instead:
    ``chat(assistant(call("c1", "now")), tool_result("c1", "12:00", tool="now"))``

Fix safety:
    Safe: the result is named as its call.

Sources:
    0xPlaygrounds/rig#515.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import ToolName, ToolResult
from ctxfn.processors import name_results
from ctxfn.processors.legalize import misnamed_results
from ctxfn.tools import wire_name
from ctxfn.wire import Conversation, Profile

__all__ = ["tool_result_name"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index, called in misnamed_results(conversation.messages):
        result = conversation.messages[index]
        named = result.tool if isinstance(result, ToolResult) else None
        expected = f"{_shown(called)}, which was called"
        yield Found(index, f"a result named {_shown(named or '')}", expected, ("name",))


def _shown(tool: ToolName | str) -> str:
    return repr(tool if isinstance(tool, str) else wire_name(tool))


def _severity(profile: Profile) -> Severity | None:
    return "error" if profile.result_names else None


tool_result_name: Final = Rule(
    code="I405",
    name="tool-result-name",
    find=_find,
    severity=_severity,
    hint="Name the result as its call.",
    fix=name_results(),
    fix_safety="safe",
)
