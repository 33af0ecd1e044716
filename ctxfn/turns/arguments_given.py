"""Arguments and results of calls: what may run, and how much of an answer is kept."""

from __future__ import annotations

import json
from typing import Final

from attrs import frozen

from ctxfn.arguments import blames_arguments
from ctxfn.errors import InvalidArgument, shown
from ctxfn.messages import InvalidJson, TooDeep, parse_json
from ctxfn.tokens import is_finite, rounded_down
from ctxfn.turns.wording import WORDING, Wording

__all__ = ["Verdict", "failed", "limit_result", "result_limit", "verdict_of"]

#: Characters of broken arguments that are said back to the model; of an answer for a token.
_SHOWN: Final = 200
_CHARACTERS: Final = 3.5

_KINDS: Final = {type(None): "null", bool: "true or false", str: "a text", list: "a list"}


@frozen
class Verdict:
    """What the arguments of a call are worth: those to keep, and the error if it may not run."""

    arguments: str
    error: str | None = None


@blames_arguments
def verdict_of(arguments: str, *, wording: Wording = WORDING) -> Verdict:
    """Say whether a call with *arguments* may run.

    Contract:
        Nothing at all means no arguments; a JSON object runs. Anything else does not: the error
        says why to the model, with the first 200 characters, and ``{}`` is kept in their place.

    Complexity: O(characters).

    Source: the chat agent's calls, rule A10.1.

    Examples:
        >>> [verdict_of(raw).error is None for raw in ("", '{"a": 1}', " ", "[1]", '{"a": NaN}')]
        [True, True, False, False, False]
    """
    if not arguments:
        return Verdict(arguments)
    try:
        value = parse_json(arguments).value
    except (InvalidJson, TooDeep):
        reason = "this is no JSON"
    else:
        if isinstance(value, dict):
            return Verdict(arguments)
        reason = f"this is {_KINDS.get(type(value), 'a number')}, no object"
    told = wording.bad_arguments.replace("{reason}", reason)
    return Verdict("{}", told.replace("{raw}", arguments[:_SHOWN]))


@blames_arguments
def result_limit(context_length: int, ratio: float) -> int:
    """Return how many characters of a result a window of *context_length* tokens has room for.

    Contract:
        The share *ratio* of it, 3.5 characters a token, rounded down.

    Complexity: O(1).

    Source: the chat agent's calls, rule A10.2.

    Raises:
        InvalidArgument: *context_length* or *ratio* is not finite.

    Examples:
        >>> [result_limit(tokens, 0.15) for tokens in (8192, 32_000, 128_000)]
        [4300, 16800, 67200]
    """
    for name, value in (("context_length", context_length), ("ratio", ratio)):
        if not is_finite(value):
            raise InvalidArgument(f"result_limit, {name}", shown(value), "a number that is finite")
    return max(0, rounded_down(context_length, ratio, _CHARACTERS))


def limit_result(text: str, limit: int, wording: Wording) -> str:
    """Cut *text* to *limit* characters, and say how long it was."""
    if len(text) <= limit:
        return text
    return text[:limit] + wording.long_result.replace("{length}", str(len(text)))


def failed(message: str) -> str:
    """Write an error as the result a model reads."""
    return json.dumps({"error": message}, ensure_ascii=False)
