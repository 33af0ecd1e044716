"""read_work: what is to be done with a corpus, from a file and from options."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

from ctxfn.assembly import Policy
from ctxfn.errors import CtxfnError, InvalidArgument
from ctxfn.facts import SystemRole
from ctxfn.io import UnreadableInput
from ctxfn.io.batch import VerbWork, WorkFile, read_work
from ctxfn.pipeline import OptionError
from tests.io.batch.conversations import WORKS, as_line, lines
from tests.io.running import OPEN

SPEC = """
[[phases]]
name = "history"
because = "only what is kept is worked on"
steps = [{ type = "keep_recent", config = { groups = 1 } }]
"""


def toml(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "work.toml"
    path.write_text(text)
    return path


class TestExamples:
    """What a file says."""

    def test_a_verb_with_its_options(self, tmp_path: Path) -> None:
        text = 'verb = "repair"\nto = "anthropic"\ncolumn = "chat"\nmissing_result = "drop_call"'
        options = {"to": "anthropic", "missing_result": "drop_call"}

        assert read_work(toml(tmp_path, text)) == WorkFile(VerbWork("repair", options), "chat")

    def test_what_is_given_goes_before_it(self, tmp_path: Path) -> None:
        path = toml(tmp_path, 'verb = "repair"\nto = "anthropic"')

        found = read_work(path, {"to": "openai", "report": True})

        assert found == WorkFile(VerbWork("repair", {"to": "openai"}, report=True))

    def test_paths_count_from_the_file(self, tmp_path: Path) -> None:
        tools = [{"type": "function", "function": {"name": "now"}}]
        (tmp_path / "tools.json").write_text(json.dumps({"tools": tools}))
        (tmp_path / "system.md").write_text("Be brief.")
        text = 'verb = "count"\ntools = "tools.json"\nsystem = "@system.md"'

        work = read_work(toml(tmp_path, text)).work

        assert work == VerbWork("count", {"tools": tools, "system": "Be brief."})

    def test_assemble_has_facts_and_a_policy(self, tmp_path: Path) -> None:
        text = (
            'verb = "assemble"\nto = "openai"\nbudget = 900\n[policy]\nkeep_groups = 3\n'
            '[facts.SystemRole]\ntext = "Be brief."'
        )

        assert read_work(toml(tmp_path, text)).work == VerbWork(
            "assemble",
            {"to": "openai"},
            (SystemRole("Be brief."),),
            Policy(keep_groups=3, budget=900),
        )

    @pytest.mark.parametrize("inside", [False, True])
    def test_a_pipeline_is_assemble_with_it(self, tmp_path: Path, inside: bool) -> None:
        path = tmp_path / "work.json"
        spec = {"processors": [{"type": "keep_recent", "config": {"groups": 1}}], "timeout": 60000}
        path.write_text(json.dumps({"verb": "assemble", "pipeline": spec} if inside else spec))

        work = read_work(path).work

        answer = work(as_line(json.dumps([*OPEN[:1], *OPEN[:1]]).encode()))
        assert json.loads(answer.data)["messages"] == OPEN[:1]
        assert work.seconds == 60

    def test_a_pipeline_in_toml(self, tmp_path: Path) -> None:
        assert read_work(toml(tmp_path, SPEC)).work.verb == "assemble"

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("", "verb: found no verb, expected one of assemble, check"),
            ('verb = "mend"', "verb: found 'mend', expected one of"),
            ('verb = "fit"', "exactly one of them"),
            ('verb = "repair"\ntoo = "x"', "repair, options: found too, expected one of"),
            ('verb = "repair"\nto = "nobody"', "nobody"),
            ('verb = "repair"\nopen_calls = "hide"', "open_calls"),
            ('verb = "repair"\ncounter = "x"', "found counter"),
            ('verb = "check"\nreport = 1', "report: found 1, expected true or false"),
            ('verb = "assemble"\n[facts.Nobody]\nx = 1', "a fact that no step reads"),
            ('verb = "assemble"\n[policy]\nkeep_groups = -1', "keep_groups"),
            ('verb = "assemble"\n[pipeline]\nprocessors = [{type = "x"}]', "type"),
            ('verb = "check"\nwhen = 2026-01-01', "found when"),
            ('verb = "repair"\nto = 7', "to"),
            ("verb", "no TOML"),
        ],
    )
    def test_what_it_cannot_say_is_refused(self, tmp_path: Path, text: str, expected: str) -> None:
        with pytest.raises(CtxfnError) as found:
            read_work(toml(tmp_path, text))

        assert isinstance(found.value, InvalidArgument | UnreadableInput | OptionError)
        assert expected in str(found.value)

    def test_only_assemble_takes_facts(self) -> None:
        with pytest.raises(InvalidArgument, match="beside assemble alone"):
            VerbWork("check", facts=(SystemRole("x"),))


class TestWork:
    """A verb as work."""

    @pytest.mark.parametrize("work", WORKS, ids=lambda work: work.verb)
    def test_it_is_a_value_and_travels(self, work: VerbWork) -> None:
        [work(line) for line in lines()[:6]]

        copy = pickle.loads(pickle.dumps(work))

        assert copy == work
        assert repr(copy) == repr(work)
        assert [copy(line) for line in lines()[:6]] == [work(line) for line in lines()[:6]]

    def test_a_tally_says_what_was_done(self) -> None:
        answer = VerbWork("repair", {"to": "openai"})(as_line(json.dumps(OPEN).encode()))

        assert dict(answer.tally) == {"messages": 2, "pair_tool_results: stand-in": 1}
