"""Injectors of structural slot cases that add or replace whole messages: steps, no slots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from pyrsistent import pvector

from ctxfn.context import Context
from ctxfn.facts import AgentDocuments, documents_of_rows
from ctxfn.injectors import (
    documents_after_first_user,
    documents_as_system,
    documents_at_end,
    documents_before_first_user,
    documents_before_system,
    documents_in_system,
)
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
    last_of,
)

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
    "AgentDocumentContextInjector": _documents,
    "AgentDocumentMessageInjector": _documents,
    "AgentDocumentSystemAppendInjector": _documents,
    "AgentDocumentSystemReplaceInjector": _documents,
    "OnboardingSyntheticStateInjector": _add_pair,
    "OnboardingActionHintInjector": _hint,
    "ForceFinishSummaryInjector": _finish,
}
