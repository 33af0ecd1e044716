"""Pages that a git repository keeps: cloned, brought up to date, committed, and sent."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from datetime import datetime
from typing import Final

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.gather.contribution import check_limit
from ctxfn.io.sources.answers import Status
from ctxfn.io.sources.wikis.backend import Saved, Summarise, WikiBackend
from ctxfn.io.sources.wikis.cloning import has_clone, set_up_clone
from ctxfn.io.sources.wikis.files_backend import folder_of, folder_status
from ctxfn.io.sources.wikis.git_program import COMMAND_SECONDS, Git, has_git
from ctxfn.io.sources.wikis.rebasing import clean_tree, is_ahead, pulled, pushed, set_aside
from ctxfn.io.sources.wikis.remote import check_branch, git_remote
from ctxfn.io.sources.wikis.wording import summary_of, utc_now

__all__ = ["wiki_git"]

_ABOUT: Final = "Its history is kept by git; changes are committed by themselves."

#: As git shows a commit to people; no two of a wiki are alike in so many.
_SHORT: Final = 10


def wiki_git(
    remote: str | os.PathLike[str],
    folder: str | os.PathLike[str],
    /,
    *,
    branch: str = "main",
    token: str | None = None,
    author: str = "ctxfn",
    email: str = "ctxfn@localhost",
    force_clone: bool = False,
    seconds: float = COMMAND_SECONDS,
    now: Callable[[], datetime] = utc_now,
) -> WikiBackend:
    """Keep the pages in a clone of *remote* at *folder*, and changes in its *branch*.

    Contract:
        *remote* is https (with a *token*, or without), ssh, ``file://`` or a path. A clone of the same
        remote and branch is used again; what else lies in *folder* is refused, or with *force_clone*
        removed. Each command of git has *seconds*; it runs no hooks and asks nobody, and the token is on
        no disk and in no text. What somebody else sent meanwhile comes first; where the two do not go
        together the commit stays in *folder*, and the answer says so.

    Complexity: a change fetches, commits and sends, each once.

    Source: Agno's git wiki; there the token lies in the clone's settings.

    Raises:
        InvalidArgument: an argument is none of these.
    """
    read = git_remote(remote, token)
    check_branch(branch)
    check_limit("wiki_git, seconds", seconds)
    check_argument("wiki_git, force_clone", force_clone, bool, "True or False")
    check_argument("wiki_git, now", now, Callable, "a function that tells the time")  # type: ignore[arg-type]
    root = folder_of(folder, "wiki_git")
    for what, one in (("author", author), ("email", email)):
        check_argument(f"wiki_git, {what}", one, str, "a text")
        if (
            not one.strip(" .,:;<>\"'\\")
            or not one.isprintable()
            or any(sign in one for sign in "<>")
        ):
            raise InvalidArgument(f"wiki_git, {what}", shown(one), "a plain text")
    git = Git(root, read, author, email, seconds)

    def set_up() -> tuple[str, ...]:
        return set_up_clone(git, branch, force_clone=force_clone)

    def sync() -> tuple[str, ...]:
        remarks = set_aside(git)
        pulled(git, branch)
        return remarks

    return WikiBackend(
        "git",
        root,
        lambda: has_clone(git, branch),
        set_up,
        sync,
        lambda summarise: _committed(git, branch, summarise, now),
        lambda: clean_tree(git),
        lambda: _status(git, branch),
        about=_ABOUT,
        secrets=(token,) if token else (),
    )


def _committed(
    git: Git, branch: str, summarise: Summarise | None, now: Callable[[], datetime]
) -> Saved | None:
    git.told("add", "--all")
    names = git.told("diff", "--cached", "--name-only", "-z", "--no-renames").split("\0")
    files = sum(1 for one in names if one)
    if not files:
        with contextlib.suppress(SourceRefusal, TimeoutError):  # nobody asked for it now
            if is_ahead(git, branch):
                pushed(git, branch)
        return None
    diff = git.told("diff", "--cached", "--no-ext-diff", "--no-textconv", "--no-color")
    message = git.clean(summary_of(diff, summarise, now))
    git.told("commit", "--quiet", "--no-verify", "--cleanup=verbatim", "--file=-", given=message)
    pushed(git, branch)
    # Read behind the rebase, which makes another commit of ours.
    return Saved(message, files, git.told("rev-parse", "HEAD").strip()[:_SHORT])


def _status(git: Git, branch: str) -> Status:
    if not has_git():
        return Status(False, "the program git is not installed")
    if has_clone(git, branch):
        return Status(True, f"{git.root}: a clone, branch {branch}")
    found = folder_status(git.root)
    return found if not found.ok else Status(True, f"{git.root}: to be cloned")
