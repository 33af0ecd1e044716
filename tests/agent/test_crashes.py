"""A program that talks is killed anywhere, and goes on: nothing is lost, nothing is doubled."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import anyio
import pytest

from ctxfn.io.archive import Kept, open_archive
from ctxfn.messages import Assistant, ToolResult, User, text_of
from ctxfn.turns import write_record
from tests.agent.living import INPUTS
from tests.house.tree import ROOT
from tests.postgresql import database
from tests.servers.answers import Said, stream
from tests.servers.model_server import Asked, Reply, serving

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="it forks, and kills")

_BATCHES = (
    (("c1", "look", '{"at": 1}'), ("c2", "peek", '{"at": 2}')),
    (("c3", "look", '{"at": 3}'),),
)


class Killing:
    """A server whose model asks for two batches of calls, then replies; it kills who wants it.

    Each request tells in `user` of which session it is, of which program, and when to kill that.
    """

    def __init__(self) -> None:
        self.asked: dict[str, list[tuple[str, Any]]] = {}

    def __call__(self, asked: Asked) -> Reply:
        session, process, plan = asked.body["user"].split("|")
        before = self.asked.setdefault(session, [])
        before.append((process, asked.body["messages"]))
        number, _, share = plan.partition(":")
        said = self.said(asked.body["messages"])
        if number != str(sum(one == process for one, _ in before)):
            return Reply(said=said)
        body = stream(said, "chat")
        written = body[: int(len(body) * float(share))]
        asyncio.get_running_loop().call_later(0.03, os.kill, int(process), signal.SIGKILL)
        return Reply(body=written, kind="text/event-stream", hold=True)

    def said(self, messages: list[dict[str, Any]]) -> Said:
        """Answer to what was said last."""
        words = " ".join(one["content"] or "" for one in messages if one["role"] == "user")
        batches = sum("tool_calls" in one for one in messages)
        if "<k3>" not in words and batches < 2:
            return Said("Let me see now.", _BATCHES[batches])
        return Said(f"Re {max(one for one in INPUTS if one in words)} that is all.")


def crashed(archive: str, folder: Path, first: int, stride: int) -> tuple[dict[str, Any], Killing]:
    """Let programs die and go on; return what became of each, and what the server was asked."""
    killing = Killing()
    with serving(killing) as server:
        command = [sys.executable, "-m", "tests.agent.dying", archive, str(folder), server.url]
        done = subprocess.run(
            [*command, str(first), str(stride)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told, killing


def check_order(kept: tuple[Kept, ...]) -> None:
    """Each input once, each group whole and once behind its turn's inputs, one reply a turn."""
    messages = [one.stored for one in kept]
    said = [text_of(one.message) for one in messages if isinstance(one.message, User)]
    assert Counter(words.removeprefix("[ann]: ") for words in said) == Counter(INPUTS)
    assert len({one.key for one in kept}) == len(kept)
    open_calls: list[str] = []
    ended: set[str | None] = set()
    for one in messages:
        assert one.turn not in ended
        match one.message:
            case ToolResult():
                assert one.message.call_id == open_calls.pop(0)
            case Assistant():
                assert not open_calls
                open_calls = [call.id for call in one.message.calls]
                if not open_calls:
                    assert one.record is not None
                    ended.add(one.turn)
            case _:
                assert not open_calls
    assert not open_calls
    assert {one.turn for one in messages} == ended


def check_requests(asked: list[tuple[str, Any]], told: dict[str, Any]) -> None:
    """What the log says was asked is what the server was asked, to the byte and in order."""
    first, last = asked[0][0], asked[-1][0]
    at_first = [body for process, body in asked if process == first]
    behind = told["before"]["requests"]
    if first != last or behind:
        assert behind in (_end(at_first, behind), [*_end(at_first, behind[:-1]), *behind[-1:]])
    every = [
        body for place, (_, body) in enumerate(asked) if not place or asked[place - 1][1] != body
    ]
    later = told["behind"]["requests"]
    assert later == _end(every, later)


def _end(rows: list[Any], like: list[Any]) -> list[Any]:
    return rows[len(rows) - len(like) :]


def check(told: dict[str, Any], killing: Killing, archive: str, folder: Path) -> None:
    """Check what became of each session."""

    async def look() -> dict[str, tuple[Kept, ...]]:
        async with open_archive(archive) as opened:
            return {session: await opened.kept(session) for session in told}

    for session, kept in anyio.run(look).items():
        one = told[session]
        try:
            check_order(kept)
            check_requests(killing.asked[session], one)
            records = {write_record(line.stored) for line in kept}
            assert {*one["before"]["archived"], *one["behind"]["archived"]} <= records
            done = Counter((folder / f"{session}.done").read_text().splitlines())
            assert all(times == 1 for line, times in done.items() if line.startswith("look"))
            assert not [line for line in done if line.startswith("unlogged")]
            sent = {line for line in done if line.startswith("sent")}
            replies = {
                f"sent {text_of(line.stored.message)}"
                for line in kept
                if line.stored.record is not None
            }
            assert sent == replies
        except AssertionError as error:
            raise AssertionError(f"{session}, {one['place']}") from error


class TestKilled:
    @pytest.mark.parametrize(
        ("first", "stride"), [(3, 17), pytest.param(1, 1, marks=pytest.mark.slow)]
    )
    def test_at_each_point_with_sqlite(self, tmp_path: Path, first: int, stride: int) -> None:
        archive = str(tmp_path / "said.db")
        told, killing = crashed(archive, tmp_path, first, stride)

        check(told, killing, archive, tmp_path)
        assert len(told) > 60 / stride

    @pytest.mark.parametrize(
        ("first", "stride"), [(7, 29), pytest.param(1, 3, marks=pytest.mark.slow)]
    )
    def test_with_postgresql(
        self, postgresql: str, tmp_path: Path, first: int, stride: int
    ) -> None:
        archive = database(postgresql)
        told, killing = crashed(archive, tmp_path, first, stride)

        check(told, killing, archive, tmp_path)
        assert len(told) > 60 / stride
