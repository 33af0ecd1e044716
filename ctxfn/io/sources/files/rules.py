"""One judge of what may be seen: it decides for listing, searching and reading alike."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from attrs import frozen

from ctxfn.errors import InvalidArgument
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.files.opening import opened_file
from ctxfn.io.sources.files.patterns import spec_of
from ctxfn.io.sources.files.rules_data import NO_SECRETS, NOISE, SECRETS

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

__all__ = ["IGNORE_FILE", "Judge", "Rules", "rules_of"]

IGNORE_FILE: Final = ".gitignore"

#: No list of patterns that people write is longer.
_LONGEST: Final = 100_000


@frozen
class Rules:
    """What is hidden below `root`, beside secrets: `hidden`, and what its ignore files name."""

    root: str
    hidden: GitIgnoreSpec
    secrets: GitIgnoreSpec
    ignore_files: bool

    def judge(self) -> Judge:
        """Make a judge that reads each ignore file once."""
        return Judge(self)


def rules_of(root: str, exclude: Iterable[str] | None, *, ignore_files: bool) -> Rules:
    """Make the rules of *root*: *exclude* stands for the usual noise, and may be empty.

    Raises:
        MissingExtra: pathspec is not installed.
        InvalidArgument: *exclude* has what is no pattern.
    """
    secrets = spec_of((*SECRETS, *(f"!{one}" for one in NO_SECRETS)), "secrets")
    hidden = spec_of(NOISE if exclude is None else tuple(exclude), "exclude")
    return Rules(root, hidden, secrets, ignore_files)


class Judge:
    """Says what is hidden; remembers the ignore files it read."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._files: dict[tuple[str, ...], GitIgnoreSpec | None] = {}

    def why_hidden(self, parts: tuple[str, ...], *, folder: bool) -> str | None:
        """Say why the file or folder at *parts* is not to be seen, or None if it is.

        What lies in a hidden folder is hidden.
        """
        for count in range(1, len(parts) + 1):
            why = self._why(parts[:count], folder=folder or count < len(parts))
            if why is not None:
                return why
        return None

    def check(self, parts: tuple[str, ...], *, folder: bool) -> None:
        """Refuse what is hidden.

        Raises:
            SourceRefusal: naming the path and why.
        """
        why = self.why_hidden(parts, folder=folder)
        if why is not None:
            raise SourceRefusal(f"{'/'.join(parts)}: {why}")

    def _why(self, parts: tuple[str, ...], *, folder: bool) -> str | None:
        rules = self._rules
        plain = unicodedata.normalize("NFKC", parts[-1]).casefold()
        for name in {plain, plain.rstrip(". ") or plain}:
            if rules.secrets.match_file(name):
                return "a secret: it is never shown"
        path = "/".join(parts) + ("/" if folder else "")
        if rules.hidden.match_file(path):
            return "hidden here"
        if rules.ignore_files and self._ignored(parts, folder=folder):
            return f"hidden by a {IGNORE_FILE}"
        return None

    def _ignored(self, parts: tuple[str, ...], *, folder: bool) -> bool:
        ignored = False
        for depth in range(len(parts)):  # those deeper down decide against those above
            spec = self._ignore_file(parts[:depth])
            if spec is not None:
                path = "/".join(parts[depth:]) + ("/" if folder else "")
                found = spec.check_file(path).include
                ignored = ignored if found is None else found
        return ignored

    def _ignore_file(self, parts: tuple[str, ...]) -> GitIgnoreSpec | None:
        if parts not in self._files:
            self._files[parts] = self._read(parts)
        return self._files[parts]

    def _read(self, parts: tuple[str, ...]) -> GitIgnoreSpec | None:
        try:
            with opened_file(self._rules.root, (*parts, IGNORE_FILE)) as handle:
                data = os.read(handle, _LONGEST)
            return spec_of(data.decode("utf-8", "replace").splitlines(), IGNORE_FILE, lenient=True)
        except (
            SourceRefusal,
            InvalidArgument,
            OSError,
        ):  # as git does: none, or one that is broken
            return None
