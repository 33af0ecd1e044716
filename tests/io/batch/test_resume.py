"""A run that was killed goes on where it stopped, and comes out as if nothing had happened."""

from __future__ import annotations

import gzip
import json
import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ctxfn.io.batch import CorpusBusy, CorpusChanged, EachValue, InProcess, MapReport, map_corpus
from tests.house.tree import ROOT
from tests.io.batch.corpora import kept, words
from tests.io.batch.works import Upper
from tests.io.running import run

HERE = InProcess()


class Stopped(Exception):
    """What ends a run of a test somewhere."""


def stop_at(point: str) -> None:
    if point == "committed":
        raise Stopped


def stopped(source: Path, target: Path) -> None:
    """Run up to the first commit, and no further."""
    with pytest.raises(Stopped):
        map_corpus(source, target, Upper(), executor=HERE, commit_seconds=0, at=stop_at)


def again(
    source: Path, target: Path, work: Upper | None = None, *, force: bool = False
) -> MapReport:
    return map_corpus(source, target, work or Upper(), executor=HERE, force=force)


@pytest.mark.parametrize(
    ("name", "lines"), [("out.jsonl", 60), ("out.jsonl.gz", 9), ("out.parquet", 9)]
)
def test_killed_at_any_point_and_again_it_comes_out_the_same(
    tmp_path: Path, name: str, lines: int
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.io.batch.killed_runs", str(tmp_path), name, str(lines)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )

    told = json.loads(done.stdout)

    assert told.pop("points") >= 11
    assert told == {"differing": [], "files": [name, f"{name}.bad.jsonl"]}


def test_the_command_killed_while_its_processes_work_goes_on(tmp_path: Path) -> None:
    source = words(tmp_path / "in.jsonl", 1_500)
    source.write_text(source.read_text().replace("word", '[{"role": "user", "content": "hi"}]'))
    source.write_text("".join(line[:35] + "\n" for line in source.read_text().splitlines()))
    options = ("--verb", "check", "-q", "--processes")
    (tmp_path / "whole").mkdir()
    (tmp_path / "killed").mkdir()
    target = tmp_path / "killed" / "out.jsonl"
    with subprocess.Popen(
        [sys.executable, "-m", "ctxfn", "map", str(source), str(target), *options, "2"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        journal = target.with_name("out.jsonl.journal")
        while process.poll() is None and not has_come_far(journal):
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.communicate()  # ends once its workers, who hold these pipes as well, are gone
    assert process.returncode == -signal.SIGKILL

    for folder in ("killed", "whole"):
        done = run("map", source, tmp_path / folder / "out.jsonl", *options, "0")
        assert (done.code, done.err) == (1, "")

    assert kept(tmp_path / "killed") == kept(tmp_path / "whole")


def has_come_far(journal: Path) -> bool:
    return journal.exists() and json.loads(journal.read_text())["good"] > 0


#: A journal but for one number.
NEGATIVE = (
    '{"version": 1, "input": "", "work": "", "place": {"file": 0, "line": 0, "offset": 0}, '
    '"written": -1, "tally": []}'
)


class TestExamples:
    """What it goes on with, and what it refuses to go on with."""

    def test_only_what_is_left_is_worked_on(self, tmp_path: Path) -> None:
        source, target = words(tmp_path / "in.jsonl", 100), tmp_path / "out.jsonl"
        stopped(source, target)

        report = again(source, target)

        assert (report.resumed, report.good + report.bad) == (32, 92)

    def test_another_input_is_refused(self, tmp_path: Path) -> None:
        source, target = words(tmp_path / "in.jsonl", 100), tmp_path / "out.jsonl"
        stopped(source, target)
        before = kept(tmp_path)
        words(source, 101)

        with pytest.raises(CorpusChanged, match="the input has changed since the run stopped"):
            again(source, target)

        assert {**kept(tmp_path), "in.jsonl": b""} == {**before, "in.jsonl": b""}
        assert again(source, target, force=True).resumed == 0

    def test_other_work_is_refused(self, tmp_path: Path) -> None:
        source, target = words(tmp_path / "in.jsonl", 100), tmp_path / "out.jsonl"
        stopped(source, target)

        with pytest.raises(CorpusChanged, match="the configuration, or ctxfn, has changed"):
            again(source, target, Upper(slowly=0.001))

    def test_files_that_lost_bytes_are_refused(self, tmp_path: Path) -> None:
        source, target = words(tmp_path / "in.jsonl", 100), tmp_path / "out.jsonl"
        stopped(source, target)
        os.truncate(tmp_path / "out.jsonl.part", 3)

        with pytest.raises(CorpusChanged, match="part has lost bytes"):
            again(source, target)

    @pytest.mark.parametrize(
        "text", ["", "{", "[" * 100_000, '{"version": 9}', '{"version": 1, "x": 2}', NEGATIVE]
    )
    def test_a_journal_that_is_none_is_refused(self, tmp_path: Path, text: str) -> None:
        source, target = words(tmp_path / "in.jsonl", 9), tmp_path / "out.jsonl"
        (tmp_path / "out.jsonl.journal").write_text(text)

        with pytest.raises(CorpusChanged, match=r"journal: (it|another)"):
            again(source, target)

    def test_two_runs_do_not_write_one_output(self, tmp_path: Path) -> None:
        source, target = words(tmp_path / "in.jsonl", 100), tmp_path / "out.jsonl"
        refused = []

        def meanwhile(point: str) -> None:
            if point == "written":
                with pytest.raises(CorpusBusy, match="another run is writing it") as found:
                    again(source, target)
                refused.append(found.value)

        map_corpus(source, target, Upper(), executor=HERE, at=meanwhile)

        assert refused == [CorpusBusy(f"{target}.part")]

    def test_one_that_is_being_named_is_not_begun_anew(self, tmp_path: Path) -> None:
        source, target = words(tmp_path / "in.jsonl", 9), tmp_path / "out.jsonl.gz"
        seen: list[str] = []

        def meanwhile(point: str) -> None:
            if point in {"bad named", "joined"}:
                with pytest.raises(CorpusBusy):
                    again(source, target, force=True)
                seen.append(point)

        report = map_corpus(source, target, Upper(), executor=HERE, at=meanwhile)

        assert seen == ["bad named", "joined"]
        assert len(gzip.decompress(target.read_bytes()).splitlines()) == report.good == 7

    @pytest.mark.parametrize("point", ["committed", "bad named", "named", "cleared"])
    def test_an_output_among_its_input_is_gone_on_with(self, tmp_path: Path, point: str) -> None:
        words(tmp_path / "in.jsonl", 40)
        target = tmp_path / "out.jsonl"

        def stop(now: str) -> None:
            if now == point:
                raise Stopped

        with pytest.raises(Stopped):
            map_corpus(tmp_path, target, Upper(), executor=HERE, at=stop)
        report = again(tmp_path, target)

        assert report.good == len(target.read_bytes().splitlines()) == 31
        assert set(kept(tmp_path)) == {"in.jsonl", "out.jsonl", "out.jsonl.bad.jsonl"}

    def test_what_a_late_run_left_does_not_take_the_place_of_the_output(
        self, tmp_path: Path
    ) -> None:
        source, target = words(tmp_path / "in.jsonl", 9), tmp_path / "out.jsonl"

        def stop(point: str) -> None:
            if point == "named":
                raise Stopped

        with pytest.raises(Stopped):
            map_corpus(source, target, Upper(), executor=HERE, at=stop)
        whole = target.read_bytes()
        (tmp_path / "out.jsonl.part").touch()

        again(source, target)

        assert target.read_bytes() == whole
        assert not (tmp_path / "out.jsonl.part").exists()

    def test_functions_of_one_name_are_different_work(self, tmp_path: Path) -> None:
        source, target = words(tmp_path / "in.jsonl", 9), tmp_path / "out.jsonl"
        with pytest.raises(Stopped):
            map_corpus(source, target, EachValue(json.dumps), executor=HERE, at=stop_at)

        with pytest.raises(CorpusChanged, match="the configuration"):
            map_corpus(source, target, EachValue(pickle.dumps), executor=HERE)
