"""A strict judge of chat requests, of its own mind: the published interface, and nothing of ours."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

Complaints = Iterator[str]

ROLES = ("system", "developer", "user", "assistant", "tool", "function")
LONGEST_ID = 40


def judge(body: object) -> list[str]:
    """Say what a strict server would refuse in *body*, a list of messages or a request."""
    rows = body.get("messages") if isinstance(body, dict) else body
    if not isinstance(rows, list) or not rows:
        return ["messages: at least one"]
    found = [one for place, row in enumerate(rows) for one in _message(row, f"[{place}]")]
    try:
        json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
    except (UnicodeEncodeError, ValueError) as wrong:
        found.append(f"no JSON in UTF-8: {type(wrong).__name__}")
    return found or list(_pairs(rows))


def _message(row: Any, at: str) -> Complaints:
    if not isinstance(row, dict):
        yield f"{at}: an object"
        return
    role = row.get("role")
    if role not in ROLES:
        yield f"{at}.role: {role!r}"
        return
    if "name" in row and not _is_text(row["name"]) and row["name"] is not None:
        yield f"{at}.name: a text"
    yield from _BY_ROLE.get(role, _system)(row, at)


def _system(row: Any, at: str) -> Complaints:
    yield from _content(row, at, ("text",))


def _user(row: Any, at: str) -> Complaints:
    yield from _content(row, at, ("text", "image_url", "input_audio", "file"))


def _tool(row: Any, at: str) -> Complaints:
    yield from _id(row.get("tool_call_id"), f"{at}.tool_call_id")
    yield from _content(row, at, ("text",))


def _function(row: Any, at: str) -> Complaints:
    if not row.get("name") or not _is_text(row["name"]):
        yield f"{at}.name: the name of a function"
    if not _is_text(row.get("content")):
        yield f"{at}.content: a text"


def _assistant(row: Any, at: str) -> Complaints:
    calls, single = row.get("tool_calls"), row.get("function_call")
    said = row.get("refusal") or row.get("audio")
    if "content" in row and row["content"] is not None:
        yield from _content(row, at, ("text", "refusal"))
    elif not (calls or single or said):
        yield f"{at}.content: something"
    if calls is not None:
        if not isinstance(calls, list) or not calls:
            yield f"{at}.tool_calls: a list of calls"
        else:
            for number, call in enumerate(calls):
                yield from _call(call, f"{at}.tool_calls[{number}]")
    if single is not None:
        yield from _function_of(single, f"{at}.function_call", "arguments")
    for key in ("refusal", "reasoning_content", "reasoning"):
        if not isinstance(row.get(key), str | None):
            yield f"{at}.{key}: a text"
    audio = row.get("audio")
    if audio is not None and not (isinstance(audio, dict) and _is_text(audio.get("id"))):
        yield f"{at}.audio: an object with an id"


_BY_ROLE: dict[str, Callable[[Any, str], Complaints]] = {
    "user": _user,
    "assistant": _assistant,
    "tool": _tool,
    "function": _function,
}


def _content(row: Any, at: str, kinds: tuple[str, ...]) -> Complaints:
    content = row.get("content")
    if _is_text(content):
        return
    if not isinstance(content, list) or not content:
        yield f"{at}.content: a text or parts"
        return
    for number, part in enumerate(content):
        where = f"{at}.content[{number}]"
        kind = part.get("type") if isinstance(part, dict) else None
        if kind not in kinds:
            yield f"{where}: a part of the type {kind!r}"
        else:
            yield from _PARTS[kind](part, where)


def _of_text(part: Any, at: str) -> Complaints:
    if not _is_text(part.get(part["type"])):
        yield f"{at}.{part['type']}: a text"


def _of_image(part: Any, at: str) -> Complaints:
    image = part.get("image_url")
    if not isinstance(image, dict) or not image.get("url") or not _is_text(image["url"]):
        yield f"{at}.image_url: an object with a url"
    elif not isinstance(image.get("detail"), str | None):
        yield f"{at}.image_url.detail: a text"


def _of_audio(part: Any, at: str) -> Complaints:
    sound = part.get("input_audio")
    if not isinstance(sound, dict) or not sound.get("data") or not _is_text(sound["data"]):
        yield f"{at}.input_audio: an object with data"
    elif not _is_text(sound.get("format")):
        yield f"{at}.input_audio.format: a text"


def _of_file(part: Any, at: str) -> Complaints:
    file = part.get("file")
    sources = [file.get("file_id"), file.get("file_data")] if isinstance(file, dict) else []
    if not any(sources) or not all(isinstance(one, str | None) for one in sources):
        yield f"{at}.file: an object with an id or data"


_PARTS: dict[str, Callable[[Any, str], Complaints]] = {
    "text": _of_text,
    "refusal": _of_text,
    "image_url": _of_image,
    "input_audio": _of_audio,
    "file": _of_file,
}


def _call(call: Any, at: str) -> Complaints:
    if not isinstance(call, dict):
        yield f"{at}: an object"
        return
    yield from _id(call.get("id"), f"{at}.id")
    kind = call.get("type")
    if kind not in ("function", "custom"):
        yield f"{at}.type: {kind!r}"
        return
    yield from _function_of(
        call.get(kind), f"{at}.{kind}", "arguments" if kind == "function" else "input"
    )


def _function_of(value: Any, at: str, key: str) -> Complaints:
    if not isinstance(value, dict):
        yield f"{at}: an object"
        return
    if not value.get("name") or not _is_text(value["name"]):
        yield f"{at}.name: the name of a tool"
    if not _is_text(value.get(key)):
        yield f"{at}.{key}: a text"


def _id(value: Any, at: str) -> Complaints:
    if not _is_text(value) or not 0 < len(value) <= LONGEST_ID:
        yield f"{at}: an id of at most {LONGEST_ID} characters"


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _pairs(rows: list[Any]) -> Complaints:
    """Each call is answered right behind; what answers none of those is one too many."""
    waiting: list[tuple[str, str]] = []
    answered: list[tuple[str, str]] = []
    for place, row in enumerate(rows):
        if row["role"] in ("tool", "function"):
            answer = (row["role"], row["tool_call_id" if row["role"] == "tool" else "name"])
            if answer in waiting:
                waiting.remove(answer)
                answered.append(answer)
            elif (
                row["role"] == "function" or answer not in answered
            ):  # nobody is known to refuse it twice in a row
                yield f"[{place}]: a result of no call right before it"
            continue
        if waiting:
            yield f"[{place}]: {waiting} not answered"
        waiting, answered = [], []
        if row["role"] == "assistant":
            asked = [("tool", call["id"]) for call in row.get("tool_calls") or ()]
            if len(set(asked)) < len(asked):
                yield f"[{place}]: two calls with one id"
            single = row.get("function_call")
            if asked and single:
                yield f"[{place}]: both kinds of calls"
            waiting = asked or ([("function", single["name"])] if single else [])
    if waiting:
        yield f"at the end: {waiting} not answered"
