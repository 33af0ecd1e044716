"""What the input of a structural case tells: traced words, ids, and the forms of its calls."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

from ctxfn.messages import Call, ToolResult
from ctxfn.tools import wire_name

__all__ = ["TracedInput"]

Row: TypeAlias = dict[str, Any]

_WORD: Final = r"(?<![A-Za-z0-9_])[a-z]{1,2}\d+(?![A-Za-z0-9_])"
_SLOT: Final = r"\{\{([^{}]{0,40})\}\}"
_MARKS: Final = {"#<": "\x02", "#>": "\x03", "#s": "\x01"}
_NAMES: Final = {sign: mark for mark, sign in _MARKS.items()}
_SEQUENCE: Final = re.compile(f"([\x01\x02\x03])|{_SLOT}|({_WORD})")

#: Keys whose value is no text that a reader sees.
_NO_TEXT: Final = frozenset(
    [
        "arguments",
        "function",
        "id",
        "tool_call_id",
        "url",
        "agentId",
        "parentId",
        "name",
        "identifier",
        "apiName",
        "result_msg_id",
    ]
)


class TracedInput:
    """The words, ids and calls of one case's input."""

    def __init__(self, case: Row, marks: Mapping[str, str]) -> None:
        messages = case["messages"]
        blob = "\n".join(_strings([case.get("config"), messages]))
        self._words = set(re.findall(_WORD, blob))
        self._slots = {slot.strip() for slot in re.findall(_SLOT, blob)}
        self._marks = {text: _MARKS[mark] for text, mark in marks.items()}
        variables = bool((case.get("config") or {}).get("variableGenerators"))
        self._leaves = [] if variables else sorted(set(_leaves(messages)))
        self._rows: dict[str, Row] = {}
        self._calls: dict[str, Row] = {}
        self.wire_calls: dict[str, dict[str, Row]] = {}
        for row in _objects(messages):
            self._remember(row)
        self._answers = {
            str(row["tool_call_id"]): row for row in self._rows.values() if "tool_call_id" in row
        }
        self.ids = frozenset(self._rows)
        self.call_ids = frozenset((*self._calls, *self._answers, *self._replayed()))

    def _replayed(self) -> list[str]:
        """List the ids of calls that are stored as snapshots beside a message."""
        return [
            str(snapshot["toolCallId"])
            for row in self._rows.values()
            for snapshot in (row.get("metadata") or {}).get("localSystemToolSnapshots", ())
        ]

    def _remember(self, row: Row) -> None:
        if isinstance(row.get("id"), str | int):
            known = self._rows.setdefault(str(row["id"]), {})
            for key, value in row.items():
                known.setdefault(key, value)
        listed = row.get("tool_calls")
        listed = listed if isinstance(listed, list) else [listed]
        for call in listed:
            if isinstance(call, dict) and call.get("id") is not None:
                self.wire_calls.setdefault(str(row.get("id")), {})[str(call["id"])] = call
                self._calls.setdefault(str(call["id"]), {}).update(call)
        for call in row.get("tools") or () if isinstance(row.get("tools"), list) else ():
            if isinstance(call, dict) and call.get("id") is not None:
                self._calls.setdefault(str(call["id"]), {}).update(call)

    def words(self, text: str) -> list[str]:
        """List the traced words, slots and marks of *text* in order."""
        for found, sign in self._marks.items():
            text = text.replace(found, sign)
        words = []
        for sign, slot, word in _SEQUENCE.findall(text):
            if sign:
                words.append(_NAMES[sign])
            elif word in self._words:
                words.append(word)
            elif slot.strip() in self._slots:
                words.append("{{" + slot.strip() + "}}")
        return words

    def altered(self, words: list[str], texts: list[str]) -> list[str]:
        """List the first words of those leaves that are here but no longer verbatim."""
        present = set(words)
        changed = set()
        for leaf in self._leaves:
            traced = re.findall(_WORD, leaf)
            if present.intersection(traced) and not any(leaf in text for text in texts):
                changed.add(traced[0])
        return sorted(changed)

    def was_json_text(self, id: str | None) -> bool:
        """Say whether the row of this id kept its parts as JSON text."""
        metadata = self._rows.get(str(id), {}).get("metadata")
        return isinstance(metadata, dict) and metadata.get("isMultimodal") is True

    def lacks(self, call_id: str, key: str) -> bool:
        """Say whether the call of this id came without *key* (in either of its forms)."""
        call = self._calls.get(call_id)
        if call is None or key == "id":
            return False
        function = call.get("function")
        inner = function if isinstance(function, dict) else {}
        return call.get(key) is None and inner.get(key) is None

    def wire_name(self, call: Call) -> str:
        """Return the wire name of *call*: as it came, else as it is written."""
        if isinstance(call.tool, str):
            return call.tool
        function = self._calls.get(call.id, {}).get("function")
        if isinstance(function, dict) and isinstance(function.get("name"), str):
            return str(function["name"])
        return wire_name(call.tool) if call.tool.identifier or call.tool.api else ""

    def result_name(self, result: ToolResult) -> str | None:
        """Return the name that a result row carries beside its tool."""
        if isinstance(result.tool, str):
            return result.tool
        row = self._rows.get(str(result.id)) or self._answers.get(result.call_id)
        if row is not None and result.synthetic is None:
            name = row.get("name")
            return name if isinstance(name, str) else None
        return None if result.tool is None else self.wire_name(Call(result.call_id, result.tool))


def _objects(value: object) -> Iterator[Row]:
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from _objects(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _objects(inner)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _strings(inner)


def _leaves(value: object) -> Iterator[str]:
    """Yield the texts that a reader sees, outer white space aside."""
    if isinstance(value, str):
        if re.search(_WORD, value):
            yield from _parsed(value) or [value.strip()]
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner)
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key == "name" or (key in _NO_TEXT and not isinstance(inner, dict | list)):
                continue
            yield from _leaves(inner)


def _parsed(text: str) -> list[str]:
    """List the texts inside a stored list of parts, if *text* is one."""
    if not (text.lstrip().startswith("[") and '"type"' in text):
        return []
    try:
        parts = json.loads(text)
    except ValueError:
        return []
    found = [value for part in parts if isinstance(part, dict) for value in part.values()]
    return [one.strip() for one in found if isinstance(one, str) and re.search(_WORD, one)]
