"""From stored history to a valid, budget-fitting model request: verbs and the usual names.

Each name is imported when it is first used; `import ctxfn` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # By module, not by door: in a circle of imports, and all of them pass through here, type
    # checkers take `ctxfn.pipeline.run` for the module of that name.
    from ctxfn.assembly.default import default_pipeline
    from ctxfn.assembly.policy import Policy
    from ctxfn.context.context import Context
    from ctxfn.context.notes import Note
    from ctxfn.facts.clock import Clock
    from ctxfn.facts.knowledge import Knowledge
    from ctxfn.facts.model import Model
    from ctxfn.facts.system_role import SystemRole
    from ctxfn.facts.todo_list import Todo, TodoList
    from ctxfn.front.assemble import assemble
    from ctxfn.front.check import check
    from ctxfn.front.count import count
    from ctxfn.front.fit import fit
    from ctxfn.front.repair import repair
    from ctxfn.messages.build import assistant, call, chat, system, tool_result, user
    from ctxfn.messages.cards import Messages
    from ctxfn.pipeline.local import each_message
    from ctxfn.pipeline.phase import phase
    from ctxfn.pipeline.pipeline import Pipeline
    from ctxfn.pipeline.run import run
    from ctxfn.pipeline.step import Changed, processor
    from ctxfn.pipeline.trace import trace

__all__ = [
    "Changed",
    "Clock",
    "Context",
    "Knowledge",
    "Messages",
    "Model",
    "Note",
    "Pipeline",
    "Policy",
    "SystemRole",
    "Todo",
    "TodoList",
    "assemble",
    "assistant",
    "call",
    "chat",
    "check",
    "count",
    "default_pipeline",
    "each_message",
    "fit",
    "phase",
    "processor",
    "repair",
    "run",
    "system",
    "tool_result",
    "trace",
    "user",
]

_MODULE_OF = {
    "Changed": "pipeline",
    "Clock": "facts",
    "Context": "context",
    "Messages": "messages",
    "Note": "context",
    "Pipeline": "pipeline",
    "Policy": "assembly",
    "SystemRole": "facts",
    "Knowledge": "facts",
    "Model": "facts",
    "Todo": "facts",
    "TodoList": "facts",
    "assemble": "front",
    "assistant": "messages",
    "call": "messages",
    "chat": "messages",
    "check": "front",
    "count": "front",
    "default_pipeline": "assembly",
    "each_message": "pipeline",
    "fit": "front",
    "phase": "pipeline",
    "processor": "pipeline",
    "repair": "front",
    "run": "pipeline",
    "system": "messages",
    "tool_result": "messages",
    "trace": "pipeline",
    "user": "messages",
}


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = value  # so that the next look-up does not come here
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
