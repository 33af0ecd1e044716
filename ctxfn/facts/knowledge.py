"""Files and knowledge bases the agent was given."""

from __future__ import annotations

from attrs import frozen

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
    full_length: int | None = None


@frozen
class KnowledgeCollection:
    """A collection that can be searched with a tool."""

    id: str
    name: str
    description: str | None = None


@frozen
class Knowledge:
    """All of them; `can_read_attachment`: a tool that reads more of a file is on offer."""

    files: tuple[KnowledgeFile, ...] = ()
    collections: tuple[KnowledgeCollection, ...] = ()
    can_read_attachment: bool = False
