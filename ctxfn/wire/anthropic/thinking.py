"""When a request has thinking on, and which answer then has to begin with its thoughts."""

from __future__ import annotations

from ctxfn.messages import Assistant, Messages, ToolResult, Verbatim

__all__ = ["answer_without_thoughts", "leaves_off", "thinks"]


def thinks(settings: Verbatim | None) -> bool:
    """Say whether *settings* have thinking on whatever the model makes of it.

    Contract:
        Settings of another kind than an object have nothing on.

    Complexity: O(1).

    Source: Anthropic's API reference; an adaptive model may have had no thoughts.

    Examples:
        >>> from ctxfn.messages import freeze
        >>> thinks(freeze({"thinking": {"type": "enabled", "budget_tokens": 1024}}))
        True
    """
    value = None if settings is None else settings.shared()
    thinking = value.get("thinking") if isinstance(value, dict) else None
    return isinstance(thinking, dict) and thinking.get("type") == "enabled"


def leaves_off(settings: Verbatim | None) -> bool:
    """Say whether *settings*, those of a whole request, leave thinking off.

    Contract:
        ``None``, a list of messages alone, says nothing of it.

    Complexity: O(1).

    Source: as `thinks`.

    Examples:
        >>> from ctxfn.messages import freeze
        >>> leaves_off(freeze({"max_tokens": 5})), leaves_off(None)
        (True, False)
    """
    value = None if settings is None else settings.shared()
    thinking = value.get("thinking") if isinstance(value, dict) else None
    off = thinking is None or (isinstance(thinking, dict) and thinking.get("type") == "disabled")
    return isinstance(value, dict) and off


def answer_without_thoughts(messages: Messages) -> int | None:
    """Return the place of the answer whose results stand last, if it came without its thoughts.

    Contract:
        ``None`` as well if anything but results stands last: then nothing is asked for.

    Complexity: O(results at the end).

    Source: catalogue rule ``thinking-block-missing``.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result
        >>> answer_without_thoughts(chat(assistant(call("c1")), tool_result("c1", "42")))
        0
    """
    place = len(messages) - 1
    while place >= 0 and isinstance(messages[place], ToolResult):
        place -= 1
    asked = messages[place] if 0 <= place < len(messages) - 1 else None
    if not isinstance(asked, Assistant) or not asked.calls or asked.reasoning:
        return None
    return place
