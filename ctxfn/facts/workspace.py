"""Where in the application the conversation takes place, and how its pages are linked."""

from __future__ import annotations

import re
from typing import ClassVar, Final, Literal

from attrs import frozen

from ctxfn.facts.check_fields import check_fields
from ctxfn.facts.errors import InvalidFact

__all__ = ["Route", "Workspace"]

#: What ends one segment of an address, or cannot stand in any.
_NO_SEGMENT: Final = re.compile(r"[\s/?#\\\x00-\x1f\x7f]")


@frozen
class Route:
    """A page of the application: its path behind the link base, and what is there.

    Raises:
        InvalidFact: a field holds what it cannot.
    """

    path: str
    description: str = ""

    __attrs_post_init__ = check_fields


@frozen
class Workspace:
    """The application's address, and the workspace by the segment that names it in links.

    Without a `slug` the conversation is somebody's own.

    Raises:
        InvalidFact: a field holds what it cannot; a slug is one segment of an address.

    Examples:
        >>> Workspace("https://app.example/", "blue").link_start
        'https://app.example/blue'
        >>> Workspace("https://app.example").link_start
        'https://app.example'
        >>> Workspace(slug="blue").link_start is None
        True
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "never"

    app_url: str | None = None
    slug: str | None = None
    routes: tuple[Route, ...] = ()

    def __attrs_post_init__(self) -> None:
        check_fields(self)
        if self.slug is not None and (not self.slug or _NO_SEGMENT.search(self.slug)):
            raise InvalidFact(
                "Workspace", "slug", repr(self.slug), "one segment of an address, or None"
            )

    @property
    def scope(self) -> Literal["workspace", "personal"]:
        """Whose place it is."""
        return "personal" if self.slug is None else "workspace"

    @property
    def link_start(self) -> str | None:
        """What links begin with, if the application's address is known."""
        if not self.app_url:
            return None
        origin = self.app_url.rstrip("/")
        return origin if self.slug is None else f"{origin}/{self.slug}"
