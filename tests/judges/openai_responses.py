"""A strict judge of Responses requests, of its own mind: what the API refuses, and nothing of ours."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

__all__ = ["judge"]

Complaints = Iterator[str]

CALL_ID = re.compile(r".{1,64}", re.DOTALL)
ITEM_ID = re.compile(r"[A-Za-z0-9_]+")
NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}")
PREFIXES = {
    "message": "msg_",
    "function_call": "fc_",
    "custom_tool_call": "ctc_",
    "reasoning": "rs_",
}
ROLES = ("user", "assistant", "system", "developer")
#: Whose result is of which type.
ANSWERS = {
    "function_call": "function_call_output",
    "custom_tool_call": "custom_tool_call_output",
    "computer_call": "computer_call_output",
    "local_shell_call": "local_shell_call_output",
    "shell_call": "shell_call_output",
    "apply_patch_call": "apply_patch_call_output",
}
INPUT_OF = {"function_call": "arguments", "custom_tool_call": "input"}
#: What a part of a type needs: at least one of these, a text each.
PARTS = {
    "input_text": ("text",),
    "output_text": ("text",),
    "refusal": ("refusal",),
    "input_image": ("image_url", "file_id"),
    "input_file": ("file_id", "file_data", "file_url"),
}
OF_ANSWERS = ("output_text", "refusal")
LONGEST = {"text": 10_485_760, "image_url": 20_971_520, "file_data": 73_400_320}
#: What an item of a type may hold; what the published interface lists, and answers carry.
KEYS = {
    "message": {"type", "id", "role", "status", "content", "phase"},
    "reasoning": {"type", "id", "status", "summary", "content", "encrypted_content"},
    "function_call": {
        *("type", "id", "status", "call_id", "name", "arguments"),
        *("namespace", "caller", "async"),
    },
    "custom_tool_call": {
        *("type", "id", "status", "call_id", "name", "input"),
        *("namespace", "caller", "async"),
    },
    "function_call_output": {
        *("type", "id", "status", "call_id", "output", "name", "namespace", "caller"),
    },
    "custom_tool_call_output": {
        *("type", "id", "status", "call_id", "output", "name", "namespace", "caller"),
    },
}
#: The types of items that nothing more is asked of.
OTHERS = {
    *("file_search_call", "web_search_call", "image_generation_call", "code_interpreter_call"),
    *("tool_search_call", "tool_search_output", "additional_tools", "configuration_update"),
    *("compaction", "compaction_trigger", "program", "program_output", "item_reference"),
    *("mcp_list_tools", "mcp_approval_request", "mcp_approval_response", "mcp_call"),
}
#: The answers that a client gives for its own tools.
OURS = {"function_call_output", "custom_tool_call_output"}
#: The answer that names its call by its own id.
BY_ID = "local_shell_call_output"
STATE = ("previous_response_id", "conversation")


def judge(
    body: object, *, foreign: bool = False, reasons: bool = True, always: bool = False
) -> list[str]:
    """Say what a strict server would refuse in *body*, a list of items or a request.

    *foreign*: another server than OpenAI's, with ids of its own. *reasons*: whether the model
    takes reasoning, *always*: whether it made each answer after some.
    """
    request = body if isinstance(body, dict) else {"input": body}
    rows = request.get("input")
    found = list(_request(request))
    if isinstance(rows, list):
        for place, row in enumerate(rows):
            found += (f"[{place}] {one}" for one in _item(row, request, foreign, reasons))
        if not found:
            state = any(request.get(key) for key in STATE) or (
                request.get("store") is not False and any(map(_refers, rows))
            )
            found += _pairs(rows, state, foreign)
            found += _led_on(rows)
            known = not foreign and request.get("store") is not False
            found += _by_name(rows) if known else ()
            found += _in_order(rows)
            found += _remembered(rows) if always else ()
        if not rows and not any(request.get(key) for key in (*STATE, "prompt", "instructions")):
            found.append("input: something")
    elif not isinstance(rows, str) and not any(request.get(key) for key in (*STATE, "prompt")):
        found.append("input: a text or a list of items")
    try:
        json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
    except (UnicodeEncodeError, ValueError) as wrong:
        found.append(f"no JSON in UTF-8: {type(wrong).__name__}")
    return found


def _request(request: dict[str, Any]) -> Complaints:
    if not isinstance(request.get("instructions"), str | None):
        yield "instructions: a text"
    tools = request.get("tools")
    if tools is None:
        return
    if not isinstance(tools, list):
        yield "tools: a list"
        return
    for number, tool in enumerate(tools):
        if not isinstance(tool, dict) or not isinstance(tool.get("type"), str):
            yield f"tools[{number}]: an object with a type"
        elif tool["type"] in ("function", "custom"):
            yield from _tool(tool, f"tools[{number}]")
    names = [one.get("name") for one in tools if isinstance(one, dict) and "name" in one]
    if len(set(map(str, names))) != len(names):
        yield "tools: each name once"


def _tool(tool: dict[str, Any], where: str) -> Complaints:
    if not isinstance(tool.get("name"), str) or not NAME.fullmatch(tool["name"]):
        yield f"{where}.name: letters, digits, _ and -, at most 128"
    if not isinstance(tool.get("description"), str | None):
        yield f"{where}.description: a text"
    schema = tool.get("parameters")
    if schema is not None and (not isinstance(schema, dict) or schema.get("type") != "object"):
        yield f"{where}.parameters: a schema of an object"
    if not isinstance(tool.get("strict"), bool | None):
        yield f"{where}.strict: yes or no"


def _item(row: Any, request: dict[str, Any], foreign: bool, reasons: bool) -> Complaints:
    if not isinstance(row, dict):
        yield "an object"
        return
    kind = row.get("type", "message" if "role" in row else "item_reference")
    if kind is None and "role" not in row and row.keys() <= {"id", "type"}:
        kind = "item_reference"
    if not isinstance(kind, str):
        yield "type: a text"
        return
    if kind in KEYS and row.keys() - KEYS[kind]:
        yield f"unknown keys {', '.join(sorted(row.keys() - KEYS[kind]))}"
    if not foreign and kind not in (*KEYS, *OTHERS, *ANSWERS, *ANSWERS.values()):
        yield f"type: {kind}"
    unstored = request.get("store") is False
    yield from _id(row, kind, foreign, unstored)
    if kind == "message":
        yield from _message(row, foreign)
    elif kind == "reasoning":
        yield from _reasoning(row, reasons, unstored, foreign)
    elif kind == "item_reference" and unstored:
        yield "refers to what the server does not have"
    else:
        yield from _half(row, kind, foreign)


def _half(row: dict[str, Any], kind: str, foreign: bool) -> Complaints:
    """Judge a call, or what came of one."""
    if kind in INPUT_OF:
        yield from _call(row, INPUT_OF[kind])
    elif kind in OURS:
        yield from _call_id(row)
        yield from _content(row, "output", ("input_text", "input_image", "input_file"), foreign)
    elif kind != BY_ID and (kind in ANSWERS or kind in ANSWERS.values()):
        yield from _call_id(row)


def _id(row: dict[str, Any], kind: str, foreign: bool, unstored: bool) -> Complaints:
    found = row.get("id")
    if found is None or kind not in PREFIXES:
        return
    if not isinstance(found, str):
        yield "id: a text"
    elif not foreign and not found.startswith(PREFIXES[kind]):
        yield f"id: begins with {PREFIXES[kind]}"
    elif not foreign and not ITEM_ID.fullmatch(found):
        yield "id: letters, digits and _"
    elif unstored and not foreign and not isinstance(row.get("encrypted_content"), str):
        yield "id: the server does not have it"


def _message(row: dict[str, Any], foreign: bool) -> Complaints:
    role = row.get("role")
    if role not in ROLES:
        yield f"role: one of {', '.join(ROLES)}"
    kinds = OF_ANSWERS if role == "assistant" else ("input_text", "input_image", "input_file")
    yield from _content(row, "content", kinds, foreign)
    if role == "assistant" and "id" in row and not isinstance(row.get("content"), list):
        yield "content: an answer with an id has a list of parts"
    if role == "assistant" and "id" in row and "status" not in row:
        yield "status: an answer with an id has one"


def _content(row: dict[str, Any], key: str, kinds: tuple[str, ...], foreign: bool) -> Complaints:
    content = row.get(key)
    if isinstance(content, str):
        if len(content) > LONGEST["text"]:
            yield f"{key}: too long"
        return
    if not isinstance(content, list):
        yield f"{key}: a text or a list of parts"
        return
    for number, part in enumerate(content):
        where = f"{key}[{number}]"
        kind = part.get("type") if isinstance(part, dict) else None
        if foreign and isinstance(kind, str) and kind not in PARTS and kind != "text":
            continue
        if kind not in kinds:
            yield f"{where}.type: one of {', '.join(kinds)}"
        elif not any(isinstance(part.get(need), str) for need in PARTS[kind]):
            yield f"{where}: one of {', '.join(PARTS[kind])}"
        else:
            long = (one for one in LONGEST if len(str(part.get(one) or "")) > LONGEST[one])
            yield from (f"{where}.{one}: too long" for one in long)


def _reasoning(row: dict[str, Any], reasons: bool, unstored: bool, foreign: bool) -> Complaints:
    if not reasons:
        yield "reasoning for a model that does not reason"
    if not isinstance(row.get("summary"), list):
        yield "summary: a list, be it empty"
    sealed = row.get("encrypted_content")
    if not isinstance(sealed, str | None):
        yield "encrypted_content: a text"
    open_words = foreign and bool(row.get("summary") or row.get("content"))
    if sealed is None and ((unstored and not foreign) or "id" not in row) and not open_words:
        yield "nothing of it that could be read"


def _call(row: dict[str, Any], word: str) -> Complaints:
    yield from _call_id(row)
    if not isinstance(row.get("name"), str) or not NAME.fullmatch(row["name"]):
        yield "name: letters, digits, _ and -, at most 128"
    if not isinstance(row.get(word), str):
        yield f"{word}: a text"


def _call_id(row: dict[str, Any]) -> Complaints:
    found = row.get("call_id")
    if not isinstance(found, str) or not CALL_ID.fullmatch(found):
        yield "call_id: 1 to 64 characters"


def _pairs(rows: list[dict[str, Any]], state: bool, foreign: bool) -> Complaints:
    """Want each call answered before somebody speaks, once, by a result of its type.

    To other servers the model is somebody as well: a recorded request was refused for it.
    """
    waiting: dict[str, str] = {}
    answered: set[str] = set()
    for place, row in enumerate(rows):
        kind = str(row.get("type"))
        if kind in ANSWERS:
            if row["call_id"] in waiting:
                yield f"[{place}] the call {row['call_id']} is open already"
            waiting[row["call_id"]] = ANSWERS[kind]
        elif kind in ANSWERS.values():
            called = str(row.get("id" if kind == BY_ID else "call_id"))
            wanted = waiting.pop(called, None)
            if wanted is None and called in answered:
                yield f"[{place}] a second result of {called}"
            elif wanted is None and not state:
                yield f"[{place}] no call {called}"
            elif wanted is not None and wanted != kind:
                yield f"[{place}] {called} is answered by {wanted}"
            answered.add(called)
        elif waiting and (_of_person(row) or (foreign and OURS & {*waiting.values()})):
            yield f"[{place}] no result of {', '.join(waiting)}"
            waiting = {}
    if waiting:
        yield f"no result of {', '.join(waiting)}"


def _of_person(row: dict[str, Any]) -> bool:
    return row.get("role") == "user" and row.get("type", "message") == "message"


def _led_on(rows: list[dict[str, Any]]) -> Complaints:
    """Want something of the model's after each item of reasoning."""
    for place, row in enumerate(rows):
        if row.get("type") != "reasoning":
            continue
        after = rows[place + 1] if place + 1 < len(rows) else {"role": "user"}
        others = (*ANSWERS.values(),)
        if after.get("role", "assistant") != "assistant" or after.get("type") in others:
            yield f"[{place}] reasoning that led to nothing"


