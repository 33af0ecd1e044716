"""check, repair and assemble as people run them: input, output, exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ctxfn import Policy, SystemRole, assemble, check, count, fit, repair
from ctxfn.lint import as_json
from ctxfn.tokens import PLACES
from tests.io.running import GOOD, OPEN, ORPHAN, read_lines, roles, run, written

ANSWER = {"role": "tool", "tool_call_id": "c1", "content": "12:00"}


@pytest.fixture
def orphan(tmp_path: Path) -> Path:
    return written(tmp_path / "orphan.json", ORPHAN)


class TestCheck:
    """What an API would refuse."""

    def test_clean_is_0(self, tmp_path: Path) -> None:
        done = run("check", written(tmp_path / "good.json", GOOD))

        assert done == (0, "clean in 1 conversation, 1 message\n", "")

    def test_an_error_is_1_and_a_line_with_all_there_is_to_know(self, orphan: Path) -> None:
        done = run("check", orphan)
        first, *_, summary, rule, fixable = done.out.splitlines()

        assert done.code == 1
        assert first == f"{orphan}: {check(ORPHAN)[0]}"
        assert fixable == "1 can be mended with a loss: --fix --unsafe-fixes"
        assert summary == "1 error in 1 conversation, 2 messages"
        assert rule.split() == ["1", "T101", "tool-result-without-call"]

    def test_json_has_the_findings_of_the_verb(self, orphan: Path, tmp_path: Path) -> None:
        rows = written(tmp_path / "rows.jsonl", *GOOD)
        done = run("check", orphan, rows, "--json")

        assert done.code == 1
        assert read_lines(done.out) == [
            {
                "source": str(orphan),
                "line": None,
                "findings": [dict(as_json(one)) for one in check(ORPHAN)],
            },
            {"source": str(rows), "line": None, "findings": []},
        ]

    def test_a_place_in_lines_has_its_number(self, tmp_path: Path) -> None:
        path = written(tmp_path / "many.jsonl", GOOD, ORPHAN)

        assert run("check", path, "-q").out.startswith(f"{path}:2: messages[0].tool_call_id: ")

    @pytest.mark.parametrize(
        ("options", "code"),
        [
            (("--ignore", "T101"), 0),
            (("--ignore", "tool-result-without-call"), 0),
            (("--select", "C,R"), 0),
            (("--select", "t101, C"), 1),
        ],
    )
    def test_rules_are_selected_and_ignored(
        self, orphan: Path, options: tuple[str, str], code: int
    ) -> None:
        assert run("check", orphan, *options).code == code

    def test_standard_input(self) -> None:
        assert run("check", "-", stdin=json.dumps(ORPHAN)).code == 1

    def test_no_data_steers_the_terminal(self) -> None:
        bad = [{"role": "tool", "tool_call_id": "\x1b[2J\u202e", "content": "x"}]
        done = run("check", "-", stdin=json.dumps(bad))

        assert not {"\x1b", "\u202e"} & set(done.out)

    def test_json_has_every_character_of_the_data(self) -> None:
        bad = [{"role": "tool", "tool_call_id": "\x1b\x85\u202e\ud83d\t", "content": "x"}]
        done = run("check", "-", "--json", stdin=json.dumps(bad))

        assert json.loads(done.out)["findings"] == [dict(as_json(one)) for one in check(bad)]


class TestRepair:
    """Acceptable again, and what was done."""

    def test_the_output_is_the_verbs_and_comes_back_as_it_came(self, tmp_path: Path) -> None:
        path = written(tmp_path / "rows.jsonl", *ORPHAN)
        done = run("repair", path)

        assert (done.code, read_lines(done.out)) == (0, repair(ORPHAN))
        assert "pair_tool_results: a result without its call 'c9' was dropped" in done.err

    def test_what_is_acceptable_is_said_to_be(self, tmp_path: Path) -> None:
        done = run("repair", written(tmp_path / "good.json", GOOD))

        assert json.loads(done.out) == GOOD
        assert done.err.endswith("good.json: nothing to repair\n")

    def test_quiet_has_no_remarks(self, orphan: Path) -> None:
        assert run("repair", orphan, "--quiet").err == ""

    def test_a_file_may_be_repaired_in_its_place(self, orphan: Path) -> None:
        assert run("repair", orphan, "--out", orphan).code == 0
        assert run("check", orphan).code == 0

    @pytest.mark.parametrize("verb", [("repair",), ("convert", "--to", "openai")])
    def test_flagged_answers_are_dropped_by_any_of_the_keys(self, verb: tuple[str, ...]) -> None:
        flagged = [
            {"role": "assistant", "content": "Oops", key: True} for key in ("error", "draft")
        ]
        rows = json.dumps([*GOOD, *flagged])
        done = run(*verb, "-", "--drop-flag", "error", "--drop-flag", "draft", stdin=rows)

        assert "Oops" not in done.out
        assert done.err.count("left out") == 2

    def test_policies_are_options(self, orphan: Path) -> None:
        kept = run("repair", orphan, "--orphan-result", "keep_as_text")
        left = run("repair", "-", "--open-calls", "leave", stdin=json.dumps(OPEN))
        gone = run(
            *("repair", "-", "--missing-result", "drop_call", "-q"),
            stdin=json.dumps([*OPEN, *GOOD]),
        )

        assert json.loads(kept.out) == repair(ORPHAN, orphan_result="keep_as_text")
        assert json.loads(left.out) == repair(OPEN, open_calls="leave")
        assert "tool_calls" not in gone.out

    def test_json_tells_all(self, orphan: Path) -> None:
        told = json.loads(run("repair", orphan, "--json").out)

        assert told["output"] == repair(ORPHAN)
        assert [note["kind"] for note in told["notes"]] == ["orphan-result"]
        assert (told["losses"], told["findings"]) == ([], [])


class TestFit:
    """The newest whole part."""

    LONG = ({"role": "user", "content": "word " * 200}, *OPEN, ANSWER)

    @pytest.mark.parametrize(
        ("option", "limit"), [("budget", 60), ("messages", 3), ("groups", 1), ("groups", 0)]
    )
    def test_the_output_is_the_verbs_and_comes_back_as_it_came(
        self, tmp_path: Path, option: str, limit: int
    ) -> None:
        path = written(tmp_path / "rows.jsonl", *self.LONG)
        done = run("fit", path, f"--{option}", str(limit), "--model", "gpt-4o")
        limits = {"budget": None, "messages": None, "groups": None, option: limit}
        expected = fit(
            list(self.LONG),
            budget=limits["budget"],
            messages=limits["messages"],
            groups=limits["groups"],
            model="gpt-4o",
        )

        assert (done.code, read_lines(done.out)) == (0, expected)
        assert isinstance(expected, list)
        assert done.err == f"{path}: kept {len(expected)} of 4 messages\n"

    def test_what_is_sent_besides_is_subtracted(self) -> None:
        history = [*self.LONG, *GOOD]
        asked = ("fit", "-", "--budget", "100", "--model", "gpt-4o", "-q")

        assert json.loads(run(*asked, stdin=json.dumps(history)).out) == history[1:]
        for besides in (("--reserve", "65"), ("--system", "word " * 62)):
            done = run(*asked, *besides, stdin=json.dumps(history))

            assert json.loads(done.out) == history[2:]

    def test_json_tells_how_many(self) -> None:
        done = run("fit", "-", "--messages", "2", "--json", stdin=json.dumps(GOOD * 5))

        assert json.loads(done.out) == {
            "source": "<stdin>",
            "line": None,
            "kept": 2,
            "of": 5,
            "notes": [
                {
                    "step": "keep_messages",
                    "kind": "cut",
                    "text": "3 messages before the last 2 are left out",
                    "ids": [],
                    "places": [],
                }
            ],
            "losses": [],
            "output": GOOD * 2,
        }

    @pytest.mark.parametrize(
        "limits", [(), ("--budget", "9", "--groups", "9"), ("--budget", "1"), ("--messages", "-1")]
    )
    def test_no_limit_two_and_those_that_cannot_be_are_misuse(
        self, limits: tuple[str, ...]
    ) -> None:
        done = run("fit", "-", *limits, stdin=json.dumps(GOOD))

        assert (done.code, done.out) == (2, "")


class TestCount:
    """What it costs."""

    def test_it_is_the_verbs_figure_and_says_whether_it_is_exact(self, tmp_path: Path) -> None:
        path = written(tmp_path / "good.json", GOOD)
        told = count(GOOD, model="gpt-4o")
        first, *sources = run("count", path, "--model", "gpt-4o").out.splitlines()

        assert first == f"{path}: {told.total} tokens in 1 message (o200k_base, exact)"
        assert [line.split() for line in sources] == [
            [str(tokens), source] for source, tokens in told.by_source
        ]

    def test_what_is_assumed_is_said(self) -> None:
        done = run("count", "-", stdin=json.dumps(GOOD))

        assert "not exact" in done.out
        assert done.err == "<stdin>: no model is named\n"

    def test_json_has_each_message(self) -> None:
        told = json.loads(run("count", "-", "--json", stdin=json.dumps(OPEN)).out)

        assert told["by_message"] == list(count(OPEN).by_message)
        assert told["total"] == sum(told["by_source"].values()) == count(OPEN).total

    def test_several_are_added_up(self, tmp_path: Path) -> None:
        path = written(tmp_path / "many.jsonl", GOOD, OPEN)
        total = count(GOOD).total + count(OPEN).total

        assert run("count", path).out.endswith(f"\n{total} tokens in 2 conversations\n")
        assert run("count", path, "-q").out.split() == [
            str(count(GOOD).total),
            str(count(OPEN).total),
        ]

    def test_each_message_on_request(self) -> None:
        assert "messages[1]" in run("count", "-", "--by-message", stdin=json.dumps(OPEN)).out


class TestAssemble:
    """The request that can be sent."""

    def test_it_is_the_verbs_payload(self, tmp_path: Path) -> None:
        path = written(tmp_path / "open.json", {"model": "gpt-4o", "messages": OPEN})
        done = run("assemble", path, "--system-role", "Be {{how}}.", "--var", "how=brief")

        assert done.code == 0
        assert roles(json.loads(done.out)["messages"]) == ["system", "user", "assistant", "tool"]
        assert json.loads(done.out)["messages"][0]["content"] == "Be brief."
        assert json.loads(done.out)["model"] == "gpt-4o"

    def test_it_marks_the_request_for_the_cache(self) -> None:
        options = ("--to", "anthropic", "--breakpoint", "all", "--head-lifetime", "1h")
        done = run("assemble", "-", "--system-role", "Be brief.", *options, stdin=json.dumps(GOOD))
        policy = Policy(breakpoints=PLACES, head_lifetime="1h")
        payload = assemble(GOOD, SystemRole("Be brief."), to="anthropic", policy=policy)

        assert json.loads(done.out) == payload.body
        assert done.out.count('"cache_control"') > 1

    def test_markup_of_calls_is_taken_out(self) -> None:
        said = [*GOOD, {"role": "assistant", "content": "So. <|DSML|x>"}]
        done = run("assemble", "-", "--strip-leaked-calls", stdin=json.dumps(said))

        assert json.loads(done.out)["messages"][-1]["content"] == "So."

    def test_texts_may_be_in_files(self, tmp_path: Path) -> None:
        role = tmp_path / "role.md"
        role.write_text("Be brief.", encoding="utf-8")
        done = run("assemble", "-", "--system-role", f"@{role}", stdin=json.dumps(GOOD))

        assert json.loads(done.out) == assemble(GOOD, SystemRole("Be brief.")).body

    def test_facts_reach_the_model(self, tmp_path: Path) -> None:
        notes = tmp_path / "notes.md"
        notes.write_text("Cats sleep.", encoding="utf-8")
        done = run(
            *("assemble", "-", "--date", "2026-03-01", "--timezone", "Asia/Tokyo"),
            *("--todo", "[x] read", "--todo", "write", "--summary", "We met."),
            *("--knowledge", str(notes), "--model", "gpt-4o", "--tell-model"),
            stdin=json.dumps(GOOD),
        )

        for text in ("2026-03-01", "completed", "write", "We met.", "Cats sleep.", "gpt-4o"):
            assert text in done.out

    def test_policy_is_options(self) -> None:
        history = [*GOOD, *OPEN, ANSWER, {"role": "user", "content": "{{who}}"}]
        done = run(
            *("assemble", "-", "--keep-groups", "2", "--fill", "user", "--var", "who=Ann"),
            *("--input-template", "<{{text}}>"),
            stdin=json.dumps(history),
        )

        assert roles(json.loads(done.out)["messages"]) == ["assistant", "tool", "user"]
        assert json.loads(done.out)["messages"][-1]["content"] == "<Ann>"

    def test_a_task_is_told_by_its_template(self) -> None:
        task = {"role": "task", "content": "3 papers", "metadata": {"instruction": "search"}}
        done = run(
            *("assemble", "-", "--format", "uichat", "--var", "sign=->"),
            *("--task-template", "{{instruction}} {{sign}} {{content}}"),
            stdin=json.dumps([{"role": "user", "content": "So?"}, task]),
        )

        assert json.loads(done.out)["messages"][-1]["content"] == "search -> 3 papers"

    def test_a_budget_cuts_and_says_so(self) -> None:
        history = [{"role": "user", "content": f"{number} " * 100} for number in range(20)]
        done = run("assemble", "-", "--budget", "500", stdin=json.dumps(history))

        assert json.loads(done.out) == assemble(history, policy=Policy(budget=500)).body
        assert "messages are left out" in done.err

    def test_a_budget_that_cannot_be_kept_is_misuse(self) -> None:
        done = run("assemble", "-", "--budget", "1", stdin=json.dumps(GOOD))

        assert (done.code, done.out) == (2, "")
        assert "have to be sent" in done.err

    def test_trace_has_a_row_a_step(self) -> None:
        done = run("assemble", "-", "--trace", stdin=json.dumps(GOOD))
        told = json.loads(run("assemble", "-", "--trace", "--json", stdin=json.dumps(GOOD)).out)

        assert all(span["step"] in done.err for span in told["spans"])
        assert told["body"] == json.loads(done.out)

    def test_tools_of_a_file_are_offered(self, tmp_path: Path) -> None:
        tool = {"type": "function", "function": {"name": "now", "parameters": {"type": "object"}}}
        path = written(tmp_path / "tools.json", [tool])
        done = run("assemble", "-", "--tools", path, stdin=json.dumps(GOOD))

        assert json.loads(done.out)["tools"] == [tool]


class TestConvert:
    def test_it_writes_the_request_of_another_api(self, tmp_path: Path) -> None:
        path = written(tmp_path / "chat.json", [{"role": "system", "content": "Rhyme."}, *GOOD])
        done = run("convert", path, "--to", "anthropic", "--model", "claude-sonnet-4-5")
        body = json.loads(done.out)

        assert done.code == 0
        assert (body["system"], body["model"]) == ("Rhyme.", "claude-sonnet-4-5")

    def test_in_json_it_tells_what_was_lost(self, tmp_path: Path) -> None:
        path = written(tmp_path / "chat.json", {"n": 2, "messages": GOOD})
        told = json.loads(run("convert", path, "--to", "anthropic", "--json").out)

        assert [loss["path"] for loss in told["losses"]] == ["n"]

    def test_without_a_target_it_is_misuse(self, tmp_path: Path) -> None:
        assert run("convert", written(tmp_path / "chat.json", GOOD)).code == 2

    def test_old_thoughts_go_where_the_prefix_was_changed(self) -> None:
        thought = {"type": "thinking", "thinking": "So.", "signature": "c2ln"}
        said = {"role": "assistant", "content": [thought, {"type": "text", "text": "a"}]}
        asked = [{"role": "user", "content": word} for word in ("hi", "bye")]
        rows = json.dumps([asked[0], said, asked[1]])
        kept = run("convert", "-", "--to", "anthropic", stdin=rows)
        gone = run("convert", "-", "--to", "anthropic", "--prefix-changed", stdin=rows)

        assert ("thinking" in kept.out, "thinking" in gone.out) == (True, False)
