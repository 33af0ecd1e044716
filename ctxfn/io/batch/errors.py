"""What can go wrong with a corpus: with a line of it, with who works on it, with what is there."""

from __future__ import annotations

from attrs import frozen

from ctxfn.errors import DefinitionError, RunError

__all__ = [
    "AlreadyThere",
    "ClusterLost",
    "CorpusBusy",
    "CorpusChanged",
    "LongLine",
    "WorkFailed",
    "WorkerDied",
]


@frozen
class AlreadyThere(DefinitionError):
    """The output is there, whole: nobody asked to make it anew."""

    path: str

    def __str__(self) -> str:
        return (
            f"{self.path}: is there already, expected nothing of this name; --force "
            "(force=True) makes it anew"
        )


@frozen
class CorpusChanged(RunError):
    """A run cannot go on where it stopped: something is no longer what it was."""

    journal: str
    what: str

    def __str__(self) -> str:
        return (
            f"{self.journal}: {self.what} since the run stopped, expected it as it was; give what "
            "was given, or begin anew with --force (force=True)"
        )


@frozen
class CorpusBusy(RunError):
    """Another process is writing the same output."""

    path: str

    def __str__(self) -> str:
        return f"{self.path}: another run is writing it; wait for it, or name another output"


@frozen
class LongLine(RunError):
    """A line has more bytes than a line may have; only its beginning was kept."""

    found: int
    limit: int

    def __str__(self) -> str:
        return f"found a line of {self.found:,} bytes, expected {self.limit:,} at most"


@frozen
class WorkFailed(RunError):
    """Work raised what is no error of ours, or what cannot travel from the process it was in."""

    kind: str
    reason: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.reason}" if self.reason else self.kind


@frozen
class WorkerDied(RunError):
    """Whoever worked on a line died of it, each time it was tried."""

    tries: int

    def __str__(self) -> str:
        return (
            f"its worker died {self.tries} times with nothing else in hand: look at its size, and at "
            "the memory a worker may have"
        )


@frozen
class ClusterLost(RunError):
    """A cluster cannot be reached, has no workers, or they cannot do the work."""

    address: str
    reason: str

    def __str__(self) -> str:
        return f"{self.address}: {self.reason}"
