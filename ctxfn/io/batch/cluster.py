"""Work on a Dask cluster that is there: its workers get the work once, and may die."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from attrs import frozen

from ctxfn.errors import MissingExtra, check_argument
from ctxfn.io.batch.errors import ClusterLost
from ctxfn.io.batch.outcome import Outcomes, Work, pickled, unpacked
from ctxfn.io.batch.pool import Pool

if TYPE_CHECKING:
    from distributed import Client, Future, WorkerPlugin

__all__ = ["DaskCluster"]

#: Seconds between two looks at whether the cluster is still there.
_LOOK: Final = 1.0

#: Bytes of one task of which Dask need not warn: a line may be that long.
_LARGE: Final = "1GB"


@frozen
class DaskCluster:
    """Work on the cluster whose scheduler is at *address*, as in ``tcp://10.0.0.5:8786``.

    Workers need ctxfn of the same version, and whatever else the work imports. *patience* is
    for how many seconds there may be no worker, and for how many to wait for the scheduler.
    """

    address: str
    patience: float = 60.0

    def __attrs_post_init__(self) -> None:
        check_argument("DaskCluster, address", self.address, str, "a text as tcp://HOST:PORT")
        check_argument("DaskCluster, patience", self.patience, int | float, "seconds")

    @contextmanager
    def opened(self, work: Work) -> Iterator[Pool]:
        """Send *work* to each worker, those that come later too, and forget it at the end.

        Raises:
            MissingExtra: distributed is not installed.
            ClusterLost: nobody answers, or a worker cannot read the work.
        """
        data = pickled(work)
        try:
            import dask.config
            from distributed import Client

            from ctxfn.io.batch.cluster_work import ClusterWork
        except ImportError:
            raise MissingExtra("distributed", "batch") from None
        name = f"ctxfn-{uuid4().hex}"
        client = self._client(Client)
        try:
            self._send(client, ClusterWork(data), name)
            with dask.config.set({"distributed.admin.large-graph-warning-threshold": _LARGE}):
                yield _Cluster(self, client, name)
        finally:
            # What failed here would hide why we are here; a lost cluster has forgotten all.
            with contextlib.suppress(Exception):
                client.unregister_worker_plugin(name)
            with contextlib.suppress(Exception):
                client.close(timeout=_LOOK)

    def _client(self, kind: type[Client]) -> Client:
        try:
            return kind(self.address, timeout=self.patience, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            reason = f"no scheduler answers: {error}"
            raise ClusterLost(self.address, reason) from error

    def _send(self, client: Client, work: WorkerPlugin, name: str) -> None:
        try:
            client.register_plugin(work, name=name)
        except Exception as error:
            told = (
                f"a worker cannot read the work: {type(error).__name__}: {error}; install on each"
            )
            raise ClusterLost(self.address, f"{told} what this program has") from error


class _Cluster:
    tries = 1  # the cluster has tried it before, on several workers

    def __init__(self, where: DaskCluster, client: Client, name: str) -> None:
        self._where = where
        self._client: Any = client  # one class for both ways of waiting
        self._name = name
        self._futures: dict[int, Future] = {}
        self._ended: SimpleQueue[int] = SimpleQueue()
        self._width, self._looked = 1, -_LOOK

    @property
    def width(self) -> int:
        """All threads of all workers there are now, or were a moment ago."""
        now = time.monotonic()
        if now - self._looked >= _LOOK:
            self._width, self._looked = max(1, self._threads()), now
        return self._width

    def _threads(self) -> int:
        try:
            return sum(int(threads) for threads in self._client.nthreads().values())
        except Exception as error:
            raise ClusterLost(self._where.address, f"the connection ended: {error}") from error

    def submit(self, ticket: int, values: tuple[object, ...]) -> None:
        from ctxfn.io.batch.cluster_work import on_worker

        try:
            future = self._client.submit(
                on_worker, self._name, values, key=f"{self._name}-{ticket}", pure=False
            )
        except Exception as error:
            raise ClusterLost(self._where.address, f"the connection ended: {error}") from error
        self._futures[ticket] = future
        future.add_done_callback(lambda _future: self._ended.put(ticket))

    def take(self) -> tuple[int, Outcomes | None]:
        ticket = self._next()
        future = self._futures.pop(ticket)
        try:
            data: bytes = future.result()
        except Exception as error:
            self._refuse_but_killed(error)
            return ticket, None
        finally:
            future.release()
        return ticket, unpacked(data)

    def _next(self) -> int:
        """Wait for a future that ended; look now and then whether anybody is working on one."""
        seen = time.monotonic()
        while True:
            try:
                return self._ended.get(timeout=_LOOK)
            except Empty:
                if self._client.status != "running":
                    raise ClusterLost(self._where.address, "the connection ended") from None
                if self._threads():
                    seen = time.monotonic()
                elif time.monotonic() - seen > self._where.patience:
                    reason = f"no worker for {self._where.patience:g} s"
                    raise ClusterLost(self._where.address, reason) from None

    def _refuse_but_killed(self, error: Exception) -> None:
        """Go on if workers died of it; anything else is no fault of the values."""
        from distributed import KilledWorker

        if not isinstance(error, KilledWorker):
            told = f"a task failed: {type(error).__name__}: {error}"
            raise ClusterLost(self._where.address, told) from error
