"""Earlier messages of the conversation that a store gave."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final, Literal, get_args

from attrs import field, frozen
from pyrsistent import PVector, pvector

from ctxfn.facts.errors import InvalidFact
from ctxfn.messages import Messages, Node

__all__ = ["FetchedHistory"]

_NODES: Final = get_args(Node)


def _vector(given: Iterable[Node]) -> Messages:
    if isinstance(given, PVector):
        return given
    if not isinstance(given, Iterable) or isinstance(given, str | bytes | Mapping):
        raise InvalidFact(
            "FetchedHistory", "messages", f"a {type(given).__name__}", "a list of messages"
        )
    every = tuple(given)
    for place, node in enumerate(every):
        if not isinstance(node, _NODES):
            raise InvalidFact(
                "FetchedHistory", f"messages[{place}]", f"a {type(node).__name__}", "a message"
            )
    return pvector(every)


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
