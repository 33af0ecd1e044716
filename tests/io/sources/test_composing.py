"""What is put around a source holds for all it has: also for what one asker has, or an agent is handed."""

from __future__ import annotations

import asyncio
import json

import pytest

from ctxfn.io.sources import (
    AgentTask,
    Answer,
    Asker,
    Limits,
    Operation,
    Source,
    Status,
    Surface,
    expose,
    opened_now,
    operation,
    read_only,
    steady,
    with_cache,
    with_prefix,
    with_retry,
)
from ctxfn.io.sources.source import Work


class Pages:
    """A source with an operation for some askers, and one that an agent is handed to change it."""

    def __init__(self) -> None:
        self.text = "old"
        self.tries = 0

    def source(self) -> Source:
        surface = Surface(
            (operation(self.read),),
            lambda _: Answer(text=self.text),
            lambda _: Answer(text="no words"),
            for_asker=self.for_asker,
            change_by=self.change_by,
        )
        return Source(
            "pages",
            steady(surface),
            lambda: Status(True),
            writable=True,
            limits=Limits(seconds=5.0),
        )

    def read(self) -> Answer:
        """Read."""
        self.tries += 1
        if self.tries == 1:
            raise ConnectionError("down")
        return Answer(text=self.text)

    def write(self, text: str) -> Answer:
        """Write."""
        self.text = text
        return Answer(text="written")

    def for_asker(self, asker: Asker) -> tuple[Operation, ...]:
        def mine() -> Answer:
            """Tell what is mine."""
            return Answer(text=f"of {asker.user}")

        return (operation(mine),) if asker.user else ()

    async def change_by(self, work: Work) -> Answer:
        return await work((operation(self.read), operation(self.write, writes=True)))


async def writer(task: AgentTask) -> Answer:
    tools = {tool.name.removeprefix("p_"): tool for tool in task.tools}
    before = json.loads(await tools["read"].arun({})).get("text")
    await tools["write"].arun({"text": "new"})
    return Answer(text=f"{before}, by {' '.join(tool.name for tool in task.tools)}")


def changed_by(source: Source) -> str:
    with opened_now(source) as live:
        shown = expose(live, mode="agent", agent=writer, write=True)
        return shown.tools[1].run({"instruction": "change it"})


class TestCache:
    """Nobody is told what another asked for, and what an agent changed is not told as it was."""

    def test_what_one_asker_has_is_kept_for_that_one_alone(self) -> None:
        with opened_now(with_cache(Pages().source(), seconds=60)) as live:
            said = [live.call("mine", {}, Asker(user)).text for user in ("ann", "bob", "ann")]

        assert said == ["of ann", "of bob", "of ann"]

    def test_the_work_of_an_agent_makes_all_be_forgotten(self) -> None:
        with opened_now(with_cache(Pages().source(), seconds=60)) as live:
            shown = expose(live, mode="agent", agent=writer, write=True)
            before = live.query("hi").text
            shown.tools[1].run({"instruction": "change it"})
            after = live.query("hi").text

        assert (before, after) == ("old", "new")


def test_a_prefix_is_before_what_an_agent_is_handed() -> None:
    answer = changed_by(with_prefix(Pages().source(), prefix="p_"))

    assert json.loads(answer) == {"text": "None, by p_read p_write"}


def test_what_an_agent_is_handed_to_read_is_asked_again() -> None:
    answer = changed_by(with_retry(Pages().source(), times=1, wait=0.01))

    assert json.loads(answer) == {"text": "old, by read write"}


def test_one_that_is_only_read_hands_nobody_anything_to_change() -> None:
    async def surface() -> Surface:
        async with read_only(Pages().source()).connect() as found:
            return found

    found = asyncio.run(surface())

    assert (found.change, found.change_by) == (None, None)


@pytest.mark.parametrize("order", ["cache first", "prefix first"])
def test_several_around_one(order: str) -> None:
    source = Pages().source()
    if order == "cache first":
        source = with_prefix(with_cache(source, seconds=60), prefix="p_")
    else:
        source = with_cache(with_prefix(source, prefix="p_"), seconds=60)
    with opened_now(with_retry(source, times=1, wait=0.01)) as live:
        said = [live.call("p_mine", {}, Asker(user)).text for user in ("ann", "bob")]
        asked = live.query("hi")
        read = live.call("p_read", {})

    assert (said, asked.text, read.text) == (["of ann", "of bob"], "old", "old")
