"""Work for tests: of a module, so that other processes can read it."""

from __future__ import annotations

import os
import signal
import time
from collections import Counter
from pathlib import Path
from uuid import uuid4

from attrs import frozen

from ctxfn.io.batch import Answer, Line, LineWork
from ctxfn.messages import InvalidJson, Messages
from ctxfn.pipeline import Pipeline, phase, processor
from ctxfn.processors import keep_recent

#: Whoever works on this value, or on a line that holds it, dies.
DEADLY = -1


@frozen
class Upper:
    """Write a line in capitals; refuse one that says so."""

    slowly: float = 0.0

    def __call__(self, line: Line) -> Answer:
        """Work on *line*, or die of it."""
        time.sleep(self.slowly)
        if b"refuse" in line.data:
            raise InvalidJson("line", "a line that asks to be refused", "any other")
        if b"die" in line.data:
            os.kill(os.getpid(), signal.SIGKILL)
        return Answer(line.data.upper(), (("lines", 1), ("bytes", len(line.data))))


@frozen
class Noted:
    """Leave a file behind whenever it is read from its pickled form."""

    folder: Path

    def __reduce__(self) -> tuple[object, ...]:
        return _read_noted, (self.folder,)

    def __call__(self, value: int) -> tuple[int, int]:
        time.sleep(0.01)
        return os.getpid(), value

    def in_capitals(self, line: Line) -> Answer:
        """Write *line* in capitals."""
        return Upper(slowly=0.003)(line)


def _read_noted(folder: Path) -> Noted:
    (folder / f"{os.getpid()}.{uuid4().hex}").touch()
    return Noted(folder)


def readings(folder: Path) -> Counter[int]:
    """Count how often each process read a `Noted`."""
    return Counter(int(note.name.partition(".")[0]) for note in folder.iterdir())


class Unreadable:
    """Pickles, and cannot be read again."""

    def __reduce__(self) -> tuple[object, ...]:
        return _refuse, ()

    def __call__(self, value: object) -> object:
        return value


def _refuse() -> object:
    raise RuntimeError("not here")


@processor
def refuse_many(messages: Messages, /, *, most: int) -> Messages:
    """Raise for more messages than *most*."""
    if len(messages) > most:
        raise ValueError(f"{len(messages)} messages")
    return messages


PIPELINE = Pipeline((phase("history", "to have one", keep_recent(groups=2), refuse_many(most=1)),))


def halved(value: object) -> object:
    """Halve an even number; of others: kill the process, or raise errors of all kinds."""
    match value:
        case -1:
            os.kill(os.getpid(), signal.SIGKILL)
        case 1:
            raise InvalidJson("value", "one", "an even number")
        case 3:
            raise OddError(3)
        case 5:
            return lambda: "cannot travel"
        case 0:
            raise SystemExit(0)
        case int(number):
            return number // 2
    raise TypeError(f"no number: {value!r}")


def forever(_: object) -> object:
    """Say that it has begun, and never end."""
    print("begun", flush=True)
    while True:
        pass


class OddError(Exception):
    """An error with arguments that it cannot be made of again."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    def __str__(self) -> str:
        return f"{self.number} is odd"


def done_by(pair: tuple[LineWork, Line]) -> Answer:
    """Do the work of a pair on its line."""
    work, line = pair
    return work(line)
