"""Leave out what a client library keeps of whether a person allowed a call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ctxfn.context import Note
from ctxfn.messages import (
    Messages,
    Node,
    Opaque,
    Origin,
    Part,
    Text,
    ToolError,
    ToolResult,
    has_content,
    reuse,
    unusual,
    with_parts,
)
from ctxfn.pipeline import Changed, processor
from ctxfn.wire import only_words_and_calls

__all__ = ["drop_approvals", "parts_on_approval"]

_STEP: Final = "drop_approvals"
_REQUESTS: Final = ("tool_approval_request", "tool-approval-request")
_RESPONSES: Final = ("tool_approval_response", "tool-approval-response")


@processor
def drop_approvals(
    messages: Messages, /, *, declined: str = "The user declined this call."
) -> Messages | Changed:
    """Leave out requests for approval and the answers to them; no API has such parts.

    Contract:
        A call that was declined and has no result gets one with *declined*, or the reason that
        was given, as its error, right behind its message. A message that held nothing else
        goes. Each message that changes is noted. Nothing of the kind: the same object. Twice is
        once.

    Complexity: O(parts).

    Source: catalogue rule ``approval-parts``; the names are those of two client libraries.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, freeze, text_of, user
        >>> asked = {"type": "tool_approval_request", "id": "a1", "tool_use_id": "t1"}
        >>> answer = {"type": "tool_approval_response", "id": "a1", "approved": False}
        >>> said = chat(
        ...     assistant(Opaque("anthropic", freeze(asked)), call("t1")),
        ...     user(Opaque("anthropic", freeze(answer))),
        ... )
        >>> [text_of(message) for message in drop_approvals(said)]
        ['', 'The user declined this call.']
    """
    if only_words_and_calls(messages) or not any(
        parts_on_approval(messages[place]) for place in unusual(messages)
    ):
        return messages
    refused = _declined(messages, declined)
    answered = {node.call_id for node in messages if isinstance(node, ToolResult)}
    after: list[Node] = []
    notes: list[Note] = []
    for place, node in enumerate(messages):
        numbers = parts_on_approval(node)
        kept = node
        if numbers:
            ids = () if node.id is None else (node.id,)
            text = f"{len(numbers)} parts on whether a call was allowed left out"
            notes.append(Note(_STEP, "approval", text, ids, (place,)))
            kept = with_parts(node, _others(node.parts, numbers))
        if not numbers or has_content(kept):
            after.append(kept)
        for call in getattr(node, "calls", ()):
            if call.id in refused and call.id not in answered:
                answered.add(call.id)
                after.append(_refusal(call.id, refused[call.id]))
    return Changed(reuse(messages, after), tuple(notes))


def parts_on_approval(node: Node) -> tuple[int, ...]:
    """Return the numbers of those parts of *node* that speak of an approval.

    Contract:
        In order; whose format kept them does not matter.

    Complexity: O(parts).

    Source: as `drop_approvals`.

    Examples:
        >>> from ctxfn.messages import freeze, user
        >>> parts_on_approval(user("Yes.", Opaque("c", freeze({"type": "tool-approval-response"}))))
        (1,)
    """
    if all(type(part) is not Opaque for part in node.parts):
        return ()
    names = (*_REQUESTS, *_RESPONSES)
    return tuple(n for n, part in enumerate(node.parts) if _block(part).get("type") in names)


class _Answer(NamedTuple):
    approved: bool
    reason: str


def _declined(messages: Sequence[Node], declined: str) -> dict[str, str]:
    """Return the ids of calls that a person did not allow, and what was said to it."""
    asked: dict[object, str] = {}
    answers: dict[object, _Answer] = {}
    for block in (_block(part) for node in messages for part in node.parts):
        approval = block.get("id", block.get("approvalId"))
        if not isinstance(approval, str):
            continue
        call_id = block.get("tool_use_id", block.get("toolCallId"))
        if block.get("type") in _REQUESTS and isinstance(call_id, str):
            asked[approval] = call_id
        elif block.get("type") in _RESPONSES:
            reason = block.get("reason")
            said = reason if isinstance(reason, str) and reason.strip() else declined
            answers[approval] = _Answer(block.get("approved") is not False, said)
    return {
        call_id: answers[approval].reason
        for approval, call_id in asked.items()
        if approval in answers and not answers[approval].approved
    }


def _refusal(call_id: str, reason: str) -> ToolResult:
    return ToolResult(
        (Text(reason),),
        call_id=call_id,
        error=ToolError(),
        origin=Origin(ours=_STEP),
        synthetic="declined",
    )


def _others(parts: tuple[Part, ...], numbers: tuple[int, ...]) -> tuple[Part, ...]:
    return tuple(part for number, part in enumerate(parts) if number not in numbers)


def _block(part: Part) -> dict[str, object]:
    value = part.value.shared() if isinstance(part, Opaque) else None
    return value if isinstance(value, dict) else {}
