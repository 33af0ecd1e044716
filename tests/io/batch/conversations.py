"""Lines with everything in them that a line can be, and the six verbs as work for them."""

from __future__ import annotations

import json

from ctxfn.io.batch import Line, Place, VerbWork
from tests.io.running import GOOD, OPEN, ORPHAN

LONG = [*GOOD, {"role": "assistant", "content": "I see. " * 60}, {"role": "user", "content": "So?"}]

BODY = {"model": "gpt-4o", "messages": OPEN}

#: Sound lines of several formats, and lines that are none.
CONVERSATIONS = (GOOD, OPEN, ORPHAN, LONG, BODY, {"request": BODY})

BROKEN = (
    b"no json",
    b"\xff\xfe",
    b"[\x00]",
    b'{"role": "user", "content": "hi"}',
    b"7",
    b"[" * 900,
)

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
