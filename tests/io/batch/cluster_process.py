"""A Dask cluster on this machine: a scheduler and worker processes, until standard input ends.

A program, run by a test: ``python -m tests.io.batch.cluster_process 3`` prints its address.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys

import dask
from distributed import Nanny, Scheduler


async def serve(workers: int) -> None:
    """Run the cluster. A task whose worker dies fails at once, so that who asked tries again."""
    async with contextlib.AsyncExitStack() as stack:
        scheduler = await stack.enter_async_context(
            Scheduler(host="127.0.0.1", port=0, dashboard=False)
        )
        nannies = [Nanny(scheduler.address, nthreads=1, memory_limit=0) for _ in range(workers)]
        await asyncio.gather(*(stack.enter_async_context(nanny) for nanny in nannies))
        print(scheduler.address, flush=True)
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    dask.config.set({"distributed.scheduler.allowed-failures": 0})
    asyncio.run(serve(int(sys.argv[1])))
