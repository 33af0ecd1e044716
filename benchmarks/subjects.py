"""What is measured: the same request, by ctxfn and by hand on dicts."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

from benchmarks.twins.default_pipeline import Policy as TwinPolicy
from benchmarks.twins.default_pipeline import Situation
from benchmarks.twins.default_pipeline import default_pipeline as twin
from ctxfn.assembly import default_pipeline
from ctxfn.context import Context
from ctxfn.facts import Clock, Knowledge, KnowledgeFile, SystemRole, Todo, TodoList, Variables
from ctxfn.messages import Messages, calls_in, chat, unusual
from ctxfn.pipeline import run
from ctxfn.wire import (
    Conversation,
    Profile,
    beyond_words_and_calls,
    codec_named,
    profile,
)

__all__ = [
    "CHAT",
    "FACTS",
    "OPENAI",
    "PIPELINE",
    "SITUATION",
    "by_hand",
    "encoded",
    "forget",
    "held",
    "rows",
]

CHAT: Final = codec_named("openai_chat")
OPENAI: Final[Profile] = profile("openai")
PIPELINE: Final = default_pipeline()

_ROLE: Final = "You are {{name}}, a terse release manager."

#: What is known about the request, for ctxfn, and the same for the twin.
FACTS: Final = (
    SystemRole(_ROLE),
    Variables((("name", "Otter"),)),
    Clock(datetime(2026, 3, 1, tzinfo=UTC), "Europe/Paris"),
    Knowledge((KnowledgeFile("f1", "notes.md", "Ship on Friday."),)),
    TodoList((Todo("write tests", "processing"), Todo("ship"))),
)
SITUATION: Final = Situation(
    system_role=_ROLE,
    values={"name": "Otter"},
    knowledge=(("f1", "notes.md", "Ship on Friday."),),
    date="2026-03-01 (Europe/Paris)",
    todos=(("write tests", "processing"), ("ship", "todo")),
)


def held(messages: Messages) -> object:
    """Assemble from records: the pipeline and encode."""
    after = run(PIPELINE, Context.of(messages, *FACTS))
    return encoded(after.messages)


def forget() -> object:
    """Let nothing be remembered of the messages that were looked at last."""
    nothing = chat()
    return unusual(nothing), beyond_words_and_calls(nothing), calls_in(nothing)


def rows(said: list[dict[str, Any]]) -> object:
    """Assemble from dicts: decode, the pipeline, encode."""
    return held(CHAT.decode(said).messages)


def encoded(messages: Messages) -> object:
    """Encode alone."""
    return CHAT.encode(Conversation(messages), OPENAI).body


def by_hand(said: list[dict[str, Any]]) -> object:
    """Assemble by hand, in place: the dicts are changed."""
    twin(said, policy=TwinPolicy(), situation=SITUATION)
    return said
