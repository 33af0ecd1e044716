"""A strict judge of Gemini requests, of its own mind: the reports and the API's reference."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import Any

Complaints = Iterator[str]

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.:-]{0,63}")
DATA = {
    "text": str,
    "inline_data": dict,
    "file_data": dict,
    "function_call": dict,
    "function_response": dict,
    "executable_code": dict,
    "code_execution_result": dict,
}
BESIDE = {"thought", "thought_signature", "video_metadata", "media_resolution"}
#: The reference, "Schema".
SCHEMA = frozenset(
    (
        *("type", "format", "title", "description", "nullable", "enum", "items", "min_items"),
        *("max_items", "properties", "property_ordering", "required", "min_properties"),
        *("max_properties", "min_length", "max_length", "pattern", "minimum", "maximum"),
        *("any_of", "example", "default"),
    )
)
SHAPES: dict[str, type] = {"properties": dict, "required": list, "enum": list, "any_of": list}


def judge(body: Any, *, signed: bool = False) -> list[str]:
    """Say what a strict server would refuse in *body*; `signed`: a model of Gemini 3 or later."""
    body = body if isinstance(body, dict) else {"contents": body}
    body = {snake(key): value for key, value in body.items()}
    rows = body.get("contents")
    if not isinstance(rows, list) or not rows:
        return ["contents: at least one"]
    found = [one for place, row in enumerate(rows) for one in _content(row, f"[{place}]")]
    found += _system(body.get("system_instruction"))
    found += _tools(body.get("tools"))
    if found:
        return found
    turns = [_Turn(row) for row in rows]
    return [*_order(turns), *(_signatures(turns) if signed else ())]


def snake(key: str) -> str:
    """Spell *key* with underscores."""
    return re.sub("(?<=[a-z0-9])([A-Z])", lambda found: "_" + found[1].lower(), key)


def _snaked(value: Any) -> dict[str, Any]:
    return {snake(key): one for key, one in value.items() if one is not None}


class _Turn:
    """A content: who speaks, its parts, calls and results."""

    def __init__(self, row: Any) -> None:
        parts = [_snaked(part) for part in row["parts"]]
        self.model = row.get("role") == "model"
        self.parts = parts
        self.calls = [part for part in parts if "function_call" in part]
        self.results = [_snaked(p["function_response"]) for p in parts if "function_response" in p]


def _content(row: Any, at: str) -> Complaints:
    if not isinstance(row, dict):
        yield f"{at}: an object"
        return
    role, parts = row.get("role"), row.get("parts")
    if role not in ("user", "model", "function", None):
        yield f"{at}.role: user or model"
    for key in row.keys() - {"role", "parts"}:
        yield f"{at}.{key}: no such name"
    if not isinstance(parts, list) or not parts:
        yield f"{at}.parts: at least one"
        return
    for number, part in enumerate(parts):
        yield from _part(part, role == "model", f"{at}.parts[{number}]")


def _part(part: Any, model: bool, at: str) -> Complaints:
    if not isinstance(part, dict):
        yield f"{at}: an object"
        return
    part = _snaked(part)
    kinds = part.keys() & DATA.keys()
    for key in part.keys() - DATA.keys() - BESIDE:
        yield f"{at}.{key}: no such name"
    if len(kinds) > 1 or not part:
        yield f"{at}: one kind of data"
        return
    for kind in kinds:
        if not isinstance(part[kind], DATA[kind]):
            yield f"{at}.{kind}: another type"
            return
    if "function_call" in part:
        yield from _call(_snaked(part["function_call"]), model, f"{at}.function_call")
    if "function_response" in part:
        yield from _response(_snaked(part["function_response"]), model, f"{at}.function_response")
    yield from _media(part, at)


def _media(part: dict[str, Any], at: str) -> Complaints:
    for kind, word in (("inline_data", "data"), ("file_data", "file_uri")):
        if kind in part:
            held = _snaked(part[kind]) if isinstance(part[kind], dict) else {}
            if not held.get(word):
                yield f"{at}.{kind}.{word}: something"
            if kind == "inline_data" and "/" not in str(held.get("mime_type", "")):
                yield f"{at}.{kind}.mime_type: a type"


def _call(call: dict[str, Any], model: bool, at: str) -> Complaints:
    if not model:
        yield f"{at}: only a model calls"
    if not NAME.fullmatch(str(call.get("name", ""))):
        yield f"{at}.name: the name of a function"
    if not isinstance(call.get("args", {}), dict):
        yield f"{at}.args: cannot start list"
    if not isinstance(call.get("id", ""), str):
        yield f"{at}.id: a text"


def _response(result: dict[str, Any], model: bool, at: str) -> Complaints:
    if model:
        yield f"{at}: a model answers no call"
    if not NAME.fullmatch(str(result.get("name", ""))):
        yield f"{at}.name: the name of a function"
    if not isinstance(result.get("id", ""), str):
        yield f"{at}.id: a text"
    if not isinstance(result.get("response"), dict):
        yield f"{at}.response: an object"
    held = result.get("parts", [])
    if not isinstance(held, list) or not all(isinstance(part, dict) for part in held):
        yield f"{at}.parts: a list of parts"
        return
    for part in held:
        yield from _media(_snaked(part), at)


def _system(value: Any) -> Complaints:
    if value is None:
        return
    parts = value.get("parts") if isinstance(value, dict) else [{"text": value}]
    if not isinstance(parts, list) or not parts:
        yield "system_instruction.parts: at least one"
        return
    for part in parts:
        if not isinstance(part, dict) or not isinstance(part.get("text"), str):
            yield "system_instruction.parts: texts"


def _order(turns: list[_Turn]) -> Complaints:
    """Each batch of calls is answered at once, in one content, name by name."""
    if turns[-1].model:
        yield "the last turn is the model's"
    waiting: list[dict[str, Any]] = []
    begun = False
    for model, run in groupby(turns, lambda turn: turn.model):
        some = list(run)
        if model:
            calls = [_snaked(part["function_call"]) for turn in some for part in turn.calls]
            behind = any(turn.calls and not last.calls for last, turn in pairwise(some))
            # Recorded: two contents that call, in a row, accepted.
            if (calls and not begun) or behind:
                yield "a call turn right after a user turn or a function response turn"
            waiting = calls
        else:
            yield from _answered(waiting, some)
            waiting = []
        begun = True
    if waiting:
        yield "calls without responses"


def _answered(calls: list[dict[str, Any]], turns: list[_Turn]) -> Complaints:
    for place, turn in enumerate(turns):
        if turn.results and len(turn.results) < len(turn.parts):
            yield "a response turn holds responses only"
        if turn.results and (place or not calls):
            yield "responses that answer no call of the turn before"
    if not calls:
        return
    results = turns[0].results
    if len(results) != len(calls):
        yield "as many function response parts as function call parts"
    elif Counter(one["name"] for one in results) != Counter(one["name"] for one in calls):
        yield "responses named as their calls"
    else:
        known = {one["id"] for one in calls if one.get("id")}
        said = [one["id"] for one in results if one.get("id")]
        if known and (set(said) - known or len(set(said)) < len(said)):
            yield "responses with the ids of their calls"


def _signatures(turns: list[_Turn]) -> Complaints:
    """The first call of each step behind the last question carries its signature."""
    asked = max(
        (n for n, turn in enumerate(turns) if not turn.model and not turn.results), default=0
    )
    for turn in turns[asked + 1 :]:
        if turn.calls and not turn.calls[0].get("thought_signature"):
            yield "function call is missing a thought_signature"


def _tools(value: Any) -> Complaints:
    tools = [value] if isinstance(value, dict) else value or []
    if not isinstance(tools, list):
        yield "tools: a list"
        return
    declared: list[Any] = []
    for tool in tools:
        held = _snaked(tool).get("function_declarations", []) if isinstance(tool, dict) else None
        if not isinstance(held, list) or not all(isinstance(one, dict) for one in held):
            yield "tools: tools, with lists of declarations"
            return
        declared += held
    yield from _declared(declared)


def _declared(held: list[Any]) -> Complaints:
    names: list[str] = []
    for one in map(_snaked, held):
        names.append(str(one.get("name", "")))
        if not NAME.fullmatch(names[-1]):
            yield f"the name of a function: {names[-1]!r}"
        if "parameters" in one:
            yield from _schema(one["parameters"], "parameters")
    if len(set(names)) < len(names):
        yield "duplicate function declaration"


def _schema(node: Any, at: str) -> Complaints:
    if not isinstance(node, dict):
        yield f"{at}: an object"
        return
    node = _snaked(node)
    for key, kind in SHAPES.items():
        if not isinstance(node.get(key, kind()), kind):
            yield f"{at}.{key}: another type"
            return
    for key in node.keys() - SCHEMA:
        yield f"{at}.{key}: unknown name"
    if "any_of" in node:
        if len(node) > 1:
            yield f"{at}: any_of must be the only field set"
        for member in node["any_of"]:
            yield from _schema(member, f"{at}.any_of")
        return
    yield from _typed(node, at)
    for name, one in node.get("properties", {}).items():
        yield from _schema(one, f"{at}.properties.{name}")
    if "items" in node:
        yield from _schema(node["items"], f"{at}.items")


def _typed(node: dict[str, Any], at: str) -> Complaints:
    kind = node.get("type")
    if not isinstance(kind, str):
        yield f"{at}.type: one type"
        return
    # Recorded: without any argument, accepted; the report is of objects further inside.
    if kind.lower() == "object" and not node.get("properties") and at != "parameters":
        yield f"{at}.properties: should be non-empty for OBJECT type"
    if kind.lower() == "array" and "items" not in node:
        yield f"{at}.items: missing field"
    if not all(isinstance(one, str) for one in node.get("enum", ())):
        yield f"{at}.enum: texts"
    if not all(one in node.get("properties", ()) for one in node.get("required", ())):
        yield f"{at}.required: property is not defined"
