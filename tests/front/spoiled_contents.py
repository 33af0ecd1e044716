"""Requests for Gemini spoiled at random, the same for the same seed."""

from __future__ import annotations

import copy
from collections.abc import Callable
from random import Random
from typing import Any

__all__ = ["WHOLE", "spoiled_request"]

Row = dict[str, Any]

DOT = {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}}


def _called(*names: str, signed: bool = True, **more: Any) -> Row:
    parts: list[Row] = [{"functionCall": {"name": name, "args": {}, **more}} for name in names]
    if signed:
        parts[0]["thoughtSignature"] = "c2lnbmVk"
    return {"role": "model", "parts": parts}


def _answered(*names: str, **more: Any) -> Row:
    return {
        "role": "user",
        "parts": [
            {"functionResponse": {"name": name, "response": {"result": "42"}, **more}}
            for name in names
        ],
    }


def _said(role: str, *texts: str) -> Row:
    return {"role": role, "parts": [{"text": text} for text in texts]}


WHOLE: Row = {
    "systemInstruction": {"parts": [{"text": "Be brief."}]},
    "contents": [
        {"role": "user", "parts": [{"text": "Look:"}, DOT]},
        {"role": "model", "parts": [{"text": "Hm.", "thought": True}, {"text": "A dot."}]},
        _said("user", "And now?", "Both."),
        _called("now", "find"),
        _answered("now", "find"),
        _called("find", id="c1"),
        _answered("find", id="c1"),
        _said("model", "Noon."),
        _said("user", "Sure?"),
        _called("now"),
        _answered("now"),
    ],
    "tools": [
        {
            "functionDeclarations": [
                {"name": "now"},
                {
                    "name": "find",
                    "parameters": {"type": "object", "properties": {"what": {"type": "string"}}},
                },
            ]
        }
    ],
    "toolConfig": {
        "functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["now", "find"]}
    },
    "generationConfig": {"temperature": 0.5},
}

VALUES: tuple[Any, ...] = (
    None,
    "",
    " ",
    "x",
    "\ud83d",
    "y" * 90,
    "9 lives",
    5,
    1.5,
    True,
    [],
    {},
    [None],
    [[]],
    ["a", 5],
    {"text": "t"},
    {"text": ""},
    [{"text": None}],
    [DOT],
    [{"inlineData": {"mimeType": "image/png", "data": ""}}],
    [{"fileData": {"fileUri": "https://a.example/x.png"}}],
    [{"functionCall": {"name": "find"}}],
    [{"functionResponse": {"name": "find", "response": {}}}],
    {"name": "find", "args": {"a": 1}},
    {"name": "other", "response": {"a": 1}},
    {"type": "string", "const": "a"},
    {"type": "object", "properties": {}},
)
KEYS = (
    "role",
    "parts",
    "text",
    "thought",
    "thoughtSignature",
    "functionCall",
    "functionResponse",
    "inlineData",
    "name",
    "args",
    "response",
    "id",
    "data",
    "mood",
    "parameters",
)
ROLES = ("user", "model", "assistant", "tool", "function", "system", "human")


def spoiled_request(seed: int) -> Row:
    """Return a request with a few damages, chosen by *seed*."""
    random = Random(seed)
    body = copy.deepcopy(WHOLE)
    rows = body["contents"]
    start = random.randrange(len(rows))
    body["contents"] = rows[start : start + random.randint(1, len(rows))]
    if random.random() < 0.5:
        body.pop(random.choice(("systemInstruction", "tools", "toolConfig")))
    for _ in range(random.randint(1, 6)):
        random.choice(_WAYS)(body, random)
    return body


def _objects(value: Any) -> list[Row]:
    found: list[Row] = []
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            found.append(one)
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
    return found


def _lists(body: Row) -> list[list[Any]]:
    """List the contents, and the parts of each."""
    rows = body["contents"]
    held = [row["parts"] for row in rows if isinstance(row, dict) and "parts" in row]
    return [rows, *(one for one in held if isinstance(one, list))]


def _set(body: Row, random: Random) -> None:
    schemas = [
        one["parameters"]
        for tool in body.get("tools", ())
        for one in tool["functionDeclarations"]
        if "parameters" in one
    ]
    objects = _objects([body["contents"], schemas])
    if objects:
        one = random.choice(objects)
        one[random.choice([*one, *one, random.choice(KEYS)])] = copy.deepcopy(random.choice(VALUES))


def _unset(body: Row, random: Random) -> None:
    objects = [one for one in _objects(body["contents"]) if one]
    if objects:
        one = random.choice(objects)
        del one[random.choice(list(one))]


def _lose(body: Row, random: Random) -> None:
    held = random.choice(_lists(body))
    if held:
        del held[random.randrange(len(held))]


def _repeat(body: Row, random: Random) -> None:
    held = random.choice(_lists(body))
    if held:
        held.insert(random.randint(0, len(held)), copy.deepcopy(random.choice(held)))


def _move(body: Row, random: Random) -> None:
    one, other = random.choice(_lists(body)), random.choice(_lists(body))
    if one and (one is other or (one is not body["contents"] and other is not body["contents"])):
        taken = one.pop(random.randrange(len(one)))
        other.insert(random.randint(0, len(other)), taken)


def _rename(body: Row, random: Random) -> None:
    objects = [one for one in body["contents"] if isinstance(one, dict)]
    if objects:
        random.choice(objects)["role"] = random.choice(ROLES)


_WAYS: tuple[Callable[[Row, Random], None], ...] = (
    _set,
    _set,
    _unset,
    _lose,
    _repeat,
    _move,
    _move,
    _rename,
)
