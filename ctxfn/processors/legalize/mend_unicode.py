"""Replace what no text in UTF-8 can hold."""

from __future__ import annotations

import re
from typing import Final

from attrs import evolve

from ctxfn.messages import Assistant, Call, System, Text, ToolResult, User, map_text, with_calls
from ctxfn.pipeline import each_message

__all__ = ["mend_unicode"]

#: Halves of a character above U+FFFF without the other half: text was cut between them.
_LONE: Final = re.compile("[\ud800-\udfff]")


@each_message
def mend_unicode(
    message: System | User | Assistant | ToolResult, /
) -> System | User | Assistant | ToolResult:
    """Put U+FFFD where a lone surrogate stands, in texts and in arguments.

    Contract:
        Nothing else changes; text without surrogates is the same object. Twice is once.

    Complexity: O(characters).

    Source: catalogue rule ``invalid-unicode``; JSON in UTF-8 cannot carry them.

    Examples:
        >>> from ctxfn.messages import chat, text_of, user
        >>> text_of(mend_unicode(chat(user("cut \\ud83d")))[0]) == "cut \\ufffd"
        True
    """
    if _is_whole(message):
        return message
    mended = map_text(_mended, message)
    if isinstance(mended, Assistant) and mended.calls:
        calls = tuple(_call(one) for one in mended.calls)
        if any(new is not old for new, old in zip(calls, mended.calls, strict=True)):
            return with_calls(mended, calls)
    return mended


def _is_whole(message: System | User | Assistant | ToolResult) -> bool:
    """Say whether nothing in *message* needs mending: nearly always, and told without a copy."""
    for part in message.parts:
        if isinstance(part, Text) and not _is_encodable(part.text):
            return False
    if isinstance(message, Assistant):
        return all(_is_encodable(call.arguments) for call in message.calls)
    return True


def _is_encodable(text: str) -> bool:
    """Say whether UTF-8 can hold *text*; to try is quicker than to search for halves."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _mended(text: str) -> str:
    return text if _is_encodable(text) else _LONE.sub("\ufffd", text)


def _call(call: Call) -> Call:
    arguments = _mended(call.arguments)
    return call if arguments == call.arguments else evolve(call, arguments=arguments)
