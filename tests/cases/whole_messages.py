"""Injectors of structural slot cases that add or replace whole messages: steps, no slots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from pyrsistent import pvector

from ctxfn.context import Context
from ctxfn.messages import (
    Assistant,
    Call,
    Messages,
    Node,
    Origin,
    System,
    Text,
    ToolResult,
    User,
    first_of,
    last_of,
)

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


def _add_pair(config: Config, context: Context) -> Context:
    """A call and its result behind the last thing a person said."""
    state = config["onboardingContext"]
    found = last_of(User, context.messages)
    if found is None:
        return context
    text = "\n\n".join(
        state[key] for key in ("phaseGuidance", "soulContent", "personaContent") if state.get(key)
    )
    name = "lobe-web-onboarding____getOnboardingState"
    call = Call("made-up", name, "{}")
    said = Assistant((), calls=(call,), origin=_OURS)
    result = ToolResult((Text(text),), call_id=call.id, origin=_OURS)
    return context.with_messages(_behind(context.messages, found.place, said, result).messages)


def _finish(config: Config, context: Context) -> Context:
    """An instruction at the very end, of none of the traced words."""
    said = System((Text("Finish now."),), origin=_OURS)
    return context.with_messages(context.messages.append(said))


def _hint(config: Config, context: Context) -> Context:
    """A message of ours at the very end, even behind a person's; none of the traced words."""
    said = User((Text("What next."),), origin=_OURS)
    return context.with_messages(context.messages.append(said))


WHOLE_MESSAGES: Final[dict[str, Callable[[Config, Context], Context]]] = {
    "AgentDocumentSystemReplaceInjector": _replace_system,
    "AgentDocumentMessageInjector": _add_document,
    "OnboardingSyntheticStateInjector": _add_pair,
    "OnboardingActionHintInjector": _hint,
    "ForceFinishSummaryInjector": _finish,
}
