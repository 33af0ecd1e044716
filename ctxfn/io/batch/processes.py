"""Work in processes of this machine; one that dies is replaced, and what it had is known."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Annotated, Final

from annotated_types import Ge
from attrs import frozen

from ctxfn.errors import InvalidArgument, shown
from ctxfn.io.batch.errors import WorkFailed
from ctxfn.io.batch.outcome import Outcomes, Work, packed, pickled, unpacked, worked
from ctxfn.io.batch.pool import Pool

__all__ = ["Processes"]

#: Workers that died before they could begin, in a row, until it is clear that none ever will.
_STILLBORN: Final = 3

#: Seconds in which a worker that was told to go has to be gone.
_PATIENCE: Final = 5


@frozen
class Processes:
    """Work in *count* processes, or in as many as this one may use processors.

    They are started afresh, never forked, so threads and locks of the caller's are not theirs:
    a program that asks for them needs its ``if __name__ == "__main__":``. Each has a pipe of
    its own, so that it is known which values one that died had in its hands.
    """

    count: Annotated[int | None, Ge(1)] = None

    def __attrs_post_init__(self) -> None:
        if self.count is not None and (not isinstance(self.count, int) or self.count < 1):
            raise InvalidArgument("Processes, count", shown(self.count), "a number of 1 or more")

    @contextmanager
    def opened(self, work: Work) -> Iterator[Pool]:
        """Start them when there is work; each reads *work* once."""
        pool = _Processes(pickled(work), self.count or _processors())
        try:
            yield pool
        finally:
            pool.close()


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Processes:
    tries = 2

    def __init__(self, work: bytes, width: int) -> None:
        self.width = width
        self._work = work
        self._workers: list[_Worker] = []
        self._waiting: deque[tuple[int, tuple[object, ...]]] = deque()
        self._stillborn = 0

    def submit(self, ticket: int, values: tuple[object, ...]) -> None:
        self._waiting.append((ticket, values))
        self._hand_out()

    def take(self) -> tuple[int, Outcomes | None]:
        while True:
            self._hand_out()
            for connection in wait([worker.connection for worker in self._workers]):
                worker = next(one for one in self._workers if one.connection is connection)
                try:
                    data = worker.connection.recv_bytes()
                except (EOFError, OSError):
                    ticket = self._bury(worker)
                    if ticket is not None:
                        return ticket, None
                    continue
                if worker.is_ready:
                    assert worker.ticket is not None
                    ticket, worker.ticket = worker.ticket, None
                    self._hand_out()
                    return ticket, unpacked(data)
                self._begun(worker, data)

    def close(self) -> None:
        for worker in self._workers:
            worker.stop()

    def _hand_out(self) -> None:
        while len(self._workers) < min(self.width, len(self._waiting) + self._busy):
            self._workers.append(_Worker(self._work))
        for worker in tuple(self._workers):
            if self._waiting and worker.is_ready and worker.ticket is None:
                ticket, values = self._waiting.popleft()
                if not worker.give(ticket, values):
                    self._waiting.appendleft((ticket, values))
                    self._bury(worker)

    @property
    def _busy(self) -> int:
        return sum(worker.ticket is not None for worker in self._workers)

    def _begun(self, worker: _Worker, said: bytes) -> None:
        """Hear a worker's first word: nothing, or why it cannot work."""
        if said:
            raise WorkFailed("the work cannot be read by a new process", said.decode())
        worker.is_ready = True
        self._stillborn = 0

    def _bury(self, worker: _Worker) -> int | None:
        """Let go of a worker that died, and return the ticket that it had."""
        self._workers.remove(worker)
        code = worker.stop()
        if not worker.is_ready:
            self._stillborn += 1
            if self._stillborn >= _STILLBORN:
                raise WorkFailed("no worker can begin", f"each ends with exit code {code}")
        return worker.ticket


class _Worker:
    """A process, the pipe to it, and the ticket it works on."""

    def __init__(self, work: bytes) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.ticket: int | None = None
        self.is_ready = False
        self._process = context.Process(target=_serve, args=(theirs, work), daemon=True)
        with _deaf_to_interrupts():
            self._process.start()
        theirs.close()

    def give(self, ticket: int, values: tuple[object, ...]) -> bool:
        """Hand over *values*, unless it has died."""
        data = pickle.dumps(values, pickle.HIGHEST_PROTOCOL)
        try:
            self.connection.send_bytes(data)
        except OSError:
            return False
        self.ticket = ticket
        return True

    def stop(self) -> int | None:
        """End it, whatever it does, and return its exit code."""
        self.connection.close()
        if self.ticket is None and self.is_ready:
            self._process.join(_PATIENCE)
        if self._process.is_alive():
            self._process.terminate()
            self._process.join(_PATIENCE)
        if self._process.is_alive():
            self._process.kill()
        self._process.join()
        code = self._process.exitcode
        self._process.close()
        return code


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Let what is started here inherit that it hears no Ctrl-C: whoever started it does."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # when it begins it lets interrupts through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    """End this process with the one that started it: work that never returns reads no pipe."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _serve(connection: Connection, pickled_work: bytes) -> None:
    """Work until whoever started this process is gone, or wants no more."""
    with contextlib.suppress(AttributeError, ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    # The other end is closed when its process ends, however it ends.
    with contextlib.suppress(EOFError, OSError), connection:
        try:
            work: Work = pickle.loads(pickled_work)
        except Exception as error:
            connection.send_bytes(f"{type(error).__name__}: {error}".encode() or b"?")
            return
        connection.send_bytes(b"")
        while True:
            values = pickle.loads(connection.recv_bytes())
            connection.send_bytes(packed(worked(work, value) for value in values))
