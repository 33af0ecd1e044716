"""The configuration of the agent that the person is building with another agent's help."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import frozen

from ctxfn.facts.check_fields import check_fields
from ctxfn.facts.official_tool import OfficialTool
from ctxfn.messages import ToolName

__all__ = ["EditedAgent"]


@frozen(kw_only=True)
class EditedAgent:
    """The agent as it is now; what is not set is not told.

    `plugins` are the identifiers of those switched on. `toggle_tool` and `install_tool` are
    the tools that switch a plugin on or off and that install one, if the model is to call them
    by name.

    Raises:
        InvalidFact: a field holds what it cannot.
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "step"

    title: str | None = None
    description: str | None = None
    avatar: str | None = None
    background_color: str | None = None
    tags: tuple[str, ...] = ()
    model: str | None = None
    provider: str | None = None
    plugins: tuple[str, ...] = ()
    opening_message: str | None = None
    opening_questions: tuple[str, ...] = ()
    system_role: str | None = None
    official_tools: tuple[OfficialTool, ...] = ()
    toggle_tool: ToolName | str | None = None
    install_tool: ToolName | str | None = None

    __attrs_post_init__ = check_fields
