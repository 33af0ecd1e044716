"""Words on the command line that mean nothing are misuse, and places are those of the file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.io.running import run, written

SAID = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "Hello there."}]


@pytest.fixture
def said(tmp_path: Path) -> Path:
    return written(tmp_path / "said.json", SAID)


class TestExamples:
    """One option each."""

    @pytest.mark.parametrize(
        ("options", "told"),
        [
            (("--timezone", "Mars/Base"), "--timezone: found 'Mars/Base', expected a time zone"),
            (
                ("--timezone", "Mars/Base", "--date", "2026-03-01"),
                "--timezone: found 'Mars/Base', expected a time zone",
            ),
            (("--todo", "[?] x"), "--todo: found '[?] x', expected [x], [~] or [ ] before it"),
            (("--todo", "[X] x"), "--todo: found '[X] x', expected [x], [~] or [ ] before it"),
        ],
    )
    def test_assemble_refuses(self, said: Path, options: tuple[str, ...], told: str) -> None:
        done = run("assemble", said, *options)

        assert done.code == 2
        assert told in " ".join(done.err.split())

    def test_a_link_is_no_mark(self, said: Path) -> None:
        assert run("assemble", said, "--todo", "[a](b) read").code == 0

    @pytest.mark.parametrize("budget", ["3000", "12"])
    def test_fit_tells_of_a_pin_that_names_nobody(self, said: Path, budget: str) -> None:
        done = run("fit", said, "--budget", budget, "--pin", "nope")

        assert "no message has the id that is pinned: nope" in done.err

    def test_fit_tells_machines_as_well(self, said: Path) -> None:
        done = run("fit", said, "--budget", "3000", "--pin", "nope", "--json")

        (note,) = json.loads(done.out)["notes"]
        assert (note["kind"], note["ids"]) == ("unknown-pin", ["nope"])

    def test_count_tells_the_places_of_the_file(self, said: Path) -> None:
        done = run("count", said, "--system", "Be brief.", "--by-message", "--model", "gpt-4o")

        assert [line.split(None, 1)[1] for line in done.out.splitlines()[-3:]] == [
            "the system text",
            "messages[0]",
            "messages[1]",
        ]

    def test_and_those_alone_to_machines(self, said: Path) -> None:
        bare = json.loads(run("count", said, "--model", "gpt-4o", "--json").out)
        told = json.loads(
            run("count", said, "--system", "Be brief.", "--model", "gpt-4o", "--json").out
        )

        assert told["by_message"] == bare["by_message"]
        assert told["total"] == bare["total"] + told["system_text"]
        assert "system_text" not in bare
