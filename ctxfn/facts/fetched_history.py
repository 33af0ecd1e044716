"""Earlier messages of the conversation that a store gave."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal

from attrs import field, frozen
from pyrsistent import PVector, pvector

from ctxfn.facts.check_fields import check_fields
from ctxfn.facts.errors import InvalidFact
from ctxfn.messages import Messages, Node

__all__ = ["FetchedHistory"]


def _vector(given: Iterable[Node]) -> Messages:
    if isinstance(given, PVector):
        return given
    if not isinstance(given, Iterable) or isinstance(given, str | bytes | Mapping):
        raise InvalidFact(
            "FetchedHistory", "messages", f"a {type(given).__name__}", "a list of messages"
        )
    return pvector(given)


@frozen
class FetchedHistory:
    """The messages, oldest first; once they stand in the conversation, the fact is empty.

    Raises:
        InvalidFact: something among *messages* is none.

    Examples:
        >>> from ctxfn.messages import user
        >>> len(FetchedHistory([user("hi", id="u1")]).messages)
        1
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "turn"

    messages: Messages = field(factory=pvector, converter=_vector)

    __attrs_post_init__ = check_fields
