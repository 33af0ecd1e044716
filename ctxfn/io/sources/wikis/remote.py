"""Where a git wiki comes from: an address that is read strictly, and how one signs in there."""

from __future__ import annotations

import os
import re
from typing import Final
from urllib.parse import urlsplit

from attrs import field, frozen

from ctxfn.errors import InvalidArgument, check_argument, shown

__all__ = ["GitRemote", "check_branch", "git_remote", "is_private_way"]

#: As git writes ssh without a scheme: `who@host:path`.
_SHORT_SSH: Final = re.compile(r"(?:[\w.-]+@)?[\w.-]+:(?!/)[^\s:]\S*\Z")
_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):(?://|:)")

#: Nothing on the way can listen to it.
_HERE: Final = ("127.0.0.1", "::1", "localhost")

#: Whoever has a token is called so; the services that take tokens look at nothing else.
_WHO: Final = "x-access-token"

#: Where git finds the token when it signs in: in the environment of git alone.
_VARIABLE: Final = "CTXFN_WIKI_TOKEN"

#: What git calls to sign in: it is run by a shell, so the token is no part of it.
_SIGNS_IN: Final = (
    f'!f() {{ test "$1" = get && echo "username={_WHO}" && echo "password=${_VARIABLE}"; }}; f'
)

#: What `git check-ref-format` takes, less what nobody calls a branch.
_BRANCH: Final = re.compile(
    r"(?![-/.])(?!.*(?:\.\.|//|/\.|\.lock(?:/|\Z)|@\{))[\w./@+-]+(?<![/.])\Z"
)


@frozen
class GitRemote:
    """The `address` of a repository, the one `protocol` that leads there, and a token for it."""

    address: str
    protocol: str
    token: str | None = field(default=None, repr=False)

    def settings(self) -> tuple[tuple[str, str], ...]:
        """Configure git to sign in there and nowhere else; nothing of it is written to a disk."""
        if self.token is None:
            return (("credential.helper", ""),)
        parts = urlsplit(self.address)
        place = f"{parts.scheme}://{parts.netloc}"
        return (("credential.helper", ""), (f"credential.{place}.helper", _SIGNS_IN))

    def variables(self) -> dict[str, str]:
        """Say what signing in reads."""
        return {} if self.token is None else {_VARIABLE: self.token}


def git_remote(remote: str | os.PathLike[str], token: str | None) -> GitRemote:
    """Read the address of a repository: https, ssh, `file://`, or a path.

    Raises:
        InvalidArgument: it is none of these, holds a password, or goes without a cipher to
            another machine; or there is a token where none is asked for.
    """
    check_argument("wiki_git, remote", remote, str | os.PathLike, "an address, or a path")
    if token is not None and not isinstance(token, str):  # it is not shown, whatever it is
        raise InvalidArgument("wiki_git, token", f"a {type(token).__name__}", "a text, or None")
    address = os.fspath(remote)
    if (
        not isinstance(address, str)
        or not address.strip()
        or re.search(r"[\x00-\x1f\x7f]", address)
    ):
        found = shown(address) if "@" not in str(address) else "an address that cannot be read"
        raise InvalidArgument("wiki_git, remote", found, "an address, or a path")
    made = _read(address)
    if token is None:
        return made
    if made.protocol not in ("https", "http"):
        raise InvalidArgument("wiki_git, token", f"one for {made.protocol}", "https with a token")
    if not token.strip() or not token.isprintable():
        raise InvalidArgument("wiki_git, token", "no token", "one of printable signs")
    return GitRemote(made.address, made.protocol, token)


def _read(address: str) -> GitRemote:
    scheme = _SCHEME.match(address)
    if scheme is None:
        if isinstance(address, str) and _SHORT_SSH.match(address) and not os.path.exists(address):
            if address.startswith("-"):
                raise InvalidArgument("wiki_git, remote", shown(address), "an address")
            return GitRemote(address, "ssh")
        return GitRemote(os.path.abspath(os.path.expanduser(address)), "file")
    name = scheme[1].lower()
    try:
        parts = urlsplit(address)
        host, password = parts.hostname or "", parts.password
    except ValueError:
        raise InvalidArgument("wiki_git, remote", "no address", "https://host/path") from None
    if name not in ("https", "http", "ssh", "file") or not address[len(name) :].startswith("://"):
        expected = "https://, ssh://, file://, or a path"
        raise InvalidArgument("wiki_git, remote", f"{name}:", expected)
    if password is not None or (parts.username is not None and name != "ssh"):
        found = "somebody who signs in in the address"
        raise InvalidArgument("wiki_git, remote", found, "token=..., and an address without")
    if host.startswith("-") or (parts.username or "").startswith("-"):
        raise InvalidArgument("wiki_git, remote", shown(address), "a host")
    if name == "http" and not is_private_way(address):
        raise InvalidArgument(
            "wiki_git, remote", "http://", "https://: others can read what is sent"
        )
    return GitRemote(address, name)


def is_private_way(address: str) -> bool:
    """Whether nobody reads what is sent there: https, or this very machine."""
    try:
        parts = urlsplit(address)
        return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _HERE)
    except ValueError:
        return False


def check_branch(branch: str) -> None:
    """Refuse what is no branch.

    Raises:
        InvalidArgument: git would not take it.
    """
    check_argument("wiki_git, branch", branch, str, "a text")
    if not _BRANCH.match(branch) or branch == "HEAD":
        raise InvalidArgument("wiki_git, branch", shown(branch), "the name of a branch, as main")
