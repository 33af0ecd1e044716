"""Structural cases of a whole engine: the config as a pipeline and facts of ours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from attrs import evolve

from ctxfn.assembly import Policy, default_pipeline
from ctxfn.context import Context
from ctxfn.facts import ForceFinish, Model, SystemRole, Variables
from ctxfn.injectors import date, knowledge, memory, team, todo_list
from ctxfn.messages import (
    ENVELOPE_END,
    ENVELOPE_START,
    Assistant,
    Messages,
    Node,
    ToolName,
    ToolResult,
)
from ctxfn.pipeline import AnyStep, Pipeline, run
from ctxfn.processors import fill_placeholders, render_parts
from ctxfn.slots import LAST_USER
from ctxfn.tools import wire_name
from ctxfn.wire.uichat.decode import decode
from tests.cases.content_reduction import STAND_IN
from tests.cases.emulated_injectors import knowledge_of, run_entry, todos_of
from tests.cases.first_configs import memory_of, team_told_of
from tests.cases.reduction import Case, reduce_messages
from tests.cases.teams import team_of
from tests.cases.told_facts import page_of

__all__ = ["reduced", "run_case"]

Config: TypeAlias = dict[str, Any]
Row: TypeAlias = dict[str, Any]

_MARKS: Final = {ENVELOPE_START: "#<", ENVELOPE_END: "#>", STAND_IN: "#s"}


def run_case(case: Case) -> Context:
    """Read the rows of *case* and run the default pipeline with its config over them."""
    config = case["config"]
    messages = decode(case["messages"]).messages
    return run(_pipeline(config), Context.of(messages, *_facts(config)))


def _pipeline(config: Config) -> Pipeline:
    """The default pipeline with todos where the original has them, and what only a case needs."""
    files = config.get("fileContext") or {}
    policy = Policy(
        keep_groups=config["historyCount"] if config.get("enableHistoryCount") else None,
        input_template=config.get("inputTemplate"),
        fill_placeholders_in=("user", "assistant", "tool"),
        disabled_tools=tuple((config.get("toolsConfig") or {}).get("disabledToolIdentifiers", ())),
    )
    shown = render_parts(
        file_block=files.get("enabled", True),
        include_urls=files.get("includeFileUrl", True),
        image_stand_in=STAND_IN,
        video_stand_in=STAND_IN,
        sound_stand_in=STAND_IN,
    )
    pipeline = default_pipeline(policy).replace(render_parts, shown)
    if not config.get("variableGenerators"):
        pipeline = pipeline.without(fill_placeholders)
    pipeline = pipeline.without(date).replace(todo_list, todo_list.at(LAST_USER))
    if config.get("userMemory"):
        pipeline = _in_preamble(pipeline, memory, memory)
    if config.get("agentGroup"):
        pipeline = _in_preamble(pipeline, team, _told_of_team(config["agentGroup"]))
    for name, before, made in _EMULATED:
        if config.get(name):
            pipeline = pipeline.before(before, *made(config[name]))
    return pipeline


def _in_preamble(pipeline: Pipeline, step: AnyStep, used: AnyStep) -> Pipeline:
    """Have the pipeline run *used* for *step*, in front of the files where it has no *step*."""
    if step in tuple(pipeline):
        return pipeline if used is step else pipeline.replace(step, used)
    return pipeline.before(knowledge, used)


def _told_of_team(config: Config) -> AnyStep:
    """The team's step, told only of the members that a case lists for it.

    In the original who takes part and whose words are whose are two lists; ours is one fact.
    """
    told = team_told_of(config)
    return lambda context: evolve(team(context.tell(told)), known=context.known)


def _entry(name: str, config: Config) -> AnyStep:
    return lambda context: run_entry({"processor": name, "config": config}, 0, context)


_Made: TypeAlias = Callable[[Any], tuple[AnyStep, ...]]

#: Parameters whose injector we do not have: in front of which step, and the steps made of it.
_EMULATED: Final[tuple[tuple[str, str, _Made], ...]] = (
    (
        "evalContext",
        "model_info",
        lambda given: (_entry("EvalContextSystemInjector", {"evalContext": given}),),
    ),
)


def _facts(config: Config) -> list[object]:
    able = config.get("capabilities") or {}
    facts: list[object] = [
        SystemRole(config["systemRole"]),
        Model(
            vision=able.get("isCanUseVision", True),
            video=able.get("isCanUseVideo", False),
            audio=able.get("isCanUseAudio", False),
            functions=able.get("isCanUseFC", True),
        ),
    ]
    plans = config.get("planTodo") or {}
    if plans.get("enabled"):
        facts.append(todos_of(plans))
    if config.get("knowledge"):
        facts.append(knowledge_of(config["knowledge"]))
    if config.get("userMemory"):
        facts.append(memory_of(config["userMemory"]))
    if config.get("agentGroup"):
        facts.append(team_of(config["agentGroup"]))
    if config.get("pageContentContext"):
        facts.append(page_of(config))
    if config.get("forceFinish"):
        facts.append(ForceFinish())
    if config.get("variableGenerators"):
        facts.append(Variables.of(config["variableGenerators"]))
    return facts


def reduced(messages: Messages, case: Case) -> list[Row]:
    """Reduce *messages*, with calls and names of results as codecs write them."""
    rows = reduce_messages(messages, case, marks=_MARKS)
    for row, node in zip(rows, messages, strict=True):
        _show_wire(row, node)
    return rows


def _show_wire(row: Row, node: Node) -> None:
    if isinstance(node, Assistant):
        for shown, call in zip(row.get("tool_calls", ()), node.calls, strict=False):
            shown.update(name=_name(call.tool), arguments=call.arguments)
    if isinstance(node, ToolResult):
        row.pop("name", None)
        if node.tool is not None:
            row["name"] = _name(node.tool)


def _name(tool: ToolName | str) -> str:
    return tool if isinstance(tool, str) else wire_name(tool)
