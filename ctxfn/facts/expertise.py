"""Lessons of the domains an agent was given, rendered once for all steps of an operation."""

from __future__ import annotations

from hashlib import md5
from typing import ClassVar, Literal

from attrs import frozen

from ctxfn.facts.check_fields import check_fields

__all__ = ["Expertise", "ExpertiseDomain"]


@frozen
class ExpertiseDomain:
    """A field of knowledge, and the lessons of it that were rendered."""

    id: str
    lessons: tuple[str, ...] = ()

    __attrs_post_init__ = check_fields


@frozen
class Expertise:
    """A snapshot: the rendered `text`, the digest made of it then, and what it was made of.

    The same text is sent with every step of an operation, so that the prefix stays cached.
    `content_hash` is the MD5 of the text in UTF-8, in hexadecimal digits.

    Raises:
        InvalidFact: a field holds what it cannot.

    Examples:
        >>> snapshot = Expertise("Ask first.", domains=(ExpertiseDomain("d1", ("l1", "l2")),))
        >>> snapshot.digest, snapshot.lesson_count
        ('24598dd38d47626cde6dcdfb8567b7c2', 2)
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "never"

    text: str
    content_hash: str | None = None
    domains: tuple[ExpertiseDomain, ...] = ()
    schema_version: int = 1

    __attrs_post_init__ = check_fields

    @property
    def digest(self) -> str:
        """The MD5 of the text as it is now."""
        written = self.text.encode("utf-8", "surrogatepass")
        return md5(written, usedforsecurity=False).hexdigest()

    @property
    def lesson_count(self) -> int:
        """The number of lessons in all domains."""
        return sum(len(domain.lessons) for domain in self.domains)

    @property
    def complaint(self) -> str | None:
        """What is wrong with the fact, if something is: the note an injector leaves."""
        if self.content_hash is None or self.content_hash.lower() == self.digest:
            return None
        return (
            f"the text of the expertise is not the one its hash was made of: found "
            f"{self.digest}, expected {self.content_hash:.80}; somebody changed the snapshot"
        )
