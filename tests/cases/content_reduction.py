"""The reduced form of cases of the content and template steps, and how a case is run.

`reduction.py` reduces messages; here is what these steps show besides: thoughts and calls as
they stand on the wire, and the config of a case as options of ours.
"""

from __future__ import annotations

from typing import Any, Final

from attrs import evolve

from ctxfn.context import Context
from ctxfn.facts import Variables
from ctxfn.messages import (
    ENVELOPE_END,
    ENVELOPE_START,
    Assistant,
    Call,
    Messages,
    Node,
    Part,
    Text,
    ToolName,
    ToolResult,
    User,
)
from ctxfn.pipeline import AnyStep
from ctxfn.processors import (
    apply_input_template,
    fill_placeholders,
    render_blocks,
    render_calls,
    render_parts,
)
from ctxfn.tools import wire_name
from ctxfn.wire.uichat.decode import decode
from tests.cases.reduced_node import Reduction
from tests.cases.reduction import Case, acceptable, reduce_messages

__all__ = ["STAND_IN", "expected", "reduced", "run_case", "step_of"]

STAND_IN: Final = "[STAND-IN]"
_MARKS: Final = {ENVELOPE_START: "#<", ENVELOPE_END: "#>", STAND_IN: "#s"}

#: What rows of a store show beside the wire form, and nobody changes here.
_STORED: Final = ("tools", "plugin")

Row = dict[str, Any]


def step_of(case: Case) -> AnyStep:
    """Make the step of *case* with its config as options."""
    config = case["config"]
    match case["processor"]:
        case "MessageContent":
            files = config.get("fileContext") or {}
            return render_parts(
                vision=config.get("isCanUseVision", False),
                video=config.get("isCanUseVideo", False),
                audio=config.get("isCanUseAudio", False),
                file_block=files.get("enabled", False),
                include_urls=files.get("includeFileUrl", True),
                image_stand_in=STAND_IN,
                video_stand_in=STAND_IN,
                sound_stand_in=STAND_IN,
            )
        case "ToolCall":
            return render_calls(functions=config.get("isCanUseFC", True))
        case "InputTemplate":
            return apply_input_template(template=config["inputTemplate"])
        case _:
            depth = config.get("depth")
            roles = tuple(sorted({message["role"] for message in case["messages"]}))
            return fill_placeholders(roles=roles, depth=2 if depth is None else depth)


def run_case(case: Case) -> Context:
    """Read the rows of *case* and run its step over them, then write the blocks."""
    rows = case["messages"]
    nodes = [
        _ours(node) if "systemInjection" in meta or "virtualLastUser" in meta else node
        for node, row in zip(decode(rows).messages, rows, strict=True)
        for meta in [row.get("meta") or {}]
    ]
    generators = case["config"].get("variableGenerators") or {}
    known = {name: value for name, value in generators.items() if not isinstance(value, dict)}
    return render_blocks(step_of(case)(Context.of(nodes, Variables.of(known))))


def _ours(node: Node) -> Node:
    """Take a message for ours: only the original's slots mark rows in this way."""
    assert isinstance(node, User)
    return evolve(node, origin=evolve(node.origin, ours="slot"))


def reduced(messages: Messages, case: Case) -> list[Row]:
    """Reduce *messages*; with thoughts and parts for content cases, wire calls for calls."""
    rows = reduce_messages(messages, case, marks=_MARKS)
    reduction = Reduction(case, _MARKS)
    bare = {
        call.id: call.tool
        for node in messages
        if isinstance(node, Assistant)
        for call in node.calls
        if isinstance(call.tool, str)
    }
    for row, node in zip(rows, messages, strict=True):
        if case["processor"] == "MessageContent" and isinstance(node, Assistant):
            _show_content(row, node, reduction)
        if case["processor"] == "ToolCall":
            _show_wire(row, node, case, bare)
    return rows


def expected(case: Case) -> list[list[Row]]:
    """List the outputs that are acceptable, without what only a store shows."""
    if case["processor"] != "ToolCall":
        return acceptable({**case, "output": [] if "error" in case["output"] else case["output"]})
    return [[_without(row) for row in output] for output in acceptable(case)]


def _without(row: Row) -> Row:
    return {key: value for key, value in row.items() if key not in _STORED}


def _show_content(row: Row, node: Assistant, reduction: Reduction) -> None:
    words = reduction.given.words
    thoughts = [
        ["thinking", words(one.text)] for one in node.reasoning if one.signature is not None
    ]
    shown = thoughts + [_shown(part, words) for part in node.parts]
    if [kind for kind, *_ in shown] not in ([], ["text"]):
        row["parts"] = shown
    row["text"] = [word for _, said in thoughts for word in said] + row["text"]


def _shown(part: Part, words: Any) -> list[Any]:
    if isinstance(part, Text):
        return ["text", words(part.text)]
    url = getattr(part, "url", None) or ""
    return [f"{type(part).__name__.lower()}_url", url.rsplit("/", 1)[-1].rsplit(".", 1)[0]]


def _show_wire(row: Row, node: Node, case: Case, bare: dict[str, str]) -> None:
    """Show calls and names of results as they are written; a bare name is written as it is."""
    for key in ("tool_calls", "name", *_STORED):
        row.pop(key, None)
    if isinstance(node, Assistant) and node.calls:
        row["tool_calls"] = [_wire_call(call, case) for call in node.calls]
    if isinstance(node, ToolResult):
        alike = isinstance(node.tool, ToolName) and wire_name(node.tool) == bare.get(node.call_id)
        name = bare[node.call_id] if alike else _name(node.tool, case)
        row.update({"name": name} if name else {})


def _wire_call(call: Call, case: Case) -> Row:
    shown = {"id": call.id, "name": _name(call.tool, case), "arguments": call.arguments}
    return shown if call.signature is None else {**shown, "thoughtSignature": call.signature}


def _name(tool: ToolName | str | None, case: Case) -> str | None:
    if tool is None or isinstance(tool, str):
        return tool
    if case["config"].get("genToolCallingName") == "resolver":
        return wire_name(tool)
    return f"{tool.identifier}.{tool.api}"
