"""I404 history-tool-name.

What it does:
    Finds calls that name no tool.

Why it is bad:
    Names inside a history are looked at as well: an empty one is too short for every API. A
    stream that broke off before the name leaves such a call, a model that made one up too.

Example:
    ``chat(assistant("", call("c1", "")), tool_result("c1", "42"))``

Use instead:
    The name the tool has, or leave the call out with its result.

Fix safety:
    Lossy: the call is named as its result is, else ``unknown_tool``.

Sources:
    anomalyco/opencode#48750, vercel/ai#17777, aaif-goose/goose#10890.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import always_error
from ctxfn.messages import Assistant
from ctxfn.processors import name_calls
from ctxfn.wire import Conversation, Profile

__all__ = ["history_tool_name"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index, message in enumerate(conversation.messages):
        if not isinstance(message, Assistant):
            continue
        for number, call in enumerate(message.calls):
            if not call.tool:
                key = call.kind if call.kind in ("function", "custom") else "function"
                path = ("tool_calls", number, key, "name")
                old = ("function_call", "name")
                found = old if call.kind == "function_call" else path
                yield Found(index, "a call that names no tool", "the name of a tool", found)


history_tool_name: Final = Rule(
    code="I404",
    name="history-tool-name",
    find=_find,
    severity=always_error,
    hint="Store the name with the call, or leave the call out.",
    fix=name_calls(),
    fix_safety="lossy",
)
