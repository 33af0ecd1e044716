"""Conversations spoiled at random, the same for the same seed."""

from __future__ import annotations

import copy
from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

__all__ = ["WAYS", "WHOLE", "Way", "spoiled"]

Row = dict[str, Any]
Way: TypeAlias = Callable[[list[Any], Random], None]

IMAGE = {"type": "image_url", "image_url": {"url": "https://a.example/x.png"}}
SOUND = {"type": "input_audio", "input_audio": {"data": "AAAA", "format": "mp3"}}
FILE = {"type": "file", "file": {"file_id": "f1"}}


def _asked(*ids: str, kind: str = "function") -> Row:
    word = "arguments" if kind == "function" else "input"
    calls = [{"id": one, "type": kind, kind: {"name": "find", word: "{}"}} for one in ids]
    return {"role": "assistant", "content": None, "tool_calls": calls}


def _answer(id: str, content: Any = "42") -> Row:
    return {"role": "tool", "tool_call_id": id, "content": content}


WHOLE: list[Row] = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": [{"type": "text", "text": "Look:"}, IMAGE, FILE]},
    _asked("c1", "c2"),
    _answer("c1"),
    _answer("c2", [{"type": "text", "text": "43"}]),
    {"role": "assistant", "content": "Both."},
    {"role": "user", "content": "And now?", "name": "ann"},
    {"role": "assistant", "content": None, "function_call": {"name": "now", "arguments": "{}"}},
    {"role": "function", "name": "now", "content": "noon"},
    {"role": "assistant", "content": [{"type": "refusal", "refusal": "No more."}]},
    {"role": "user", "content": [SOUND, {"type": "text", "text": "Why?"}]},
    _asked("c3", kind="custom"),
    _answer("c3"),
    {"role": "developer", "content": "Say why."},
    {"role": "assistant", "content": "Because.", "refusal": None},
    {"role": "user", "content": "Oh."},
]

VALUES: tuple[Any, ...] = (
    None,
    "",
    " ",
    "x",
    "\ud83d",
    "y" * 60,
    5,
    1.5,
    True,
    [],
    {},
    [None],
    [[]],
    [""],
    ["a", 5],
    {"type": "text"},
    {"type": "text", "text": None},
    [{"type": "text", "text": None}],
    [{"type": "image_url", "image_url": "https://a.example/y.png"}],
    [{"type": "image_url", "image_url": {}}],
    [{"type": "odd", "odd": "\ud83d"}],
    [IMAGE],
    [SOUND],
    [FILE],
    [{"type": "refusal", "refusal": "no"}],
    [{"id": "c9"}],
    [{"function": {"name": "find", "arguments": {"a": 1}}}],
    {"name": "find"},
    {"id": "c1", "type": "function", "function": {"name": "", "arguments": "{"}},
)

KEYS = (
    "content",
    "role",
    "name",
    "tool_calls",
    "tool_call_id",
    "function_call",
    "refusal",
    "audio",
    "reasoning_content",
    "id",
    "type",
    "text",
    "image_url",
    "function",
    "arguments",
    "mood",
)


def spoiled(seed: int) -> list[Any]:
    """Return a conversation with a few damages, chosen by *seed*."""
    random = Random(seed)
    start = random.randrange(len(WHOLE))
    rows: list[Any] = copy.deepcopy(WHOLE[start : start + random.randint(1, len(WHOLE))])
    for _ in range(random.randint(1, 6)):
        random.choice(WAYS)(rows, random)
    return rows


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


def _set(rows: list[Any], random: Random) -> None:
    objects = _objects(rows)
    if objects:
        one = random.choice(objects)
        key = random.choice([*one, *one, random.choice(KEYS)])
        one[key] = copy.deepcopy(random.choice(VALUES))


def _unset(rows: list[Any], random: Random) -> None:
    objects = [one for one in _objects(rows) if one]
    if objects:
        one = random.choice(objects)
        del one[random.choice(list(one))]


def _lose(rows: list[Any], random: Random) -> None:
    if rows:
        del rows[random.randrange(len(rows))]


def _repeat(rows: list[Any], random: Random) -> None:
    if rows:
        rows.insert(random.randint(0, len(rows)), copy.deepcopy(random.choice(rows)))


def _move(rows: list[Any], random: Random) -> None:
    if rows:
        rows.insert(random.randint(0, len(rows)), rows.pop(random.randrange(len(rows))))


def _join(rows: list[Any], random: Random) -> None:
    """Give one message the keys of another."""
    objects = [one for one in rows if isinstance(one, dict)]
    if objects:
        one, other = random.choice(objects), random.choice(objects)
        for key, value in copy.deepcopy(other).items():
            one.setdefault(key, value)


def _rename(rows: list[Any], random: Random) -> None:
    objects = [one for one in rows if isinstance(one, dict)]
    if objects:
        roles = ["user", "assistant", "tool", "function", "system", "human", "developer"]
        random.choice(objects)["role"] = random.choice(roles)


WAYS: tuple[Way, ...] = (
    _set,
    _set,
    _set,
    _unset,
    _lose,
    _repeat,
    _move,
    _join,
    _rename,
)
