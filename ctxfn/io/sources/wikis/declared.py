"""A wiki as a file declares it: the backend by its name, and its options beside those of the wiki."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from ctxfn.errors import InvalidArgument, shown
from ctxfn.io.sources.limits import Limits
from ctxfn.io.sources.source import Source
from ctxfn.io.sources.wikis.backend import WikiBackend
from ctxfn.io.sources.wikis.files_backend import wiki_files
from ctxfn.io.sources.wikis.git_backend import wiki_git
from ctxfn.io.sources.wikis.notion.notion_backend import wiki_notion
from ctxfn.io.sources.wikis.wiki import PAGES
from ctxfn.io.sources.wikis.wiki import wiki as made_wiki

__all__ = ["wiki"]

#: What each needs, and what it may have, in the order in which they are told.
_OPTIONS: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "files": (("folder",), ()),
    "git": (("remote", "folder"), ("branch", "token", "author", "email", "force_clone")),
    "notion": (("database", "folder"), ("token", "address")),
}
_MAKERS: Final[Mapping[str, Callable[..., WikiBackend]]] = {
    "files": wiki_files,
    "git": wiki_git,
    "notion": wiki_notion,
}


def wiki(
    *,
    backend: str = "files",
    folder: str | None = None,
    remote: str | None = None,
    database: str | None = None,
    branch: str | None = None,
    token: str | None = None,
    author: str | None = None,
    email: str | None = None,
    force_clone: bool | None = None,
    address: str | None = None,
    id: str = "wiki",
    name: str = "",
    pages: Iterable[str] = PAGES,
    deleting: bool = False,
    exclude: Iterable[str] | None = None,
    instructions: str | None = None,
    write_instructions: str | None = None,
    limits: Limits | None = None,
) -> Source:
    """Make a wiki with the *backend* of that name and its options; who writes is said in a program.

    Raises:
        InvalidArgument: there is no such backend, or it has no such option, or needs one.
        MissingExtra: a package is not installed.
    """
    if not isinstance(backend, str) or backend not in _OPTIONS:
        raise InvalidArgument("backend", shown(backend), ", ".join(_OPTIONS))
    given = {
        "folder": folder,
        "remote": remote,
        "database": database,
        "branch": branch,
        "token": token,
        "author": author,
        "email": email,
        "force_clone": force_clone,
        "address": address,
    }
    said = {key: value for key, value in given.items() if value is not None}
    needed, possible = _OPTIONS[backend]
    for key in said:
        if key not in needed and key not in possible:
            expected = ", ".join((*needed, *possible))
            raise InvalidArgument(f"backend {backend}", f"the option {key}", f"one of {expected}")
    for key in needed:
        if key not in said:
            raise InvalidArgument(f"backend {backend}, {key}", "nothing", "a text")
    first = [said.pop(key) for key in needed]
    kept = _MAKERS[backend](*first, **said)
    return made_wiki(
        kept,
        id=id,
        name=name,
        pages=pages,
        deleting=deleting,
        exclude=exclude,
        instructions=instructions,
        write_instructions=write_instructions,
        limits=limits,
    )
