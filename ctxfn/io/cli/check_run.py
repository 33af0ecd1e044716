"""One run of `check` over any number of conversations, in the memory of the largest."""

from __future__ import annotations

import sys

from ctxfn.errors import RunError
from ctxfn.io.cli.check_options import CheckOptions
from ctxfn.io.cli.fix_files import fix_file, write_mended
from ctxfn.io.cli.lint_files import LintFiles
from ctxfn.io.cli.notes import loss_line, note_lines
from ctxfn.io.cli.progress import with_progress
from ctxfn.io.cli.reading import Item, messages_in
from ctxfn.io.cli.reports import Reporter
from ctxfn.io.cli.tally import Tally
from ctxfn.io.cli.terminal import Terminal
from ctxfn.io.cli.version import version_told
from ctxfn.io.cli.writing import Writer
from ctxfn.io.errors import UnreadableInput
from ctxfn.lint import Findings, UnknownRule
from ctxfn.messages import InvalidMessages
from ctxfn.wire import UnknownFormat

__all__ = ["CheckRun"]


class CheckRun:
    """Reads, checks, mends if asked to, reports and counts, one conversation after the other."""

    def __init__(
        self,
        options: CheckOptions,
        seen: Terminal,
        tally: Tally,
        reporter: Reporter | None,
        *,
        fix: bool,
        unsafe: bool,
        session: bool,
    ) -> None:
        self._options = options
        self._seen = seen
        self._tally = tally
        self._reporter = reporter
        self._fix = fix
        self._unsafe = unsafe
        self._session = session
        self._before: Item | None = None
        self._mended: dict[str, None] = {}

    def read(self, files: LintFiles) -> None:
        """Do it all; files are written last, when every one of them was read.

        Raises:
            UnreadableInput, UnwritableOutput: a file cannot be.
        """
        if self._reporter is not None:
            self._reporter.begin(version_told())
        for item in with_progress(files.names, self._seen, found=files.found):
            try:
                findings, value = self._one(item)
            except (InvalidMessages, UnknownFormat) as wrong:
                if item.source not in files.found:
                    raise _told_where(item, wrong) from wrong
                self._seen.remark(f"left out: {item.place}: {wrong}")
                continue
            except (RunError, UnknownRule) as wrong:
                if isinstance(wrong, UnknownRule) and not wrong.place:
                    raise  # an option named it, no file
                raise _told_where(item, wrong) from wrong
            self._tally.add(findings, messages_in(value))
            if self._reporter is not None:
                self._reporter.tell(item, findings, value)
            self._before = item
        if self._reporter is not None:
            self._reporter.end()
        for source in self._mended:
            self._write(source, found=source in files.found)

    def _one(self, item: Item) -> tuple[Findings, object]:
        if not self._fix:
            return self._options.checked(item, self._after(item)), item.value
        done = self._options.mended(item, unsafe=self._unsafe)
        self._tally.fixed += done.changed
        for line in (*note_lines(done.notes), *map(loss_line, done.losses)):
            self._seen.remark(f"{item.place}: {line}")
        if item.source.startswith("<"):
            write_mended(Writer(sys.stdout, item.layout == "document"), item, done.output)
        elif done.changed:
            self._mended[item.source] = None
        return done.left, done.output

    def _write(self, source: str, *, found: bool) -> None:
        try:
            fix_file(source, lambda item: self._written(item, spared=found))
        except UnreadableInput as wrong:
            if not (found and wrong.foreign):
                raise
            self._seen.remark(f"left as it was: {wrong}")

    def _written(self, item: Item, *, spared: bool) -> object:
        """Return *item* after its fixes; where it was left out, *spared*, as it is."""
        try:
            return self._options.mended(item, unsafe=self._unsafe).output
        except (InvalidMessages, UnknownFormat):
            if not spared:
                raise
            return item.value

    def _after(self, item: Item) -> object:
        """Return the request before *item*, if the lines of its file are a session."""
        before = self._before
        if not self._session or before is None or before.source != item.source:
            return None
        return before.value


def _told_where(item: Item, wrong: RunError | UnknownRule) -> UnreadableInput:
    """Say in which file, and in which line of it, *wrong* was found."""
    return UnreadableInput(item.source, item.line, None, str(wrong))
