"""A strict judge of DeepSeek requests, of its own mind: the catalogue and the public reference."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Literal

Complaints = Iterator[str]
Version = Literal["chat", "thinking", "r1"]

NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
ROLES = ("system", "user", "assistant", "tool")


def judge(body: object, version: Version = "chat") -> list[str]:
    """Say what would be refused in *body*, a list of messages or a request."""
    rows = body.get("messages") if isinstance(body, dict) else body
    if not isinstance(rows, list) or not rows:
        return ["messages: at least one"]
    found = [one for place, row in enumerate(rows) for one in _message(row, f"[{place}]", version)]
    try:
        json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
    except (UnicodeEncodeError, ValueError) as wrong:
        found.append(f"no JSON in UTF-8: {type(wrong).__name__}")
    return found or [*_pairs(rows), *(_order(rows) if version == "r1" else ())]


def _message(row: Any, at: str, version: Version) -> Complaints:
    if not isinstance(row, dict) or row.get("role") not in list(ROLES):
        yield f"{at}.role: one of {ROLES}"
        return
    role = row["role"]
    if "content" not in row:
        yield f"{at}: missing field content"
        return
    content = row["content"]
    if isinstance(content, list):
        if not content:
            yield f"{at}.content: a text or parts"
        for number, part in enumerate(content):
            yield from _part(part, f"{at}.content[{number}]")
    elif not isinstance(content, str) and not (
        content is None and role == "assistant" and row.get("tool_calls")
    ):
        yield f"{at}.content: a text or parts"
    if not isinstance(row.get("name"), str | None):
        yield f"{at}.name: a text"
    if role == "assistant":
        yield from _answer(row, at, version)
    elif role == "tool" and (
        not isinstance(row.get("tool_call_id"), str) or not row["tool_call_id"]
    ):
        yield f"{at}.tool_call_id: the id of a call"


def _part(part: Any, at: str) -> Complaints:
    kind = part.get("type") if isinstance(part, dict) else None
    if not isinstance(kind, str) or kind != "text":
        yield f"{at}: unknown variant {kind!r}, expected text"
    elif not isinstance(part.get("text"), str):
        yield f"{at}.text: a text"


def _answer(row: Any, at: str, version: Version) -> Complaints:
    calls, thoughts = row.get("tool_calls"), row.get("reasoning_content")
    for key in ("function_call", "audio", "refusal"):
        if row.get(key) is not None:
            yield f"{at}.{key}: nothing reads it"
    if not isinstance(row.get("prefix"), bool | None):
        yield f"{at}.prefix: true or false"
    if not isinstance(thoughts, str | None):
        yield f"{at}.reasoning_content: a text"
    if calls is not None and (not isinstance(calls, list) or not calls):
        yield f"{at}.tool_calls: a list of calls"
        return
    for number, call in enumerate(calls or ()):
        yield from _call(call, f"{at}.tool_calls[{number}]")
    if version == "thinking" and calls and thoughts is None:
        yield f"{at}: missing reasoning_content field"
    if version == "r1" and thoughts is not None:
        yield f"{at}: reasoning_content in the input"


def _call(call: Any, at: str) -> Complaints:
    if not isinstance(call, dict) or not isinstance(call.get("id"), str) or not call["id"]:
        yield f"{at}.id: a text"
        return
    function = call.get("function")
    if call.get("type") != "function" or not isinstance(function, dict):
        yield f"{at}: a call of a function"
        return
    name, arguments = function.get("name"), function.get("arguments")
    if not isinstance(name, str) or not name:
        yield f"{at}.function.name: the name of a function"
    try:
        json.loads(arguments if isinstance(arguments, str) else "")
    except ValueError:
        yield f"{at}.function.arguments: JSON"


def _pairs(rows: list[Any]) -> Complaints:
    """Each call is answered once, right behind; nothing else is answered."""
    waiting: list[str] = []
    answered: list[str] = []
    for place, row in enumerate(rows):
        if row["role"] == "tool":
            if row["tool_call_id"] in waiting:
                waiting.remove(row["tool_call_id"])
                answered.append(row["tool_call_id"])
            elif row["tool_call_id"] not in answered:  # twice in a row is known to nobody
                yield f"[{place}]: a result of no call before it"
            continue
        if waiting:
            yield f"[{place}]: insufficient tool messages following tool_calls"
        calls = row.get("tool_calls") if row["role"] == "assistant" else None
        answered, waiting = [], [call["id"] for call in calls or ()]
        if len(set(waiting)) < len(waiting):
            yield f"[{place}]: two calls with one id"
    if waiting:
        yield "at the end: insufficient tool messages following tool_calls"


def _order(rows: list[Any]) -> Complaints:
    spoken = [row for row in rows if row["role"] != "system"]
    if spoken and spoken[0]["role"] != "user":
        yield "the first message (except the system message) must be a user message"
    for place, (before, row) in enumerate(pairwise(rows), 1):
        if before["role"] == row["role"] and row["role"] in ("user", "assistant"):
            yield f"[{place}]: successive user or assistant messages"
    if rows[-1]["role"] == "assistant" and not rows[-1].get("prefix"):
        yield "the last message must be a user message, or an assistant message with prefix mode on"
