"""DaskCluster: a real cluster of worker processes, some of which are killed on the way."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ctxfn.context import Context
from ctxfn.errors import InvalidArgument
from ctxfn.io.batch import (
    Bad,
    ClusterLost,
    DaskCluster,
    Done,
    InProcess,
    Progress,
    WorkerDied,
    map_corpus,
    map_values,
)
from ctxfn.messages import chat, user
from ctxfn.pipeline import StepError
from ctxfn.processors import keep_recent
from tests.house.tree import ROOT
from tests.io.batch.conversations import WORKS, lines
from tests.io.batch.corpora import kept, words
from tests.io.batch.works import (
    DEADLY,
    PIPELINE,
    Noted,
    Unreadable,
    Upper,
    done_by,
    halved,
    readings,
)


@pytest.fixture(scope="module")
def cluster() -> Iterator[DaskCluster]:
    """Two worker processes, and their scheduler."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.io.batch.cluster_process", "2"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        yield DaskCluster(process.stdout.readline().strip())
        process.stdin.close()
        process.wait(60)


class TestExamples:
    """On two workers."""

    def test_all_verbs_and_errors_give_what_they_give_here(self, cluster: DaskCluster) -> None:
        pairs = [(work, line) for work in WORKS for line in lines()]

        here = list(map_values(done_by, pairs, executor=InProcess()))

        assert list(map_values(done_by, pairs, executor=cluster)) == here

    def test_a_pipeline_is_work_and_its_errors_come_home_as_they_are(
        self, cluster: DaskCluster
    ) -> None:
        contexts = [Context(chat(*[user(str(place)) for place in range(n)])) for n in (1, 2, 3)]

        here = list(map_values(PIPELINE, contexts, executor=InProcess()))

        assert list(map_values(PIPELINE, contexts, executor=cluster)) == here
        assert here[0] == Done(contexts[0])
        assert isinstance(here[2], Bad)
        error = here[2].error
        assert isinstance(error, StepError)
        assert error.context == keep_recent(contexts[2], groups=2)

    def test_a_killed_worker_loses_nothing_and_work_is_read_once_in_each(
        self, cluster: DaskCluster, tmp_path: Path
    ) -> None:
        source = words(tmp_path / "in.jsonl", 400)
        notes, here, there = (tmp_path / name for name in ("notes", "here", "there"))
        for folder in (notes, here, there):
            folder.mkdir()
        map_corpus(source, here / "out.jsonl", Upper(), executor=InProcess())
        killed: list[int] = []

        def kill_one(far: Progress) -> None:
            if far.lines > 60 and not killed:
                killed.append(min(readings(notes)))
                os.kill(killed[0], signal.SIGKILL)

        work = Noted(notes).in_capitals
        map_corpus(source, there / "out.jsonl", work, executor=cluster, on_progress=kill_one)

        assert kept(there) == kept(here)
        assert set(readings(notes).values()) == {1}
        assert set(killed) < set(readings(notes))

    def test_a_value_that_kills_is_given_up_and_the_others_are_done(
        self, cluster: DaskCluster
    ) -> None:
        values = [*range(6, 26, 2), DEADLY, *range(6, 26, 2)]

        outcomes = list(map_values(halved, values, executor=cluster, together=4))

        half = [Done(number // 2) for number in range(6, 26, 2)]
        assert outcomes == [*half, Bad(WorkerDied(2)), *half]

    def test_work_that_no_worker_can_read_is_told(self, cluster: DaskCluster) -> None:
        with pytest.raises(ClusterLost, match="cannot read the work: RuntimeError: not here"):
            list(map_values(Unreadable(), [1], executor=cluster))


class TestMisuse:
    """What is no cluster."""

    @pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nowhere://x", "", "???"])
    def test_nobody_answers(self, address: str) -> None:
        with pytest.raises(ClusterLost, match="no scheduler answers"):
            list(map_values(halved, [2], executor=DaskCluster(address, patience=0.1)))

    def test_what_is_no_address_is_refused(self) -> None:
        with pytest.raises(InvalidArgument, match="DaskCluster, address: found 7"):
            DaskCluster(7)  # type: ignore[arg-type]

    def test_a_choice_of_cluster_is_a_value(self) -> None:
        assert pickle.loads(pickle.dumps(DaskCluster("tcp://h:1"))) == DaskCluster("tcp://h:1")
