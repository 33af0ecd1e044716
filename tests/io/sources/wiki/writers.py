"""Agents that write what they are told to, and nothing else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from ctxfn.io.sources import AgentTask, SubAgent

__all__ = ["Step", "calling", "writer_of"]

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
