"""Stored rows that hold what some step is there for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from benchmarks.busy_chats import some
from benchmarks.task_corpus import ui_tasks
from benchmarks.told import ui_activations
from benchmarks.ui_corpus import ui_cards, ui_nested_cards, ui_rows

__all__ = ["BUSY_STORES"]

Row = dict[str, Any]
Rows = list[Row]

_TOOL: Final = {"identifier": "files", "apiName": "read"}


def _by(role: str) -> Callable[[Row], bool]:
    return lambda row: row["role"] == role


def _branched(size: int, seed: int) -> Rows:
    """Let answers be tried again: what came of the first try is another branch."""
    rows = ui_rows(size, seed=seed)
    for row in [*some(rows, lambda row: row["role"] == "assistant" and "tools" not in row)]:
        place = next(index for index, one in enumerate(rows) if one is row)
        rows.insert(place, {**row, "id": f"{row['id']}_tried", "content": "No."})
        rows[place + 1]["retry_of"] = f"{row['id']}_tried"
    return rows


def _reacted(size: int, seed: int) -> Rows:
    rows = ui_rows(size, seed=seed)
    for row in some(rows, _by("assistant")):
        row["metadata"] = {"reactions": [{"emoji": "+1"}]}
    return rows


def _hooked(size: int, seed: int) -> Rows:
    """Let hooks have a word about results."""
    rows = ui_rows(size, seed=seed)
    for row in some(rows, _by("tool")):
        told = {"hookId": "guard", "text": "Mind the <limit>."}
        row["pluginState"] = {"hookPreparation": {"additionalContexts": [told]}}
    return rows


def _snapshots(size: int, seed: int) -> Rows:
    """Let people show files."""
    rows = ui_rows(size, seed=seed)
    for number, row in enumerate(some(rows, _by("user"))):
        shown: Row = {"toolCallId": f"shown_{number}", "snapshotId": "s", **_TOOL}
        shown |= {"arguments": {"path": "a.md"}, "content": "Ahoy."}
        row["metadata"] = {"localSystemToolSnapshots": [shown]}
    return rows


def _supervised(size: int, seed: int) -> Rows:
    rows = ui_rows(size, seed=seed)
    for row in some(rows, lambda row: row["role"] == "assistant" and "tools" not in row):
        row["role"] = "supervisor"
    return rows


def _attached(size: int, seed: int) -> Rows:
    """Attach pictures and files to what people say."""
    rows = ui_rows(size, seed=seed)
    for number, row in enumerate(some(rows, _by("user"))):
        picture = {"id": f"i{number}", "url": "https://a.example/x.png", "alt": "x"}
        file = {"id": f"f{number}", "name": "a.md", "fileType": "text/markdown", "size": 5}
        row["imageList"] = [picture]
        row["fileList"] = [{**file, "url": "https://a.example/a.md", "content": "Ahoy."}]
    return rows


#: Stored rows by what they hold; of a size and a seed.
BUSY_STORES: Final[dict[str, Callable[[int, int], Rows]]] = {
    "stored": lambda size, seed: ui_rows(size, seed=seed),
    "cards": lambda size, seed: ui_cards(size // 4, seed=seed),
    "nested": lambda size, seed: ui_nested_cards(size // 4, seed=seed),
    "tasks": lambda size, seed: ui_tasks(size // 4, seed=seed),
    "activations": lambda size, seed: ui_activations(size, seed=seed),
    "branched": _branched,
    "reacted": _reacted,
    "hooked": _hooked,
    "snapshots": _snapshots,
    "supervised": _supervised,
    "attached": _attached,
}