def _by_name(rows: list[dict[str, Any]]) -> Complaints:
    """Want words by their id behind reasoning by its own: recorded, a rewritten text was refused."""
    for place, row in enumerate(rows[1:], 1):
        before = rows[place - 1]
        thought = before.get("type") == "reasoning" and before.get("id") is not None
        if thought and row.get("role") == "assistant" and row.get("id") is None:
            yield f"[{place}] the id of what was thought about"


def _refers(row: dict[str, Any]) -> bool:
    """Say whether *row* stands for an item that the server has: it may be a call."""
    return bool(row.get("type", "item_reference" if "role" not in row else "") == "item_reference")


def _in_order(rows: list[dict[str, Any]]) -> Complaints:
    """Want the words of an answer before its calls, where it was thought about."""
    seen: list[str] = []
    for place, row in enumerate(rows):
        kind = row.get("type", "message")
        if row.get("role", "assistant") != "assistant" or kind in ANSWERS.values():
            seen = []
        elif kind == "message" and "reasoning" in seen and seen[-1:] == ["call"]:
            yield f"[{place}] words behind a call, and the reasoning in front of it"
            seen = []
        else:
            seen.append("call" if kind in ANSWERS else str(kind))


def _remembered(rows: list[dict[str, Any]]) -> Complaints:
    """Want an answer that goes by its id right behind its reasoning."""
    for place, row in enumerate(rows):
        if row.get("role") != "assistant" or "id" not in row:
            continue
        if row.get("type", "message") != "message":
            continue
        before = rows[place - 1] if place else {"role": "user"}
        if before.get("role") == "user" or before.get("type") in ANSWERS.values():
            yield f"[{place}] its reasoning item"
