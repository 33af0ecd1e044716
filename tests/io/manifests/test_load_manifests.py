"""load_manifests: what is missing is fetched, each within its limit, and nothing is trusted."""

from __future__ import annotations

import asyncio
import threading

import pytest

from ctxfn.io import InvalidArgument
from ctxfn.io.manifests import LoadedManifests, LoadProblem, load_manifests, load_manifests_now
from ctxfn.tools import (
    Activation,
    Manifest,
    OperationTools,
    StepDelta,
    ToolFunction,
    resolve_tools,
)
from tests.io.gather.virtual_loop import run_virtually

SHELF = {"maps": Manifest("maps", (ToolFunction("route"),)), "web": Manifest("web")}


async def mixed(identifier: str, /) -> Manifest | None:
    """Bring one at once, one after a while, one never; raise, lie, or know nothing."""
    match identifier:
        case "slow":
            await asyncio.sleep(3)
            return Manifest("slow")
        case "hangs":
            await asyncio.sleep(1e9)
        case "breaks":
            raise ConnectionError("no line")
        case "lies":
            return SHELF["web"]
        case "odd":
            return {"identifier": "odd"}  # type: ignore[return-value]
    return SHELF.get(identifier)


class TestExamples:
    """What a reader can check by eye."""

    def test_each_comes_or_is_told(self) -> None:
        asked = ["maps", "slow", "hangs", "breaks", "lies", "odd", "fax", "maps"]
        came, seconds, left = run_virtually(load_manifests(asked, mixed, limit=5.0))

        assert came == LoadedManifests(
            (SHELF["maps"], Manifest("slow")),
            (
                LoadProblem("hangs", "late", "not there within 5 s"),
                LoadProblem("breaks", "failed", "ConnectionError: no line"),
                LoadProblem("lies", "failed", "the manifest of 'web' came"),
                LoadProblem("odd", "failed", "a dict came, no Manifest"),
                LoadProblem("fax", "absent", "there is no such package"),
            ),
        )
        assert (seconds, left) == (5.0, 0)

    def test_a_plain_function_runs_in_a_thread(self) -> None:
        seen: list[threading.Thread] = []

        def blocking(identifier: str, /) -> Manifest | None:
            seen.append(threading.current_thread())
            return SHELF.get(identifier)

        came = load_manifests_now(["maps"], blocking)

        assert came.manifests == (SHELF["maps"],)
        assert seen[0] is not threading.main_thread()

    def test_what_a_resolution_misses_is_there_the_next_time(self) -> None:
        asked = StepDelta((Activation("maps", "mention"), Activation("fax", "mention")))
        missing = resolve_tools(OperationTools(), asked).missing
        came = load_manifests_now(missing, SHELF.get)
        resolved = resolve_tools(OperationTools(), asked, loaded=came.manifests)

        assert missing == ("maps", "fax")
        assert (resolved.identifiers, resolved.missing) == (("maps",), ("fax",))

    def test_nothing_missing_asks_nobody(self) -> None:
        def never(identifier: str, /) -> Manifest | None:
            raise AssertionError(identifier)

        assert load_manifests_now((), never) == LoadedManifests()


class TestRefused:
    """What is a mistake of the caller."""

    @pytest.mark.parametrize("limit", [0, -1, float("nan"), float("inf")])
    def test_a_limit_that_is_no_time(self, limit: float) -> None:
        with pytest.raises(InvalidArgument, match="limit: found"):
            load_manifests_now(["maps"], SHELF.get, limit=limit)

    def test_waiting_where_a_loop_runs(self) -> None:
        async def inside() -> LoadedManifests:
            return load_manifests_now(["maps"], SHELF.get)

        with pytest.raises(InvalidArgument, match="await load_manifests there"):
            asyncio.run(inside())
