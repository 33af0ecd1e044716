"""Tool calls and what surrounds them: names, errors, reasoning, usage."""

from __future__ import annotations

from attrs import frozen

from ctxfn.messages.brief import briefly
from ctxfn.messages.verbatim import Extras, Verbatim

__all__ = ["Call", "Reasoning", "ToolError", "ToolName", "Usage"]


@briefly
@frozen
class ToolName:
    """A tool's own name: the package it is in, the function, and the package's kind."""

    identifier: str
    api: str
    kind: str = "builtin"


@briefly
@frozen
class Call:
    """A request to run a tool. A `tool` that is bare text is a name as it stood on the wire.

    `arguments` is JSON text as the model wrote it, broken or not. `kind` says how it was
    written: ``function``, ``custom`` (free text input), ``function_call`` (the old single call).
    """

    id: str
    tool: ToolName | str
    arguments: str = "{}"
    signature: str | None = None
    kind: str = "function"
    extras: Extras = ()


@briefly
@frozen
class ToolError:
    """Why a tool failed, as its store tells it."""

    message: str = ""
    kind: str | None = None
    details: Verbatim | None = None


@briefly
@frozen
class Reasoning:
    """What a model thought before it spoke: readable, signed or sealed, and by which model."""

    text: str = ""
    signature: str | None = None
    sealed: str | None = None
    model: str | None = None
    extras: Extras = ()


@briefly
@frozen
class Usage:
    """Tokens a provider reported for one answer."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    details: Verbatim | None = None
