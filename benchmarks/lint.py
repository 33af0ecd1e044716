"""Check many conversations in one run: how many a second, and whether memory stays flat.

Run it from the root: ``python -m benchmarks.lint``, with ``--conversations N`` for another number.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from benchmarks.corpus import corpus

__all__ = ["Run", "histories", "main", "run"]

ROOT: Final = Path(__file__).parents[1]

#: Messages a conversation, and how many different ones there are.
MESSAGES: Final = 50
DIFFERENT: Final = 200

#: Memory of the large run, over that of one a tenth of its size: more is growth.
FLAT: Final = 1.1


class Run(NamedTuple):
    """One run of the command: conversations, bytes, seconds, and the most memory it took."""

    conversations: int
    size: int
    seconds: float
    megabytes: float

    def __str__(self) -> str:
        per_second = self.conversations / self.seconds
        return (
            f"{self.conversations:,} conversations of {MESSAGES} messages, "
            f"{self.size / 1e6:,.0f} MB: {self.seconds:,.1f} s, {per_second:,.0f} conversations "
            f"and {per_second * MESSAGES:,.0f} messages a second, {self.megabytes:,.0f} MB at most"
        )


def histories(number: int) -> Iterator[list[dict[str, Any]]]:
    """Yield *number* conversations, cut out of a long history at different places."""
    rows = corpus(MESSAGES * DIFFERENT)
    for place in range(number):
        start = place % DIFFERENT * MESSAGES
        yield rows[start : start + MESSAGES]


def run(number: int) -> Run:
    """Check *number* conversations with the command, as people do."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "histories.jsonl"
        with path.open("w", encoding="utf-8") as stream:
            for rows in histories(number):
                stream.write(json.dumps(rows) + "\n")
        size = path.stat().st_size
        command = [sys.executable, "-m", "ctxfn", "check", str(path), "--isolated", "--statistics"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        begun = time.perf_counter()
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE)
        out, _ = process.communicate()
        seconds = time.perf_counter() - begun
    if process.returncode not in (0, 1):
        raise SystemExit(f"ctxfn check ended with {process.returncode}: {out.decode()}")
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return Run(number, size, seconds, most / 1024 if sys.platform != "darwin" else most / 1024**2)


def main() -> None:
    """Print a small and a large run, and fail if memory grew from one to the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--conversations", type=int, default=10_000)
    wanted = parser.parse_args().conversations
    small, large = run(max(wanted // 10, 1)), run(wanted)  # the most of all children so far
    print(small)
    print(large)
    growth = large.megabytes / small.megabytes
    print(f"memory: {growth:.2f} times that of a tenth")
    if growth > FLAT:
        raise SystemExit(f"memory grew: {growth:.2f}, expected {FLAT} at most")


if __name__ == "__main__":
    main()
