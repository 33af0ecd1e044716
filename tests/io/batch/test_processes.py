"""Processes: what one that dies had in its hands is known, and tried again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ctxfn.errors import InvalidArgument
from ctxfn.io.batch import (
    Bad,
    Done,
    InProcess,
    Processes,
    WorkerDied,
    WorkFailed,
    map_values,
)
from tests.house.tree import ROOT
from tests.io.batch.conversations import WORKS, lines
from tests.io.batch.works import DEADLY, Noted, Unreadable, done_by, halved, readings


class TestExamples:
    """In two processes."""

    def test_a_value_that_kills_is_given_up_and_the_others_are_done(self) -> None:
        values = [*range(6, 46, 2), DEADLY, *range(6, 46, 2)]

        outcomes = list(map_values(halved, values, executor=Processes(2), together=8))

        half = [Done(number // 2) for number in range(6, 46, 2)]
        assert outcomes == [*half, Bad(WorkerDied(3)), *half]

    def test_all_verbs_and_errors_give_what_they_give_here(self) -> None:
        pairs = [(work, line) for work in WORKS for line in lines()]

        here = list(map_values(done_by, pairs, executor=InProcess()))

        assert list(map_values(done_by, pairs, executor=Processes(2))) == here
        assert {type(one) for one in here} == {Done, Bad}

    def test_work_is_read_once_in_a_process_and_a_killed_one_costs_nothing(
        self, tmp_path: Path
    ) -> None:
        done: list[tuple[int, int]] = []
        killed: set[int] = set()
        for outcome in map_values(Noted(tmp_path), range(60), executor=Processes(2), together=2):
            match outcome:
                case Done((int(process), int(value))):
                    done.append((process, value))
            if len(done) == 20:
                killed = {done[-1][0]}
                os.kill(done[-1][0], signal.SIGKILL)

        assert [value for _, value in done] == list(range(60))
        assert set(readings(tmp_path).values()) == {1}
        assert killed < set(readings(tmp_path))

    def test_errors_and_values_that_cannot_travel_are_told_in_words(self) -> None:
        outcomes = list(map_values(halved, [3, 5, 2], executor=Processes(1)))

        assert outcomes[0] == Bad(WorkFailed("OddError", "3 is odd"))
        assert isinstance(outcomes[1], Bad)
        assert outcomes[2] == Done(1)

    def test_work_that_never_ends_ends_with_whoever_asked_for_it(self) -> None:
        program = (
            "from ctxfn.io.batch import Processes, map_values\n"
            "from tests.io.batch.works import forever\n"
            "if __name__ == '__main__':\n"
            "    list(map_values(forever, [1], executor=Processes(1)))\n"
        )
        command = [sys.executable, "-c", program]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == b"begun\n"
            process.kill()

            assert process.stdout.read() == b""  # once its worker is gone, which has it as well

    def test_work_that_asks_for_the_end_of_its_process_is_a_bad_value(self) -> None:
        ended = [Bad(WorkFailed("SystemExit", "0")), Done(2)]

        assert list(map_values(halved, [0, 4], executor=InProcess())) == ended

    def test_work_that_no_process_can_read_ends_the_run(self) -> None:
        with pytest.raises(WorkFailed, match="cannot be read by a new process: RuntimeError"):
            list(map_values(Unreadable(), [1], executor=Processes(2)))

    def test_work_that_does_not_pickle_is_refused(self) -> None:
        with pytest.raises(InvalidArgument, match="what pickles"):
            list(map_values(lambda value: value, [1], executor=Processes(2)))

    @pytest.mark.parametrize("count", [0, -1, 1.5])
    def test_no_processes_are_refused(self, count: int) -> None:
        with pytest.raises(InvalidArgument, match="Processes, count"):
            Processes(count)

    def test_nothing_to_do_starts_nobody(self) -> None:
        assert list(map_values(Unreadable(), [], executor=Processes(2))) == []
