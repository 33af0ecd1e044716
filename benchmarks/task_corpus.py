"""A made-up history of an agent that delegates: batches of tasks, and what is reported."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from benchmarks.chat_corpus import corpus

__all__ = ["ui_tasks"]

Row = dict[str, Any]

_KINDS = ("user", "tasks", "assistant", "taskCallback", "verify", "groupTasks", "task", "assistant")


def ui_tasks(messages: int, *, seed: int = 42) -> list[Row]:
    """Return *messages* nodes; the words are those of `corpus`. A batch holds three tasks."""
    words = itertools.cycle(
        [one["content"] for one in corpus(4 * messages + 8, seed=seed) if one["content"]]
    )
    kinds = itertools.cycle(_KINDS)
    return [_row(f"msg_{number}", next(kinds), words) for number in range(messages)]


def _row(id: str, kind: str, words: Iterator[str]) -> Row:
    if kind == "task":
        return _task(id, "ann", words)
    row: Row = {"id": id, "role": kind, "content": next(words)}
    if kind in ("tasks", "groupTasks"):
        agents = ("ann", "bob", None) if kind == "groupTasks" else ("ann", "ann", "ann")
        tasks = [_task(f"{id}_{n}", agent, words) for n, agent in enumerate(agents)]
        row.update(content="", tasks=tasks, threadId="thd_1", topicId="tpc_1")
    if kind == "taskCallback":
        told = {"identifier": "report", "reason": "completed", "taskId": f"task_{id}"}
        row["metadata"] = {"taskCallback": told}
    return row


def _task(id: str, agent: str | None, words: Iterator[str]) -> Row:
    row: Row = {"id": id, "role": "task", "content": next(words)}
    row["metadata"] = {"instruction": next(words)}
    return row if agent is None else {**row, "agentName": agent, "agentId": f"agt_{agent}"}
