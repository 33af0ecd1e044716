"""A slot: one of the few places where the application may inject text."""

from __future__ import annotations

from collections.abc import Callable

from attrs import field, frozen

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.messages import Block, Messages
from ctxfn.pipeline import Reach

__all__ = ["Slot"]


@frozen
class Slot:
    """A place with a pure function that puts a block there.

    Contract of `place`:
        The block is added behind the blocks there, or put where a block of its name stands;
        the same block twice leaves the same object. At most one message changes (in EACH_USER
        those of the person), at most one message of ours is added. Which messages are ours is
        known by their origin, never by their text.

    `keeps` says that no message ever leaves by it, so that a run need not look for what left.
    `reach` says which stretch of a conversation it looks at, so that what became of the others
    can be remembered; without it `place` is given everything, each time.
    """

    name: str
    place: Callable[[Messages, Block], Messages]
    keeps: bool = field(default=False, eq=False)
    reach: Reach | None = field(default=None, eq=False)

    def __attrs_post_init__(self) -> None:
        check_argument("the name of a slot", self.name, str, "a text")
        if not callable(self.place):
            raise InvalidArgument(f"the slot {self.name}", shown(self.place), "a function of two")

    def __repr__(self) -> str:
        return self.name.upper()
