"""The messages of the UI tree that hold others, and what a list of messages may hold."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from attrs import field, frozen
from pyrsistent import PVector

from ctxfn.messages.brief import briefly
from ctxfn.messages.calls import Call, Reasoning, Usage
from ctxfn.messages.marks import Mark
from ctxfn.messages.origin import NOWHERE, Origin
from ctxfn.messages.parts import Part
from ctxfn.messages.records import (
    Assistant,
    Block,
    Message,
    System,
    ToolResult,
    User,
    Written,
)
from ctxfn.messages.verbatim import Extras

__all__ = [
    "AssistantGroup",
    "Card",
    "Column",
    "Compare",
    "CompressedGroup",
    "Council",
    "Flat",
    "Messages",
    "Node",
    "Supervisor",
    "Task",
    "TaskCallback",
    "Tasks",
    "Turn",
    "Unknown",
    "Verification",
]


@briefly
@frozen
class Turn:
    """One step of an agent inside a card: what it said, and what its tools answered."""

    said: Assistant
    results: tuple[ToolResult, ...] = ()


@briefly
@frozen
class AssistantGroup:
    """Consecutive steps of one agent, shown as one card."""

    role: ClassVar[Literal["assistantGroup"]] = "assistantGroup"

    turns: tuple[Turn, ...] = ()
    id: str | None = None
    parts: tuple[Part, ...] = ()
    calls: tuple[Call, ...] = ()
    reasoning: tuple[Reasoning, ...] = ()
    usage: Usage | None = None
    blocks: tuple[Block, ...] = ()
    marks: tuple[Mark, ...] = ()
    origin: Origin = NOWHERE
    extras: Extras = ()
    written: Written = field(default=None, eq=False, repr=False)


@briefly
@frozen
class Supervisor:
    """The same for the agent that leads a team; often without turns, only words."""

    role: ClassVar[Literal["supervisor"]] = "supervisor"

    turns: tuple[Turn, ...] = ()
    id: str | None = None
    parts: tuple[Part, ...] = ()
    calls: tuple[Call, ...] = ()
    reasoning: tuple[Reasoning, ...] = ()
    usage: Usage | None = None
    blocks: tuple[Block, ...] = ()
    marks: tuple[Mark, ...] = ()
    origin: Origin = NOWHERE
    extras: Extras = ()
    written: Written = field(default=None, eq=False, repr=False)


@briefly
@frozen
class Council:
    """Several agents answered one message side by side; `anchor` is that message's id."""

    role: ClassVar[Literal["agentCouncil"]] = "agentCouncil"

    members: tuple[Node, ...] = ()
    anchor: str | None = None
    id: str | None = None
    parts: tuple[Part, ...] = ()
    blocks: tuple[Block, ...] = ()
    marks: tuple[Mark, ...] = ()
    origin: Origin = NOWHERE
    extras: Extras = ()
    written: Written = field(default=None, eq=False, repr=False)


@briefly
@frozen
class Column:
    """One of the answers that stand side by side."""

    nodes: tuple[Node, ...] = ()
    id: str | None = None
    extras: Extras = ()


@briefly
@frozen
class Compare:
    """Answers of several models to one question; the person may have chosen one, `active`."""

    role: ClassVar[Literal["compare"]] = "compare"

    columns: tuple[Column, ...] = ()
    active: str | None = None
    id: str | None = None
    parts: tuple[Part, ...] = ()
    blocks: tuple[Block, ...] = ()
    marks: tuple[Mark, ...] = ()
    origin: Origin = NOWHERE
    extras: Extras = ()
    written: Written = field(default=None, eq=False, repr=False)


@briefly
@frozen
class Task:
    """The result of a delegated task; its `Instruction` is a mark."""

    role: ClassVar[Literal["task"]] = "task"

    parts: tuple[Part, ...] = ()
    id: str | None = None
    calls: tuple[Call, ...] = ()
    reasoning: tuple[Reasoning, ...] = ()
    usage: Usage | None = None
    blocks: tuple[Block, ...] = ()
    marks: tuple[Mark, ...] = ()
    origin: Origin = NOWHERE
    extras: Extras = ()
    written: Written = field(default=None, eq=False, repr=False)


@briefly
@frozen
class Tasks:
    """A batch of delegated tasks; `several_agents`: they were not all one agent's."""

    role: ClassVar[Literal["tasks"]] = "tasks"

    tasks: tuple[Node, ...] = ()
    several_agents: bool = False
    id: str | None = None
    parts: tuple[Part, ...] = ()
    blocks: tuple[Block, ...] = ()
    marks: tuple[Mark, ...] = ()
    origin: Origin = NOWHERE
    extras: Extras = ()
    written: Written = field(default=None, eq=False, repr=False)


@briefly
@frozen
class TaskCallback:
    """A finished task reports back: which one, and with what outcome."""

    role: ClassVar[Literal["taskCallback"]] = "taskCallback"

    parts: tuple[Part, ...] = ()
    identifier: str | None = None
    reason: str | None = None
    task_id: str | None = None
    id: str | None = None
    blocks: tuple[Block, ...] = ()
    marks: tuple[Mark, ...] = ()
    origin: Origin = NOWHERE
    extras: Extras = ()
    written: Written = field(default=None, eq=False, repr=False)


@briefly
@frozen
class CompressedGroup:
    """A summary that stands for a stretch of history, with what was pinned inside it."""

    role: ClassVar[Literal["compressedGroup"]] = "compressedGroup"

    parts: tuple[Part, ...] = ()
    compressed: tuple[Node, ...] = ()
    pinned: tuple[Node, ...] = ()
    id: str | None = None
    blocks: tuple[Block, ...] = ()
    marks: tuple[Mark, ...] = ()
    origin: Origin = NOWHERE
    extras: Extras = ()
    written: Written = field(default=None, eq=False, repr=False)


@briefly
@frozen
class Verification:
    """A check of what was delivered; its words are feedback."""

    role: ClassVar[Literal["verify"]] = "verify"

    parts: tuple[Part, ...] = ()
    id: str | None = None
    blocks: tuple[Block, ...] = ()
    marks: tuple[Mark, ...] = ()
    origin: Origin = NOWHERE
    extras: Extras = ()
    written: Written = field(default=None, eq=False, repr=False)


@briefly
@frozen
class Unknown:
    """A message under a role nobody here knows; its words are kept, and it is never sent as it is."""

    role: str
    parts: tuple[Part, ...] = ()
    id: str | None = None
    blocks: tuple[Block, ...] = ()
    marks: tuple[Mark, ...] = ()
    origin: Origin = NOWHERE
    extras: Extras = ()
    written: Written = field(default=None, eq=False, repr=False)


Card: TypeAlias = (
    AssistantGroup
    | Supervisor
    | Council
    | Compare
    | Task
    | Tasks
    | TaskCallback
    | CompressedGroup
    | Verification
    | Unknown
)
Node: TypeAlias = (
    System
    | User
    | Assistant
    | ToolResult
    | AssistantGroup
    | Supervisor
    | Council
    | Compare
    | Task
    | Tasks
    | TaskCallback
    | CompressedGroup
    | Verification
    | Unknown
)
Messages: TypeAlias = PVector[Node]
Flat: TypeAlias = PVector[Message]
