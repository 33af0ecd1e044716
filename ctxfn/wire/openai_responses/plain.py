"""Which messages are so plain that writing them cannot lose anything."""

from __future__ import annotations

from typing import Final

from ctxfn.messages import NOWHERE, Assistant, Call, Part, System, Text, ToolResult, User

__all__ = ["is_plain"]

_KINDS: Final = ("function", "custom")


def is_plain(node: System | User | Assistant | ToolResult) -> bool:
    """Say whether *node* is words, calls and a call's answer, and nothing else is known of it.

    Most messages are, and need not be read back.

    Complexity: O(parts + calls).

    Examples:
        >>> from ctxfn.messages import user
        >>> is_plain(user("hi")), is_plain(user("hi", id="m1"))
        (True, False)
    """
    if node.id is not None or node.extras or node.marks or node.origin is not NOWHERE:
        return False
    if not all(map(_is_text, node.parts)):
        return False
    if isinstance(node, Assistant):
        bare = not node.reasoning and node.usage is None and node.name is None
        return bare and all(map(_is_call, node.calls))
    if isinstance(node, ToolResult):
        told = node.tool is not None or node.error is not None or node.state is not None
        return node.kind in _KINDS and not told
    return node.name is None


def _is_text(part: Part) -> bool:
    return type(part) is Text and not part.extras and part.signature is None


def _is_call(call: Call) -> bool:
    known = call.kind in _KINDS and type(call.tool) is str
    return known and not call.extras and call.signature is None
