"""Whenever a program is killed: what it was told to be kept is there, once, in order, and whole."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import anyio
import pytest

from ctxfn.io.archive import Kept, logged_sessions, open_archive, open_log, read_logged
from ctxfn.turns import replay
from tests.house.tree import ROOT
from tests.io.archive.crashing import event_at, state_behind, stored_at

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="it forks, and kills")


def crashed(mode: str, place: str, folder: Path) -> dict[str, list[str]]:
    """Let programs die; return what each was told, by session."""
    command = [sys.executable, "-m", "tests.io.archive.crashing", mode, place, str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told: dict[str, list[str]] = json.loads(done.stdout)
    return told


def numbers(kept: tuple[Kept, ...]) -> list[int]:
    """Check that *kept* is the beginning of what was saved, in order; return its numbers."""
    assert [(one.key, one.stored) for one in kept] == [
        (f"k{place}", stored_at(place)) for place in range(len(kept))
    ]
    return list(range(len(kept)))


def test_killed_at_each_point_of_a_save(url: str, tmp_path: Path) -> None:
    told = crashed("save", url, tmp_path)

    async def look() -> dict[str, int]:
        found = {}
        async with open_archive(url) as archive:
            for session, keys in told.items():
                found[session] = len(numbers(await archive.kept(session))) - len(keys)
                await archive.save(session, "k3", stored_at(3))  # as who got no answer does
                assert numbers(await archive.kept(session)) == [0, 1, 2, 3]
                assert await archive.count(session) == 4
        return found

    beyond = anyio.run(look)

    assert len(told) >= 10
    assert [len(keys) for keys in told.values()] == [3] * (len(told) - 1) + [4]
    assert [*beyond.values()][:-1] == sorted([*beyond.values()][:-1])
    assert {*beyond.values()} == {0, 1}  # some died before it was kept, some after


def test_killed_while_it_writes_on_and_on(url: str, tmp_path: Path) -> None:
    """The log is ahead of the archive: whoever goes on saves again what the log has."""
    told = crashed("random", url, tmp_path)

    async def look() -> None:
        async with open_archive(url) as archive:
            for session, keys in told.items():
                kept = len(numbers(await archive.kept(session)))
                async with open_log(tmp_path, session) as log:
                    events = log.found.events
                    assert events == tuple(map(event_at, range(len(events))))
                    assert 0 <= kept - len(keys) <= 1
                    assert 0 <= len(events) - kept <= 1
                for place in range(len(events)):
                    await archive.save(session, f"k{place}", stored_at(place))
                assert len(numbers(await archive.kept(session))) == len(events)

    anyio.run(look)

    assert sum(map(len, told.values())) > 0


def test_killed_at_each_point_of_a_log(tmp_path: Path) -> None:
    told = crashed("log", "", tmp_path)

    async def look() -> list[int]:
        mended = []
        for session, words in told.items():
            least = int(words[-1])
            seen = await read_logged(tmp_path, session)
            async with open_log(tmp_path, session) as log:
                agent = replay(log.found).agent
                there = next(n for n in range(5) if agent == state_behind(n))
                await log.append(event_at(there))
                again = replay(await log.read()).agent
                mended.append(log.mended)
            assert seen is not None
            assert replay(seen).agent == agent
            assert again == state_behind(there + 1)
            assert there in range(least, {1: 4, 3: 5, 4: 5}[least])
        assert {*await logged_sessions(tmp_path)} == {*told}
        return mended

    mended = anyio.run(look)

    assert len(told) >= 12
    assert max(mended) > 0  # a torn line was met
    assert not [*tmp_path.glob("*.new")]


def test_four_programs_save_at_the_same_time(url: str, tmp_path: Path) -> None:
    told = crashed("race", url, tmp_path)

    async def look() -> tuple[tuple[Kept, ...], int]:
        async with open_archive(url) as archive:
            return await archive.kept("race"), await archive.count("race")

    kept, count = anyio.run(look)
    keys = [one.key for one in kept]

    assert told == {"codes": ["0"] * 4}
    assert len(keys) == len({*keys}) == 5 * 15
    assert count == sum(not one.stored.is_control for one in kept)
    for who in ("0", "1", "2", "3", "same"):
        assert [key for key in keys if key.startswith(f"{who} ")] == [
            f"{who} {n}" for n in range(15)
        ]
