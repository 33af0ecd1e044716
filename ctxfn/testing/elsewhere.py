"""The same step in another process, where texts have other hashes and sets another order."""

from __future__ import annotations

import pickle
import subprocess
import sys
import weakref
from functools import cache
from itertools import count
from typing import IO, Final

from ctxfn.context import Context
from ctxfn.messages import Messages
from ctxfn.testing.errors import LawBroken
from ctxfn.testing.running import AnyChange, latest
from ctxfn.testing.shown import named, shown

__all__ = ["elsewhere", "serve"]

_PROGRAM: Final = """
import pickle, sys
sys.path[:] = pickle.load(sys.stdin.buffer)
answers, sys.stdout = sys.stdout.buffer, sys.stderr
from ctxfn.testing.elsewhere import serve
serve(sys.stdin.buffer, answers)
"""


#: So many conversations are kept on both sides, so that each is sent once for many steps.
_MOST: Final = 1000


def elsewhere(step: AnyChange, context: Context, /) -> None:
    """Check that *step* does the same in a process that has other hashes.

    Contract:
        Python salts the hashes of texts anew in each process, so what goes by the order of a
        set, or by a hash, gives another answer there: other messages, notes or reasons to stop.
        One process is started at first need and kept. It gets the step and the context
        pickled; a step whose module it cannot import (a script, a prompt) is not asked.

    Complexity: a pickle of the context and a run of the step, there and back.

    Source: ours.

    Raises:
        LawBroken: the answers differ, or the other process ended.

    Examples:
        >>> from ctxfn.messages import chat, user
        >>> from ctxfn.processors import drop_empty
        >>> elsewhere(drop_empty(), Context(chat(user("hi"), user(""))))
    """
    try:
        there = _other().ask(step, context)
    except (EOFError, OSError) as error:
        _other.cache_clear()
        found, expected = f"the other process ended: {error!r}", "an answer"
        raise LawBroken("elsewhere", named(step), found, expected, shown(context)) from error
    here = answered(step, context)
    if there is not None and there != here:
        expected = f"as here: {here}"
        raise LawBroken("elsewhere", named(step), there, expected, shown(context))


def answered(step: AnyChange, context: Context) -> str:
    """Write all that *step* answers, but for the facts."""
    came = latest(step, context)
    after = came.context
    if after is None:
        return f"{type(came.refused).__qualname__}: {came.refused}"
    return f"{list(after.messages)!r}, notes: {list(after.notes)!r}, stopped: {after.stopped!r}"


def serve(questions: IO[bytes], answers: IO[bytes]) -> None:
    """Answer pickled steps and contexts until there are no more; for the other process."""
    told: dict[int, Messages] = {}
    while True:
        try:
            number, messages, data = pickle.load(questions)
        except EOFError:
            return
        if messages is not None:
            if len(told) >= _MOST:
                told.clear()
            told[number] = pickle.loads(messages)
        pickle.dump(_answer(data, told[number]), answers)
        answers.flush()


def _answer(data: bytes, messages: Messages) -> str | None:
    try:
        step, known, notes, given, stopped = pickle.loads(data)
    except (ImportError, AttributeError):
        return None
    context = Context(messages, known, notes, messages if given is None else given, stopped)
    try:
        return answered(step, context)
    except LawBroken as broken:
        return str(broken)


class _Other:
    """Another Python: without the variables of ours, so its hashes are salted by chance."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-E", "-R", "-c", _PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        weakref.finalize(self, _end, self.process)
        self.send(sys.path)
        self.told: dict[int, tuple[Messages, int]] = {}
        self.numbers = count()

    def ask(self, step: AnyChange, context: Context) -> str | None:
        given = None if context.given is context.messages else context.given
        rest = step, context.known, context.notes, given, context.stopped
        self.send((*self._named(context.messages), pickle.dumps(rest)))
        assert self.process.stdout is not None
        answer: str | None = pickle.load(self.process.stdout)
        return answer

    def _named(self, messages: Messages) -> tuple[int, bytes | None]:
        """Number *messages*; with them pickled, if they were not sent before."""
        found = self.told.get(id(messages))
        if found is not None and found[0] is messages:
            return found[1], None
        if len(self.told) >= _MOST:
            self.told.clear()
        self.told[id(messages)] = messages, next(self.numbers)
        return self.told[id(messages)][1], pickle.dumps(messages)

    def send(self, value: object) -> None:
        assert self.process.stdin is not None
        pickle.dump(value, self.process.stdin)
        self.process.stdin.flush()


def _end(process: subprocess.Popen[bytes]) -> None:
    """Close both pipes, which ends it, and wait."""
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    process.wait()


@cache
def _other() -> _Other:
    return _Other()
