"""One node of ours in the reduced form of a structural case."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

from ctxfn.messages import (
    Assistant,
    AssistantGroup,
    Audio,
    Call,
    Compare,
    CompressedGroup,
    Council,
    File,
    Image,
    Instruction,
    Node,
    Part,
    Reaction,
    Reasoning,
    Supervisor,
    System,
    Task,
    Tasks,
    Text,
    ToolName,
    ToolResult,
    Turn,
    User,
    Video,
    marks_of,
)
from tests.cases.traced_input import TracedInput

__all__ = ["Reduction"]

Row: TypeAlias = dict[str, Any]

#: After these steps a row has wire fields alone: no id, no stored calls, nothing attached.
_WIRE_ONLY: Final = frozenset({"MessageCleanup", "MessagesEngine"})
_ATTACHED: Final = (
    ("imageList", Image),
    ("videoList", Video),
    ("audioList", Audio),
    ("fileList", File),
)
_PART_NAMES: Final = {Image: "image_url", Video: "video_url", Audio: "audio_url", File: "file"}
_SYNTHETIC: Final = re.compile(r'"synthetic"\s*:\s*true')


class Reduction:
    """Reduces nodes with what the input of one case tells: its words, ids and forms of call."""

    def __init__(self, case: Row, marks: Mapping[str, str]) -> None:
        self.given = TracedInput(case, marks)
        self.on_wire = case["processor"] in _WIRE_ONLY
        self.known_calls = self.given.call_ids

    def row(self, node: Node) -> Row:
        """Reduce a top-level *node*."""
        role = "groupTasks" if isinstance(node, Tasks) and node.several_agents else node.role
        return self._row(node, role)

    def _row(self, node: Node, role: str | None) -> Row:
        row: Row = {} if role is None else {"role": role}
        if node.id is not None and node.id in self.given.ids and not self.on_wire:
            row["id"] = node.id
        self._content(node, row)
        self._calls(node, getattr(node, "calls", ()), (), row)
        if isinstance(node, ToolResult):
            self._result(node, row)
        if isinstance(node, User | System | Assistant) and node.name:
            row["name"] = node.name
        self._thoughts(getattr(node, "reasoning", ()), row)
        if not self.on_wire:
            self._stored(node, row)
        self._nested(node, row)
        return row

    def _content(self, node: Node, row: Row) -> None:
        said = [part for part in node.parts if not getattr(part, "attached", False)]
        texts = [part.text for part in said if isinstance(part, Text)]
        row["text"] = [word for text in texts for word in self.given.words(text)]
        kinds = [type(part) for part in said]
        if kinds and kinds != [Text] and not self.given.was_json_text(node.id):
            row["parts"] = [self._part(part) for part in said]
        altered = self.given.altered(row["text"], texts)
        if altered:
            row["altered"] = altered

    def _part(self, part: Part) -> list[object]:
        if isinstance(part, Text):
            return ["text", self.given.words(part.text)]
        name = _PART_NAMES.get(type(part), type(part).__name__.lower())
        url = getattr(part, "url", None)
        return [name, _media(url)] if name.endswith("_url") else [name]

    def _calls(
        self, node: Node, calls: tuple[Call, ...], results: tuple[ToolResult, ...], row: Row
    ) -> None:
        stored = [self._stored_call(one, results) for one in calls if not self._only_wire(one)]
        wire = [self._wire_call(one) for one in calls if self._also_wire(node, one)]
        if stored and not self.on_wire:
            row["tools"] = stored
        if wire:
            row["tool_calls"] = wire

    def _only_wire(self, call: Call) -> bool:
        return isinstance(call.tool, str) or not (call.tool.identifier or call.tool.api)

    def _also_wire(self, node: Node, call: Call) -> bool:
        if self._only_wire(call):
            return True
        return self.on_wire or call.id in self.given.wire_calls.get(str(node.id), {})

    def _stored_call(self, call: Call, results: tuple[ToolResult, ...]) -> Row:
        assert isinstance(call.tool, ToolName)
        found: Row = {
            "id": call.id,
            "identifier": call.tool.identifier,
            "apiName": call.tool.api,
            "type": call.tool.kind,
            "arguments": call.arguments,
        }
        found = {key: value for key, value in found.items() if not self.given.lacks(call.id, key)}
        if call.signature is not None:
            found["thoughtSignature"] = call.signature
        for result in results:
            if result.call_id == call.id:
                texts = [part.text for part in result.parts if isinstance(part, Text)]
                found["result"] = [word for text in texts for word in self.given.words(text)]
        return found

    def _wire_call(self, call: Call) -> Row:
        found: Row = {
            "id": call.id,
            "name": self.given.wire_name(call),
            "arguments": call.arguments,
        }
        found = {key: value for key, value in found.items() if not self.given.lacks(call.id, key)}
        if not found.get("name"):
            found.pop("name", None)
        if call.signature is not None:
            found["thoughtSignature"] = call.signature
        return found

    def _result(self, node: ToolResult, row: Row) -> None:
        if node.call_id:
            row["tool_call_id"] = node.call_id
        name = self.given.result_name(node)
        if name:
            row["name"] = name
        text = "".join(part.text for part in node.parts if isinstance(part, Text))
        row["synthetic"] = node.synthetic is not None or bool(_SYNTHETIC.search(text))
        if isinstance(node.tool, ToolName) and not self.on_wire and not row["synthetic"]:
            row["plugin"] = f"{node.tool.identifier}/{node.tool.api}"
        if node.error is not None and not self.on_wire:
            words = self.given.words(node.error.message)
            if words:
                row["error"] = words

    def _thoughts(self, reasoning: tuple[Reasoning, ...], row: Row) -> None:
        if reasoning:
            row["reasoning"] = [word for one in reasoning for word in self.given.words(one.text)]
        for one in reasoning:
            if one.signature is not None:
                row["signature"] = one.signature

    def _stored(self, node: Node, row: Row) -> None:
        for name, kind in _ATTACHED:
            ids = [part.id for part in node.parts if isinstance(part, kind) and part.attached]
            if ids:
                row[name] = ids
        if node.origin.agent and not isinstance(node, User):
            row["agentId"] = node.origin.agent
        metadata: Row = {}
        reactions = [mark.emoji for mark in marks_of(Reaction, node)]
        if reactions:
            metadata["reactions"] = reactions
        for mark in marks_of(Instruction, node):
            if isinstance(node, Task):
                metadata["instruction"] = self.given.words(mark.text)
        if metadata:
            row["metadata"] = metadata

    def _nested(self, node: Node, row: Row) -> None:
        match node:
            case AssistantGroup() | Supervisor():
                inner: list[Any] = [self._turn(turn) for turn in node.turns]
                key = "children"
            case Council():
                key, inner = "members", list(self._inner(node.members))
            case Tasks():
                key, inner = "tasks", list(self._inner(node.tasks))
            case CompressedGroup():
                key, inner = "pinnedMessages", list(self._inner(node.pinned))
            case Compare():
                key = "columns"
                inner = [list(self._inner(column.nodes)) for column in node.columns]
            case _:
                return
        if inner:
            row[key] = inner

    def _inner(self, nodes: tuple[Node, ...]) -> Iterator[Row]:
        for node in nodes:
            row = self.row(node)
            if not row["text"]:
                del row["text"]
            yield row

    def _turn(self, turn: Turn) -> Row:
        row = self._row(turn.said, None)
        row.pop("agentId", None)
        for key in ("tools", "tool_calls"):
            row.pop(key, None)
        self._calls(turn.said, turn.said.calls, turn.results, row)
        if not row["text"]:
            del row["text"]
        return row


def _media(url: str | None) -> str | None:
    return None if url is None else url.rsplit("/", 1)[-1].rsplit(".", 1)[0]
