"""What a file may put around any source, by its name there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.io.sources.caching import with_cache
from ctxfn.io.sources.source import Source
from ctxfn.io.sources.wrapping import read_only, with_prefix, with_retry

__all__ = ["WRAPPERS", "wrapped"]


def _retry(source: Source, value: object) -> Source:
    return with_retry(source, times=value)  # type: ignore[arg-type]  # it is checked there


def _cache(source: Source, value: object) -> Source:
    return with_cache(source, seconds=value)  # type: ignore[arg-type]  # it is checked there


def _prefix(source: Source, value: object) -> Source:
    return with_prefix(source, prefix=value)  # type: ignore[arg-type]  # it is checked there


def _read_only(source: Source, value: object) -> Source:
    check_argument("read_only", value, bool, "true or false")
    return read_only(source) if value else source


#: From the innermost to the outermost: what is remembered need not be asked for again.
WRAPPERS: Final[Mapping[str, Callable[[Source, object], Source]]] = {
    "read_only": _read_only,
    "retry": _retry,
    "cache": _cache,
    "prefix": _prefix,
}


def wrapped(source: Source, around: Mapping[str, object]) -> Source:
    """Put around *source* what *around* names, in the one order there is.

    Raises:
        InvalidArgument: a value that is none, or a name that nobody knows.
    """
    for name in around:
        if name not in WRAPPERS:
            raise InvalidArgument("wrapped", shown(name), ", ".join(WRAPPERS))
    for name, wrap in WRAPPERS.items():
        if name in around:
            source = wrap(source, around[name])
    return source
