"""The metadata of a row that steps read, as marks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.messages import (
    Anchor,
    ContextSelection,
    Executed,
    Instruction,
    Mark,
    Mention,
    PageSelection,
    Reaction,
    RetryOf,
    ToolSnapshot,
    own,
)
from ctxfn.wire.uichat.reading import Reading, Row, entries, kept, named, text, whole

__all__ = ["executed_marks", "marks_of"]

_READ: Final = frozenset(
    (
        "reactions",
        "instruction",
        "agentCouncil",
        "compare",
        "pageSelections",
        "contextSelections",
        "localSystemToolSnapshots",
    )
)
_PAGE: Final = ("id", "pageId", "content", "xml")
_CONTEXT: Final = (
    "id",
    "source",
    "title",
    "filePath",
    "language",
    "content",
    "pageId",
    "xml",
    "side",
    "workingDirectory",
)
_LINES: Final = ("startLine", "endLine")
_RANGE: Final = "lineRange"


def marks_of(row: Row, metadata: Row, rest: Row, reading: Reading) -> tuple[Mark, ...]:
    """Take the marks off *metadata* (and the row); what stays in it nobody reads.

    Contract:
        The order is fixed: reactions, instruction, council, comparison, page selections,
        context selections, snapshots, mentions, retry.
    """
    marks: list[Mark] = []
    if metadata and not _READ.isdisjoint(metadata):
        path, reading.path = reading.path, _inside(reading.path)
        marks += _reactions(metadata, reading)
        instruction = metadata.get("instruction")
        if instruction is not None:
            said = text(metadata, "instruction", metadata, reading)
            marks += [] if said is None else [Instruction(said)]
            _take(metadata, "instruction", taken=said is not None)
        marks += _anchors(metadata)
        marks += _pages(metadata, reading)
        marks += _contexts(metadata, reading)
        marks += _snapshots(metadata, reading)
        reading.path = path
    if "editorData" in row:
        marks += _mentions(row["editorData"])
    if row.get("retry_of") is not None:
        retried = text(row, "retry_of", rest, reading)
        marks += [] if retried is None else [RetryOf(retried)]
    return tuple(marks)


def executed_marks(row: Row) -> tuple[Mark, ...]:
    """Read what a prepared call ran with; the arguments themselves are carried in `plugin`."""
    state, plugin = row.get("pluginState"), row.get("plugin")
    if not isinstance(state, dict) or not isinstance(plugin, dict):
        return ()
    arguments = plugin.get("arguments")
    prepared = isinstance(state.get("hookPreparation"), dict)
    return (Executed(arguments),) if prepared and isinstance(arguments, str) else ()


def _inside(path: str) -> str:
    return f"{path}.metadata" if path else "metadata"


def _take(metadata: Row, key: str, *, taken: bool) -> None:
    if taken:
        del metadata[key]


def _reactions(metadata: Row, reading: Reading) -> list[Mark]:
    found: list[Mark] = []
    for place, entry in entries(metadata, "reactions", metadata, reading):
        emoji = entry.get("emoji")
        if not isinstance(emoji, str):
            reading.report(f"reactions[{place}].emoji", emoji, "a text")
            continue
        users = entry.get("users")
        listed = users if isinstance(users, list) else []
        names = tuple(name for name in listed if isinstance(name, str))
        if len(names) != len(listed) or not isinstance(users, list | None):
            reading.report(f"reactions[{place}].users", users, "a list of texts")
        found.append(Reaction(emoji, whole(entry, "count", {}, reading), names))
    _take(metadata, "reactions", taken=isinstance(metadata.get("reactions"), list))
    return found


def _anchors(metadata: Row) -> Iterator[Mark]:
    if metadata.get("agentCouncil") is True:
        del metadata["agentCouncil"]
        yield Anchor("council")
    if metadata.get("compare") is True:
        del metadata["compare"]
        yield Anchor("compare")


def _pages(metadata: Row, reading: Reading) -> list[Mark]:
    found: list[Mark] = []
    for _, entry in entries(metadata, "pageSelections", metadata, reading):
        left = {key: value for key, value in entry.items() if key not in _PAGE}
        own_id, page, content, xml = (text(entry, key, left, reading) for key in _PAGE)
        start, end = _lines(entry, left, reading)
        found.append(PageSelection(own_id, page, content or "", xml or "", start, end, kept(left)))
    _take(metadata, "pageSelections", taken=isinstance(metadata.get("pageSelections"), list))
    return found


def _contexts(metadata: Row, reading: Reading) -> list[Mark]:
    key = "contextSelections"
    found: list[Mark] = []
    for _, entry in entries(metadata, key, metadata, reading):
        left = {name: value for name, value in entry.items() if name not in _CONTEXT}
        words = {name: text(entry, name, left, reading) for name in _CONTEXT}
        start, end = _range(entry, left, reading)
        found.append(
            ContextSelection(
                id=words["id"],
                source=words["source"],
                title=words["title"],
                file_path=words["filePath"],
                language=words["language"],
                content=words["content"] or "",
                page_id=words["pageId"],
                xml=words["xml"],
                side=words["side"],
                working_directory=words["workingDirectory"],
                start_line=start,
                end_line=end,
                extras=kept(left),
            )
        )
    _take(metadata, key, taken=isinstance(metadata.get(key), list))
    return found


def _range(entry: Row, left: Row, reading: Reading) -> tuple[int | None, int | None]:
    """Read the lines of an object under one key; what else it holds is carried there."""
    written = entry.get(_RANGE)
    if not isinstance(written, dict):
        if written is not None:
            named(_RANGE, written, left, reading, "an object")
        return None, None
    rest = dict(written)
    lines = _lines(written, rest, reading)
    if rest or not written:
        left[_RANGE] = rest
    else:
        del left[_RANGE]
    return lines


def _lines(entry: Row, left: Row, reading: Reading) -> tuple[int | None, int | None]:
    """Take the first and the last line off *left*."""
    for key in _LINES:
        left.pop(key, None)
    start, end = (whole(entry, key, left, reading) for key in _LINES)
    return start, end


def _snapshots(metadata: Row, reading: Reading) -> list[Mark]:
    key = "localSystemToolSnapshots"
    found: list[Mark] = [
        ToolSnapshot(own(entry)) for _, entry in entries(metadata, key, metadata, reading)
    ]
    _take(metadata, key, taken=isinstance(metadata.get(key), list))
    return found


def _mentions(editor: object) -> list[Mark]:
    """The tags in a rich text: named by `actionType`, or by its older name, of a category."""
    found: list[Mark] = []
    waiting = [editor.get("root")] if isinstance(editor, dict) else []
    while waiting:
        node = waiting.pop()
        if not isinstance(node, dict):
            continue
        if node.get("type") == "action-tag":
            named, name, kind = (
                node.get(key) for key in ("actionType", "actionLabel", "actionCategory")
            )
            if isinstance(named, str):
                found.append(
                    Mention(
                        named,
                        name if isinstance(name, str) else None,
                        kind if isinstance(kind, str) else None,
                    )
                )
        children = node.get("children")
        if isinstance(children, list):
            waiting += reversed(children)
    return found
