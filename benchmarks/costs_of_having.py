"""Figures of what it costs to have the library at all: memory and import."""

from __future__ import annotations

import json
import subprocess
import sys
import tracemalloc

from benchmarks.corpus import corpus
from benchmarks.figures import Figure
from benchmarks.subjects import CHAT
from ctxfn.context import Context

__all__ = ["import_figures", "memory_figures"]

_CONTEXTS = 1_000
_TIMED = "from time import perf_counter as now; t = now(); import {}; print((now() - t) * 1000)"


def memory_figures(size: int) -> list[Figure]:
    """Weigh a history and the contexts of its last thousand messages against the history."""
    text = json.dumps(corpus(size + _CONTEXTS))
    alone = _weight(text, 0)
    kept = _weight(text, _CONTEXTS)
    return [Figure("memory of 1,000 successive contexts / one", kept / alone, "×", 1.1)]


def _weight(text: str, contexts: int) -> int:
    tracemalloc.start()
    try:
        messages = CHAT.decode(json.loads(text)).messages
        held = [Context(messages[: len(messages) - contexts])]
        for node in messages[len(messages) - contexts :]:
            held.append(held[-1].with_messages(held[-1].messages.append(node)))
        if contexts:
            del messages
        return tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


def import_figures(rounds: int) -> list[Figure]:
    """Time the first import in a fresh interpreter."""
    whole = min(_imported("ctxfn") for _ in range(rounds))
    verbs = min(_imported("ctxfn.front") for _ in range(rounds))
    return [
        Figure("`import ctxfn`", whole, " ms", 100.0),
        Figure("import of all verbs (`ctxfn.front`)", verbs, " ms"),
    ]


def _imported(name: str) -> float:
    command = [sys.executable, "-c", _TIMED.format(name)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(done.stdout)
