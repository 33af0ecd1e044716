"""From stored history to a valid, budget-fitting model request: verbs and the usual names.

Each name is imported when it is first used; `import ctxfn` costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxfn.doors import lazily as _lazily

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
    from ctxfn.front.convert import convert
    from ctxfn.front.count import count
    from ctxfn.front.fit import fit
    from ctxfn.front.repair import repair
    from ctxfn.messages.build import assistant, call, chat, system, tool_result, user
    from ctxfn.messages.cards import Messages
    from ctxfn.pipeline.incremental import incremental
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
    "convert",
    "count",
    "default_pipeline",
    "each_message",
    "fit",
    "incremental",
    "phase",
    "processor",
    "repair",
    "run",
    "system",
    "tool_result",
    "trace",
    "user",
]

__getattr__, __dir__ = _lazily(
    __name__,
    {
        "assembly": "Policy default_pipeline",
        "context": "Context Note",
        "facts": "Clock Knowledge Model SystemRole Todo TodoList",
        "front": "assemble check convert count fit repair",
        "messages": "Messages assistant call chat system tool_result user",
        "pipeline": "Changed Pipeline each_message incremental phase processor run trace",
    },
)
