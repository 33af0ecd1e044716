"""Write single items: messages, reasoning, calls, and what came of calls."""

from __future__ import annotations

from typing import Final

from ctxfn.messages import Assistant, Call, Part, Reasoning, System, ToolResult, User, is_ours
from ctxfn.wire.openai_chat.spelling import spelled
from ctxfn.wire.openai_responses.read_items import text_of, usual_summary
from ctxfn.wire.openai_responses.write_parts import ABSENT, write_content
from ctxfn.wire.openai_responses.writer import Writer
from ctxfn.wire.openai_responses.written import CODEC, Piece, arrange

__all__ = ["is_from_here", "write_call", "write_reasoning", "write_result", "write_said"]

_Row = dict[str, object]

_CALL_TYPES: Final = {
    "function": ("function_call", "arguments"),
    "custom": ("custom_tool_call", "input"),
}
_OUTPUT_TYPES: Final = {
    "function": "function_call_output",
    "custom": "custom_tool_call_output",
}


def write_said(
    node: System | User | Assistant,
    parts: tuple[Part, ...],
    piece: Piece | None,
    writer: Writer,
    *,
    first: int = 0,
    linked: bool = False,
) -> _Row:
    """Write a message item of *parts*, which begin with part number *first* of *node*.

    Contract:
        *linked*: the id of an answer refers to reasoning that is not sent, so it is not either.
        An answer that loses its id is written like one that never had one.
    """
    role = node.role
    said = "developer" if isinstance(node, System) and node.developer else str(role)
    spare = writer.spare(node.extras)
    row: _Row = {"type": "message", "role": said}
    if piece is not None and ("type" not in piece.keys or "type" in piece.nulls):
        del row["type"]
    kept = _kept_id(node, piece, writer, linked=linked)
    if kept is not None:
        row["id"] = kept
    of_model = isinstance(node, Assistant)
    as_read = piece
    if of_model and kept is not None:
        if "status" not in spare and (piece is None or "status" in piece.keys):
            row["status"] = "completed"
    elif of_model and node.id is not None:
        as_read = None
        if spare.pop("status", None) is not None:
            writer.lose("extras.status", "only an answer with an id has a status")
    annotated = of_model and kept is not None and piece is None
    content = write_content(parts, role, as_read, writer, first=first, annotated=annotated)
    if content is not ABSENT:
        row["content"] = content
    row.update(spare)
    return row if piece is None else arrange(row, piece.keys, piece.nulls)


def _kept_id(
    node: System | User | Assistant, piece: Piece | None, writer: Writer, *, linked: bool
) -> str | None:
    """Return the id to write, if any; one that no codec of this format read is a store's own."""
    if node.id is None:
        return None
    if piece is None and not node.id.startswith("msg_"):
        if not is_ours(node):
            writer.leave("id")
        return None
    if linked:
        writer.lose("id", "it refers to reasoning that is not sent")
        return None
    return node.id if writer.takes_id("message", node.id, "id") else None


def is_from_here(reasoning: Reasoning) -> bool:
    """Say whether a model behind this format thought it, and not another."""
    return any(name == CODEC for name, _ in reasoning.extras)


def write_reasoning(
    reasoning: Reasoning, number: int, piece: Piece | None, writer: Writer
) -> _Row | None:
    """Write a reasoning item; nothing and a loss for what another model thought."""
    path = f"reasoning[{number}]"
    if writer.profile.reasoning == "forbidden":
        writer.lose(path, f"{writer.profile.name} takes no reasoning")
        return None
    if not is_from_here(reasoning):
        writer.lose(path, "what another model thought is not replayed here")
        return None
    spare = writer.spare(reasoning.extras)
    row: _Row = {"type": "reasoning"}
    sealed = reasoning.sealed is not None
    if "id" in spare and not writer.takes_id("reasoning", spare["id"], f"{path}.id", whole=sealed):
        del spare["id"]
        if not sealed:
            writer.lose(path, "without its id nothing is left of it that a server could read")
            return None
    for field in ("signature", "model"):
        if getattr(reasoning, field) is not None:
            writer.lose(f"{path}.{field}", "reasoning here is sealed, not signed")
    row.update(spare)
    if "summary" not in spare or text_of(spare) != reasoning.text:
        row["summary"] = usual_summary(spare.get("content"), reasoning.text)
    if sealed:
        row["encrypted_content"] = reasoning.sealed
    return row if piece is None else arrange(row, piece.keys, piece.nulls)


def write_call(
    call: Call, number: int, piece: Piece | None, writer: Writer, *, linked: bool = False
) -> _Row:
    """Write a call; one of a kind the format does not have is written as a function's."""
    path = f"calls[{number}]"
    if call.kind not in _CALL_TYPES:
        reason = f"no call of the kind {call.kind!r} here, written as a function"
        writer.lose(f"{path}.kind", reason)
    if call.signature is not None:
        writer.lose(f"{path}.signature", f"calls are not signed for {writer.profile.name}")
    kind, word = _CALL_TYPES.get(call.kind, _CALL_TYPES["function"])
    spare = writer.spare(call.extras)
    if linked and "id" in spare:
        writer.lose(f"{path}.id", "it refers to reasoning that is not sent")
        del spare["id"]
    elif spare.get("id") is not None and not writer.takes_id(kind, spare["id"], f"{path}.id"):
        del spare["id"]
    name = spelled(call.tool, writer.profile.tool_name_length)
    row: _Row = {"type": kind, "call_id": call.id, "name": name, word: call.arguments, **spare}
    return row if piece is None else arrange(row, piece.keys, piece.nulls)


def write_result(node: ToolResult, piece: Piece | None, writer: Writer) -> _Row:
    """Write what came of a call."""
    if node.kind not in _OUTPUT_TYPES:
        reason = f"no result of the kind {node.kind!r} here, written as a function's"
        writer.lose("kind", reason)
    if node.error is not None:
        writer.lose("error", "a result here has words only: its error is not among them")
    if node.state is not None:
        writer.lose("state", "a result here has words only: its state is not among them")
    kind = _OUTPUT_TYPES.get(node.kind, _OUTPUT_TYPES["function"])
    row: _Row = {"type": kind, "call_id": node.call_id}
    output = write_content(node.parts, "tool", piece, writer)
    row["output"] = "" if output is ABSENT or output is None else output
    if node.id is not None and piece is None:
        writer.leave("id")
    elif node.id is not None and writer.takes_id(kind, node.id, "id"):
        row["id"] = node.id
    row.update(writer.spare(node.extras))
    return row if piece is None else arrange(row, piece.keys, piece.nulls)
