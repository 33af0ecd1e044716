"""Files and knowledge bases the agent was given."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from annotated_types import Ge
from attrs import frozen

from ctxfn.facts.check_fields import check_fields
from ctxfn.messages import ToolName

__all__ = ["Knowledge", "KnowledgeCollection", "KnowledgeFile"]


@frozen
class KnowledgeFile:
    """A file with its text, or with the reason why its text could not be read.

    `full_length` is the number of characters of the original, if `content` is only a part.
    """

    id: str
    name: str
    content: str = ""
    error: str | None = None
    full_length: Annotated[int, Ge(0)] | None = None

    __attrs_post_init__ = check_fields


@frozen
class KnowledgeCollection:
    """A collection that can be searched with a tool."""

    id: str
    name: str
    description: str | None = None

    __attrs_post_init__ = check_fields


@frozen
class Knowledge:
    """All of them; `can_read_attachment`: a tool that reads more of a file is on offer.

    `search_tool` searches the collections and `read_tool` reads more of a file, if the model is
    to call them by name.

    Raises:
        InvalidFact: a field holds what it cannot.
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "turn"

    files: tuple[KnowledgeFile, ...] = ()
    collections: tuple[KnowledgeCollection, ...] = ()
    can_read_attachment: bool = False
    search_tool: ToolName | str | None = None
    read_tool: ToolName | str | None = None

    __attrs_post_init__ = check_fields
