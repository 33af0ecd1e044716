"""Agents of sources: a question answered by one turn of our own, with the source's own tools."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Final

import anyio
from attrs import frozen

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.io.models import CallDelta, ModelClient, ReasoningDelta, TextDelta
from ctxfn.io.runner.callers import Fate
from ctxfn.io.runner.news import News, NewsStream
from ctxfn.io.runner.provided import OfferedModel, Provided
from ctxfn.io.runner.runner import Runner
from ctxfn.io.runner.tools import source_tools
from ctxfn.io.sources import AgentEvent, AgentTask, Answer, Problem, SubAgent
from ctxfn.tokens import is_finite
from ctxfn.turns import AgentOptions, Input, Layer, Model, Stored
from ctxfn.turns.exchange import LineTold, NoticeTold, ToolEnded, ToolStarted, UsageTold

__all__ = ["run_agent_task", "sub_agent"]

#: Rounds of calls that an agent of a source has.
_ROUNDS: Final = 12


async def run_agent_task(
    client: ModelClient,
    model: Model,
    task: AgentTask,
    *,
    rounds: int = _ROUNDS,
    seconds: float = 120.0,
) -> Answer:
    """Do *task* with *model*: one turn with the tools of the task, from a clean start.

    Contract:
        Nothing is archived, and no history of who asks is read. It is told its instructions and
        the question, and asks at most *rounds* times for tools. What it does is told to the task.
        Without an answer within *seconds*, or with an error, the answer has a problem.

    Source: ours; a source that is asked in agent mode.

    Raises:
        InvalidArgument: *rounds* or *seconds* are no number above zero.
    """
    check_argument("run_agent_task, task", task, AgentTask, "an AgentTask(...)")
    if rounds < 1 or not is_finite(seconds) or seconds <= 0:
        raise InvalidArgument(
            "run_agent_task", shown((rounds, seconds)), "rounds and seconds above 0"
        )
    options = AgentOptions(system_prompt=task.instructions)
    provided = Provided(
        archive=_Unkept(),
        models=(OfferedModel(model, client),),
        tools=source_tools(task.tools, seconds=seconds),
    )
    defaults = Layer("global", (("max_iterations", rounds),))
    fate: Fate | None = None
    notices: list[str] = []
    async with (
        Runner(provided, options=options, defaults=defaults) as runner,
        anyio.create_task_group() as group,
        runner.events() as news,
    ):
        group.start_soon(_pass_on, news, task, notices)
        with anyio.move_on_after(seconds):
            fate = await runner.handle_message(_asked(task))
        await runner.close()
    return _answered(fate, notices, seconds)


class _Unkept:
    """An archive that keeps nothing: what is asked of a source is over with its answer."""

    async def save(self, _session: str, _key: str, _stored: Stored, /) -> None:
        """Keep nothing."""

    async def count(self, _session: str, /) -> int:
        """Nothing is there."""
        return 0

    async def read(self, _session: str, /, *, start: int = 0) -> tuple[Stored, ...]:
        """Nothing is there, from anywhere on."""
        return ()[start:]

    async def clear(self, _session: str, /) -> None:
        """Nothing is there."""

    async def sessions(self) -> tuple[str, ...]:
        """Nothing is there."""
        return ()


@frozen
class _ModelAgent:
    """Answers questions with a model."""

    client: ModelClient
    model: Model
    rounds: int
    seconds: float

    def __call__(self, task: AgentTask, /) -> Awaitable[Answer]:
        return run_agent_task(
            self.client, self.model, task, rounds=self.rounds, seconds=self.seconds
        )


def sub_agent(
    client: ModelClient, model: Model, *, rounds: int = _ROUNDS, seconds: float = 120.0
) -> SubAgent:
    """Make what `expose` wants as ``agent=`` of a model and its client: see `run_agent_task`."""
    check_argument("sub_agent, model", model, Model, "a Model(...)")
    return _ModelAgent(client, model, rounds, seconds)


def _asked(task: AgentTask) -> Input:
    asker = task.asker
    session = f"source of {asker.session}" if asker.session else "source"
    return Input("question", task.question, session, "source", user_id=asker.user)


async def _pass_on(news: NewsStream, task: AgentTask, notices: list[str]) -> None:
    async for one in news:
        if isinstance(one.what, NoticeTold):
            notices.append(one.what.text)
        event = _event(one)
        if event is not None:
            task.tell(event)


def _event(news: News) -> AgentEvent | None:
    """Tell in the words of sources what was told; what only concerns the inner agent is not."""
    match news.what:
        case TextDelta(text):
            return AgentEvent("text", text)
        case ReasoningDelta(text):
            return AgentEvent("reasoning", text)
        case CallDelta():
            return None
        case ToolStarted(_, name, arguments):
            return AgentEvent("tool-started", f"{name} {arguments}".strip())
        case ToolEnded(_, name, result, failed):
            return AgentEvent("tool-failed" if failed else "tool-ended", f"{name}: {result:.200}")
        case NoticeTold(text):
            return AgentEvent("notice", text)
        case UsageTold(usage):
            return AgentEvent("usage", f"{usage.used}/{usage.window}")
        case LineTold(about, detail):
            return AgentEvent("line", f"{about}: {detail}" if detail else about)
        case AgentEvent():
            return news.what
        case _:
            return None


def _answered(fate: Fate | None, notices: list[str], seconds: float) -> Answer:
    if fate is None:
        return Answer(problem=Problem("agent", "late", f"no answer within {seconds:g} s"))
    if fate.outcome == "replied":
        return Answer(text=fate.reply)
    if fate.outcome == "silent":
        return Answer()
    reason = fate.error or "; ".join(notices) or f"its turn ended {fate.outcome}"
    return Answer(problem=Problem("agent", "failed", reason))
