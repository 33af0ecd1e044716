"""Programs that talk and are killed: `python -m tests.agent.dying ARCHIVE FOLDER SERVER FIRST STRIDE`.

Each dies at a point of its own: one of those a program meets itself, or while the server answers it. A second one
goes on with what it left. What became of each is written as JSON in the end.
"""

from __future__ import annotations

import asyncio
import faulthandler
import json
import os
import signal
import sys
import traceback
from collections.abc import Callable, Coroutine
from functools import partial
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any, Final

from tests.agent.living import Points, from_log, living, until_done

#: Imported once, before any fork.
_EARLY: Final = (
    *("anyio._backends._asyncio", "ctxfn.io.archive.sql.opened", "ctxfn.io.archive.sql.rows"),
    *("psycopg", "sqlalchemy.dialects.postgresql.psycopg", "openai.resources.chat.completions"),
)

#: Seconds after which a program that hangs tells where, and ends.
_PATIENCE: Final = 20

#: Which request the server kills at, and with how much of its answer written.
_PLANS: Final = ("1:0", "1:0.3", "1:0.7", "1:1", "2:0", "2:0.5", "3:0", "3:0.5", "3:1", "4:0.5")


#: What a program dies in at least once.
_KINDS: Final = ("in a tool that has done it", "in a tool that may run twice")


def forked(work: Callable[[], Coroutine[Any, Any, Any]]) -> tuple[int, int]:
    """Run *work* in a fork; return its process and what it tells through."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    code = 1
    try:
        faulthandler.dump_traceback_later(_PATIENCE, exit=True, file=writing)
        os.dup2(writing, 2)
        os.write(writing, f"{json.dumps(asyncio.run(work()))}\n".encode())
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def ended(child: int, reading: int) -> tuple[str, int]:
    """Wait for a fork; return what it told last, and how it ended."""
    with os.fdopen(reading, "rb") as pipe:
        told = pipe.read().decode()
    return told.strip(), os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


async def first_life(given: tuple[str, Path, str, str], at: int, plan: str) -> int:
    """Talk until all is said, or until one dies."""
    points = Points(at, only=given[0] if given[0] in _KINDS else "")
    async with living(*given, points, plan) as life:
        await until_done(life)
    return points.met


async def second_life(given: tuple[str, Path, str, str]) -> dict[str, Any]:
    """Go on, and say what was not said; tell what the log has before and behind."""
    session, folder, archive, server = given
    before = await from_log(folder, session)
    async with living(session, folder, archive, server, Points(0)) as life:
        await until_done(life)
    return {"before": before, "behind": await from_log(folder, session)}


def lives(given: tuple[str, Path, str, str], at: int = 0, plan: str = "") -> dict[str, Any] | None:
    """Let one die and another go on; nothing, if nobody died."""
    place, code = ended(*forked(partial(first_life, given, at, plan)))
    if code != -signal.SIGKILL:
        assert code == 0, place
        return None
    told, code = ended(*forked(partial(second_life, given)))
    assert code == 0, (place, told)
    return {"place": place or f"while request {plan} was answered", **json.loads(told)}


def main(archive: str, folder: str, server: str, first: str, stride: str) -> None:
    """Let programs die at each point there is, or at each so many-th."""
    for module in _EARLY:
        import_module(module)
    found: dict[str, Any] = {}
    where = Path(folder)
    for plan in _PLANS[:: int(stride)]:
        found[plan] = lives((plan, where, archive, server), plan=plan)
    for kind in _KINDS:
        found[kind] = lives((kind, where, archive, server), 1)
    for at in count(int(first), int(stride)):
        came = lives((f"point {at}", where, archive, server), at)
        if came is None:
            break
        found[f"point {at}"] = came
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
