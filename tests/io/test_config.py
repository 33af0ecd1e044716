"""--config and `steps`: pipelines from files, as people run them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ctxfn.assembly import standard_registry
from tests.io.running import GOOD, Ended, read_lines, run, written

TOML = """
version = 1
timeout = 60000

[[phases]]
name = "history"
because = "first"
steps = [{ type = "keep_messages", config = { count = 1 } }, { type = "drop_empty" }]

[[phases]]
name = "system"
because = "who it is"
steps = [{ type = "system_role" }, { type = "date", enabled = false }, { type = "render_blocks" }]
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "short.toml"
    path.write_text(TOML, encoding="utf-8")
    return path


@pytest.fixture
def good(tmp_path: Path) -> Path:
    return written(tmp_path / "good.json", [{"role": "user", "content": "before"}, *GOOD])


class TestAssemble:
    """The file's pipeline runs instead of the default one."""

    def test_the_pipeline_of_a_file_runs(self, good: Path, config: Path) -> None:
        done = run("assemble", good, "--config", config, "--system-role", "Be brief.")

        assert done.code == 0
        assert json.loads(done.out)["messages"] == [
            {"role": "system", "content": "Be brief."},
            GOOD[0],
        ]

    def test_json_is_read_as_json(self, good: Path, tmp_path: Path) -> None:
        path = tmp_path / "p.json"
        path.write_text('{"processors": [{"type": "keep_messages", "config": {"count": 1}}]}')

        done = run("assemble", good, "--config", path, "--json")

        told: Any = read_lines(done.out)[0]
        assert told["body"]["messages"] == GOOD
        assert told["spans"] == []

    def test_a_time_limit_stops_it(self, good: Path, tmp_path: Path) -> None:
        path = tmp_path / "p.json"
        path.write_text('{"processors": [{"type": "drop_empty"}], "timeout": 1e-9}')

        done = run("assemble", good, "--config", path)

        assert done.code == 2
        assert "the deadline passed" in done.err

    def test_spans_only_if_asked(self, good: Path, config: Path) -> None:
        quiet, told = (
            run("assemble", good, "--config", config, *more) for more in ((), ("--trace",))
        )

        assert "drop_empty" not in quiet.err
        assert "drop_empty" in told.err

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ('{"processors": [{"type": "keep_mesages"}]}', "perhaps 'keep_messages'"),
            ('{"processors": [{"type": "keep_messages"}]}', "count: found nothing"),
            ("{", "no JSON at line 1"),
        ],
    )
    def test_a_wrong_file_is_one_line_and_2(
        self, good: Path, tmp_path: Path, text: str, words: str
    ) -> None:
        path = tmp_path / "p.json"
        path.write_text(text)

        done = run("assemble", good, "--config", path)

        assert (done.code, done.err.count("\n")) == (2, 1)
        assert str(path) in done.err
        assert words in done.err

    @pytest.mark.parametrize("more", [("--keep-groups", "3"), ("--open-calls", "leave")])
    def test_a_policy_beside_a_file_is_refused(
        self, good: Path, config: Path, more: tuple[str, ...]
    ) -> None:
        done = run("assemble", good, "--config", config, *more)

        assert done.code == 2
        assert "one of the two" in done.err

    def test_packages_are_named_and_there(self, good: Path, config: Path) -> None:
        alone = run("assemble", good, "--plugin", "nobody")
        missing = run("assemble", good, "--config", config, "--plugin", "nobody")

        assert (alone.code, missing.code) == (2, 2)
        assert "--config FILE" in alone.err
        assert "found nobody, expected an installed package" in missing.err


class TestSteps:
    """What a file may name."""

    def test_every_registered_step_is_listed(self) -> None:
        rows: Any = read_lines(run("steps", "--json").out)

        assert [row["name"] for row in rows] == [one.name for one in standard_registry()]
        keep = next(row for row in rows if row["name"] == "keep_recent")
        assert keep["options"] == {"groups": "int >= 0, required", "every": "int >= 1 = 1"}
        assert keep["labels"] == ["truncator", "truncate"]
        role = next(row for row in rows if row["name"] == "system_role")
        assert (role["reads"], role["options"]) == (["SystemRole"], {"slot": "{value = NAME}"})

    def test_each_step_says_what_it_does_in_words_of_its_own(self) -> None:
        rows: Any = read_lines(run("steps", "--json").out)
        says = {row["name"]: row["says"] for row in rows}

        assert says["todo_list"] == "Inject TodoList at TAIL."
        assert says["page_selections"] == (
            "Inject into each message of the person the PageSelection marks it carries."
        )
        assert says["keep_recent"] == "Return the last *groups* groups of *messages*."
        assert len(set(says.values())) == len(says)

    def test_people_see_a_table(self) -> None:
        done = run("steps")

        assert done.code == 0
        assert "keep_recent" in done.out
        assert "groups: int >= 0, required" in done.out

    def test_the_steps_of_a_file_in_order(self, config: Path) -> None:
        rows: Any = read_lines(run("steps", "--config", config, "--json").out)

        assert [(row["phase"], row["name"], row["options"]) for row in rows] == [
            ("history", "keep_messages", {"count": "1"}),
            ("history", "drop_empty", {}),
            ("system", "system_role", {}),
            ("system", "render_blocks", {}),
        ]

    def test_a_wrong_file_is_2(self, tmp_path: Path) -> None:
        done: Ended = run("steps", "--config", tmp_path / "none.toml")

        assert done.code == 2
