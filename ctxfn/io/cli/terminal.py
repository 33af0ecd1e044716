"""What people see: colours and progress on a terminal alone, and never data's control codes."""

from __future__ import annotations

import os
import re
import sys
from typing import Final

from attrs import frozen
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ctxfn.io.cli.streams import forget
from ctxfn.io.cli.writing import as_text

__all__ = ["Terminal", "plain", "plural", "terminal"]

_CONTROL: Final = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)

#: Of what is no terminal: wide enough for a table, narrow enough for a mail.
_WIDTH: Final = 100


@frozen
class Terminal:
    """Where to print: answers to `out`, remarks to `err`; machines get JSON and no remarks."""

    out: Console
    err: Console
    json: bool
    quiet: bool

    def answer(self, line: str | Text) -> None:
        """Print one line of the answer."""
        _print(self.out, line)

    def data(self, value: object, *, indent: int | None = None) -> None:
        """Print *value* as JSON, all its characters as they are: a machine reads it."""
        self.out.file.write(as_text(value, indent=indent) + "\n")

    def remark(self, line: str | Text) -> None:
        """Print one line about the answer, unless nobody wants to hear it."""
        self.remark_on(line if isinstance(line, Text) else Text(plain(line)))

    def remark_on(self, what: Text | Table) -> None:
        """Print a line or a table about the answer; nobody hearing it is no reason to fail."""
        if self.quiet:
            return
        try:
            self.err.print(what, soft_wrap=isinstance(what, Text))
        except OSError:
            forget(sys.stderr)


def terminal(*, json: bool = False, quiet: bool = False) -> Terminal:
    """Make the terminal of this process."""
    return Terminal(_console(stderr=False), _console(stderr=True), json, quiet or json)


def plain(text: str) -> str:
    """Write control characters as escapes, so that no data can steer a terminal."""
    return _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def plural(number: int, word: str) -> str:
    """Write a number with its word: ``1 message``, ``1,204 messages``."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def _print(console: Console, line: str | Text) -> None:
    console.print(line if isinstance(line, Text) else Text(plain(line)), soft_wrap=True)


class _Console(Console):
    """A console that leaves it to the caller what a broken pipe means."""

    def on_broken_pipe(self) -> None:
        raise


def _console(*, stderr: bool) -> Console:
    bare = bool(os.environ.get("NO_COLOR"))  # rich would still write bold
    console = _Console(stderr=stderr, color_system=None if bare else "auto", highlight=False)
    if not console.is_terminal:
        console.width = _WIDTH
    return console
