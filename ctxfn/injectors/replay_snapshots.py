"""What local tools showed when a person wrote a message, as calls and results."""

from __future__ import annotations

from typing import Final, NamedTuple

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import (
    Assistant,
    Call,
    Mark,
    Messages,
    Node,
    Origin,
    Text,
    ToolError,
    ToolName,
    ToolResult,
    ToolSnapshot,
    User,
    any_marked,
    marks_of,
    own,
    reuse,
)
from ctxfn.pipeline import Changed, processor, separable

__all__ = ["replay_snapshots"]

_STEP: Final = "replay_snapshots"


class _Shown(NamedTuple):
    """One snapshot, read."""

    call: Call
    result: ToolResult


@processor
@separable(tells=True)
def replay_snapshots(messages: Messages, /) -> Messages | Changed:
    """Put a call and its result behind a person's message for each snapshot it carries.

    Whoever refers to a file shows it as it was then; as the result of a real call it is where
    a model looks for it, and stays the same however the file changes.

    Contract:
        One assistant message and one result a snapshot, in their order, right behind the
        message, at its time. Ids are made of the message's and the snapshot's. The mark moves
        to the result, so twice is once, and the result keeps what has no field. A snapshot
        without a tool's name is left where it is, and noted. No snapshots: the same object.
        They count as said then, not as ours: they are cut when their time has come.

    Complexity: O(messages + characters of the snapshots).

    Source: LobeHub context-engine, local system tool snapshots.

    Examples:
        >>> from attrs import evolve
        >>> from ctxfn.messages import chat, freeze, text_of, user
        >>> seen = {"toolCallId": "c1", "identifier": "files", "apiName": "read", "content": "hi"}
        >>> said = evolve(user("this one"), marks=(ToolSnapshot(freeze(seen)),))
        >>> [(message.role, text_of(message)) for message in replay_snapshots(chat(said))]
        [('user', 'this one'), ('assistant', ''), ('tool', 'hi')]
    """
    if not any_marked(messages):
        return messages
    after: list[Node] = []
    notes: list[Note] = []
    for place, node in enumerate(messages):
        if isinstance(node, User) and node.marks and marks_of(ToolSnapshot, node):
            kept, shown, unread = _replayed(node, place)
            after += [kept, *shown]
            if unread:
                ids = () if node.id is None else (node.id,)
                text = f"{unread} snapshots name no tool and are not replayed"
                notes.append(Note(_STEP, "unread-snapshot", text, ids, (place,)))
        else:
            after.append(node)
    return Changed(reuse(messages, after), tuple(notes))


def _replayed(message: User, place: int) -> tuple[User, list[Node], int]:
    """The message without the marks that were replayed, what they showed, how many were not."""
    left: list[Mark] = []
    made: list[Node] = []
    unread = 0
    origin = Origin(
        created_ms=message.origin.created_ms,
        updated_ms=message.origin.updated_ms,
        thread=message.origin.thread,
        topic=message.origin.topic,
        group=message.origin.group,
    )
    for number, mark in enumerate(message.marks):
        value = mark.value.shared() if isinstance(mark, ToolSnapshot) else None
        named = f"{message.id or place}:{number}"
        shown = _read(value, named) if isinstance(value, dict) else None
        if shown is None or not isinstance(mark, ToolSnapshot):
            left.append(mark)
            unread += isinstance(mark, ToolSnapshot)
            continue
        own_id = shown.result.id
        made.append(Assistant((), f"{own_id}:call", (shown.call,), origin=origin))
        made.append(evolve(shown.result, marks=(mark,), origin=origin))
    kept = message if not made else evolve(message, marks=tuple(left))
    return kept, made, unread


def _read(value: dict[str, object], named: str) -> _Shown | None:
    identifier, api = value.get("identifier"), value.get("apiName")
    if not isinstance(identifier, str) or not isinstance(api, str):
        return None
    snapshot, asked = value.get("snapshotId"), value.get("toolCallId")
    own_id = f"{named}:{snapshot}" if isinstance(snapshot, str) else named
    call_id = asked if isinstance(asked, str) and asked else f"snapshot_{own_id}"
    tool = ToolName(identifier, api)
    arguments = value.get("arguments")
    call = Call(call_id, tool, "{}" if arguments is None else _text(arguments))
    content = value.get("content")
    words = "" if content is None else _text(content)
    state = value.get("state")
    result = ToolResult(
        (Text(words),) if words else (),
        own_id,
        call_id,
        tool,
        _error(value.get("error")),
        None if state is None else own(state),
    )
    return _Shown(call, result)


def _text(value: object) -> str:
    """A text as it is, anything else as compact JSON, its keys sorted: equal marks, equal texts."""
    return value if isinstance(value, str) else own(value).text


def _error(value: object) -> ToolError | None:
    match value:
        case None | False | "":
            return None
        case str():
            return ToolError(value)
        case dict():
            rest = {key: kept for key, kept in value.items() if key not in ("message", "type")}
            message, kind = value.get("message"), value.get("type")
            return ToolError(
                message if isinstance(message, str) else "",
                kind if isinstance(kind, str) else None,
                own(rest) if rest else None,
            )
        case _:
            return ToolError(details=own(value))
