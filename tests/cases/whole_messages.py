"""Injectors of structural slot cases that add or replace whole messages: steps, no slots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from attrs import evolve
from pyrsistent import pvector

from ctxfn.context import Context
from ctxfn.facts import AgentDocuments, ForceFinish, documents_of_rows
from ctxfn.injectors import (
    documents_after_first_user,
    documents_as_system,
    documents_at_end,
    documents_before_first_user,
    documents_before_system,
    documents_in_system,
    force_finish,
    onboarding_hint,
    onboarding_state,
)
from ctxfn.messages import (
    Assistant,
    Messages,
    Node,
    Origin,
    ToolName,
    ToolResult,
    with_calls,
)
from ctxfn.tools import wire_name
from tests.cases.told_facts import onboarding_of

__all__ = ["WHOLE_MESSAGES"]

Config: TypeAlias = dict[str, Any]

_OURS: Final = Origin(ours="test")


def _behind(messages: Messages, place: int, *nodes: Node) -> Context:
    return Context(pvector([*messages[: place + 1], *nodes, *messages[place + 1 :]]))


def _documents(config: Config, context: Context) -> Context:
    """The documents of a config, each step taking those of its position."""
    documents, problems = documents_of_rows(config["documents"])
    assert problems == ()
    known = context.tell(AgentDocuments(documents))
    for step in _DOCUMENT_STEPS:
        known = step(known)
    return known


_DOCUMENT_STEPS: Final = (
    documents_before_system(),
    documents_in_system(),
    documents_as_system(),
    documents_before_first_user(),
    documents_after_first_user(),
    documents_at_end(),
)


def _add_state(config: Config, context: Context) -> Context:
    """The made-up call for the state of a welcome, named as on the wire, and only there."""
    after = onboarding_state(context.tell(onboarding_of(config)))
    return after.with_messages(pvector(map(_named_on_the_wire, after.messages)))


def _named_on_the_wire(node: Node) -> Node:
    if node.origin.ours != "onboarding_state":
        return node
    if isinstance(node, ToolResult):
        return evolve(node, tool=None)
    assert isinstance(node, Assistant)
    (call,) = node.calls
    assert isinstance(call.tool, ToolName)
    return with_calls(node, (evolve(call, tool=wire_name(call.tool)),))


def _hint(config: Config, context: Context) -> Context:
    return onboarding_hint(context.tell(onboarding_of(config)))


def _finish(_: Config, context: Context) -> Context:
    return force_finish(context.tell(ForceFinish()))


WHOLE_MESSAGES: Final[dict[str, Callable[[Config, Context], Context]]] = {
    "AgentDocumentContextInjector": _documents,
    "AgentDocumentMessageInjector": _documents,
    "AgentDocumentSystemAppendInjector": _documents,
    "AgentDocumentSystemReplaceInjector": _documents,
    "OnboardingSyntheticStateInjector": _add_state,
    "OnboardingActionHintInjector": _hint,
    "ForceFinishSummaryInjector": _finish,
}
