"""The words of a result, and the object that the format wants in their place."""

from __future__ import annotations

import json
from typing import Final

from ctxfn.messages import MAX_JSON_DEPTH
from ctxfn.wire.openai_chat.reader import is_no_number, json_text

__all__ = ["NO_JSON", "json_in", "response_of", "words_of"]


class NoJson:
    """What is in a text that holds no JSON value we could write again."""


NO_JSON: Final = NoJson()

_RESULT: Final = "result"


def words_of(response: object) -> str:
    """Say in words what a tool answered; an object with nothing but ``result`` is unwrapped.

    Contract:
        ``response_of(words_of(x))`` says the same as *x*, an object.

    Source: several clients wrap so; the API's reference names ``output`` and ``error`` too,
    which stay as they are.

    Examples:
        >>> words_of({"result": "noon"}), words_of({"n": 80}), words_of({"result": [1]})
        ('noon', '{"n":80}', '[1]')
    """
    if isinstance(response, dict) and tuple(response) == (_RESULT,):
        response = response[_RESULT]
    if response is None or isinstance(response, str):
        return "null" if response is None else response
    return json_text(response)


def response_of(text: str) -> dict[str, object]:
    """Make an object of *text*: itself if it is one in JSON, else one that holds it.

    Contract:
        ``words_of(response_of(text))`` is *text*, white space in JSON and the spelling of its
        characters aside. Text that repeats a key, or a number written otherwise than JSON
        would, stays text.

    Source: google/adk-js#347, symfony/ai#2040.

    Examples:
        >>> response_of("noon"), response_of('{"n": 80}'), response_of("[1]")
        ({'result': 'noon'}, {'n': 80}, {'result': [1]})
    """
    value = json_in(text)
    if isinstance(value, dict):
        return {_RESULT: value} if tuple(value) == (_RESULT,) else value
    if isinstance(value, list):
        return {_RESULT: value}
    plain = value is NO_JSON or isinstance(value, str) or json_text(value) != text
    return {_RESULT: text if plain else value}


def json_in(text: str) -> object:
    """Return the JSON value that *text* is, or `NO_JSON`."""
    try:
        if text.count("[") + text.count("{") >= MAX_JSON_DEPTH:
            return NO_JSON
        value = json.loads(text, parse_constant=_refuse, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        return NO_JSON
    return NO_JSON if _has_no_number(value) else value


def _refuse(word: str) -> object:
    raise ValueError(word)


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key twice")
    return found


def _has_no_number(value: object) -> bool:
    """Say whether a number in *value* was too large for JSON to write again."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
        elif is_no_number(one):
            return True
    return False
