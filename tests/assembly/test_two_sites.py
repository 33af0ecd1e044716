"""One pipeline, two sites: one pulls facts from its stores, the other has them pushed in."""

from __future__ import annotations

import asyncio
import json
from collections import Counter

import ctxfn
from ctxfn.assembly import Policy, default_pipeline
from ctxfn.facts import (
    Knowledge,
    KnowledgeFile,
    SystemRole,
    Todo,
    TodoList,
    Variables,
)
from ctxfn.io.gather import Contribution, gather

PIPELINE = default_pipeline(Policy(keep_groups=10, fill_placeholders_in=("user",)))
HISTORY = [
    {"role": "user", "content": "Where are the {{things}}?"},
    {"role": "assistant", "content": "In the attic."},
    {"role": "user", "content": "And the rest?"},
]


class Stores:
    """What a client keeps; it counts who asks for what."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()

    async def role(self, user: str) -> SystemRole:
        self.asked["role"] += 1
        return SystemRole(f"You help {user} with {{{{things}}}}.")

    def plan(self, user: str) -> TodoList:
        self.asked["plan"] += 1
        return TodoList((Todo("look"), Todo(f"tell {user}", "completed")))

    async def files(self, user: str) -> Knowledge:
        self.asked["files"] += 1
        await asyncio.sleep(0)
        return Knowledge((KnowledgeFile("f1", "attic.txt", "boxes"),))

    def variables(self, user: str) -> Variables:
        return Variables.of({"things": self.things, "secrets": self.secrets})

    def things(self) -> str:
        self.asked["things"] += 1
        return "boxes"

    def secrets(self) -> str:
        self.asked["secrets"] += 1
        return "hunter2"

    def sources(self) -> list[Contribution[str]]:
        return [
            Contribution("files", self.files, (Knowledge,)),
            Contribution("role", self.role, (SystemRole,)),
            Contribution("plan", self.plan, (TodoList,)),
            Contribution("variables", self.variables, (Variables,)),
        ]


def pulled(stores: Stores) -> str:
    """The client: it fetches what the pipeline reads, and no more."""
    gathered = asyncio.run(gather(PIPELINE, "Ann", sources=stores.sources()))
    payload = ctxfn.assemble(HISTORY, *gathered.facts, pipeline=PIPELINE)
    return json.dumps(payload.body, ensure_ascii=False)


def pushed(facts: dict[str, object]) -> str:
    """The server: a pure function of what it is given."""
    payload = ctxfn.assemble(HISTORY, *facts.values(), pipeline=PIPELINE)
    return json.dumps(payload.body, ensure_ascii=False)


class TestSites:
    """The same facts, the same bytes."""

    def test_the_same_bytes_from_both(self) -> None:
        facts: dict[str, object] = {
            "plan": TodoList((Todo("look"), Todo("tell Ann", "completed"))),
            "variables": Variables.of({"things": "boxes"}),
            "role": SystemRole("You help Ann with {{things}}."),
            "files": Knowledge((KnowledgeFile("f1", "attic.txt", "boxes"),)),
        }

        assert pulled(Stores()) == pushed(facts)
        assert "You help Ann with boxes." in pushed(facts)

    def test_a_variable_is_asked_for_only_if_it_occurs(self) -> None:
        stores = Stores()

        assert "hunter2" not in pulled(stores)
        assert stores.asked == {"role": 1, "plan": 1, "files": 1, "things": 1}
