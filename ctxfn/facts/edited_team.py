"""The configuration of the team that the person is building with an agent's help."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import frozen

from ctxfn.facts.check_fields import check_fields
from ctxfn.facts.official_tool import OfficialTool
from ctxfn.messages import ToolName

__all__ = ["EditedMember", "EditedTeam"]


@frozen
class EditedMember:
    """An agent of the team; a supervisor decides who speaks."""

    id: str
    title: str
    description: str | None = None
    supervisor: bool = False

    __attrs_post_init__ = check_fields


@frozen(kw_only=True)
class EditedTeam:
    """The team as it is now; what is not set is not told.

    `purpose` is the prompt all members share. The four tools invite a member, remove one,
    change the prompt, and change the configuration, if the model is to call them by name.

    Raises:
        InvalidFact: a field holds what it cannot.
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "step"

    id: str | None = None
    title: str | None = None
    scene: str | None = None
    supervised: bool | None = None
    purpose: str | None = None
    opening_message: str | None = None
    opening_questions: tuple[str, ...] = ()
    supervisor_model: str | None = None
    supervisor_provider: str | None = None
    supervisor_plugins: tuple[str, ...] = ()
    members: tuple[EditedMember, ...] = ()
    official_tools: tuple[OfficialTool, ...] = ()
    invite_tool: ToolName | str | None = None
    remove_tool: ToolName | str | None = None
    prompt_tool: ToolName | str | None = None
    configuration_tool: ToolName | str | None = None

    __attrs_post_init__ = check_fields
