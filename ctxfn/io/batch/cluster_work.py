"""What is on a Dask worker: the work, read once, and the task that does it."""

from __future__ import annotations

import pickle
import time
from typing import Any, Final

from distributed import Worker, WorkerPlugin, get_worker

from ctxfn.io.batch.errors import WorkFailed
from ctxfn.io.batch.outcome import Work, packed, worked

__all__ = ["ClusterWork", "on_worker"]

#: A worker that has just begun may be given a task before it is told of the work.
_SOON: Final = 0.05
_TRIES: Final = 200


class ClusterWork(WorkerPlugin):  # type: ignore[misc]  # it may not be installed
    """The work in bytes on its way, and itself once it is there.

    As a plugin it reaches workers that join later, or begin again after they were killed; what
    is scattered over workers is gone with the last of them.
    """

    def __init__(self, pickled: bytes) -> None:
        self.pickled = pickled
        self.work: Work | None = None
        self.fault: str | None = None

    def setup(self, worker: Worker) -> None:  # noqa: ARG002  # named so by who calls it
        """Read the work; it is this worker's from now on."""
        try:
            self.work = pickle.loads(self.pickled)
        except Exception as error:  # told whoever asks: the worker itself begins all the same
            self.fault = f"{type(error).__name__}: {error}"
            raise
        self.pickled = b""


def on_worker(name: str, values: tuple[object, ...]) -> bytes:
    """Do the work that this worker has under *name* on each of *values*."""
    plugins = get_worker().plugins
    for _ in range(_TRIES):
        found: Any = plugins.get(name)
        if found is not None and found.fault is not None:
            raise WorkFailed("a worker cannot read the work", found.fault)
        if found is not None and found.work is not None:
            work: Work = found.work
            return packed(worked(work, value) for value in values)
        time.sleep(_SOON)
    raise LookupError(f"this worker was never told of the work {name}")
