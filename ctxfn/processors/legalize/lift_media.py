"""Show the media of tools and models in user messages, where only users may show any."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import (
    Assistant,
    Audio,
    Enveloped,
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
    is_said,
    media_of,
    neutralise,
    reuse,
    unspeaking_text,
    with_parts,
)
from ctxfn.pipeline import Changed, processor

__all__ = ["lift_media"]

MediaKind: TypeAlias = Literal["image", "video", "audio", "file"]


@processor
def lift_media(
    messages: Messages, /, *, kinds: tuple[MediaKind, ...] = ("image", "video", "audio", "file")
) -> Messages | Changed:
    """Move the media of tool results and answers to a user message behind them.

    Contract:
        Where the medium stood, a text says that it follows. It is shown behind the last result
        in a row, never between two, under a label that says where it is from: in a message of
        ours, but what only a model showed goes in front of the words of a person who speaks
        next. Sounds of a model that an id names stay, which are its own words; media of other *kinds* stay.
        Each move is a note; nothing to move: the same object. Twice is once.

    Complexity: O(messages + parts).

    Source: catalogue rules ``image-role-not-allowed`` and ``media-splits-results``.

    Examples:
        >>> from ctxfn.messages import chat, text_of, tool_result
        >>> shot = tool_result("s1", Image(url="data:image/png;base64,AAAA"))
        >>> [m.role for m in lift_media(chat(shot, tool_result("s2", "Home")))]
        ['tool', 'tool', 'user']
    """
    after: list[Node] = []
    waiting: list[tuple[str | None, Media]] = []
    notes: list[Note] = []
    for place, node in enumerate(messages):
        moved = [one for one in media_of(node) if _moves(one, node, kinds)]
        if waiting and not isinstance(node, ToolResult):
            after += _behind(waiting, node)
            waiting = []
        else:
            after.append(node)
        if moved:
            source = node.call_id if isinstance(node, ToolResult) else None
            waiting += [(source, one) for one in moved]
            notes.append(_note(node, len(moved), place))
            parts = (_said(part, _moves(part, node, kinds)) for part in node.parts)
            after[-1] = with_parts(node, tuple(parts))
    if waiting:
        after.append(_shown(waiting))
    return Changed(reuse(messages, after), tuple(notes)) if notes else messages


def _moves(part: Part, node: Node, kinds: tuple[str, ...]) -> bool:
    if not isinstance(part, Image | Video | Audio | File) or _kind(part) not in kinds:
        return False
    spoken = isinstance(part, Audio) and isinstance(node, Assistant) and part.file_id is not None
    return isinstance(node, ToolResult | Assistant) and not spoken


def _kind(one: Media) -> str:
    return type(one).__name__.lower()


def _said(part: Part, moves: bool) -> Part:
    return (
        Text(f"[The {type(part).__name__.lower()} is shown in the next message.]")
        if moves
        else part
    )


def _behind(waiting: list[tuple[str | None, Media]], node: Node) -> tuple[Node, ...]:
    """Show what waits in front of *node*, inside it if a person speaks there to a model."""
    answered = all(call_id is None for call_id, _ in waiting)
    if not answered or not is_said(node):
        return _shown(waiting), node
    shown = _labelled(waiting)
    marks = tuple(
        evolve(mark, part=mark.part + len(shown)) if isinstance(mark, Enveloped) else mark
        for mark in node.marks
    )
    return (evolve(with_parts(node, (*shown, *node.parts)), marks=marks),)


def _shown(waiting: list[tuple[str | None, Media]]) -> User:
    named = waiting[0][0] or "answer"
    return User(_labelled(waiting), f"ctxfn:media:{named}", origin=Origin(ours="lift_media"))


def _labelled(waiting: list[tuple[str | None, Media]]) -> tuple[Part, ...]:
    parts: list[Part] = []
    last: tuple[str | None, ...] = ()
    for call_id, one in waiting:
        if (call_id,) != last:
            whose = "your answer" if call_id is None else f"the result of call {call_id}"
            parts.append(Text(unspeaking_text(neutralise(f"[From {whose}:]"))))
            last = (call_id,)
        parts.append(evolve(one, attached=False))
    return tuple(parts)


def _note(node: Node, count: int, place: int) -> Note:
    named = node.call_id if isinstance(node, ToolResult) else node.id
    what = "a tool result" if isinstance(node, ToolResult) else "an answer"
    text = f"{count} media of {what} are shown in a user message behind it"
    return Note("lift_media", "media-lifted", text, () if named is None else (named,), (place,))
