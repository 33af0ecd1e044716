"""How far a run has come, in a file that is true whenever the run is killed."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Final

from attrs import asdict, astuple, frozen

from ctxfn.io.batch.errors import CorpusChanged
from ctxfn.io.batch.lines import START, Place

__all__ = ["Journal", "read_journal", "sync_folder", "write_journal"]

_VERSION: Final = 1

_NUMBERS: Final = ("written", "refused", "good", "bad", "read")


@frozen
class Journal:
    """What was read and written, all of it on the disk; and of what run.

    `written` and `refused` are the bytes of output and side file that count; what is behind
    them was being written when the run was killed. `tally` counts what was done by its kind.
    `complete`: every line was read, and only the files' names are left to be changed.
    """

    input: str
    work: str
    place: Place = START
    written: int = 0
    refused: int = 0
    good: int = 0
    bad: int = 0
    read: int = 0
    tally: tuple[tuple[str, int], ...] = ()
    complete: bool = False


def write_journal(path: Path, journal: Journal) -> None:
    """Put *journal* in the place of the one before, in one step."""
    part = path.with_name(f"{path.name}.new")
    text = json.dumps({"version": _VERSION, **asdict(journal)})
    with part.open("w", encoding="utf-8") as stream:
        stream.write(text + "\n")
        stream.flush()
        os.fsync(stream.fileno())
    part.replace(path)


def read_journal(path: Path) -> Journal | None:
    """Return the journal at *path*; None, if there is none.

    Raises:
        CorpusChanged: it is no journal.
    """
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
        if read.pop("version") != _VERSION:
            raise CorpusChanged(str(path), "another version of ctxfn wrote it")
        tally = tuple((str(name), int(number)) for name, number in read.pop("tally"))
        return _sound(Journal(place=Place(**read.pop("place")), tally=tally, **read))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as wrong:
        raise CorpusChanged(str(path), f"it cannot be read ({wrong})") from wrong


def _sound(journal: Journal) -> Journal:
    """Refuse numbers that no run has."""
    numbers = (*astuple(journal.place), *(getattr(journal, name) for name in _NUMBERS))
    if any(type(one) is not int or one < 0 for one in numbers):
        raise ValueError("a number of it is none")
    return journal


def sync_folder(folder: Path) -> None:
    """Have the names in *folder* on the disk, where the system can be asked for that."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
