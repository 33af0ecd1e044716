"""The estimate of a turn: tokens by characters, the same on every machine."""

from __future__ import annotations

import functools
import json
import re
from typing import Final

from ctxfn.arguments import blames_arguments
from ctxfn.messages import Assistant, Message, text_of
from ctxfn.tools import wire_name
from ctxfn.turns.by_identity import ByIdentity

__all__ = ["estimate_characters", "estimate_message"]

#: Characters that a vocabulary spends more than one token on: CJK, kana, hangul, full width.
_WIDE: Final = "\u2e80-\u9fff\ua000-\ua4ff\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef"
_NARROW: Final = re.compile(f"[^{_WIDE}]+")

#: Texts up to this length are remembered.
_SHORT: Final = 1_000

#: What every message costs besides its words.
_OVERHEAD: Final = 4


@blames_arguments
def estimate_characters(text: str) -> int:
    """Return the estimated tokens of *text*.

    Contract:
        A wide character (CJK and its like) counts 1.5; a run of n others counts n / 3.5, rounded
        up; so does the sum. Characters are code points.

    Complexity: O(characters).

    Source: the chat agent's estimate, rule A1.

    Examples:
        >>> [estimate_characters(text) for text in ("", "abcd", "你好", "a你b", "x" * 350)]
        [0, 2, 3, 4, 100]
    """
    return _remembered(text) if len(text) <= _SHORT else _counted(text)


@functools.lru_cache(maxsize=16_384)
def _remembered(text: str) -> int:
    """The same history is estimated in every call of a turn; of long texts the memory is not worth it."""
    return _counted(text)


def _counted(text: str) -> int:
    runs = [run.end() - run.start() for run in _NARROW.finditer(text)]
    narrow = sum(-(-2 * length // 7) for length in runs)
    return narrow + -(-3 * (len(text) - sum(runs)) // 2)


@blames_arguments
def estimate_message(message: Message) -> int:
    """Return the estimated tokens of *message*: its words, its calls and its reasoning.

    Contract:
        Four for the message, its text, its calls as compact JSON, its reasoning. Media cost
        nothing; neither zone, place nor marks matter.

    Complexity: O(characters); O(1) for a message that was estimated before.

    Source: the chat agent's estimate, rule A1.

    Examples:
        >>> from ctxfn.messages import user
        >>> estimate_message(user("abcd"))
        6
    """
    return _COSTS.of(message)


def _cost(message: Message) -> int:
    total = _OVERHEAD + estimate_characters(text_of(message))
    if isinstance(message, Assistant):
        total += sum(estimate_characters(one.text) for one in message.reasoning)
        if message.calls:
            total += estimate_characters(_calls(message))
    return total


#: A history is estimated four times in each call of a turn.
_COSTS: Final = ByIdentity(_cost)


def _calls(message: Assistant) -> str:
    rows = [
        {
            "id": call.id,
            "type": "function",
            "function": {
                "name": call.tool if isinstance(call.tool, str) else wire_name(call.tool),
                "arguments": call.arguments,
            },
        }
        for call in message.calls
    ]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
