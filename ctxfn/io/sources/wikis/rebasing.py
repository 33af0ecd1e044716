"""What others sent comes first, ours behind it; and what is in the way is put aside, not lost."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.wikis.git_program import Git

__all__ = ["clean_tree", "is_ahead", "pulled", "pushed", "set_aside"]

#: So often somebody else may be faster.
_TRIES: Final = 3

#: What git says of a branch that is not there yet, and of one that others moved.
_NOTHING: Final = "couldn't find remote ref"
_BEHIND: Final = ("[rejected]", "[remote rejected]", "failed to update ref", "cannot lock ref")

_SHOWN: Final = 5


def set_aside(git: Git) -> tuple[str, ...]:
    """Put away what an earlier change that was cut off, or a person, left uncommitted; say so.

    Raises:
        SourceRefusal: git cannot.
    """
    _abort(git)
    changed = git.told("status", "--porcelain", "-z", "--no-renames", "--untracked-files=all")
    names = [one[3:] for one in changed.split("\0") if one]
    if not names or not _has_commit(git):
        return ()
    git.told("stash", "push", "--quiet", "--include-untracked", "--message", "set aside by ctxfn")
    told = ", ".join(names[:_SHOWN]) + (", ..." if len(names) > _SHOWN else "")
    return (f"changes that nobody had committed are set aside (git stash list): {told}",)


def clean_tree(git: Git) -> None:
    """Take back all that is not committed; what .gitignore names stays.

    Raises:
        SourceRefusal: git cannot.
    """
    _abort(git)
    if _has_commit(git):
        git.told("reset", "--quiet", "--hard", "HEAD")
    else:
        git.told("rm", "-r", "--quiet", "--cached", "--ignore-unmatch", ".")
    git.told("clean", "--quiet", "-f", "-d")


def pulled(git: Git, branch: str) -> None:
    """Fetch *branch*, and put our commits behind what others sent.

    Raises:
        SourceRefusal: it cannot be fetched, or the two do not go together; then nothing is changed.
    """
    theirs = f"refs/remotes/origin/{branch}"
    # Told each time: what a clone of somebody else's making fetches is not known.
    # The other side's program as well: for a path it runs here.
    ran = git.run(
        *("fetch", "--quiet", "--no-tags", "--refmap=", "--upload-pack=git-upload-pack"),
        *("origin", f"+refs/heads/{branch}:{theirs}"),
    )
    if ran.code and _NOTHING in ran.err:
        return
    if ran.code:
        raise git.refusal("fetch", ran)
    if not _has_commit(git):
        git.told("reset", "--quiet", "--hard", theirs)
        return
    ran = git.run("rebase", "--quiet", "--no-autostash", theirs)
    if ran.code == 0:
        return
    names = git.run("diff", "--name-only", "--diff-filter=U", "-z").out.split("\0")
    _abort(git)
    there = ", ".join(git.clean(" ".join(one.split())) for one in names if one)
    if not there:
        raise git.refusal("rebase", ran)
    raise SourceRefusal(
        f"others changed the same place: {there}. Our commits stay in the clone of the wiki; go there, "
        f"run git pull --rebase origin {branch}, mend the files, git add them, "
        "git rebase --continue, git push"
    )


def pushed(git: Git, branch: str) -> None:
    """Send our commits, behind what others sent meanwhile.

    Raises:
        SourceRefusal: they cannot be sent, and stay in the clone.
    """
    for left in reversed(range(_TRIES)):
        pulled(git, branch)
        ran = git.run(
            *("push", "--quiet", "--no-verify", "--receive-pack=git-receive-pack"),
            *("origin", f"HEAD:refs/heads/{branch}"),
        )
        if ran.code == 0:
            return
        if not left or not any(one in ran.err for one in _BEHIND):
            reason = git.refusal("push", ran).reason
            raise SourceRefusal(
                f"{reason}. The commit stays in the clone, and is sent with the next"
            )


def is_ahead(git: Git, branch: str) -> bool:
    """Whether we have commits that were not sent."""
    if not _has_commit(git):
        return False
    ran = git.run("rev-list", "--count", f"refs/remotes/origin/{branch}..HEAD")
    return ran.code != 0 or ran.out.strip() != "0"


def _has_commit(git: Git) -> bool:
    return git.run("rev-parse", "--verify", "--quiet", "HEAD").code == 0


def _abort(git: Git) -> None:
    """Leave a rebase that was cut off; our commits stand where they stood."""
    inner = Path(git.root) / ".git"
    if any((inner / name).exists() for name in ("rebase-merge", "rebase-apply")):
        git.told("rebase", "--abort")
