"""What a model is told about a tool it may call."""

from __future__ import annotations

from attrs import field, frozen

from ctxfn.messages import Extras, ToolName, Verbatim, Written

__all__ = ["Declaration"]


@frozen
class Declaration:
    """A tool offered to the model; `parameters` is its JSON schema.

    A `tool` that is bare text is a name as it stood on the wire. `kind` is ``function``,
    ``custom``, or whatever a provider calls a tool of its own, kept whole in `extras`.
    """

    tool: ToolName | str
    description: str | None = None
    parameters: Verbatim | None = None
    strict: bool | None = None
    kind: str = "function"
    extras: Extras = ()
    written: Written = field(default=None, eq=False, repr=False)
