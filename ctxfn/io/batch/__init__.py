"""Batch: every line of a corpus worked on, here or on a cluster, and gone on with after a kill.

Each name is imported when it is first used: a process that works needs few of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxfn.doors import lazily as _lazily

if TYPE_CHECKING:
    from ctxfn.io.batch.answer import Answer, EachValue, LineWork
    from ctxfn.io.batch.cluster import DaskCluster
    from ctxfn.io.batch.errors import (
        AlreadyThere,
        ClusterLost,
        CorpusBusy,
        CorpusChanged,
        LongLine,
        WorkerDied,
        WorkFailed,
    )
    from ctxfn.io.batch.lines import LINE_LIMIT, Line, Place
    from ctxfn.io.batch.map_corpus import MapReport, Progress, map_corpus
    from ctxfn.io.batch.map_values import map_values
    from ctxfn.io.batch.outcome import Bad, Done, Outcome
    from ctxfn.io.batch.pool import Executor, InProcess, Pool
    from ctxfn.io.batch.processes import Processes
    from ctxfn.io.batch.verb_work import VERBS, VerbName, VerbWork
    from ctxfn.io.batch.work_file import WorkFile, read_work

__all__ = [
    "LINE_LIMIT",
    "VERBS",
    "AlreadyThere",
    "Answer",
    "Bad",
    "ClusterLost",
    "CorpusBusy",
    "CorpusChanged",
    "DaskCluster",
    "Done",
    "EachValue",
    "Executor",
    "InProcess",
    "Line",
    "LineWork",
    "LongLine",
    "MapReport",
    "Outcome",
    "Place",
    "Pool",
    "Processes",
    "Progress",
    "VerbName",
    "VerbWork",
    "WorkFailed",
    "WorkFile",
    "WorkerDied",
    "map_corpus",
    "map_values",
    "read_work",
]

__getattr__, __dir__ = _lazily(
    __name__,
    {
        "answer": "Answer EachValue LineWork",
        "cluster": "DaskCluster",
        "errors": "AlreadyThere ClusterLost CorpusBusy CorpusChanged LongLine WorkerDied WorkFailed",
        "lines": "LINE_LIMIT Line Place",
        "map_corpus": "MapReport Progress map_corpus",
        "map_values": "map_values",
        "outcome": "Bad Done Outcome",
        "pool": "Executor InProcess Pool",
        "processes": "Processes",
        "verb_work": "VERBS VerbName VerbWork",
        "work_file": "WorkFile read_work",
    },
)
