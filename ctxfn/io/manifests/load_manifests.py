"""Load the manifests of packages that were switched on and that an operation does not know."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable
from typing import Final, Literal, Protocol

from attrs import frozen

from ctxfn.io.errors import InvalidArgument
from ctxfn.io.gather.contribution import check_limit
from ctxfn.io.gather.fetching import Late, fetched
from ctxfn.tools import Manifest

__all__ = [
    "LoadProblem",
    "LoadedManifests",
    "ManifestLoader",
    "load_manifests",
    "load_manifests_now",
]

#: Seconds that each manifest has.
_LIMIT: Final = 10.0


class ManifestLoader(Protocol):
    """Whoever can fetch the manifest of one package; an asynchronous function or any other."""

    def __call__(self, identifier: str, /) -> Manifest | Awaitable[Manifest | None] | None:
        """Fetch the manifest of *identifier*, or None if there is no such package."""
        ...


@frozen
class LoadProblem:
    """A package whose manifest did not come.

    ``absent``: there is none, ``late``: not there within the limit, ``failed``: the loader
    raised, or brought something else; `reason` says what.
    """

    identifier: str
    status: Literal["absent", "late", "failed"]
    reason: str


@frozen
class LoadedManifests:
    """What came, and of what did not come, why; both in the order they were asked for."""

    manifests: tuple[Manifest, ...] = ()
    problems: tuple[LoadProblem, ...] = ()


async def load_manifests(
    missing: Iterable[str], loader: ManifestLoader, /, *, limit: float = _LIMIT
) -> LoadedManifests:
    """Load the manifests of *missing* at the same time, each within *limit* seconds.

    *missing* is what a resolution says is missing; resolve again with what came.

    Contract:
        Each identifier is asked for once and is in the answer once. A loader that hangs, raises or
        brings another package's manifest spoils nothing but its own. A coroutine function runs in the
        loop, any other in a thread.

    Complexity: the slowest load's, not their sum.

    Source: LobeHub context-engine's manifest loader, of which there is the interface alone.

    Raises:
        InvalidArgument: *limit* is no time.

    Examples:
        >>> shelf = {"maps": Manifest("maps")}
        >>> came = asyncio.run(load_manifests(["maps", "fax"], shelf.get))
        >>> [one.identifier for one in came.manifests], came.problems[0].status
        (['maps'], 'absent')
    """
    check_limit("limit", limit)
    asked = tuple(dict.fromkeys(missing))
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(_loaded(one, loader, limit)) for one in asked]
    came = [task.result() for task in tasks]
    return LoadedManifests(
        tuple(one for one in came if isinstance(one, Manifest)),
        tuple(one for one in came if isinstance(one, LoadProblem)),
    )


def load_manifests_now(
    missing: Iterable[str], loader: ManifestLoader, /, *, limit: float = _LIMIT
) -> LoadedManifests:
    """Load as `load_manifests` does, where no event loop runs.

    Contract:
        The same answer.

    Complexity: that of `load_manifests`.

    Source: ours.

    Raises:
        InvalidArgument: *limit* is no time, or an event loop runs here already.

    Examples:
        >>> load_manifests_now([], {}.get)
        LoadedManifests(manifests=(), problems=())
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(load_manifests(missing, loader, limit=limit))
    raise InvalidArgument(
        "load_manifests_now", "a running event loop", "none; await load_manifests there"
    )


async def _loaded(identifier: str, loader: ManifestLoader, limit: float) -> Manifest | LoadProblem:
    try:
        came = await fetched(loader, identifier, limit)
    except Late:
        return LoadProblem(identifier, "late", f"not there within {limit:g} s")
    except Exception as error:
        return LoadProblem(identifier, "failed", f"{type(error).__name__}: {_words(error)}")
    if came is None:
        return LoadProblem(identifier, "absent", "there is no such package")
    if not isinstance(came, Manifest):
        return LoadProblem(identifier, "failed", f"a {type(came).__name__} came, no Manifest")
    if came.identifier != identifier:
        return LoadProblem(identifier, "failed", f"the manifest of {came.identifier!r} came")
    return came


def _words(error: Exception) -> str:
    try:
        return str(error)
    except Exception:
        return "its message cannot be written"
