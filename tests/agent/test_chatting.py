"""`ctxfn chat` with an endpoint, a database, a folder and a server of tools: facts, and where they came from."""

from __future__ import annotations

import json
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pytest

from ctxfn.io.models.writing import Style, write_request
from ctxfn.turns import read_log, replay
from ctxfn.turns.exchange import Asked as AskedFor
from ctxfn.turns.exchange import CallModel
from tests.house.tree import ROOT
from tests.io.running import Ended, process, run
from tests.servers.answers import Said
from tests.servers.model_server import Asked, ModelServer, Reply, serving

pytest.importorskip("mcp")
pytest.importorskip("uvicorn")

if sys.platform != "win32":
    from tests.io.chat.sitting import sitting

_CALLS = (
    ("c1", "query_notes", '{"question": "owls"}'),
    ("c2", "query_crm", '{"question": "Who is Ann?"}'),
    ("c3", "tracker_read_note", '{"key": "a", "upper": true}'),
)
_FACTS = ("Owls sleep by day", "Ann feeds owls", "ALPHA")


def answering(asked: Asked) -> Reply:
    """Look everywhere for the first question, and say what was found; then say what was asked."""
    last = asked.body["messages"][-1]
    if last["role"] == "tool":
        results = [one["content"] for one in asked.body["messages"] if one["role"] == "tool"]
        found = [fact for fact, result in zip(_FACTS, results[-3:], strict=True) if fact in result]
        return Reply(said=Said(f"I found: {'; '.join(found)}."))
    if "Look" in last["content"]:
        return Reply(said=Said("", _CALLS))
    return Reply(said=Said(f"You said {last['content'].partition(') ')[2]}"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "owls.md").write_text("Owls sleep by day.")
    with sqlite3.connect(tmp_path / "crm.db") as made:
        made.execute("create table customers (id integer primary key, name text)")
        made.execute("insert into customers values (1, 'Ann feeds owls')")
    made.close()
    program = ROOT / "tests" / "io" / "sources" / "mcp_servers" / "real.py"
    (tmp_path / "sources.toml").write_text(
        f"""
[sources.notes]
type = "filesystem"
root = "notes"

[sources.crm]
type = "database"
url = "crm.db"

[sources.tracker]
type = "mcp"
command = {json.dumps(sys.executable)}
args = [{json.dumps(str(program))}]
include = ["read_note"]
"""
    )
    return tmp_path


def options(folder: Path, server: ModelServer) -> tuple[str, ...]:
    """Where the endpoint is, where the sources are, and where the talk is kept."""
    return (
        *("--url", server.url, "--model", "m", "--history", str(folder / "kept")),
        *("--sources", str(folder / "sources.toml")),
    )


def piped(folder: Path, server: ModelServer, *lines: str) -> Ended:
    """Say *lines* through a pipe."""
    said = "".join(f"{line}\n" for line in lines).encode()
    return process("chat", *options(folder, server), "--trace", stdin=said, HOME=str(folder))


def bodies(server: ModelServer) -> list[dict[str, Any]]:
    """What the server was asked, without how it was to stream."""
    return [
        {key: one for key, one in asked.body.items() if key != "stream_options"}
        for asked in server.asked
    ]


class TestThroughPipes:
    def test_facts_come_from_three_sources_and_the_trace_says_which(self, folder: Path) -> None:
        with serving(answering) as server:
            first = piped(folder, server, "Look everywhere.")
            again = piped(folder, server, "Thank you.")

        assert (first.code, again.code) == (0, 0), first.err + again.err
        said = first.out.splitlines()
        assert said[-1] == "I found: Owls sleep by day; Ann feeds owls; ALPHA."
        answered = {line.split()[1]: line for line in said if " answered: " in line}
        for (_, name, _), fact in zip(_CALLS, _FACTS, strict=True):
            assert fact in answered[name]
        assert '"source": "notes"' in answered["query_notes"]
        assert '"source": "crm"' in answered["query_crm"]
        for fact in _FACTS:
            assert any(fact in line for line in first.err.splitlines() if "   tool" in line)
        assert again.out.splitlines() == ["You said Thank you."]

        before, after = server.asked[1].body["messages"], server.asked[2].body["messages"]
        kept = [one for one in after if one["role"] != "system"]
        talk = [one for one in before if one["role"] != "system"]
        assert kept[: len(talk)] == talk
        assert kept[len(talk)]["content"] == said[-1]
        self.check_replay(folder, server)

    @staticmethod
    def check_replay(folder: Path, server: ModelServer) -> None:
        """What the log is replayed to is what the server was asked last, at any event of it."""
        (log,) = (folder / "kept" / "logs").glob("*.jsonl")
        played = replay(read_log(log.read_text()))
        asks = [
            (number, effect.ask)
            for number, moment in enumerate(played.moments, 1)
            for effect in moment.effects
            if isinstance(effect, AskedFor) and isinstance(effect.ask, CallModel)
        ]
        assert asks
        style = Style(to="openai/compatible")
        written = [write_request(ask, style)[0] for _, ask in asks]
        assert json.dumps(written) == json.dumps(bodies(server)[-len(asks) :])
        for place, (number, _) in enumerate(asks):
            shown = run("replay", log, "--event", str(number), "--payloads")
            assert shown.out.splitlines() == list(played.payloads[: place + 1])
            earlier = run("replay", log, "--event", str(number - 1), "--payloads")
            assert earlier.out.splitlines() == list(played.payloads[:place])
        whole = run("replay", log)
        assert "no turn runs, 0 inputs waiting" in whole.out


@pytest.mark.skipif(sys.platform == "win32", reason="it sits at a pseudo-terminal")
class TestAtATerminal:
    def test_what_is_typed_joins_a_stop_stops_and_the_talk_is_kept(self, folder: Path) -> None:
        (folder / "sources.toml").write_text('[sources.notes]\ntype = "filesystem"\nroot = "notes"')
        slow = Reply(said=Said("word " * 300), sizes=(90,), pause=0.05)
        first = Reply(said=Said("", _CALLS[:1]), first=1.0)
        replies = [first, Reply(said=Said("Both are answered.")), slow, Reply(said=Said("Fine."))]
        with serving(replies) as server:
            with sitting(folder, *options(folder, server)) as me:
                me.see("> ")
                me.type("Look at one thing.")
                me.type("And at another.")
                me.see("(1 message joined)")
                me.see("Both are answered.")
                me.see("> ")
                me.type("Tell me much.")
                me.see("word word")
                me.type("/stop")
                me.see("(stopped)")
                me.see("> ")
                me.type("/quit")
                assert me.end() == 0
            with sitting(folder, *options(folder, server)) as me:
                me.see("messages of before")
                me.see("> ")
                me.type("And now?")
                me.see("Fine.")
                me.type("/quit")
                assert me.end() == 0

        sent = server.asked[-1].body["messages"]
        people = [one["content"].partition(") ")[2] for one in sent if one["role"] == "user"]
        words = json.dumps(sent, ensure_ascii=False)
        assert (len(server.asked), server.gone) == (4, 1)
        assert [one for one in people if one and "[" not in one] == [
            *("Look at one thing.", "And at another.", "Tell me much.", "And now?")
        ]
        assert "Both are answered." in words
        assert "word word" not in words
        assert "[已停下]" in words
