"""`check` and `explain` as people run them: reports, fixes, projects, folders, sessions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ctxfn.lint import RULES
from tests.io.running import GOOD, ORPHAN, process, read_lines, run
from tests.lint.unwise import KEY

HALF = [{"role": "user", "content": "half \ud83d", "id": "m1"}]
WHOLE = [{"role": "user", "content": "half �", "id": "m1"}]


@pytest.fixture
def orphan(tmp_path: Path) -> Path:
    return written(tmp_path / "orphan.json", ORPHAN)


def written(path: Path, *lines: object) -> Path:
    """Write each of *lines* as JSON on a line of its own, halves of characters as escapes."""
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return path


def codes(out: str) -> list[str]:
    """Return the codes of all findings in lines of JSON."""
    return [one["code"] for line in read_lines(out) for one in findings(line)]


def findings(line: Any) -> list[Any]:
    return list(line["findings"])


class TestReports:
    """Each form says the same."""

    def test_an_excerpt_has_a_caret_under_the_place(self, orphan: Path) -> None:
        _, line, carets, *_ = run("check", orphan).out.splitlines()

        assert line == '  | {"role": "tool", "tool_call_id": "c9", "content": "12:00"}'
        assert line[carets.index("^") : carets.rindex("^") + 1] == '"c9"'

    def test_no_report_shows_a_key(self, tmp_path: Path) -> None:
        said = [{"role": "user", "content": f"my key is {KEY}", "name": KEY}]
        path = written(tmp_path / "key.json", said)
        reports = [
            run("check", path, "--output-format", form).out
            for form in ("text", "concise", "json", "sarif", "github")
        ]

        assert all("X906" in report for report in reports)
        assert not any(KEY[:12] in report for report in reports)

    def test_concise_is_a_line_each(self, orphan: Path) -> None:
        out = run("check", orphan, "--output-format", "concise", "-q").out

        assert [line.startswith(f"{orphan}: messages[0]") for line in out.splitlines()] == [True]

    def test_annotations_are_escaped(self, tmp_path: Path) -> None:
        bad = [{"role": "tool", "tool_call_id": "50%\n::", "content": "x"}]
        path = written(tmp_path / "a,b.jsonl", GOOD, bad)
        (line,) = run("check", path, "--output-format", "github").out.splitlines()

        assert line.startswith(f"::error file={tmp_path}/a%2Cb.jsonl,line=2,title=T101 ")
        assert "50%25\\n::" in line

    def test_statistics_are_counts_alone(self, orphan: Path) -> None:
        done = run("check", orphan, "--statistics", "-q")

        assert done.code == 1
        assert done.out.splitlines()[2] == "      1  T101 tool-result-without-call"


class TestSarif:
    """Valid by what the schema of version 2.1.0 requires."""

    @pytest.fixture
    def log(self, orphan: Path, tmp_path: Path) -> Any:
        half = written(tmp_path / "half.jsonl", GOOD, HALF)
        return json.loads(run("check", orphan, half, "--output-format", "sarif").out)

    def test_a_log_has_a_version_and_runs_with_a_tool(self, log: Any) -> None:
        (only,) = log["runs"]

        assert log["version"] == "2.1.0"
        assert log["$schema"].endswith("sarif-schema-2.1.0.json")
        assert only["tool"]["driver"]["name"] == "ctxfn"
        assert [one["id"] for one in only["tool"]["driver"]["rules"]] == [one.code for one in RULES]

    def test_a_result_has_a_message_a_level_and_a_place(self, log: Any) -> None:
        results = log["runs"][0]["results"]

        assert [one["ruleId"] for one in results] == ["T101", "C306"]
        assert {one["level"] for one in results} == {"error"}
        assert all(one["message"]["text"] for one in results)
        assert [place_of(one) for one in results] == [
            ("orphan.json", 1, "messages[0].tool_call_id"),
            ("half.jsonl", 2, "messages[0].content"),
        ]

    @pytest.mark.parametrize(
        "around", ["{}", '{{"model": "m", "messages": {}}}', '{{"request": {}}}']
    )
    def test_a_message_of_a_document_has_the_line_it_begins_in(
        self, tmp_path: Path, around: str
    ) -> None:
        path = tmp_path / "laid.json"
        laid = '[\n {"role": "user", "content": "hi"},\n\n {"role": "tool",\n "content": "42"}\n]'
        path.write_text(
            around.format(laid if "request" not in around else f'{{"messages": {laid}}}')
        )
        log = json.loads(run("check", path, "--output-format", "sarif", "--select", "T101").out)

        assert [place_of(one)[1] for one in log["runs"][0]["results"]] == [4]

    def test_nothing_found_is_a_log_too(self, tmp_path: Path) -> None:
        path = written(tmp_path / "good.json", GOOD)
        log = json.loads(run("check", path, "--output-format", "sarif").out)

        assert log["runs"][0]["results"] == []


def place_of(result: Any) -> tuple[str, int, str]:
    (place,) = result["locations"]
    physical = place["physicalLocation"]
    name = physical["artifactLocation"]["uri"].rpartition("/")[2]
    (logical,) = place["logicalLocations"]
    return name, physical["region"]["startLine"], logical["fullyQualifiedName"]


class TestFix:
    """Files are mended in their place, and nothing else of them changes."""

    def test_safe_fixes_are_written_and_others_wait(self, tmp_path: Path) -> None:
        path = written(tmp_path / "two.jsonl", HALF, ORPHAN)
        done = run("check", path, "--fix")

        assert (done.code, read_lines(path.read_text())) == (1, [WHOLE, ORPHAN])
        assert done.out.splitlines()[-2:] == [
            "1 conversation mended",
            "1 can be mended with a loss: --fix --unsafe-fixes",
        ]

    def test_unsafe_fixes_leave_nothing_to_mend(self, tmp_path: Path) -> None:
        path = written(tmp_path / "two.jsonl", HALF, ORPHAN)
        done = run("check", path, "--fix", "--unsafe-fixes")

        assert (done.code, read_lines(path.read_text())) == (0, [WHOLE, GOOD])

    def test_a_file_that_is_right_is_not_touched(self, tmp_path: Path) -> None:
        path = tmp_path / "good.json"
        path.write_text(json.dumps(GOOD, indent=7))
        before = path.stat().st_mtime_ns
        run("check", path, "--fix")

        assert path.stat().st_mtime_ns == before

    def test_what_is_around_a_body_stays(self, tmp_path: Path) -> None:
        around = {"id": 7, "ctxfn": {"ignore": ["R"]}, "request": {"messages": HALF, "n": 1}}
        path = written(tmp_path / "requests.jsonl", around, {"request": {"messages": GOOD}})
        run("check", path, "--fix")

        assert read_lines(path.read_text()) == [
            {**around, "request": {"messages": WHOLE, "n": 1}},
            {"request": {"messages": GOOD}},
        ]

    def test_ignores_stay_where_they_are(self, tmp_path: Path) -> None:
        said = [{**HALF[0], "ctxfn": {"ignore": ["X"]}}]
        path = written(tmp_path / "half.jsonl", said, GOOD)
        run("check", path, "--fix")

        assert read_lines(path.read_text())[0] == [{**WHOLE[0], "ctxfn": {"ignore": ["X"]}}]

    def test_what_is_ignored_is_not_mended(self, tmp_path: Path) -> None:
        said = [{**HALF[0], "ctxfn": {"ignore": ["C306"]}}]
        path = written(tmp_path / "half.jsonl", said, GOOD)
        done = run("check", path, "--fix")

        assert (done.code, read_lines(path.read_text())[0]) == (0, said)

    def test_standard_input_comes_out_mended(self) -> None:
        done = run("check", "-", "--fix", stdin=json.dumps(HALF))

        assert json.loads(done.out) == WHOLE
        assert "mended" in done.err

    def test_unsafe_fixes_without_fixes_are_misuse(self, orphan: Path) -> None:
        assert run("check", orphan, "--unsafe-fixes").code == 2


class TestProject:
    """[tool.ctxfn.lint] of the nearest pyproject.toml."""

    @pytest.fixture
    def project(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        (tmp_path / "deep" / "er").mkdir(parents=True)
        monkeypatch.chdir(tmp_path / "deep" / "er")
        return tmp_path / "pyproject.toml"

    def test_what_it_says_holds(self, project: Path, orphan: Path) -> None:
        project.write_text('[tool.ctxfn.lint]\nignore = ["T"]\n')

        assert codes(run("check", orphan, "--json").out) == []
        assert codes(run("check", orphan, "--json", "--isolated").out) == ["T101"]

    def test_the_command_line_comes_before_it(self, project: Path, orphan: Path) -> None:
        project.write_text('[tool.ctxfn.lint]\nselect = ["R"]\nto = "anthropic"\n')

        assert codes(run("check", orphan, "--json", "--select", "T", "--to", "openai").out) == [
            "T101"
        ]

    def test_severities_decide_the_exit_code(self, project: Path, orphan: Path) -> None:
        project.write_text('[tool.ctxfn.lint.severity]\nT101 = "warning"\n')

        assert run("check", orphan).code == 0

    @pytest.mark.parametrize("pattern", ["*.json", "orphan.*", "*"])
    def test_files_are_spared_by_path_or_name(
        self, project: Path, orphan: Path, pattern: str
    ) -> None:
        project.write_text(f'[tool.ctxfn.lint.per-file-ignores]\n"{pattern}" = ["T101"]\n')

        assert codes(run("check", orphan, "--json").out) == []

    def test_another_file_may_be_named(self, orphan: Path, tmp_path: Path) -> None:
        config = tmp_path / "lint.toml"
        config.write_text('[tool.ctxfn.lint]\nselect = ["R"]\n')

        assert codes(run("check", orphan, "--json", "--config", config).out) == []

    @pytest.mark.parametrize(
        "text",
        [
            "[tool.ctxfn.lint]\nchoose = []",
            "[tool.ctxfn.lint]\nselect = 'T'",
            "[tool.ctxfn.lint]\nselect = ['T999']",
            "[tool.ctxfn.lint]\nto = 5",
            "[tool.ctxfn.lint]\nplugins = ['no-such-package']",
            "[tool.ctxfn.lint.severity]\nT101 = 'bad'",
            "[tool.ctxfn.lint]\nper-file-ignores = []",
            "[tool.ctxfn.lint]\nto = 'nobody'",
            "[tool.ctxfn]\nlint = 5",
            "[tool.ctxfn.lint.per-file-ignores]\n'no.such' = ['T999']",
            f"a = {'[' * 5000}",
            "[tool.ctxfn.lint",
        ],
    )
    def test_what_it_cannot_say_is_misuse(self, project: Path, orphan: Path, text: str) -> None:
        project.write_text(text)

        done = run("check", orphan)

        assert (done.code, str(project) in done.err) == (2, True)

    def test_explain_knows_its_plugins(self, project: Path) -> None:
        project.write_text("[tool.ctxfn.lint]\nplugins = ['no-such-package']")
        done = run("explain", "T101")

        assert (done.code, f"{project}, [tool.ctxfn.lint] plugins: " in done.err) == (2, True)


class TestFolders:
    """A folder stands for the JSON in it."""

    def test_all_below_is_read_in_order_and_what_is_no_conversation_is_a_remark(
        self, tmp_path: Path
    ) -> None:
        (tmp_path / "b" / ".git").mkdir(parents=True)
        written(tmp_path / "b" / "orphan.jsonl", GOOD, ORPHAN)
        written(tmp_path / "b" / ".git" / "hidden.json", ORPHAN)
        written(tmp_path / "a.json", HALF)
        written(tmp_path / "package.json", {"name": "x"})
        done = run("check", tmp_path)

        assert [line.split(": ")[0] for line in done.out.splitlines() if ": error" in line] == [
            f"{tmp_path}/a.json",
            f"{tmp_path}/b/orphan.jsonl:2",
        ]
        assert done.err.startswith("left out: ")

    def test_a_found_file_that_is_no_json_is_misuse(self, tmp_path: Path) -> None:
        written(tmp_path / "a.json", GOOD)
        (tmp_path / "b.json").write_text("[{]", encoding="utf-8")
        done = run("check", tmp_path)

        assert (done.code, "b.json:1:3: no JSON here" in done.err) == (2, True)

    def test_a_rule_that_is_nearly_one_is_told(self, tmp_path: Path) -> None:
        path = written(tmp_path / "a.json", GOOD)

        done = run("check", path, "--ignore", "tool-result-without-a-call")

        assert "close to it: T101 tool-result-without-call" in done.err

    def test_a_named_file_that_is_no_conversation_is_misuse(self, tmp_path: Path) -> None:
        assert run("check", written(tmp_path / "package.json", {"name": "x"})).code == 2

    def test_a_folder_of_nothing_is_misuse(self, tmp_path: Path) -> None:
        assert run("check", tmp_path).code == 2


class TestSession:
    """Lines that were sent one after the other."""

    def test_each_is_compared_with_the_one_before(self, tmp_path: Path) -> None:
        one, other = ({"messages": GOOD, "tools": tools(*names)} for names in ("ab", "ba"))
        path = written(tmp_path / "session.jsonl", one, other)

        assert codes(run("check", path, "--json").out) == []
        assert codes(run("check", path, "--json", "--session").out) == ["X904"]


def tools(*names: str) -> list[Any]:
    return [{"type": "function", "function": {"name": name}} for name in names]


class TestExplain:
    """A rule by its code, or by what an API said."""

    @pytest.mark.parametrize("name", ["T101", "t101", "tool-result-without-call"])
    def test_a_code_or_name_prints_its_page(self, name: str) -> None:
        done = run("explain", name)

        assert done.code == 0
        assert done.out.startswith("T101 tool-result-without-call\nWhat it does:\n")

    def test_the_text_of_an_error_leads_to_the_rules(self) -> None:
        said = "400 Messages with role 'tool' must be a response to a preceding message with 'tool_calls'"
        told = read_lines(run("explain", said, "--json").out)

        assert [one["code"] for one in told if isinstance(one, dict)] == ["T101", "T104", "T103"]

    def test_a_log_may_come_by_standard_input(self) -> None:
        log = 'x {"message": "cache_control cannot be set for\\n empty text blocks"}'
        done = run("explain", "-", "--json", stdin=log)

        assert [json.loads(line)["code"] for line in done.out.splitlines()] == ["X908", "C310"]

    @pytest.mark.parametrize(("said", "code"), [("the sky is blue", 1), ("T999", 2)])
    def test_what_nobody_knows_is_not_explained(self, said: str, code: int) -> None:
        assert run("explain", said).code == code


def test_it_runs_in_a_process_of_its_own(orphan: Path) -> None:
    done = process("check", str(orphan), "--output-format", "github")

    assert (done.code, done.err) == (1, "")
