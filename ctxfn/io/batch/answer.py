"""What work gives for a line, how a bad one is told, and how work is held to that."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import TypeAlias

from attrs import field, frozen

from ctxfn.errors import CtxfnError, shown
from ctxfn.io.batch.errors import WorkFailed
from ctxfn.io.batch.lines import Line

__all__ = ["Answer", "EachLine", "EachValue", "LineWork", "told_bad"]


@frozen
class Answer:
    """One line of output without its end, and how often what was done, by its kind."""

    data: bytes
    tally: tuple[tuple[str, int], ...] = ()


#: A pure function of a line; it pickles, prints what it does, and raises for a bad line.
LineWork: TypeAlias = Callable[[Line], Answer]


@frozen
class EachLine:
    """The work as its workers do it: faults of reading are told, answers looked at.

    What goes into a table `is_text`.
    """

    work: LineWork
    is_text: bool = False

    def __call__(self, line: object) -> object:
        """Work on *line*.

        Raises:
            CtxfnError: the line's fault, or what the work raises.
            WorkFailed: it gave no line.
            UnicodeDecodeError: it gave no text, and was to.
        """
        assert isinstance(line, Line)
        if line.fault is not None:
            raise line.fault
        answer = self.work(line)
        if not isinstance(answer, Answer) or b"\n" in answer.data:
            raise WorkFailed("TypeError", f"work gave {shown(answer)}, expected a line's Answer")
        if self.is_text:
            answer.data.decode()
        return answer


def _named(function: object) -> str:
    """Print *function* with its module: functions of one name are different work."""
    module, name = (getattr(function, one, None) for one in ("__module__", "__qualname__"))
    return f"{module}.{name}" if module and name else repr(function)


@frozen
class EachValue:
    """Work made of a function from what a line says to what is written: both JSON.

    The function is one of a module, so that it pickles.
    """

    function: Callable[[object], object] = field(repr=_named)

    def __call__(self, line: Line) -> Answer:
        """Read *line*, call the function, write what it gives.

        Raises:
            InvalidJson, TooDeep: the line is no JSON.
            WorkFailed: what was given is none.
        """
        from ctxfn.messages import parse_json

        value = self.function(parse_json(line.data).value)
        try:
            return Answer(json.dumps(value, ensure_ascii=False, allow_nan=False).encode())
        except UnicodeEncodeError:
            return Answer(json.dumps(value, allow_nan=False).encode())


def told_bad(line: Line, error: CtxfnError) -> bytes:
    """Write a bad line for the side file: its place, why, and itself, byte for byte.

    What is no UTF-8 is written in base64, under ``base64`` in the place of ``text``.
    """
    try:
        itself = {"text": line.data.decode()}
    except UnicodeDecodeError:
        itself = {"base64": base64.b64encode(line.data).decode()}
    told = {
        "source": line.source,
        "line": line.number,
        "error": type(error).__name__,
        "message": str(error),
        **itself,
    }
    return json.dumps(told).encode() + b"\n"
