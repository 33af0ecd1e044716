"""The laws of every step, and those each step of clean and reshape promises besides."""

from __future__ import annotations

from functools import partial

import pytest

from ctxfn.messages import AssistantGroup, Node, Supervisor
from ctxfn.pipeline import Step
from ctxfn.processors import (
    drop_empty,
    filter_disabled_tools,
    flatten_groups,
    pair_tool_results,
    restore_supervisor,
    strip_fields,
)
from ctxfn.testing import check_step, conserving, paired

PAIRING = (
    pair_tool_results(),
    pair_tool_results(missing_result="drop_call", orphan_result="keep_as_text"),
    pair_tool_results(late_result="replace"),
    pair_tool_results(late_result="keep_as_text"),
)
OTHERS = (
    pair_tool_results(open_calls="leave"),
    filter_disabled_tools(identifiers=("web", "files")),
    drop_empty(),
    drop_empty(loading_marker="", users="drop"),
    strip_fields(),
    strip_fields(codec="uichat"),
    flatten_groups(),
    restore_supervisor(),
)


@pytest.mark.parametrize("step", PAIRING, ids=repr)
def test_paired_for_every_conversation(step: Step) -> None:
    check_step(step, idempotent=True, laws=(paired,))


@pytest.mark.parametrize("step", OTHERS, ids=repr)
def test_the_laws_of_every_step_and_idempotent(step: Step) -> None:
    check_step(step, idempotent=True)


@pytest.mark.parametrize("step", [*PAIRING, *OTHERS[:1]], ids=repr)
def test_repairs_lose_nothing_without_a_note(step: Step) -> None:
    check_step(step, laws=(partial(conserving, ordered=("texts", "calls")),))


@pytest.mark.parametrize("step", OTHERS[1:], ids=repr)
def test_nothing_is_lost_without_a_note_and_order_stays(step: Step) -> None:
    check_step(step, laws=(partial(conserving, removes=_repeats),))


def _repeats(node: Node) -> bool:
    """A card that has a call of its turns as its own says it once."""
    if not isinstance(node, AssistantGroup | Supervisor):
        return False
    asked = {call.id for turn in node.turns for call in turn.said.calls}
    return any(call.id in asked for call in node.calls)
