"""A strict judge of Mistral requests, of its own mind: the catalogue and the public reference."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, Literal

Complaints = Iterator[str]
Version = Literal["hosted", "current", "legacy"]

ID = re.compile(r"[a-zA-Z0-9]{9}")
NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
KEYS = {
    "system": {"role", "content"},
    "user": {"role", "content"},
    "assistant": {"role", "content", "tool_calls", "prefix"},
    "tool": {"role", "content", "tool_call_id", "name"},
}
#: The chunks that each role may hold; the oldest models take texts alone.
CHUNKS = {
    "system": ("text", "thinking"),
    "user": ("text", "image_url", "document_url", "file", "input_audio"),
    "assistant": ("text", "thinking", "reference", "tool_reference"),
    "tool": ("text",),
}
OLD_CHUNKS = {"system": ("text",), "user": ("text",), "assistant": ("text",)}


def judge(body: object, version: Version = "hosted") -> list[str]:
    """Say what would be refused in *body*, a list of messages or a request."""
    rows = body.get("messages") if isinstance(body, dict) else body
    if not isinstance(rows, list) or not rows:
        return ["messages: at least one"]
    found = [one for place, row in enumerate(rows) for one in _message(row, f"[{place}]", version)]
    found += _tools(body.get("tools") if isinstance(body, dict) else None)
    try:
        json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
    except (UnicodeEncodeError, ValueError) as wrong:
        found.append(f"no JSON in UTF-8: {type(wrong).__name__}")
    return found or [*_order(rows, version), *_pairs(rows), *_end(rows)]


def _tools(tools: Any) -> Complaints:
    if tools is None:
        return
    for number, tool in enumerate(tools):
        function = tool.get("function") if isinstance(tool, dict) else None
        if not isinstance(function, dict) or not _is_name(function.get("name")):
            yield f"tools[{number}].function.name: the name of a function"


def _message(row: Any, at: str, version: Version) -> Complaints:
    if not isinstance(row, dict) or row.get("role") not in list(KEYS):
        yield f"{at}.role: one of {sorted(KEYS)}"
        return
    for key in row.keys() - KEYS[row["role"]]:
        yield f"{at}.{key}: extra inputs are not permitted"
    yield from _content(row, at, version)
    if row["role"] == "assistant":
        yield from _answer(row, at, version)
    if row["role"] == "tool":
        if not isinstance(row.get("tool_call_id"), str) or not ID.fullmatch(row["tool_call_id"]):
            yield f"{at}.tool_call_id: nine letters and digits"
        if row.get("name") is not None and not _is_name(row["name"]):
            yield f"{at}.name: the name of a function"


def _content(row: Any, at: str, version: Version) -> Complaints:
    role, content = row["role"], row.get("content")
    silent = role == "assistant" and bool(row.get("tool_calls"))
    if content is None or content == []:
        if not silent or (content == [] and version == "legacy"):
            yield f"{at}.content: a text or chunks"
    elif isinstance(content, list):
        old = OLD_CHUNKS if version == "legacy" else {}
        for number, chunk in enumerate(content):
            kinds = old.get(role, CHUNKS[role])
            yield from _chunk(chunk, f"{at}.content[{number}]", kinds)
    elif not isinstance(content, str):
        yield f"{at}.content: a text or chunks"


def _answer(row: Any, at: str, version: Version) -> Complaints:
    calls = row.get("tool_calls")
    if not isinstance(row.get("prefix"), bool | None):
        yield f"{at}.prefix: true or false"
    if calls is not None and (not isinstance(calls, list) or (version == "legacy" and not calls)):
        yield f"{at}.tool_calls: a list of calls"
        return
    for number, call in enumerate(calls or ()):
        yield from _call(call, f"{at}.tool_calls[{number}]")
    if not calls and not _says(row.get("content")):
        yield f"{at}: either content or tool_calls"
    if version == "legacy" and calls and row.get("content"):
        yield f"{at}: either content or tool_calls, but not both"


def _says(content: Any) -> bool:
    """Whether an answer has more than white space in it."""
    if isinstance(content, str):
        return bool(content.strip())
    chunks = content if isinstance(content, list) else ()
    said = [one for one in chunks if isinstance(one, dict)]
    return any(one.get("type") != "text" or str(one.get("text")).strip() for one in said)


def _call(call: Any, at: str) -> Complaints:
    if not isinstance(call, dict):
        yield f"{at}: an object"
        return
    for key in call.keys() - {"id", "type", "function", "index"}:
        yield f"{at}.{key}: extra inputs are not permitted"
    if not isinstance(call.get("id"), str) or not ID.fullmatch(call["id"]):
        yield f"{at}.id: nine letters and digits"
    if call.get("type", "function") != "function":
        yield f"{at}.type: function"
    function = call.get("function")
    if not isinstance(function, dict) or function.keys() != {"name", "arguments"}:
        yield f"{at}.function: a name and arguments"
        return
    if not _is_name(function["name"]):
        yield f"{at}.function.name: the name of a function"
    if not _is_json(function["arguments"]):
        yield f"{at}.function.arguments: an object, or JSON"


def _is_json(arguments: Any) -> bool:
    if not isinstance(arguments, str):
        return isinstance(arguments, dict)
    try:
        json.loads(arguments)
    except ValueError:
        return False
    return True


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and NAME.fullmatch(value) is not None


def _chunk(chunk: Any, at: str, kinds: tuple[str, ...]) -> Complaints:
    kind = chunk.get("type") if isinstance(chunk, dict) else None
    if not isinstance(kind, str) or kind not in kinds:
        yield f"{at}: a chunk of the type {kind!r}"
        return
    known, is_right = _CHUNKS[kind]
    for key in chunk.keys() - {"type", *known}:
        yield f"{at}.{key}: extra inputs are not permitted"
    if not is_right(chunk):
        yield f"{at}: a chunk that is {kind}"


def _is_thought(chunk: Any) -> bool:
    said = chunk.get("thinking")
    inner = said if isinstance(said, list) else []
    kinds = ("text", "reference", "tool_reference")
    return isinstance(said, str | list) and not any(_chunk_list(inner, kinds))


def _chunk_list(chunks: list[Any], kinds: tuple[str, ...]) -> Complaints:
    for chunk in chunks:
        yield from _chunk(chunk, "thinking", kinds)


def _is_picture(chunk: Any) -> bool:
    image = chunk.get("image_url")
    url = image.get("url") if isinstance(image, dict) else image
    return isinstance(url, str) and bool(url)


def _is_sound(chunk: Any) -> bool:
    sound = chunk.get("input_audio")
    data = sound.get("data") if isinstance(sound, dict) else sound
    return isinstance(data, str) and bool(data.strip())


def _text_at(key: str, *, empty: bool = False) -> Callable[[Any], bool]:
    return lambda chunk: isinstance(chunk.get(key), str) and (empty or bool(chunk[key]))


#: For each type of chunk the keys it may have, and whether it is right.
_CHUNKS: dict[str, tuple[tuple[str, ...], Callable[[Any], bool]]] = {
    "text": (("text",), _text_at("text", empty=True)),
    "image_url": (("image_url",), _is_picture),
    "document_url": (("document_url", "document_name"), _text_at("document_url")),
    "file": (("file_id",), _text_at("file_id")),
    "input_audio": (("input_audio",), _is_sound),
    "thinking": (("thinking", "closed", "signature"), _is_thought),
    "reference": (("reference_ids",), lambda chunk: isinstance(chunk.get("reference_ids"), list)),
    "tool_reference": (
        ("tool", "title", "url", "favicon", "description"),
        lambda chunk: "tool" in chunk,
    ),
}


def _order(rows: list[Any], version: Version) -> Complaints:
    for place, (before, row) in enumerate(pairwise(rows), 1):
        pair = (before["role"], row["role"])
        if pair in (("assistant", "system"), ("tool", "system")):
            yield f"[{place}]: unexpected role system after role {pair[0]}"
        if version == "current":
            continue
        if pair == ("tool", "user"):
            yield f"[{place}]: unexpected role user after role tool"
        if pair[0] == pair[1] and pair[0] in ("user", "assistant"):
            yield f"[{place}]: roles must alternate"
    spoken = [row["role"] for row in rows if row["role"] != "system"]
    if version == "legacy" and spoken and spoken[0] != "user":
        yield "[0]: a person speaks first"


def _pairs(rows: list[Any]) -> Complaints:
    """Each call is answered once, right behind; nothing else is answered."""
    waiting: list[str] = []
    if rows[0].get("tool_calls"):
        yield "[0]: calls of the very first message are not counted"
    for place, row in enumerate(rows):
        if row["role"] == "tool":
            if row["tool_call_id"] not in waiting:
                yield f"[{place}]: unexpected tool call id in tool results"
            else:
                waiting.remove(row["tool_call_id"])
            continue
        if waiting:
            yield f"[{place}]: not the same number of function calls and responses"
        waiting = [call["id"] for call in row.get("tool_calls") or ()]
        if len(set(waiting)) < len(waiting):
            yield f"[{place}]: duplicate tool call id in assistant message"
    if waiting:
        yield "at the end: not the same number of function calls and responses"


def _end(rows: list[Any]) -> Complaints:
    if rows[-1]["role"] == "assistant" and not rows[-1].get("prefix"):
        yield "expected last role User or Tool (or Assistant with prefix True)"
    for place, row in enumerate(rows[:-1]):
        if row.get("prefix"):
            yield f"[{place}]: assistant message with prefix True must be last message"
