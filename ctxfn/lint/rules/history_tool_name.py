"""I404 history-tool-name.

What it does:
    Finds calls that name no tool, and, where the target looks at them, names in the history
    with letters or of a length that it does not take.

Why it is bad:
    Names inside a history are looked at as well: an empty one is too short for every API. A
    stream that broke off before the name leaves such a call, a model that made one up too.

Example:
    ``chat(assistant("", call("c1", "")), tool_result("c1", "42"))``

Use instead:
    The name the tool has, or leave the call out with its result.

Fix safety:
    Lossy: the call is named as its result is, else ``unknown_tool``. `repair` maps letters that
    are not taken to ``_``, the same everywhere.

Sources:
    anomalyco/opencode#48750, vercel/ai#17777, aaif-goose/goose#10890.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import always_error
from ctxfn.messages import Assistant, ToolName, ToolResult, calls_in
from ctxfn.processors import name_calls
from ctxfn.tools import wire_name
from ctxfn.wire import Conversation, Profile

__all__ = ["history_tool_name"]

_WANTED: Final = "the name of a tool"


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    known = calls_in(conversation.messages)
    named = known.names | (known.result_names - {None})
    if all(name and not _is_odd(name, profile) for name in named):
        return
    for index, message in enumerate(conversation.messages):
        if isinstance(message, Assistant):
            yield from _in_calls(index, message, profile)
        elif isinstance(message, ToolResult) and _is_misnamed(message, profile):
            yield Found(index, f"a result of {message.tool!r}", _WANTED, ("name",))


def _is_misnamed(result: ToolResult, profile: Profile) -> bool:
    if result.tool is None or not profile.history_names:
        return False
    return not result.tool or _is_odd(result.tool, profile)


def _in_calls(index: int, message: Assistant, profile: Profile) -> Iterator[Found]:
    for number, call in enumerate(message.calls):
        if call.tool and not _is_odd(call.tool, profile):
            continue
        key = call.kind if call.kind in ("function", "custom") else "function"
        path = ("tool_calls", number, key, "name")
        old = ("function_call", "name")
        found = f"a call of {call.tool!r}" if call.tool else "a call that names no tool"
        yield Found(index, found, _WANTED, old if call.kind == "function_call" else path)


def _is_odd(tool: ToolName | str, profile: Profile) -> bool:
    """Say whether the target looks at names in the history, and refuses this one."""
    if not profile.history_names:
        return False
    name = tool if isinstance(tool, str) else wire_name(tool, limit=profile.tool_name_length)
    fits = re.fullmatch(profile.tool_name_pattern or "", name) is not None
    return len(name) > profile.tool_name_length or (
        profile.tool_name_pattern is not None and not fits
    )


history_tool_name: Final = Rule(
    code="I404",
    name="history-tool-name",
    find=_find,
    severity=always_error,
    hint="Store the name with the call, or leave the call out.",
    fix=name_calls(),
    fix_safety="lossy",
)
