"""The four messages a model can read."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from attrs import field, frozen

from ctxfn.messages.brief import briefly
from ctxfn.messages.calls import Call, Reasoning, ToolError, ToolName, Usage
from ctxfn.messages.marks import Mark
from ctxfn.messages.origin import NOWHERE, Origin
from ctxfn.messages.parts import Part
from ctxfn.messages.verbatim import Extras, Verbatim

__all__ = ["Assistant", "Block", "Message", "System", "ToolResult", "User", "Written"]

#: How a codec found a message written (content a text, a list, null or absent; the order of
#: its keys). Only that codec reads it, and it takes no part in equality.
Written: TypeAlias = tuple[object, ...] | None


@briefly
@frozen
class Block:
    """Text the application injects with a message. Its identity is its injector's name.

    `origin` says what it was made of; `tag` names its element inside an envelope, if not `name`.
    """

    name: str
    text: str
    origin: str | None = None
    tag: str | None = None


@briefly
@frozen
class System:
    """What the application tells the model. `developer`: under OpenAI's newer name for it."""

    role: ClassVar[Literal["system"]] = "system"

    parts: tuple[Part, ...] = ()
    id: str | None = None
    name: str | None = None
    developer: bool = False
    blocks: tuple[Block, ...] = ()
    marks: tuple[Mark, ...] = ()
    origin: Origin = NOWHERE
    extras: Extras = ()
    written: Written = field(default=None, eq=False, repr=False)


@briefly
@frozen
class User:
    """What a person says."""

    role: ClassVar[Literal["user"]] = "user"

    parts: tuple[Part, ...] = ()
    id: str | None = None
    name: str | None = None
    blocks: tuple[Block, ...] = ()
    marks: tuple[Mark, ...] = ()
    origin: Origin = NOWHERE
    extras: Extras = ()
    written: Written = field(default=None, eq=False, repr=False)


@briefly
@frozen
class Assistant:
    """What a model says, thinks and asks tools to do."""

    role: ClassVar[Literal["assistant"]] = "assistant"

    parts: tuple[Part, ...] = ()
    id: str | None = None
    calls: tuple[Call, ...] = ()
    reasoning: tuple[Reasoning, ...] = ()
    usage: Usage | None = None
    name: str | None = None
    blocks: tuple[Block, ...] = ()
    marks: tuple[Mark, ...] = ()
    origin: Origin = NOWHERE
    extras: Extras = ()
    written: Written = field(default=None, eq=False, repr=False)


@briefly
@frozen
class ToolResult:
    """What a tool answered. `synthetic` is the reason why we made it up, if we did.

    `call_id` is empty if the store has none. `kind` is that of its `Call`.
    """

    role: ClassVar[Literal["tool"]] = "tool"

    parts: tuple[Part, ...] = ()
    id: str | None = None
    call_id: str = ""
    tool: ToolName | str | None = None
    error: ToolError | None = None
    state: Verbatim | None = None
    synthetic: str | None = None
    kind: str = "function"
    blocks: tuple[Block, ...] = ()
    marks: tuple[Mark, ...] = ()
    origin: Origin = NOWHERE
    extras: Extras = ()
    written: Written = field(default=None, eq=False, repr=False)


Message: TypeAlias = System | User | Assistant | ToolResult
