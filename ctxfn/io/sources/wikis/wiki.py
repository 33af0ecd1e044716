"""A wiki: read it as a folder; have an agent change it, and the change kept."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from attrs import evolve

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.agents import SubAgent
from ctxfn.io.sources.files.rules_data import NOISE
from ctxfn.io.sources.files.tree import fitting, tree_of
from ctxfn.io.sources.files.whole_files import UNFINISHED, can_write_safely
from ctxfn.io.sources.inner import told
from ctxfn.io.sources.limits import Limits
from ctxfn.io.sources.source import Source
from ctxfn.io.sources.wikis.backend import Summarise, WikiBackend
from ctxfn.io.sources.wikis.changing import LiveWiki
from ctxfn.io.sources.wikis.instructing import ABOUT, READING, WEB, WRITING
from ctxfn.io.sources.wikis.pages import Pages

__all__ = ["PAGES", "wiki"]

#: Files that a writer may write: text for people, nothing that a machine runs.
PAGES: Final = ("*.md", "*.markdown", "*.mdx", "*.rst", "*.adoc", "*.org", "*.txt")

#: Seconds for all that is no agent: to fetch, and to send.
_AROUND: Final = 600.0


def wiki(
    backend: WikiBackend,
    /,
    *,
    id: str = "wiki",
    name: str = "",
    writer: SubAgent | None = None,
    web: Source | None = None,
    summarise: Summarise | None = None,
    pages: Iterable[str] = PAGES,
    deleting: bool = False,
    exclude: Iterable[str] | None = None,
    instructions: str | None = None,
    write_instructions: str | None = None,
    limits: Limits | None = None,
) -> Source:
    """Make a source of the pages that *backend* keeps.

    Contract:
        Reading takes no lock and asks nobody outside once the folder is there. A change is one after
        the other, whoever makes it in whatever process: set up, bring up to date, let the writer
        write, keep it; where the writer fails, what it wrote is taken back.
        *writer* changes pages when `update` is asked; an agent that `expose` is given does so as
        well. *web* is for writers alone. *summarise* says in one line what a diff changes.
        Written are files that fit *pages*, and none that are hidden or whose name begins with a dot.
        *instructions* and *write_instructions* stand for what an agent that reads, or writes, is told.

    Complexity: a reading's as a workspace's; a change fetches, and sends what changed.

    Source: Agno's wiki; ours sets up before each way of asking, and takes back what failed.

    Raises:
        InvalidArgument: an argument is none of these, or the system cannot do it safely.
        MissingExtra: pathspec is not installed.
    """
    check_argument(f"{id}, backend", backend, WikiBackend, "wiki_files, wiki_git or wiki_notion")
    check_argument(f"{id}, web", web, Source | None, "a Source(...), or None")
    check_argument(f"{id}, deleting", deleting, bool, "True or False")
    for what, one in (("writer", writer), ("summarise", summarise)):
        if one is not None and not callable(one):
            raise InvalidArgument(f"{id}, {what}", shown(one), "a function, or None")
    if not can_write_safely():
        raise InvalidArgument(id, "this system", "one that writes from a folder's handle")
    bounds = _bounds(Limits() if limits is None else limits)
    noise = NOISE if exclude is None else _row(f"{id}, exclude", exclude)
    tree = tree_of(backend.root, id, (*noise, f"{UNFINISHED}*", *backend.hidden), True, bounds)
    patterns = _row(f"{id}, pages", pages)
    for pattern in patterns:
        try:
            fitting(pattern)
        except SourceRefusal as refusal:
            raise InvalidArgument(f"{id}, pages", shown(pattern), refusal.reason) from None
    live = LiveWiki(
        backend, tree, Pages(tree, patterns, backend.flat), writer, web, summarise, deleting
    )
    source = Source(
        id,
        lambda: live.connected(source),
        backend.status,
        name=name,
        about=f"{ABOUT} {backend.about}".strip(),
        writable=True,
        limits=bounds,
        secrets=(*backend.secrets, *(web.secrets if web is not None else ())),
        inner=told(instructions, READING, f"{id}, instructions"),
        inner_write=told(
            write_instructions,
            WRITING if web is None else f"{WRITING} {WEB}",
            f"{id}, write_instructions",
        ),
    )
    return source


def _bounds(limits: Limits) -> Limits:
    """Give opening and changing the time that fetching and sending take."""
    check_argument("wiki, limits", limits, Limits, "Limits(...)")
    change = limits.change_seconds or 2 * limits.agent_seconds + _AROUND
    return evolve(limits, open_seconds=limits.open_seconds or _AROUND, change_seconds=change)


def _row(where: str, given: Iterable[str]) -> tuple[str, ...]:
    rows = isinstance(given, Iterable) and not isinstance(given, str)
    found = tuple(given) if rows else ()
    if not rows or not all(isinstance(one, str) for one in found):
        raise InvalidArgument(where, shown(given), "a row of patterns")
    return found
