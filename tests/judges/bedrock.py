"""A strict judge of Converse requests, of its own mind: what the API refuses, and nothing of ours."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

Complaints = Iterator[str]

FAMILIES = ("claude", "nova", "llama", "mistral", "titan", "other")
ID = re.compile(r"[a-zA-Z0-9_.:-]{1,64}")
NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
DOCUMENT = re.compile(r"[a-zA-Z0-9()\[\]-]+(?: [a-zA-Z0-9()\[\]-]+)*")
PICTURES = ("png", "jpeg", "gif", "webp")
MOST_PICTURES, MOST_DOCUMENTS, MOST_MARKERS = 20, 5, 4
#: Models that refuse words beside results, a person's first turn missing, and turns in a row.
SEPARATE = ("nova", "llama", "mistral")
PERSON_FIRST = ("nova", "llama", "mistral", "other", "titan")
MARKED = ("claude", "nova")


def judge(body: object, *, family: str = "claude") -> list[str]:
    """Say what the API in front of a model of *family* would refuse in *body*.

    A list of messages is judged as the messages of a request: whoever sends it adds the tools.
    """
    request = body if isinstance(body, dict) else {"messages": body}
    rows = request.get("messages")
    if not isinstance(rows, list) or not rows:
        return ["messages: at least one"]
    found = [one for place, row in enumerate(rows) for one in _message(row, f"[{place}]", family)]
    found += _system(request.get("system", []))
    found += _tools(request)
    try:
        json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
    except (UnicodeEncodeError, ValueError) as wrong:
        found.append(f"no JSON in UTF-8: {type(wrong).__name__}")
    if found:
        return found
    return [
        *_order([row["role"] for row in rows], family),
        *_pairs(rows),
        *_documents(rows),
        *_declared(request, rows, listed=not isinstance(body, dict)),
        *_marked(request, family),
    ]


def _system(blocks: Any) -> Complaints:
    if not isinstance(blocks, list):
        yield "system: blocks"
        return
    for number, block in enumerate(blocks):
        yield from _block(block, f"system[{number}]", "system", "claude")


def _tools(request: dict[str, Any]) -> Complaints:
    if "toolConfig" not in request:
        return
    config = request["toolConfig"]
    tools = config.get("tools") if isinstance(config, dict) else None
    if not isinstance(tools, list) or not tools:
        yield "toolConfig.tools: at least one"
        return
    names = [tool.get("toolSpec", {}).get("name") for tool in tools if isinstance(tool, dict)]
    named = [name for name in names if name is not None]
    if len(set(named)) < len(named):
        yield "toolConfig.tools: one name twice"
    for number, tool in enumerate(tools):
        yield from _tool(tool, f"toolConfig.tools[{number}]")


def _tool(tool: Any, at: str) -> Complaints:
    spec = tool.get("toolSpec") if isinstance(tool, dict) else None
    if spec is None:
        if not isinstance(tool, dict) or not tool.keys() & {"systemTool", "cachePoint"}:
            yield f"{at}: a tool"
        return
    if not NAME.fullmatch(str(spec.get("name") or "")):
        yield f"{at}.name: {spec.get('name')!r}"
    schema = spec.get("inputSchema")
    if not isinstance(schema, dict) or not isinstance(schema.get("json"), dict):
        yield f"{at}.inputSchema: of an object"
    if spec.get("description") == "":
        yield f"{at}.description: empty"


def _message(row: Any, at: str, family: str) -> Complaints:
    if not isinstance(row, dict):
        yield f"{at}: an object"
        return
    if row.get("role") not in ("user", "assistant"):
        yield f"{at}.role: {row.get('role')!r}"
        return
    for key in row.keys() - {"role", "content"}:
        yield f"{at}.{key}: extraneous key"
    content = row.get("content")
    if not isinstance(content, list) or not content:
        yield f"{at}.content: blocks"
        return
    for number, block in enumerate(content):
        yield from _block(block, f"{at}.content[{number}]", row["role"], family)
    yield from _together(content, row["role"], at, family)


def _together(content: list[Any], role: str, at: str, family: str) -> Complaints:
    """Judge what may stand together in one message."""
    kinds = [next(iter(block)) for block in content if isinstance(block, dict) and block]
    if role == "user" and family in SEPARATE and "toolResult" in kinds:
        others = set(kinds) - {"toolResult", "cachePoint"}
        if others - ({"image", "video"} if family == "nova" else set()):
            yield f"{at}: conversation blocks and results in one turn"
    if "document" in kinds and role == "user" and not {"text", "guardContent"} & set(kinds):
        yield f"{at}: a document without words"
    results = [block["toolResult"] for block in content if _is(block, "toolResult")]
    inside = [one for result in results for one in result.get("content") or () if _is(one, "image")]
    if kinds.count("image") + len(inside) > MOST_PICTURES:
        yield f"{at}: more than {MOST_PICTURES} pictures"


def _is(block: Any, kind: str) -> bool:
    return isinstance(block, dict) and isinstance(block.get(kind), dict)


def _block(block: Any, at: str, role: str, family: str) -> Complaints:
    if not isinstance(block, dict) or len(block) != 1:
        yield f"{at}: a block of one kind"
        return
    kind, value = next(iter(block.items()))
    if role not in _WHERE.get(kind, ()):
        yield f"{at}: {kind} under {role}"
    elif kind == "text":
        if not isinstance(value, str) or not value:
            yield f"{at}.text: blank"
    elif kind != "json" and not isinstance(value, dict):
        yield f"{at}.{kind}: an object"
    elif kind in ("image", "document", "video", "audio"):
        yield from _medium(kind, value, at, family)
    elif kind in _INSIDE:
        yield from _INSIDE[kind](value, at, family)


_WHERE: dict[str, tuple[str, ...]] = {
    "text": ("user", "assistant", "system", "result"),
    "json": ("result",),
    "image": ("user", "result"),
    "document": ("user", "result"),
    "video": ("user", "result"),
    "audio": ("user",),
    "guardContent": ("user", "system"),
    "searchResult": ("user", "result"),
    "cachePoint": ("user", "assistant", "system"),
    "toolUse": ("assistant",),
    "toolResult": ("user", "assistant"),
    "reasoningContent": ("assistant",),
    "citationsContent": ("assistant",),
}


def _medium(kind: str, value: dict[str, Any], at: str, family: str) -> Complaints:
    source = value.get("source")
    known = {"format", "source", *(("name", "context", "citations") if kind == "document" else ())}
    for key in value.keys() - known:
        yield f"{at}.{key}: extraneous key"
    if not isinstance(source, dict) or len(source) != 1:
        yield f"{at}.source: one source"
        return
    how, held = next(iter(source.items()))
    if how == "bytes" and not (isinstance(held, str) and held):
        yield f"{at}.source.bytes: bytes"
    if how == "s3Location" and not str((held or {}).get("uri")).startswith("s3://"):
        yield f"{at}.source.s3Location: a place in a bucket"
    if how not in ("bytes", "s3Location", *(("text", "content") if kind == "document" else ())):
        yield f"{at}.source: {how}"
    if kind == "image" and value.get("format") not in PICTURES:
        yield f"{at}.format: {value.get('format')!r}"
    if family == "claude" and (kind in ("video", "audio") or how == "s3Location"):
        yield f"{at}: this model takes no {kind} from {how}"


def _call(value: dict[str, Any], at: str, family: str) -> Complaints:
    for key in value.keys() - {"toolUseId", "name", "input", "type"}:
        yield f"{at}.{key}: extraneous key"
    if not isinstance(value.get("toolUseId"), str) or not ID.fullmatch(value["toolUseId"]):
        yield f"{at}.toolUseId: {value.get('toolUseId')!r}"
    if not isinstance(value.get("name"), str) or not NAME.fullmatch(value["name"]):
        yield f"{at}.name: {value.get('name')!r}"
    if not isinstance(value.get("input"), dict):
        yield f"{at}.input: an object"


def _result(value: dict[str, Any], at: str, family: str) -> Complaints:
    for key in value.keys() - {"toolUseId", "content", "status", "type"}:
        yield f"{at}.{key}: extraneous key"
    if not isinstance(value.get("toolUseId"), str) or not ID.fullmatch(value["toolUseId"]):
        yield f"{at}.toolUseId: {value.get('toolUseId')!r}"
    if value.get("status", "success") not in ("success", "error"):
        yield f"{at}.status: {value.get('status')!r}"
    content = value.get("content")
    if not isinstance(content, list):
        yield f"{at}.content: blocks"
        return
    if not content and value.get("status") == "error":
        yield f"{at}.content: cannot be empty when status is error"
    for number, block in enumerate(content):
        yield from _block(block, f"{at}.content[{number}]", "result", family)
        if family == "nova" and _is(block, "document"):
            yield f"{at}.content[{number}]: extraneous key [toolResult]"


def _thought(value: dict[str, Any], at: str, family: str) -> Complaints:
    if isinstance(value.get("redactedContent"), str):
        return
    held = value.get("reasoningText")
    if not isinstance(held, dict) or not isinstance(held.get("text"), str):
        yield f"{at}: thoughts"
    elif family == "claude" and not held.get("signature"):
        yield f"{at}.signature: a signature"


_INSIDE: dict[str, Callable[[dict[str, Any], str, str], Complaints]] = {
    "toolUse": _call,
    "toolResult": _result,
    "reasoningContent": _thought,
}


def _order(roles: list[str], family: str) -> Complaints:
    if family in PERSON_FIRST and roles[0] != "user":
        yield "a conversation must start with a user message"
    if family != "titan" and any(one == other for one, other in pairwise(roles)):
        yield "roles must alternate"


def _pairs(rows: list[Any]) -> Complaints:
    """Each call is answered in the turn behind it, once, and nothing else is."""
    waiting: list[str] = []
    for place, row in enumerate(rows):
        content = row["content"]
        if row["role"] == "assistant":
            if waiting:
                yield f"[{place}]: expected results for {waiting}"
            calls = [block["toolUse"] for block in content if _is(block, "toolUse")]
            waiting = [call["toolUseId"] for call in calls if call.get("type") is None]
            if len(set(waiting)) < len(waiting):
                yield f"[{place}]: duplicate ids {waiting}"
            continue
        answers = [b["toolResult"]["toolUseId"] for b in content if _is(b, "toolResult")]
        if sorted(answers) != sorted(waiting):
            yield f"[{place}]: results {answers} of calls {waiting}"
        waiting = []
    if waiting:
        yield f"at the end: {waiting} not answered"


def _documents(rows: list[Any]) -> Complaints:
    blocks = [block for row in rows for block in row["content"]]
    blocks += [one for b in blocks if _is(b, "toolResult") for one in b["toolResult"]["content"]]
    names = [str(one["document"].get("name") or "") for one in blocks if _is(one, "document")]
    if len(names) > MOST_DOCUMENTS:
        yield f"more than {MOST_DOCUMENTS} documents"
    if len({name.lower() for name in names}) < len(names):
        yield f"duplicate document names: {names}"
    for name in names:
        if not DOCUMENT.fullmatch(name) or len(name) > 200:
            yield f"the name {name!r} of a document"


def _declared(request: dict[str, Any], rows: list[Any], *, listed: bool) -> Complaints:
    blocks = [block for row in rows for block in row["content"]]
    held = [block.get("toolUse") or block.get("toolResult") for block in blocks]
    used = any(one is not None and one.get("type") is None for one in held)
    if used and not listed and "toolConfig" not in request:
        yield "toolConfig must be defined when using toolUse and toolResult"


def _marked(request: dict[str, Any], family: str) -> Complaints:
    held = [block for row in request["messages"] for block in row["content"]]
    held += [*request.get("system", ()), *request.get("toolConfig", {}).get("tools", ())]
    count = sum("cachePoint" in block for block in held)
    if family in MARKED and count > MOST_MARKERS:
        yield f"{count} cache points"
