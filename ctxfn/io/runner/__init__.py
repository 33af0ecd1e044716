"""Runner: it carries out what agents want of the world, side by side, and answers them."""

from __future__ import annotations

from ctxfn.io.runner.dependency import require_anyio

require_anyio()

# isort: split
from ctxfn.io.runner.callers import Became, Fate  # noqa: E402
from ctxfn.io.runner.contributing import Build  # noqa: E402
from ctxfn.io.runner.errors import NotForgotten, RunnerClosed, WaitsForItself  # noqa: E402
from ctxfn.io.runner.folder_logs import logs_in  # noqa: E402
from ctxfn.io.runner.hooks import POINTS, At, Hook, Point  # noqa: E402
from ctxfn.io.runner.limits import RunnerLimits  # noqa: E402
from ctxfn.io.runner.news import Missed, News, NewsStream, What  # noqa: E402
from ctxfn.io.runner.provided import (  # noqa: E402
    Gateway,
    Logs,
    OfferedModel,
    Provided,
    SessionLog,
    SettingsStore,
)
from ctxfn.io.runner.runner import Runner  # noqa: E402
from ctxfn.io.runner.sub_agents import run_agent_task, sub_agent  # noqa: E402
from ctxfn.io.runner.tools import (  # noqa: E402
    AgentTool,
    ToolRun,
    agent_tool,
    current_run,
    source_tools,
    tell_run,
)

__all__ = [
    "POINTS",
    "AgentTool",
    "At",
    "Became",
    "Build",
    "Fate",
    "Gateway",
    "Hook",
    "Logs",
    "Missed",
    "News",
    "NewsStream",
    "NotForgotten",
    "OfferedModel",
    "Point",
    "Provided",
    "Runner",
    "RunnerClosed",
    "RunnerLimits",
    "SessionLog",
    "SettingsStore",
    "ToolRun",
    "WaitsForItself",
    "What",
    "agent_tool",
    "current_run",
    "logs_in",
    "require_anyio",
    "run_agent_task",
    "source_tools",
    "sub_agent",
    "tell_run",
]
