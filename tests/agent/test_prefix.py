"""What a server is sent stays the same, to the byte, between two cuts: told by what the server got."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from itertools import takewhile
from typing import Any, Final

import anyio
import pytest
from attrs import frozen

from ctxfn.io.archive import MemoryArchive
from ctxfn.io.models import anthropic_client, openai_client
from ctxfn.io.runner import OfferedModel, Provided, Runner, agent_tool
from ctxfn.messages import Message, User, system, text_of, user
from ctxfn.turns import Input, Layer, Model, budget_of, count_start, estimate_message, unit_of
from ctxfn.turns.exchange import View
from tests.servers.answers import Said
from tests.servers.model_server import Asked, Reply, model_server

_MAKES: Final = {"chat": openai_client, "messages": anthropic_client}
_MODEL: Final = Model("claude-test-4-5", 4096, "p", 512)
_LINE: Final = 96
_LABEL: Final = "(11/14 22:13) "

#: A message as it was sent: by whom, and what of it.
Sent = tuple[str, str]


def look(at: int) -> str:
    """Look there."""
    return f"Seen {at}: " + "so it is there. " * (at % 7 + 3)


def reply_to(asked: Asked) -> Reply:
    """Ask for a call once a turn, and then answer."""
    words = json.dumps(asked.body["messages"])
    turn = int(words.rpartition("Question ")[2].split(":")[0])
    if f"Seen {turn}:" in words:
        return Reply(said=Said(f"Answer {turn}: " + "it is as it is. " * (turn % 5 + 2)))
    return Reply(said=Said("", ((f"c{turn}", "look", json.dumps({"at": turn})),)))


@frozen
class Talked:
    """What the server got in each turn, and what the archive has in the end."""

    turns: tuple[tuple[dict[str, Any], ...], ...]
    kept: tuple[Message, ...]


def says(words: str, _: View) -> str:
    """Say the same whatever there is to see."""
    return words


async def talk(protocol: str, turns: int) -> Talked:
    """Talk for so many turns, with something to say in every place there is."""
    archive, now = MemoryArchive(), 0
    got: list[tuple[dict[str, Any], ...]] = []
    async with model_server(reply_to) as server, _MAKES[protocol](base_url=server.url) as client:
        provided = Provided(
            archive=archive,
            models=(OfferedModel(_MODEL, client),),
            tools=(agent_tool(look),),
            persona=lambda *_: "You are Eve.",
            volatile=lambda *_: f"volatile {now}",
        )
        defaults = Layer("global", (("history_line", _LINE),))
        async with Runner(provided, defaults=defaults, clock=lambda: 1_700_000_000_000) as runner:
            for anchor in ("identity", "knowledge", "context"):
                runner.contribute(f"all/{anchor}", anchor, partial(says, f"The {anchor}."))
            runner.contribute("turn/context", "turn-context", lambda _: f"context {now}")
            runner.contribute("turn/hint", "turn-hint", lambda _: f"hint {now}")
            for now in range(turns):
                before = len(server.asked)
                said = Input(f"k{now}", f"Question {now}: and now?", "s", "web", user_id="ann")
                fate = await runner.handle_message(said)
                assert (fate.outcome, (fate.reply or "").split(":")[0]) == (
                    "replied",
                    f"Answer {now}",
                )
                got.append(tuple(one.body for one in server.asked[before:]))
    return Talked(tuple(got), tuple(one.message for one in await archive.read("s")))


def sent(body: dict[str, Any]) -> list[Sent]:
    """Tools, system text and messages in the order a cache reads them; of messages, each block."""
    rows: list[tuple[str, Any]] = [("tools", body["tools"]), ("system", body.get("system"))]
    for row in body["messages"]:
        whole = isinstance(row["content"], str) or row["content"] is None
        rows.extend((row["role"], part) for part in ([row] if whole else row["content"]))
    return [(role, json.dumps(one, sort_keys=True)) for role, one in rows]


def behind_history(rows: Sequence[Sent], turn: int) -> int:
    """Where what was said before ends, and what belongs to the turn begins."""
    marks = [f"{word} {turn}" for word in ("volatile", "context", "hint")] + [f"Question {turn}:"]
    return min(place for place, (_, one) in enumerate(rows) if any(mark in one for mark in marks))


def head_of(body: dict[str, Any]) -> list[str]:
    """The system messages at the beginning, text by text."""
    if "system" not in body:
        return [one["content"] for one in takewhile(_is_system, body["messages"])]
    prompt, *contributed = body["system"].rsplit("\n\n", 3)
    return [prompt, *contributed]


def _is_system(message: dict[str, Any]) -> bool:
    return bool(message["role"] == "system")


def first_told(rows: Sequence[Sent]) -> int:
    """Which message of the talk, by its number, is the first that was sent."""
    for _, one in rows:
        for place, word in enumerate(("Question ", '"id": "c', "Seen ", "Answer ")):
            if word in one:
                return int("".join(takewhile(str.isdigit, one.partition(word)[2]))) * 4 + place
    raise AssertionError(rows)


def predicted(talked: Talked) -> list[int]:
    """Say by the arithmetic of units at which message of the talk each turn begins."""
    head = sum(estimate_message(system(text)) for text in head_of(talked.turns[-1][0]))
    budget = budget_of(_MODEL.context_length, max_output=_MODEL.max_output)
    unit = unit_of(budget)
    costs = [
        estimate_message(user(_LABEL + text_of(one)) if isinstance(one, User) else one)
        for one in talked.kept
    ]
    found = []
    for turn in range(len(talked.turns)):
        start = count_start(4 * turn + 1, _LINE)
        room = budget - head - unit
        units = max(0, -(-(sum(costs[start : 4 * turn]) - room) // unit))
        gone, at = 0, start
        while gone < units * unit:
            size = 2 if at % 4 == 1 else 1
            gone, at = gone + sum(costs[at : at + size]), at + size
        found.append(at)
    return found


def check(talked: Talked) -> None:
    turns = [[sent(body) for body in one] for one in talked.turns]
    assert {len(one) for one in turns} == {2}
    first = [first_told(one[0][2:]) for one in turns]
    begins = [behind_history(one[0], turn) for turn, one in enumerate(turns)]
    for turn, (called, later) in enumerate(turns):
        assert later[: len(called)] == called
        if not turn or first[turn] != first[turn - 1]:
            continue
        before = turns[turn - 1][0][: begins[turn - 1]]
        assert called[: len(before)] == before
    assert first == predicted(talked)
    by_line = [count_start(4 * turn + 1, _LINE) for turn in range(len(turns))]
    assert len({*by_line}) > 2
    assert len({*first} - {*by_line}) > 1, "units went too, not only what is beyond the line"


@pytest.mark.parametrize(
    ("protocol", "turns"),
    [("chat", 200), ("messages", 60), pytest.param("messages", 200, marks=pytest.mark.slow)],
)
def test_between_two_cuts_the_sent_prefix_is_the_same(protocol: str, turns: int) -> None:
    talked = anyio.run(talk, protocol, turns)

    check(talked)
