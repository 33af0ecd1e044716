"""Each structural case: our output, reduced, is one that a correct engine may give."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ctxfn.context import Context
from ctxfn.messages import Messages
from ctxfn.pipeline import AnyStep
from ctxfn.processors import (
    ORCHESTRATION_APIS,
    ORCHESTRATION_TOOLS,
    attribute_agents,
    drop_empty,
    filter_disabled_tools,
    filter_orchestration,
    flatten_councils,
    flatten_groups,
    flatten_tasks,
    pair_tool_results,
    render_task_callbacks,
    render_tasks,
    render_verifications,
    restore_supervisor,
    strip_fields,
    surface_summaries,
    tell_reactions,
)
from ctxfn.wire.uichat.decode import decode
from tests.cases.reduction import Case, acceptable, load_cases, reduce_messages
from tests.cases.teams import team_of

STEPS: dict[str, Callable[[Any], Callable[[Messages], Messages]]] = {
    "pair_tool_results": lambda _: pair_tool_results(),
    "filter_disabled_tools": lambda config: filter_disabled_tools(
        identifiers=tuple(config.get("disabledToolIdentifiers") or ())
    ),
    "drop_empty": lambda _: drop_empty(),
    "strip_fields": lambda _: strip_fields(),
    "flatten_councils": lambda _: flatten_councils(),
    "flatten_groups": lambda _: flatten_groups(),
    "surface_summaries": lambda _: surface_summaries(),
    "restore_supervisor": lambda _: restore_supervisor(),
    "flatten_tasks": lambda _: flatten_tasks(),
    "render_tasks": lambda config: render_tasks(template=config.get("template") or ""),
    "render_task_callbacks": lambda _: render_task_callbacks(),
    "render_verifications": lambda _: render_verifications(),
    "attribute_agents": lambda config: _in_team(config, attribute_agents()),
    "filter_orchestration": lambda config: _in_team(config, _filter(config)),
    "tell_reactions": lambda config: tell_reactions() if config.get("enabled") else _nothing,
}


def _in_team(config: Any, step: AnyStep) -> Callable[[Messages], Messages]:
    return lambda messages: step(Context.of(messages, team_of(config))).messages


def _filter(config: Any) -> AnyStep:
    if config.get("enabled") is False:
        return filter_orchestration(identifiers=())
    identifiers = config.get("orchestrationToolIdentifiers")
    apis = config.get("orchestrationApiNames")
    return filter_orchestration(
        identifiers=ORCHESTRATION_TOOLS if identifiers is None else tuple(identifiers),
        apis=ORCHESTRATION_APIS if apis is None else tuple(apis),
    )


def _nothing(messages: Messages) -> Messages:
    return messages


CASES = [(name, case) for name in STEPS for case in load_cases(name)]


@pytest.mark.parametrize(("name", "case"), CASES, ids=lambda value: _shown(value))
def test_the_output_is_acceptable(name: str, case: Case) -> None:
    messages = decode(case["messages"]).messages

    after = STEPS[name](case["config"])(messages)

    assert reduce_messages(after, case) in acceptable(case)


def _shown(value: object) -> str:
    return value["id"] if isinstance(value, dict) else str(value)
