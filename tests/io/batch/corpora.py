"""Small corpora, with everything in them that a line can be."""

from __future__ import annotations

import json
from pathlib import Path

from ctxfn.io.batch import Line, Place, VerbWork
from tests.io.running import GOOD, OPEN, ORPHAN

LONG = [*GOOD, {"role": "assistant", "content": "I see. " * 60}, {"role": "user", "content": "So?"}]

BODY = {"model": "gpt-4o", "messages": OPEN}

#: Sound lines of several formats, and lines that are none.
CONVERSATIONS = (GOOD, OPEN, ORPHAN, LONG, BODY, {"request": BODY})

BROKEN = (b"no json", b"\xff\xfe", b"[\x00]", b'{"role": "user", "content": "hi"}', b"7", b"[" * 900)

WORKS = (
    VerbWork("check", {"to": "openai"}),
    VerbWork("repair", {"to": "openai"}, report=True),
    VerbWork("fit", {"budget": 60, "model": "gpt-4o"}),
    VerbWork("convert", {"to": "anthropic"}),
    VerbWork("count", {"model": "gpt-4o"}),
    VerbWork("assemble", {"to": "openai"}),
)


def as_line(data: bytes, number: int = 1) -> Line:
    """Make a line of a file."""
    return Line("corpus.jsonl", number, data, Place(0, number, 0), len(data))


def lines() -> tuple[Line, ...]:
    """Return every kind of line, sound or broken."""
    datas = (*(json.dumps(one).encode() for one in CONVERSATIONS), *BROKEN)
    return tuple(as_line(data, number) for number, data in enumerate(datas, 1))


def words(path: Path, count: int) -> Path:
    """Write *count* lines, some of them blank or to be refused."""
    with path.open("wb") as stream:
        for number in range(count):
            word = b"refuse" if number % 7 == 3 else b"" if number % 11 == 5 else b"word"
            stream.write(word + (b" %d" % number if word else b"") + b"\n")
    return path


def kept(folder: Path) -> dict[str, bytes]:
    """Return the files of *folder* with what they hold."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
