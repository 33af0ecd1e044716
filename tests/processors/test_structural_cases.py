"""Each structural case: our output, reduced, is one that a correct engine may give."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ctxfn.messages import Messages
from ctxfn.processors import (
    drop_empty,
    filter_disabled_tools,
    flatten_groups,
    pair_tool_results,
    restore_supervisor,
    strip_fields,
    tell_reactions,
)
from ctxfn.wire.uichat.decode import decode
from tests.cases.reduction import Case, acceptable, load_cases, reduce_messages

STEPS: dict[str, Callable[[Any], Callable[[Messages], Messages]]] = {
    "pair_tool_results": lambda _: pair_tool_results(),
    "filter_disabled_tools": lambda config: filter_disabled_tools(
        identifiers=tuple(config.get("disabledToolIdentifiers") or ())
    ),
    "drop_empty": lambda _: drop_empty(),
    "strip_fields": lambda _: strip_fields(),
    "flatten_groups": lambda _: flatten_groups(),
    "restore_supervisor": lambda _: restore_supervisor(),
    "tell_reactions": lambda config: tell_reactions() if config.get("enabled") else _nothing,
}


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
