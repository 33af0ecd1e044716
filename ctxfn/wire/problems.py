"""What was odd in one run of decode: one account for every codec."""

from __future__ import annotations

from ctxfn.messages import Extras
from ctxfn.wire.codec import Loss
from ctxfn.wire.values import Keep

__all__ = ["Problems"]


class Problems:
    """The state of one run of the codec named *codec*; nothing of it outlives the run."""

    __slots__ = ("codec", "index", "keep", "problems")

    def __init__(self, codec: str, keep: Keep) -> None:
        self.codec = codec
        self.keep = keep
        #: The index of the message being read.
        self.index: int | None = None
        self.problems: list[Loss] = []

    def odd(self, path: str, reason: str) -> None:
        """Record that what stands at *path* could not be read as it should."""
        self.problems.append(Loss(self.index, path, reason))

    def extras(self, spare: dict[str, object]) -> Extras:
        """Keep the keys in *spare* for this codec."""
        return ((self.codec, self.keep(spare)),) if spare else ()
