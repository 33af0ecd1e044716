"""Agents that write what they are told to, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path

from ctxfn.io.sources import AgentTask, Source, SubAgent, update, wiki, wiki_files

__all__ = ["Step", "calling", "edit", "made", "said", "writer_of"]

Step = tuple[str, dict[str, object]]


def writer_of(*steps: Step, fails: bool = False, heard: list[str] | None = None) -> SubAgent:
    """Make an agent that calls tools, one after the other, and then says so, or *fails*."""

    async def write(task: AgentTask) -> str:
        for name, arguments in steps:
            said = await calling(task, name)(arguments)
            if heard is not None:
                heard.append(said)
        if fails:
            raise RuntimeError("out of ink")
        return "done"

    return write


def calling(task: AgentTask, name: str) -> Callable[[dict[str, object]], Awaitable[str]]:
    """Find the tool of that *name*."""
    return next(tool.arun for tool in task.tools if tool.name == name)


def made(folder: Path, *steps: Step, heard: list[str] | None = None) -> Source:
    """Make a wiki of files with a writer that does *steps*."""
    return wiki(wiki_files(folder), writer=writer_of(*steps, heard=heard), deleting=True)


def edit(path: str, old: str, new: str) -> Step:
    """Put *new* where *old* stands."""
    return ("edit_page", {"path": path, "old_text": old, "new_text": new})


def said(folder: Path, *steps: Step) -> list[str]:
    """What the tools say to the writer: texts, or errors without the name of the source."""
    heard: list[str] = []
    update(made(folder, *steps, heard=heard), "x")
    answers = [json.loads(one) for one in heard]
    return [one.get("text") or one["error"].removeprefix("wiki: ") for one in answers]
