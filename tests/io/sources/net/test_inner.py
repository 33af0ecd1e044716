"""What an agent is told of a source on the net may be said by its owner."""

from __future__ import annotations

import pytest

from ctxfn.errors import InvalidArgument
from ctxfn.io.sources import (
    AgentTask,
    Asker,
    calendar,
    expose,
    gdrive,
    gmail,
    opened_now,
    slack,
    web,
    with_prefix,
)

for package in ("httpx", "slack_sdk", "google.auth"):
    pytest.importorskip(package)

KINDS = (lambda **options: web("direct", **options), slack, gdrive, gmail, calendar)


@pytest.mark.parametrize("kind", KINDS)
class TestInstructions:
    def test_are_our_own_of_each_kind(self, kind: object) -> None:
        made = kind()  # type: ignore[operator]

        assert made.inner.startswith("You answer questions from {name}")
        assert "You only read" in made.inner

    def test_or_the_owners(self, kind: object) -> None:
        assert kind(instructions="Ask {name}.").inner == "Ask {name}."  # type: ignore[operator]
        with pytest.raises(InvalidArgument):
            kind(instructions=5)  # type: ignore[operator]


@pytest.mark.parametrize("kind", [slack, gmail, calendar])
def test_so_are_those_for_changes(kind: object) -> None:
    made = kind(write=True, write_instructions="Hoot.")  # type: ignore[operator]

    assert (made.writable, made.inner_write) == (True, "Hoot.")
    assert "Report what" in kind(write=True).inner_write  # type: ignore[operator]


def test_an_agent_reads_it_with_the_name_and_the_tools_of_whoever_asks() -> None:
    told: list[str] = []

    async def agent(task: AgentTask) -> str:
        told.append(task.instructions)
        return "owls"

    with opened_now(with_prefix(slack("xoxb-1", name="Nest"), prefix="nest_")) as live:
        tool = expose(live, mode="agent", agent=agent).tools[0]
        for asker in (Asker(), Asker(metadata=(("action_token", "act"),))):
            tool.run({"question": "?"}, asker=asker)

    assert all(one.startswith("You answer questions from Nest, a Slack workspace.") for one in told)
    assert ["- nest_search_workspace(" in one for one in told] == [False, True]
    assert ["- nest_get_thread(" in one for one in told] == [True, True]
