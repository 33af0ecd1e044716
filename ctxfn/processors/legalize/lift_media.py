"""Show the media of tool results in a user message behind them, where only users may show any."""

from __future__ import annotations

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import (
    Audio,
    File,
    Image,
    Media,
    Messages,
    Node,
    Origin,
    Part,
    Text,
    ToolResult,
    User,
    Video,
    media_of,
    neutralise,
    reuse,
    with_parts,
)
from ctxfn.pipeline import Changed, processor

__all__ = ["lift_media"]


@processor
def lift_media(
    messages: Messages, /, *, kinds: tuple[str, ...] = ("image", "video", "audio", "file")
) -> Messages | Changed:
    """Move the media of tool results to one user message behind the results of their turn.

    Contract:
        Where the medium stood, a text says that it follows; the message of ours, labelled
        with the call's id, comes behind the last result in a row, never between two. Media of
        other *kinds* stay. Each move is a note; nothing to move: the same object. Twice is
        once.

    Complexity: O(messages + parts).

    Source: catalogue rules ``image-role-not-allowed`` and ``media-splits-results``.

    Examples:
        >>> from ctxfn.messages import chat, text_of, tool_result
        >>> shot = tool_result("s1", Image(url="data:image/png;base64,AAAA"))
        >>> [m.role for m in lift_media(chat(shot, tool_result("s2", "Home")))]
        ['tool', 'tool', 'user']
    """
    after: list[Node] = []
    waiting: list[tuple[str, Media]] = []
    notes: list[Note] = []
    for place, node in enumerate(messages):
        moved = _moved(node, kinds)
        if waiting and not isinstance(node, ToolResult):
            after.append(_shown(waiting))
            waiting = []
        if isinstance(node, ToolResult) and moved:
            waiting += [(node.call_id, one) for one in moved]
            notes.append(_note(node, len(moved), place))
            after.append(with_parts(node, tuple(_said(part, kinds) for part in node.parts)))
        else:
            after.append(node)
    if waiting:
        after.append(_shown(waiting))
    return Changed(reuse(messages, after), tuple(notes)) if notes else messages


def _moved(node: Node, kinds: tuple[str, ...]) -> tuple[Media, ...]:
    if not isinstance(node, ToolResult):
        return ()
    return tuple(one for one in media_of(node) if _kind(one) in kinds)


def _kind(one: Media) -> str:
    return type(one).__name__.lower()


def _said(part: Part, kinds: tuple[str, ...]) -> Part:
    if isinstance(part, Image | Video | Audio | File) and _kind(part) in kinds:
        return Text(f"[The {_kind(part)} is shown in the next message.]")
    return part


def _shown(waiting: list[tuple[str, Media]]) -> User:
    parts: list[Part] = []
    last: str | None = None
    for call_id, one in waiting:
        if call_id != last:
            parts.append(Text(neutralise(f"[From the result of call {call_id}:]")))
            last = call_id
        parts.append(evolve(one, attached=False))
    first = waiting[0][0]
    return User(tuple(parts), f"ctxfn:media:{first}", origin=Origin(ours="lift_media"))


def _note(node: ToolResult, count: int, place: int) -> Note:
    text = f"{count} media of a tool result are shown in a user message behind it"
    return Note("lift_media", "media-lifted", text, (node.call_id,), (place,))
