"""A clone of one branch: made, or found and used again."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.wikis.git_program import Git, has_git

__all__ = ["has_clone", "set_up_clone"]


def has_clone(git: Git, branch: str) -> bool:
    """Whether the folder is a clone of the remote that has *branch*; nobody outside is asked."""
    if not _is_clone(git) or not has_git():
        return False
    there = git.run("rev-parse", "--verify", "--quiet", f"refs/heads/{branch}")
    return there.code == 0 and _address(git) == git.remote.address


def set_up_clone(git: Git, branch: str, *, force_clone: bool) -> tuple[str, ...]:
    """Clone *branch* into the folder, or use the clone that is there.

    Raises:
        SourceRefusal: something else lies there, or it cannot be cloned.
    """
    Path(git.root).mkdir(parents=True, exist_ok=True)
    why = _why_not(git, branch)
    if why is None:
        return ()
    remarks: tuple[str, ...] = ()
    if why:
        if not force_clone:
            raise SourceRefusal(
                f"the folder of the wiki {why}; give it another folder, or say force_clone=True to "
                "remove what is there"
            )
        _emptied(git.root)
        remarks = (f"what was in the folder of the wiki is removed: it {why}",)
    _cloned(git, branch)
    return remarks


def _why_not(git: Git, branch: str) -> str | None:
    """Say why what lies there is not our clone; nothing lies there: an empty text."""
    if not os.listdir(git.root):
        return ""
    if not _is_clone(git):
        return "holds files, and is no clone"
    address = _address(git)
    if address != git.remote.address:
        return f"is a clone of {git.clean(address) or 'nothing'}, not of the remote"
    head = git.run("symbolic-ref", "--short", "--quiet", "HEAD").out.strip()
    if head != branch and not _is_rebasing(git):
        return f"has the branch {head or 'none'}, not {branch}"
    return None


def _is_clone(git: Git) -> bool:
    inner = Path(git.root) / ".git"
    return inner.is_dir() and not inner.is_symlink() and (inner / "HEAD").exists()


def _is_rebasing(git: Git) -> bool:
    inner = Path(git.root) / ".git"
    return any((inner / name).exists() for name in ("rebase-merge", "rebase-apply"))


def _address(git: Git) -> str:
    """Say where the clone fetches from and sends to; its own settings may lead each elsewhere."""
    places = [
        git.run("remote", "get-url", "--all", *way, "origin").out for way in ((), ("--push",))
    ]
    return " and ".join(dict.fromkeys(one for place in places for one in place.splitlines()))


def _emptied(root: str) -> None:
    if Path(root) in (Path("/"), Path.home()):
        raise SourceRefusal("the folder of the wiki is everybody's: it is not emptied")
    try:
        for one in Path(root).iterdir():
            if one.is_dir() and not one.is_symlink():
                shutil.rmtree(one)
            else:
                one.unlink()
    except OSError as error:
        why = os.strerror(error.errno or 0)
        raise SourceRefusal(f"the folder of the wiki cannot be emptied: {why}") from None


def _cloned(git: Git, branch: str) -> None:
    """Clone; of a repository that has nothing yet, make the beginning."""
    heads = git.told("ls-remote", "--heads", "--", git.remote.address, inside=False)
    names = sorted(line.partition("refs/heads/")[2] for line in heads.splitlines() if line)
    if branch in names:
        git.told(
            *("clone", "--quiet", "--no-tags", "--single-branch", "--branch", branch),
            *("--template=", "--", git.remote.address, "."),
            inside=False,
        )
        return
    if names:
        there = ", ".join(names[:10])
        raise SourceRefusal(f"the remote has no branch {branch}; there is: {there}")
    git.told("init", "--quiet", "--template=", f"--initial-branch={branch}", ".", inside=False)
    git.told("remote", "add", "-t", branch, "--", "origin", git.remote.address)
