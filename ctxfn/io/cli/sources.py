"""`ctxfn sources`: which kinds of sources there are, and whether those of a file can be used."""

from __future__ import annotations

import typer
from rich.table import Table
from rich.text import Text

from ctxfn.io.cli.exits import FOUND
from ctxfn.io.cli.options import AsJson, SourcesFile
from ctxfn.io.cli.terminal import Terminal, plain, terminal
from ctxfn.io.sources import KINDS, Source, SourceKind, read_sources, status

__all__ = ["sources"]


def sources(sources_file: SourcesFile = None, as_json: AsJson = False) -> None:
    """List the kinds of sources, what each needs, and whether that is installed.

    With --sources, the sources of that file and whether each can be used; exits with 1 if one
    cannot.
    """
    seen = terminal(json=as_json)
    if sources_file is None:
        _list_kinds(seen)
        return
    if not _tell_statuses(seen, read_sources(sources_file).sources):
        raise typer.Exit(FOUND)


def _list_kinds(seen: Terminal) -> None:
    table = Table("type", "installed", "needs", "options", "says", box=None, pad_edge=False)
    for kind in KINDS:
        if seen.json:
            seen.data(_told(kind))
        else:
            missing = kind.missing
            installed = f"no: {', '.join(missing)} is missing" if missing else "yes"
            options = ", ".join(kind.options())
            cells = (kind.name, installed, kind.needs, options, kind.says)
            table.add_row(*map(Text, cells))
    if not seen.json:
        seen.out.print(table)


def _told(kind: SourceKind) -> dict[str, object]:
    return {
        "type": kind.name,
        "says": kind.says,
        "needs": kind.needs,
        "packages": list(kind.packages),
        "missing": list(kind.missing),
        "options": list(kind.options()),
    }


def _tell_statuses(seen: Terminal, declared: tuple[Source, ...]) -> bool:
    table = Table("source", "usable", "detail", box=None, pad_edge=False)
    every = True
    for source in declared:
        found = status(source)
        every = every and found.ok
        if seen.json:
            seen.data({"source": source.id, "ok": found.ok, "detail": found.detail})
        else:
            cells = (source.id, "yes" if found.ok else "no", found.detail)
            table.add_row(*(Text(plain(cell)) for cell in cells))
    if not seen.json:
        seen.out.print(table)
    return every
