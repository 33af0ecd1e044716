"""A runner on a real loop with an archive in SQLite and logs on the disk."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import anyio

from ctxfn.io.archive import open_archive, read_logged
from ctxfn.io.models import ScriptedModel
from ctxfn.io.runner import OfferedModel, Provided, Runner, agent_tool, logs_in
from ctxfn.messages import text_of
from ctxfn.turns import Response, replay
from tests.io.runner.world import MODEL, calls, person


def look() -> str:
    """Look."""
    return "seen"


class TestOnDisk:
    def test_what_was_said_is_there_when_the_program_begins_again(self, tmp_path: Path) -> None:
        models = [ScriptedModel([calls("a"), Response("One.")]), ScriptedModel([Response("Two.")])]

        async def work(model: ScriptedModel, key: str) -> list[str]:
            async with open_archive(tmp_path / "said.db") as archive:
                provided = Provided(
                    archive=archive,
                    logs=logs_in(tmp_path / "logs", sync=False),
                    models=(OfferedModel(MODEL, model),),
                    tools=(agent_tool(look),),
                )
                async with Runner(provided) as runner:
                    await runner.handle_message(person(key, f"<{key}>"))
                return [text_of(one.message) for one in await archive.read("s")]

        asyncio.run(work(models[0], "k1"))
        kept = asyncio.run(work(models[1], "k2"))
        assert kept == ["[Ann(ann)]: <k1>", "", "seen", "One.", "[Ann(ann)]: <k2>", "Two."]
        assert len(models[1].asked[0].messages) == 6
        log = asyncio.run(read_logged(tmp_path / "logs", "s"))
        assert log is not None
        assert len(replay(log).payloads) == 1

    def test_a_program_that_is_gone_in_the_middle_of_a_turn_is_gone_on_with(
        self, tmp_path: Path
    ) -> None:
        async def until_the_model_is_called() -> None:
            started = anyio.Event()

            async def pause() -> None:
                started.set()
                await anyio.sleep(30)

            slow = ScriptedModel([Response("Never.")], pause=pause)
            async with open_archive(tmp_path / "before.db") as archive:
                provided = Provided(
                    archive=archive,
                    logs=logs_in(tmp_path / "before"),
                    models=(OfferedModel(MODEL, slow),),
                )
                async with Runner(provided) as runner, anyio.create_task_group() as group:
                    group.start_soon(runner.handle_message, person("k1", "<k1>"))
                    await started.wait()
                    shutil.copytree(tmp_path / "before", tmp_path / "after")
                    for path in tmp_path.glob("before.db*"):
                        shutil.copy(path, tmp_path / path.name.replace("before", "after"))
                    group.cancel_scope.cancel()

        async def again() -> list[str]:
            model = ScriptedModel([Response("After all.")])
            async with open_archive(tmp_path / "after.db") as archive:
                provided = Provided(
                    archive=archive,
                    logs=logs_in(tmp_path / "after"),
                    models=(OfferedModel(MODEL, model),),
                )
                async with Runner(provided) as runner:
                    await runner.resume()
                    await runner.settled()
                return [text_of(one.message) for one in await archive.read("s")]

        asyncio.run(until_the_model_is_called())
        assert asyncio.run(again()) == ["[Ann(ann)]: <k1>", "After all."]
