"""I409 tool-name-format.

What it does:
    Finds names of tools with other characters than letters, digits, ``_`` and ``-``, or too many of
    them, on offer and in calls.

Why it is bad:
    "string does not match pattern": one such name refuses the whole request, also one in a call long
    past. Tools of other systems have dots, slashes and blanks in their names.

Example:
    ``{"type": "function", "name": "files.read", "parameters": {...}}``

Use instead:
    ``{"type": "function", "name": "files_read", "parameters": {...}}``

Fix safety:
    None as a step: repair renames the tool wherever it is named, on offer too.

Sources:
    modelcontextprotocol/modelcontextprotocol#1345, github/copilot-cli#1879,
    microsoft/vscode#243602.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Path, Rule, Severity
from ctxfn.messages import Assistant, ToolName, calls_in
from ctxfn.tools import wire_name
from ctxfn.wire import Conversation, Profile

__all__ = ["tool_name_format"]

_NAMED: Final = ("function", "custom", "function_call")
_CODECS: Final = ("anthropic", "openai_responses")


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    pattern = re.compile(profile.tool_name_pattern or r"[\s\S]*")
    limit = profile.tool_name_length
    fitting: set[object] = set()
    for index, path, tool in _names(conversation):
        if tool in fitting:
            continue
        name = tool if isinstance(tool, str) else wire_name(tool, limit=limit)
        declared_bare = not name and index is None
        if declared_bare or (name and (len(name) > limit or pattern.fullmatch(name) is None)):
            expected = f"letters, digits, _ and -, {limit} at most"
            yield Found(index, f"the name {name[:limit]!r}", expected, path)
        elif name:
            fitting.add(tool)


def _names(conversation: Conversation) -> Iterator[tuple[int | None, Path, ToolName | str]]:
    for number, one in enumerate(conversation.tools or ()):
        if one.kind in _NAMED:
            yield None, ("tools", number, "name"), one.tool
    for index in calls_in(conversation.messages).asking:
        message = conversation.messages[index]
        assert isinstance(message, Assistant)
        for number, call in enumerate(message.calls):
            yield index, ("tool_calls", number, "name"), call.tool


def _severity(profile: Profile) -> Severity | None:
    return "error" if profile.codec in _CODECS else None


tool_name_format: Final = Rule(
    code="I409",
    name="tool-name-format",
    find=_find,
    severity=_severity,
    hint="Name tools in letters, digits, _ and -.",
    no_fix="Repair renames the tool everywhere, on offer too, which is more than messages.",
)
