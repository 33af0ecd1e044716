"""A skill on offer: what is told of it, and its instructions if they are at hand."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import frozen

from ctxfn.messages import Extras, is_blank
from ctxfn.skills.check_texts import check_texts

__all__ = ["OfferedSkill", "SkillSource"]

SkillSource: TypeAlias = Literal["builtin", "agent", "user", "market", "project", "device"]
"""Who brought it. What a project or a device brought is a file to be read first."""


@frozen
class OfferedSkill:
    """A skill that a request could use.

    `location` is where its file stands, `files` are what comes with it. A `bundled` one comes in
    an archive that is unpacked when it is activated: its instructions alone are of no use.
    `active` is what its source says. What a file says besides is in `metadata`, and under keys
    nobody knows in `extras`.

    Raises:
        InvalidSkill: a field holds what is no text.
    """

    identifier: str
    name: str
    description: str = ""
    source: SkillSource | None = None
    location: str | None = None
    content: str | None = None
    active: bool = False
    bundled: bool = False
    files: tuple[str, ...] = ()
    license: str | None = None
    compatibility: str | None = None
    allowed_tools: tuple[str, ...] = ()
    metadata: Extras = ()
    extras: Extras = ()

    def __attrs_post_init__(self) -> None:
        check_texts(
            self,
            self.identifier,
            texts=("identifier", "name", "description"),
            perhaps=("location", "content", "license", "compatibility"),
            lists=("files", "allowed_tools"),
        )

    @property
    def has_content(self) -> bool:
        """Whether its instructions are at hand.

        Examples:
            >>> OfferedSkill("pdf", "PDF", content=" ").has_content
            False
        """
        return not is_blank(self.content)
