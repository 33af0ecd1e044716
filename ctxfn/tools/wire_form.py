"""The written form of one tool name: separator, hashes, what is allowed and how long."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from typing import Final

from ctxfn.arguments import blames_arguments
from ctxfn.messages import ToolName
from ctxfn.tools.errors import NameLimitError, NamespaceError

__all__ = [
    "DEFAULT_LIMIT",
    "HASH_MARK",
    "KNOWN_KINDS",
    "MINIMUM_LIMIT",
    "PLAIN_KINDS",
    "SEPARATOR",
    "STORED_NAMESPACE",
    "candidates_of",
    "check_limit",
    "check_namespace",
    "hash_of",
    "is_hash",
    "is_wire_name",
    "is_written",
    "parts_of",
    "starts_of",
    "whole_hash",
]

SEPARATOR: Final = "____"
HASH_MARK: Final = "MD5HASH_"
DEFAULT_LIMIT: Final = 64
HASH_DIGITS: Final = 12
MINIMUM_LIMIT: Final = len(HASH_MARK) + HASH_DIGITS
"""The length of the shortest form there is: one hash for the whole name."""

PLAIN_KINDS: Final = ("builtin", "default", "")
"""Kinds that are not written, the one with the best claim to the bare form first."""

KNOWN_KINDS: Final = ("builtin", "default", "markdown", "mcp", "standalone")
"""Kinds that packages have; whatever else is written as one is taken as it is."""

STORED_NAMESPACE: Final = "lobe"

_ALLOWED: Final = re.compile(r"[A-Za-z0-9_-]+")
_HASH: Final = re.compile(HASH_MARK + r"[0-9a-f]{12}")


@blames_arguments
def is_wire_name(text: str, *, limit: int = DEFAULT_LIMIT) -> bool:
    """Say whether *text* may stand on the wire as the name of a tool.

    Contract:
        One or more of ASCII letters, digits, underscore and hyphen, at most *limit* of them
        (0: any number). A name exactly as long as the limit is fine.

    Complexity: O(characters).

    Source: the pattern all providers share; some allow 128 characters, one also dots.

    Examples:
        >>> is_wire_name("weather-mcp____forecast")
        True
        >>> is_wire_name("weather.forecast"), is_wire_name(""), is_wire_name("a" * 65)
        (False, False, False)

    Raises:
        NameLimitError: *limit* is negative or below `MINIMUM_LIMIT`.
    """
    check_limit(limit)
    return (limit == 0 or len(text) <= limit) and _ALLOWED.fullmatch(text) is not None


def check_limit(limit: int) -> None:
    """Refuse a *limit* under which distinct tools could not have distinct names.

    Raises:
        NameLimitError: *limit* is negative or below `MINIMUM_LIMIT`; 0 is no limit.
    """
    if limit != 0 and limit < MINIMUM_LIMIT:
        raise NameLimitError(limit, MINIMUM_LIMIT)


def check_namespace(namespace: str) -> None:
    """Refuse a *namespace* that could not be part of a name.

    Raises:
        NamespaceError: it is empty or holds a character no name may have.
    """
    if _ALLOWED.fullmatch(namespace) is None:
        raise NamespaceError(namespace)


def hash_of(text: str) -> str:
    """Write *text* as the hash mark and twelve hexadecimal digits.

    Half a surrogate pair is hashed as it is, so that two such texts stay two.

    Examples:
        >>> hash_of("haqm.jpxk")
        'MD5HASH_afbb9df0cb8d'
    """
    digest = hashlib.md5(text.encode("utf-8", "surrogatepass"), usedforsecurity=False)
    return HASH_MARK + digest.hexdigest()[:HASH_DIGITS]


def is_hash(text: str) -> bool:
    """Say whether *text* looks like what `hash_of` writes, which no part is written as it is.

    Examples:
        >>> is_hash("MD5HASH_afbb9df0cb8d"), is_hash("MD5HASH_")
        (True, False)
    """
    return _HASH.fullmatch(text) is not None


def parts_of(name: str) -> tuple[str, str, str] | None:
    """Return the identifier, function and kind that *name* is written with, if it is well formed.

    Such a name is the very name of some tool, whose parts may be hashed in it.

    Examples:
        >>> parts_of("a____send_____")
        ('a', 'send', '_')
        >>> parts_of("a____send____") is None, parts_of("a____b____c____d") is None
        (True, True)
    """
    identifier, _, rest = name.partition(SEPARATOR)
    api, written, kind = rest.partition(SEPARATOR)
    if not identifier or not api or (written and not kind):
        return None
    followed = (identifier, True), (api, kind != ""), (kind, False)
    return (identifier, api, kind) if all(_is_whole(*one) for one in followed) else None


def whole_hash(tool: ToolName, attempt: int = 0) -> str:
    """Write all of *tool* as one hash; each *attempt* gives another.

    The lengths stand in front, so that moving a character from one part to the next is seen.
    """
    head = f"{attempt},{len(tool.identifier)},{len(tool.api)},"
    return hash_of(f"{head}{tool.identifier}{tool.api}{tool.kind}")


def _renamed(identifier: str, namespace: str) -> str:
    stored = f"{STORED_NAMESPACE}-"
    if not identifier.startswith(stored):
        return identifier
    return f"{namespace}-{identifier.removeprefix(stored)}"


def candidates_of(tool: ToolName, limit: int, namespace: str) -> Iterator[str]:
    """Yield the names *tool* may have, the most readable first, without end."""
    identifier = _renamed(tool.identifier, namespace)
    yield _fitted(tool, identifier, "" if tool.kind in PLAIN_KINDS else tool.kind, limit)
    if tool.kind:
        yield _fitted(tool, identifier, tool.kind, limit)
    attempt = 0
    while True:
        yield whole_hash(tool, attempt)
        attempt += 1


def starts_of(tool: ToolName, namespace: str) -> tuple[str, ...]:
    """List what stands before the kind in all the ways *tool* was ever written, each once.

    A part that looks like a hash is another part's hash where it stands as it is.
    """
    identifiers, functions = _ways(tool, namespace)
    pairs = (f"{identifier}{SEPARATOR}{api}" for identifier in identifiers for api in functions)
    return tuple(dict.fromkeys((*pairs, whole_hash(tool))))


def is_written(tool: ToolName, namespace: str, identifier: str, api: str) -> bool:
    """Say whether *identifier* and *api* are ways of writing those of *tool*, and of no other."""
    identifiers, functions = _ways(tool, namespace)
    return identifier in identifiers and api in functions


def _ways(tool: ToolName, namespace: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    renamed = _renamed(tool.identifier, namespace)
    return _with_hash((tool.identifier, renamed)), _with_hash((tool.api,))


def _with_hash(written: tuple[str, ...]) -> tuple[str, ...]:
    return (*(one for one in written if not is_hash(one)), hash_of(written[0]))


def _fitted(tool: ToolName, identifier: str, kind: str, limit: int) -> str:
    """Return the most readable form that fits; few names need more than the first."""
    first = identifier if _is_clear(identifier, followed=True) else hash_of(tool.identifier)
    second = tool.api if _is_clear(tool.api, followed=kind != "") else hash_of(tool.api)
    third = kind if _is_clear(kind, followed=False) else hash_of(kind)
    name = _joined(first, second, third)
    if limit == 0 or len(name) <= limit:
        return name
    hashed, short = hash_of(tool.identifier), hash_of(tool.api)
    shorter = (
        _joined(first, short, third),
        _joined(hashed, short, third),
        _joined(hashed, short, kind and hash_of(kind)),
    )
    return next((name for name in shorter if len(name) <= limit), whole_hash(tool))


def _joined(identifier: str, api: str, kind: str) -> str:
    name = f"{identifier}{SEPARATOR}{api}"
    return f"{name}{SEPARATOR}{kind}" if kind else name


def _is_clear(part: str, *, followed: bool) -> bool:
    """Say whether a name with *part* as it is can be taken apart at its first separator."""
    return _is_whole(part, followed) and not is_hash(part)


def _is_whole(part: str, followed: bool) -> bool:
    """Say whether *part* stands in a name as it is, a hash or not."""
    if not part:
        return True
    return (
        _ALLOWED.fullmatch(part) is not None
        and SEPARATOR not in part
        and not (followed and part.endswith("_"))
    )
