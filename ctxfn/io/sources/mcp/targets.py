"""What a server is reached by: checked, looked for, and which words of it are secret."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.io.sources.answers import Status
from ctxfn.io.sources.mcp.address import Address
from ctxfn.io.sources.mcp.process import Program

__all__ = ["Target", "address_of", "program_of", "secrets_of", "status_of", "texts_of"]

Target = Program | Address

_HEADER: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_WORD: Final = re.compile(r"[\t\x20-\x7e]*")

#: Shorter words stand in too many texts to be hidden.
_SHORTEST_SECRET: Final = 6


def texts_of(what: str, given: Iterable[str]) -> tuple[str, ...]:
    """Take the texts of a row.

    Raises:
        InvalidArgument: it is none, naming *what*.
    """
    rows = isinstance(given, Iterable) and not isinstance(given, str)
    texts = tuple(given) if rows else ()
    if not rows or not all(isinstance(one, str) and "\0" not in one for one in texts):
        raise InvalidArgument(f"mcp_server, {what}", shown(given), "a row of texts")
    return texts


def _pairs(what: str, given: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    check_argument(f"mcp_server, {what}", given, Mapping, "texts by name")
    pairs = tuple(given.items())
    texts_of(what, [each for pair in pairs for each in pair])
    return pairs


def program_of(
    command: str,
    args: Iterable[str],
    env: Mapping[str, str],
    cwd: str | os.PathLike[str] | None,
    log: str | os.PathLike[str] | None,
) -> Program:
    """Make of what is configured a program to start.

    Raises:
        InvalidArgument: what cannot be one.
    """
    texts_of("command", (command,))
    if not command.strip():
        raise InvalidArgument("mcp_server, command", repr(command), "a program")
    variables = _pairs("env", env)
    for name, _ in variables:
        if not name or "=" in name:
            raise InvalidArgument("mcp_server, env", repr(name), "the name of a variable")
    places = [_place("cwd", cwd), _place("log", log)]
    return Program(command, texts_of("args", args), variables, *places)


def _place(what: str, given: str | os.PathLike[str] | None) -> str | None:
    if given is None:
        return None
    check_argument(f"mcp_server, {what}", given, str | os.PathLike, "a path")
    return str(Path(given).expanduser())


def address_of(url: str, headers: Mapping[str, str], token: str | None, sse: bool) -> Address:
    """Make of what is configured an address to speak to, with *token* among the headers.

    Raises:
        InvalidArgument: what cannot be one; no word of a header or an address is told.
    """
    pairs = _pairs("headers", headers)
    if token is not None:
        pairs = (*pairs, ("Authorization", f"Bearer {token}"))
    for name, value in pairs:
        if not _HEADER.fullmatch(name) or not _WORD.fullmatch(value):
            raise InvalidArgument(f"mcp_server, header {name!r}", "it", "a header: ASCII, one line")
    try:
        parts = urlsplit(url)
        sound = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        sound = False
    if not sound or not url.isprintable() or " " in url:
        raise InvalidArgument("mcp_server, url", "what is none", "http://... or https://...")
    return Address(url, pairs, sse)


def status_of(target: Target) -> Status:
    """Say whether there is what could be started; a server is not called for that."""
    if isinstance(target, Address):
        parts = urlsplit(target.url)
        return Status(True, f"{parts.scheme}://{parts.hostname}: not asked")
    path = dict(target.env).get("PATH", os.environ.get("PATH"))
    program = target.command
    if os.sep in program and target.cwd is not None:
        program = os.path.join(target.cwd, program)
    if target.cwd is not None and not os.path.isdir(target.cwd):
        return Status(False, f"{target.cwd}: no folder")
    if shutil.which(program, path=path) is None:
        return Status(False, f"{target.command}: there is no such program")
    return Status(True, f"{target.command} is there")


def secrets_of(target: Target) -> tuple[str, ...]:
    """Each value that whoever configured it may not want told; of a header also its last word."""
    if isinstance(target, Program):
        values = [value for _, value in target.env]
    else:
        values = [value for _, value in parse_qsl(urlsplit(target.url).query)]
        for _, value in target.headers:
            values += [value, value.rpartition(" ")[2]]
    return tuple(dict.fromkeys(one for one in values if len(one) >= _SHORTEST_SECRET))
