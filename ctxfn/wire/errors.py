"""What can be wrong with a target, a format, or the body that is said to be in one."""

from __future__ import annotations

from attrs import frozen

from ctxfn.errors import DefinitionError, RunError

__all__ = ["UnknownCodec", "UnknownFormat", "UnknownTarget"]


@frozen
class UnknownTarget(DefinitionError):
    """A target was asked for by a name that no profile has."""

    found: str
    known: tuple[str, ...]

    def __str__(self) -> str:
        return (
            f"the target {self.found!r} is not known. Known are: {', '.join(self.known)}. "
            "Take one of them, or derive a profile of your own with attrs.evolve."
        )


@frozen
class UnknownCodec(DefinitionError):
    """A codec was asked for by a name that none has."""

    found: str
    known: tuple[str, ...]

    def __str__(self) -> str:
        return f"the codec {self.found!r} is not known. Known are: {', '.join(self.known)}."


@frozen
class UnknownFormat(RunError):
    """The body is recognised as a format for which there is no codec."""

    found: str
    because: str
    known: tuple[str, ...]

    def __str__(self) -> str:
        return (
            f"the input looks like {self.found} ({self.because}), a format without a codec here. "
            f"Read are: {', '.join(self.known)}. Convert it first, or name its format yourself."
        )
