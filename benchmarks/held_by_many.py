"""Memory of many live conversations, weighed in a process of its own: what the machine gives it.

``python -m benchmarks.held_by_many`` reads a thousand conversations of a thousand messages, each of
which was parsed from its own text, answers a turn of each, and asks the operating system.
"""

from __future__ import annotations

import argparse
import gc
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from benchmarks.corpus import corpus
from benchmarks.figures import Figure
from benchmarks.one_more_turn import Serving
from benchmarks.subjects import CHAT, FACTS, PIPELINE
from ctxfn.context import Context
from ctxfn.pipeline import incremental
from ctxfn.wire import ChatEncoder

__all__ = ["main", "many_figures"]

_MESSAGES: Final = 1_000
_LIVE: Final = 10_000
#: Texts that are told apart: more take long to make up, and are parsed anew all the same.
_TEXTS: Final = 20
#: What is remembered of a message, and of what steps made of it, has room for all.
_ROOM: Final = 4


def many_figures(conversations: int) -> list[Figure]:
    """Weigh *conversations* in a process of their own; nothing where nobody tells its memory."""
    command = [sys.executable, "-m", "benchmarks.held_by_many", "--json"]
    command += ["--conversations", str(conversations)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [Figure(*row) for row in json.loads(done.stdout)]


def weighed(conversations: int) -> list[Figure]:
    """Weigh them in this process, whose memory only grows meanwhile."""
    texts = [json.dumps(corpus(_MESSAGES, seed=seed)) for seed in range(_TEXTS)]
    gc.collect()
    gc.freeze()
    empty = _resident()
    talks = [CHAT.decode(json.loads(texts[n % _TEXTS])).messages for n in range(conversations)]
    held = _resident()
    room = _ROOM * _MESSAGES * conversations
    serving = Serving(incremental(PIPELINE, messages=room), ChatEncoder(room), share=True)
    contexts = [Context.of(said, *FACTS) for said in talks]
    for context in contexts:
        serving.step(context)
    stepped = _resident()
    for context in contexts:
        serving.answer(context)
    answered = _resident()
    share = _LIVE / conversations
    named = f"{conversations:,} conversations of {_MESSAGES:,} messages"
    return [
        Figure(f"{named}: records and texts", held - empty, " GB"),
        Figure("what `incremental` remembers of them", stepped - held, " GB"),
        Figure("what `ChatEncoder` remembers of them", answered - stepped, " GB"),
        Figure(
            f"{_LIVE:,} conversations, {share:g} times that",
            (answered - empty) * share,
            " GB",
            24.0,
        ),
        Figure("the same, no encoder", (stepped - empty) * share, " GB"),
    ]


def _resident() -> float:
    """Return the gigabytes this process has."""
    gc.collect()
    told = Path("/proc/self/status").read_text(encoding="ascii")
    line = next(line for line in told.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 2**20


def main(arguments: Sequence[str] | None = None) -> None:
    """Weigh, and print a table, or JSON."""
    reader = argparse.ArgumentParser(prog="benchmarks.held_by_many", description=__doc__)
    reader.add_argument("--conversations", type=int, default=1_000)
    reader.add_argument("--json", action="store_true", help="print JSON instead of a table")
    asked = reader.parse_args(arguments)
    found = weighed(asked.conversations)
    if asked.json:
        print(json.dumps(found))
        return
    for one in found:
        print(f"{one.what}: {one.value:.2f}{one.unit}")


if __name__ == "__main__":
    main()
