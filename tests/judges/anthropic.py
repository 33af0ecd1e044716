"""A strict judge of Anthropic requests, of its own mind: what the API refuses, and nothing of ours."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

Complaints = Iterator[str]
Turn = tuple[str, list[tuple[str, dict[str, Any]]]]

ID = re.compile(r"[a-zA-Z0-9_-]+")
NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}")
PICTURES = ("image/png", "image/jpeg", "image/gif", "image/webp")
#: Blocks that only one role may hold; all others are of server tools and newer than this judge.
OF_USERS = ("tool_result", "image", "document")
OF_ANSWERS = ("tool_use", "thinking", "redacted_thinking")
SERVED = ("_tool_use", "_tool_result")
KNOWN = {
    "text": {"type", "text", "citations", "cache_control"},
    "tool_use": {"type", "id", "name", "input", "cache_control", "caller"},
    "tool_result": {"type", "tool_use_id", "content", "is_error", "cache_control"},
    "thinking": {"type", "thinking", "signature"},
    "redacted_thinking": {"type", "data"},
    "image": {"type", "source", "cache_control"},
    "document": {"type", "source", "title", "context", "citations", "cache_control"},
}
MOST_MARKERS = 4


def judge(body: object, *, strict: bool = False, recent: bool = True) -> list[str]:
    """Say what a strict server would refuse in *body*, a list of messages or a request.

    *strict*: turns have to alternate and begin with a person. *recent*: a model that takes
    system text among the messages, and no last turn of its own.
    """
    request = body if isinstance(body, dict) else {"messages": body}
    rows = request.get("messages")
    if not isinstance(rows, list) or not rows:
        return ["messages: at least one"]
    found = [one for place, row in enumerate(rows) for one in _message(row, f"[{place}]", recent)]
    found += _request(request)
    try:
        json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
    except (UnicodeEncodeError, ValueError) as wrong:
        found.append(f"no JSON in UTF-8: {type(wrong).__name__}")
    if found:
        return found
    roles = [row["role"] for row in rows if row["role"] != "system"]
    if not roles:
        return ["messages: one that a person or the model says"]
    return [*_order(roles, strict), *_pairs(_turns(rows)), *_end(rows[-1], recent)]


def _request(request: dict[str, Any]) -> Complaints:
    system, tools = request.get("system"), request.get("tools")
    if isinstance(system, list):
        for number, block in enumerate(system):
            yield from _block(block, f"system[{number}]", "system")
    elif not isinstance(system, str | None):
        yield "system: a text or blocks"
    if tools is not None:
        yield from _tools(tools)
    marked = list(_markers(request))
    if len(marked) > MOST_MARKERS:
        yield f"cache_control: {len(marked)} markers"


def _tools(tools: Any) -> Complaints:
    if not isinstance(tools, list):
        yield "tools: a list"
        return
    names: list[str] = []
    for number, tool in enumerate(tools):
        if not isinstance(tool, dict) or not isinstance(tool.get("name"), str | None):
            yield f"tools[{number}]: an object with a name"
            continue
        if tool.get("type") in (None, "custom"):
            schema = tool.get("input_schema")
            if not NAME.fullmatch(tool.get("name") or ""):
                yield f"tools[{number}].name: {tool.get('name')!r}"
            if not isinstance(schema, dict) or schema.get("type") != "object":
                yield f"tools[{number}].input_schema: of an object"
            if isinstance(schema, dict) and not isinstance(schema.get("required", []), list):
                yield f"tools[{number}].input_schema.required: a list"
        names.append(str(tool.get("name")))
    if len(set(names)) < len(names):
        yield "tools: one name twice"


def _markers(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        if isinstance(value.get("cache_control"), dict) and "messages" not in value:
            yield value["cache_control"]
        for key, inner in value.items():
            if key not in ("input", "input_schema"):
                yield from _markers(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _markers(inner)


def _message(row: Any, at: str, recent: bool) -> Complaints:
    if not isinstance(row, dict):
        yield f"{at}: an object"
        return
    role, content = row.get("role"), row.get("content")
    if role not in (("user", "assistant", "system") if recent else ("user", "assistant")):
        yield f"{at}.role: {role!r}"
        return
    for key in row.keys() - {"role", "content"}:
        yield f"{at}.{key}: extra inputs are not permitted"
    if isinstance(content, str):
        if not content:
            yield f"{at}.content: empty"
        return
    if not isinstance(content, list) or (not content and role != "system"):
        yield f"{at}.content: a text or blocks"
        return
    for number, block in enumerate(content):
        yield from _block(block, f"{at}.content[{number}]", role)


def _block(block: Any, at: str, role: Any) -> Complaints:
    if not isinstance(block, dict) or not isinstance(block.get("type"), str):
        yield f"{at}: a block with a type"
        return
    kind = block["type"]
    if (kind in OF_USERS and role not in ("user", "result")) or (
        (kind in OF_ANSWERS or kind.endswith(SERVED)) and role != "assistant"
    ):
        yield f"{at}: {kind} under {role}"
        return
    for key in block.keys() - KNOWN.get(kind, block.keys()):
        yield f"{at}.{key}: extra inputs are not permitted"
    if kind in ("image", "document"):
        yield from _source(block.get("source"), f"{at}.source", kind)
    elif kind in _BLOCKS:
        yield from _BLOCKS[kind](block, at)


def _words(block: dict[str, Any], at: str) -> Complaints:
    if not _is_words(block.get("text")):
        yield f"{at}.text: non-empty"


def _thinking(block: dict[str, Any], at: str) -> Complaints:
    if not isinstance(block.get("thinking"), str) or not _is_words(block.get("signature")):
        yield f"{at}.signature: a signature"


def _redacted(block: dict[str, Any], at: str) -> Complaints:
    if not _is_words(block.get("data")):
        yield f"{at}.data: sealed"


def _is_words(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _source(source: Any, at: str, kind: str) -> Complaints:
    if not isinstance(source, dict):
        yield f"{at}: an object"
        return
    how = source.get("type")
    if how == "base64":
        taken = PICTURES if kind == "image" else ("application/pdf",)
        if source.get("media_type") not in taken or not _is_words(source.get("data")):
            yield f"{at}: bytes of {taken}"
    elif how == "url":
        if not str(source.get("url")).startswith(("http://", "https://")):
            yield f"{at}.url: an address"
    elif how == "file":
        if not _is_words(source.get("file_id")):
            yield f"{at}.file_id: an id"
    elif kind == "image" or how not in ("text", "content"):
        yield f"{at}.type: {how!r}"
    elif how == "text" and (
        source.get("media_type") != "text/plain" or not isinstance(source.get("data"), str)
    ):
        yield f"{at}: plain text"


def _call(block: dict[str, Any], at: str) -> Complaints:
    if not isinstance(block.get("id"), str) or not ID.fullmatch(block["id"]):
        yield f"{at}.id: {block.get('id')!r}"
    if not isinstance(block.get("name"), str) or not NAME.fullmatch(block["name"]):
        yield f"{at}.name: {block.get('name')!r}"
    if not isinstance(block.get("input"), dict):
        yield f"{at}.input: an object"


def _result(block: dict[str, Any], at: str) -> Complaints:
    if not isinstance(block.get("tool_use_id"), str) or not ID.fullmatch(block["tool_use_id"]):
        yield f"{at}.tool_use_id: {block.get('tool_use_id')!r}"
    if not isinstance(block.get("is_error", False), bool):
        yield f"{at}.is_error: true or false"
    content = block.get("content", "")
    if isinstance(content, list):
        for number, inner in enumerate(content):
            yield from _block(inner, f"{at}.content[{number}]", "result")
    elif not isinstance(content, str):
        yield f"{at}.content: a text or blocks"


_BLOCKS: dict[str, Callable[[dict[str, Any], str], Complaints]] = {
    "text": _words,
    "thinking": _thinking,
    "redacted_thinking": _redacted,
    "tool_use": _call,
    "tool_result": _result,
}


def _order(roles: list[str], strict: bool) -> Complaints:
    if strict and roles[0] != "user":
        yield "the first turn is the user's"
    if strict and any(one == other for one, other in pairwise(roles)):
        yield "roles must alternate"


def _turns(rows: list[Any]) -> list[Turn]:
    """Put together what the API reads as one turn: neighbours of one role."""
    turns: list[Turn] = []
    for place, row in enumerate(rows):
        content = row["content"]
        blocks = [{"type": "text"}] if isinstance(content, str) else content
        placed = [(f"[{place}]", block) for block in blocks]
        if turns and turns[-1][0] == row["role"]:
            turns[-1][1].extend(placed)
        elif row["role"] != "system":
            turns.append((row["role"], placed))
    return turns


def _pairs(turns: list[Turn]) -> Complaints:
    """Each call is answered first thing in the turn behind it, once, and nothing else is."""
    waiting: list[str] = []
    for role, blocks in turns:
        if role == "assistant":
            if waiting:
                yield f"calls without results: {waiting}"
            waiting = [block["id"] for _, block in blocks if block["type"] == "tool_use"]
            if len(set(waiting)) < len(waiting):
                yield f"ids of calls must be unique: {waiting}"
            yield from _served(blocks)
            continue
        kinds = [block["type"] for _, block in blocks]
        first = kinds[: kinds.count("tool_result")]
        if set(first) - {"tool_result"} and "tool_result" in kinds:
            yield f"{blocks[0][0]}: results come first"
        answers = [block["tool_use_id"] for _, block in blocks if block["type"] == "tool_result"]
        if sorted(answers) != sorted(waiting):
            yield f"{blocks[0][0] if blocks else ''}: results {answers} of calls {waiting}"
        waiting = []
    if waiting:
        yield f"at the end: {waiting} not answered"


def _served(blocks: list[tuple[str, dict[str, Any]]]) -> Complaints:
    asked = {block.get("id") for _, block in blocks if block["type"].endswith("_tool_use")}
    for at, block in blocks:
        kind = block["type"]
        if kind.endswith("_tool_result") and block.get("tool_use_id") not in asked:
            yield f"{at}: a server's result of no call"


def _end(row: Any, recent: bool) -> Complaints:
    if row["role"] != "assistant":
        return
    content = row["content"]
    last = content if isinstance(content, str) else content[-1].get("text", "")
    if last != last.rstrip():
        yield "final assistant content cannot end with trailing whitespace"
    if recent:
        yield "the last turn is not the model's"
