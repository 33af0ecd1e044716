"""Which kinds of sources there are, and what each needs installed."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from typing import Final, cast

from attrs import field, frozen

from ctxfn.io.sources.net.api import installed
from ctxfn.io.sources.source import Source

__all__ = ["KINDS", "SourceKind"]


#: What a file says elsewhere, or cannot say.
_UNSAID: Final = ("id", "limits", "auth", "clock")


@frozen
class SourceKind:
    """A kind of source: `module` makes it by its name; `packages` come with the extra.

    `places` are the options that are paths, from the folder of the file that declares them;
    `tables` those that hold texts by name. `function` is what makes it, if it has another name.
    `hidden` are secrets: a file says where they stand, never what they are.
    """

    name: str
    says: str
    extra: str
    packages: tuple[str, ...]
    module: str
    places: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    function: str = ""
    hidden: tuple[str, ...] = field(default=(), kw_only=True)

    @property
    def missing(self) -> tuple[str, ...]:
        """The packages that are not installed."""
        return tuple(one for one in self.packages if not installed(one))

    @property
    def needs(self) -> str:
        """What brings the packages."""
        return f"ctxfn[{self.extra}]"

    def factory(self) -> Callable[..., Source]:
        """The function that makes one."""
        return cast(
            "Callable[..., Source]",
            getattr(importlib.import_module(self.module), self.function or self.name),
        )

    def options(self) -> tuple[str, ...]:
        """What a declaration may say, besides who it is."""
        parameters = inspect.signature(self.factory()).parameters
        return tuple(name for name in parameters if name not in _UNSAID)


_FILES: Final = ("service_account_path", "token_path")
_GOOGLE: Final = ("httpx", "google.auth")

#: In alphabetical order.
KINDS: Final = (
    SourceKind(
        "calendar",
        "A calendar of Google: events, free time.",
        "google",
        _GOOGLE,
        "ctxfn.io.sources.google.calendar",
        _FILES,
    ),
    SourceKind(
        "database",
        "A SQLite file, or PostgreSQL (with psycopg): tables, and statements that read, or write.",
        "sql",
        ("sqlalchemy",),
        "ctxfn.io.sources.sql.database",
        ("url", "write_url"),
    ),
    SourceKind(
        "filesystem",
        "A folder: list it, search it, read its files.",
        "files",
        ("pathspec",),
        "ctxfn.io.sources.files.filesystem",
        ("root",),
    ),
    SourceKind(
        "gdrive",
        "Google Drive: search files, read them as text.",
        "google",
        _GOOGLE,
        "ctxfn.io.sources.google.drive",
        _FILES,
    ),
    SourceKind(
        "gmail",
        "A mailbox of Gmail: search and read messages.",
        "google",
        _GOOGLE,
        "ctxfn.io.sources.google.gmail",
        _FILES,
    ),
    SourceKind(
        "mcp",
        "A server of the Model Context Protocol, started or at an address: its tools.",
        "mcp",
        ("mcp",),
        "ctxfn.io.sources.mcp.server",
        ("cwd", "log"),
        ("env", "headers"),
        "mcp_server",
        hidden=("token",),
    ),
    SourceKind(
        "slack",
        "A Slack workspace: channels, threads, people; searches and posts as its tokens allow.",
        "slack",
        ("slack_sdk",),
        "ctxfn.io.sources.slack.slack",
        ("folder",),
        hidden=("token", "user_token"),
    ),
    SourceKind(
        "web",
        "The web: search it through Exa or Parallel, fetch pages from public addresses.",
        "web",
        ("httpx",),
        "ctxfn.io.sources.web.web",
        hidden=("api_key",),
    ),
    SourceKind(
        "wiki",
        "Pages that an agent reads and changes, kept by a folder, git or Notion (ctxfn[notion]).",
        "files",
        ("pathspec",),
        "ctxfn.io.sources.wikis.declared",
        ("folder", "remote"),
        hidden=("token",),
    ),
    SourceKind(
        "workspace",
        "A project: map it, search it, read its files by numbered lines.",
        "files",
        ("pathspec",),
        "ctxfn.io.sources.files.workspace",
        ("root",),
    ),
)
