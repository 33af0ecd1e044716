"""The messenger in which the model takes part as a bot."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import frozen

from ctxfn.facts.check_fields import check_fields
from ctxfn.messages import ToolName

__all__ = ["BotPlatform"]


@frozen
class BotPlatform:
    """A platform by name, whether it shows Markdown, and what went wrong with this message.

    `reader` reads earlier messages of the channel, if the model is to call it by name.

    Raises:
        InvalidFact: a field holds what it cannot.
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "turn"

    name: str
    supports_markdown: bool = True
    warnings: tuple[str, ...] = ()
    reader: ToolName | str | None = None

    __attrs_post_init__ = check_fields
