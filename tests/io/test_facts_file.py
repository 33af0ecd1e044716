"""--facts FILE: every fact that a step reads can be told on the command line."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import attrs
import pytest
from pyrsistent import PVector

from ctxfn import facts
from ctxfn.assembly import default_pipeline
from ctxfn.facts import FetchedHistory, Variables
from ctxfn.io.cli.facts_file import facts_of_file
from ctxfn.messages import ToolName
from ctxfn.pipeline import needs
from ctxfn.wire import Conversation, codec_named, profile
from tests.io.running import GOOD, process, run, written
from tests.laws import told_facts
from tests.laws.documents import DOCUMENTS
from tests.laws.first_facts import FIRST

#: Facts that options say, and what is no fact of a file.
ELSEWHERE = {"Profile", "Toolset"}

OTHERS = (
    facts.ConnectorOwnership("Ours."),
    facts.ProjectInstructions((facts.ProjectFile("a.md", "Rhyme."),)),
    facts.AgentIdentity("Ann", "Poet"),
    facts.AgentAccounts(
        (facts.AgentAccount("mail", "a@a.example", "imap", send=True),), 2, ToolName("mail", "read")
    ),
    facts.Evaluation("Judge."),
    facts.BotPlatform("Chat", False, ("slow",), "read"),
    facts.Workspace("https://a.example", "w", (facts.Route("/", "home"),)),
    facts.OpenPage(facts.Page("T", "a", "<p>a</p>")),
    facts.OpenTasks("Do."),
    facts.Goal("G", tasks=(facts.GoalTask("T", "done"),), findings=("a",)),
    facts.PageEdits("<p/>"),
    facts.ForceFinish(3),
)

TOLD = {
    type(one): one
    for one in (
        *OTHERS,
        *(fact for _, fact in FIRST),
        *(one for one in vars(told_facts).values() if attrs.has(type(one))),
        DOCUMENTS,
    )
}


def as_json(value: Any) -> Any:
    """Write a record as a person would in a file."""
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, tuple):
        return [as_json(one) for one in value]
    if isinstance(value, PVector):
        return codec_named("openai_chat").encode(Conversation(value), profile("openai")).body
    if isinstance(value, Variables):
        return dict(value.pairs)
    if attrs.has(type(value)):
        named = {
            one.alias: getattr(value, one.name) for one in attrs.fields(type(value)) if one.init
        }
        return {key: as_json(one) for key, one in named.items()}
    return value


class TestEveryFact:
    def test_the_default_pipeline_reads_none_that_cannot_be_told(self) -> None:
        for kind in needs(default_pipeline()):
            if kind.__name__ not in ELSEWHERE:
                assert kind.__module__.startswith("ctxfn.facts")
                assert kind in TOLD

    @pytest.mark.parametrize("kind", TOLD, ids=lambda kind: kind.__name__)
    def test_it_is_read_as_it_was_written(self, tmp_path: Path, kind: type) -> None:
        fact = TOLD[kind]
        if kind not in needs(default_pipeline()):
            return
        path = written(tmp_path / "facts.json", {kind.__name__: as_json(fact)})
        (read,) = facts_of_file(path, default_pipeline())

        if isinstance(fact, FetchedHistory):
            assert as_json(read) == as_json(fact)
        else:
            assert read == fact


class TestCommand:
    def test_toml_and_json_say_the_same(self, tmp_path: Path) -> None:
        history = written(tmp_path / "history.json", GOOD)
        toml = tmp_path / "facts.toml"
        toml.write_text(
            '[SystemRole]\ntext = "Greet {{name}}."\n[Variables]\nname = "Ann"\n'
            "[Clock]\nnow = 2026-03-01T09:30:00Z\n"
            '[[Team.members]]\nid = "a"\nname = "Bea"\n',
            encoding="utf-8",
        )
        same = written(
            tmp_path / "facts.json",
            {
                "SystemRole": {"text": "Greet {{name}}."},
                "Variables": {"name": "Ann"},
                "Clock": {"now": "2026-03-01T09:30:00+00:00"},
                "Team": {"members": [{"id": "a", "name": "Bea"}]},
            },
        )
        one, other = (process("assemble", str(history), "--facts", str(f)) for f in (toml, same))

        assert (one.code, one.out) == (0, other.out)
        assert "Greet Ann." in one.out
        assert "2026-03-01" in one.out
        assert "Bea" in one.out

    def test_the_order_of_tools_is_an_option(self, tmp_path: Path) -> None:
        tools = [{"type": "function", "function": {"name": name}} for name in ("b", "a")]
        history = written(tmp_path / "history.json", {"messages": GOOD, "tools": tools})
        done = process("assemble", str(history), "--tool-order", "name")

        assert [one["function"]["name"] for one in json.loads(done.out)["tools"]] == ["a", "b"]

    def test_the_model_is_in_the_request(self, tmp_path: Path) -> None:
        history = written(tmp_path / "history.json", GOOD)

        assert json.loads(run("assemble", history, "--model", "gpt-4o").out)["model"] == "gpt-4o"

    @pytest.mark.parametrize(
        ("said", "says"),
        [
            ([], "found no object, expected one, a key a fact"),
            ({"Wether": {}}, "Wether: found a fact that no step reads, expected one of Act"),
            ({"Toolset": {}}, "Toolset: found what an option says, expected --tools instead"),
            ({"SystemRole": {}}, "SystemRole.text: found nothing, expected a text"),
            ({"SystemRole": "Be brief."}, "found 'Be brief.', expected an object with text"),
            ({"SystemRole": {"text": 5}}, "SystemRole.text: found 5, expected a text"),
            ({"SystemRole": {"txt": "x"}}, "SystemRole.txt: found a field it does not have"),
            ({"Clock": {"now": "soon"}}, "Clock.now: found 'soon', expected a moment, as in 2026-"),
            (
                {"TodoList": {"items": [{"text": "a", "status": "late"}]}},
                "TodoList.items[0].status: found 'late', expected 'todo', 'processing' or ",
            ),
            ({"Team": {"members": 3}}, "Team.members: found 3, expected a list"),
            ({"Variables": []}, "Variables: found a list, expected an object, a key a name"),
        ],
    )
    def test_what_is_none_is_refused(self, tmp_path: Path, said: object, says: str) -> None:
        history = written(tmp_path / "history.json", GOOD)
        done = run("assemble", history, "--facts", written(tmp_path / "facts.json", said))

        assert (done.code, done.out) == (2, "")
        assert says in done.err

    def test_a_fact_is_told_once(self, tmp_path: Path) -> None:
        history = written(tmp_path / "history.json", GOOD)
        file = written(tmp_path / "facts.json", {"SystemRole": {"text": "a"}})
        done = run("assemble", history, "--facts", file, "--system-role", "b")

        assert done.code == 2
        assert "--facts: found SystemRole, which another option tells as well" in done.err

    def test_toml_that_is_none_is_refused(self, tmp_path: Path) -> None:
        history = written(tmp_path / "history.json", GOOD)
        file = tmp_path / "facts.toml"
        file.write_text("[SystemRole\n")

        assert "no TOML" in run("assemble", history, "--facts", file).err
