"""Injectors of structural slot cases that add or replace whole messages: steps, no slots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from attrs import evolve
from pyrsistent import pvector

from ctxfn.context import Context
from ctxfn.facts import ForceFinish
from ctxfn.injectors import force_finish, onboarding_hint, onboarding_state
from ctxfn.messages import (
    Assistant,
    Messages,
    Node,
    Origin,
    System,
    Text,
    ToolName,
    ToolResult,
    User,
    first_of,
    with_calls,
)
from ctxfn.tools import wire_name
from tests.cases.told_facts import onboarding_of

__all__ = ["WHOLE_MESSAGES"]

Config: TypeAlias = dict[str, Any]

_OURS: Final = Origin(ours="test")


def _behind(messages: Messages, place: int, *nodes: Node) -> Context:
    return Context(pvector([*messages[: place + 1], *nodes, *messages[place + 1 :]]))


def _documents(config: Config) -> str:
    return "\n\n".join(one["content"] for one in config["documents"])


def _replace_system(config: Config, context: Context) -> Context:
    """The system message becomes the document; without one it is made."""
    said = System((Text(_documents(config)),), origin=_OURS)
    found = first_of(System, context.messages)
    if found is None:
        return context.with_messages(pvector([said, *context.messages]))
    said = System(said.parts, found.node.id)
    return context.with_messages(context.messages.set(found.place, said))


def _add_document(config: Config, context: Context) -> Context:
    """A system message at the end, or behind the first thing a person said."""
    said = System((Text(_documents(config)),), origin=_OURS)
    if config["documents"][0]["loadPosition"] == "context-end":
        return context.with_messages(context.messages.append(said))
    found = first_of(User, context.messages, ours=False)
    if found is None:
        return context
    return context.with_messages(_behind(context.messages, found.place, said).messages)


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
    "AgentDocumentSystemReplaceInjector": _replace_system,
    "AgentDocumentMessageInjector": _add_document,
    "OnboardingSyntheticStateInjector": _add_state,
    "OnboardingActionHintInjector": _hint,
    "ForceFinishSummaryInjector": _finish,
}
