"""`ctxfn replay`: what it says, to people and machines, and how it ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxfn.turns import replay, write_log, write_record
from tests.io.running import read_lines, run
from tests.turns.world import World, calls, person


@pytest.fixture
def world() -> World:
    """A session of one turn with a tool."""
    return World([calls("a")]).run(person("1"))


@pytest.fixture
def log(tmp_path: Path, world: World) -> Path:
    path = tmp_path / "log.jsonl"
    path.write_text(write_log(world.log), encoding="utf-8")
    return path


class TestReplay:
    """A log, run again."""

    def test_it_says_what_happened_and_how_it_stands(self, log: Path) -> None:
        done = run("replay", log)

        assert done.code == 0
        assert done.out.startswith("    1  Offer\n       -> EntryLogged\n")
        assert "CallModel (2 messages, " in done.out
        assert done.out.endswith("events; no turn runs, 0 inputs waiting\n")

    def test_it_stops_behind_an_event(self, log: Path) -> None:
        done = run("replay", log, "--event", "1", "--quiet")

        assert (
            done.out == "1 event; turn-1 runs (before), 0 inputs waiting\nwaits for 1 BeforeTurn\n"
        )

    def test_its_payloads_are_the_bytes_that_were_sent(self, log: Path, world: World) -> None:
        assert run("replay", log, "--payloads").out.splitlines() == list(replay(world.log).payloads)

    def test_machines_get_every_state(self, log: Path, world: World) -> None:
        import json

        states = [json.dumps(one) for one in read_lines(run("replay", log, "--json").out)]

        assert len(states) == len(world.events)
        assert json.loads(states[-1])["state"] == json.loads(write_record(world.agent))

    def test_what_is_no_log_ends_with_2(self, tmp_path: Path) -> None:
        path = tmp_path / "log.jsonl"
        path.write_text('{"is":"User"}\n', encoding="utf-8")
        done = run("replay", path)

        assert (done.code, done.err) == (
            2,
            "ctxfn: line 1 of the log: found User(), expected an Agent\n",
        )

    def test_there_are_not_so_many_events(self, log: Path) -> None:
        assert run("replay", log, "--event", "999").code == 2
