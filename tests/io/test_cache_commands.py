"""`ctxfn diff` and `ctxfn cache`: what they say, to people and machines, and how they end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.corpus import corpus
from ctxfn.front import compare, count, fit
from ctxfn.tokens import prefix_of
from tests.io.running import run, written

SYSTEM = {"role": "system", "content": "You sell tea."}
SAID = [SYSTEM, *corpus(12)[1:]]
CLOCK = [{"role": "system", "content": "You sell tea. It is 9:05."}, *SAID[1:]]


def file(folder: Path, name: str, *lines: object) -> Path:
    return written(folder / name, *lines)


class TestDiff:
    """Two requests."""

    def test_one_that_goes_on_is_clean(self, tmp_path: Path) -> None:
        one, other = file(tmp_path, "a.json", SAID[:6]), file(tmp_path, "b.json", SAID)
        done = run("diff", one, other)
        found = prefix_of(SAID[:6], SAID)

        assert done.code == 0
        assert f"the same: 6 of 12 messages, {found.size:,} of" in done.out
        assert "blame" not in done.out

    def test_one_that_begins_otherwise_ends_with_1_and_names_the_place(
        self, tmp_path: Path
    ) -> None:
        one, other = file(tmp_path, "a.json", SAID), file(tmp_path, "b.json", CLOCK)
        done = run("diff", one, other)

        assert done.code == 1
        assert "first difference: messages[0].content" in done.out
        assert "blame: system: 1 message edited" in done.out

    def test_for_machines(self, tmp_path: Path) -> None:
        one, other = file(tmp_path, "a.json", {"messages": SAID}), file(tmp_path, "b.json", CLOCK)
        done = run("diff", "--json", one, other)
        told = json.loads(done.out)

        assert done.code == 1
        assert told["share"] == compare(SAID, CLOCK).share
        assert told["difference"]["path"] == "messages[0].content"
        assert told["blame"]["kind"] == "system"
        assert (told["kept"], done.err) == (False, "")

    def test_standard_input_is_a_request(self, tmp_path: Path) -> None:
        one = file(tmp_path, "a.json", SAID[:4])

        assert run("diff", one, "-", stdin=json.dumps(SAID)).code == 0

    def test_a_session_is_no_request(self, tmp_path: Path) -> None:
        one = file(tmp_path, "a.jsonl", SAID[:4], SAID)
        done = run("diff", one, one)

        assert done.code == 2
        assert "ctxfn cache" in done.err


def session(folder: Path) -> Path:
    lines: list[object] = [{"request": {"messages": SAID[:end]}} for end in (2, 6, 9)]
    return file(folder, "session.jsonl", *lines, {"messages": CLOCK})


class TestCache:
    """A session."""

    def test_who_broke_it(self, tmp_path: Path) -> None:
        done = run("cache", session(tmp_path))

        assert done.code == 0
        assert "4 requests" in done.out
        assert "broken 1 time by system edited" in done.out
        assert "request 4:" in done.out
        assert "request 3:" not in done.out
        assert "request 3:" in run("cache", session(tmp_path), "--each").out

    @pytest.mark.parametrize(
        ("limit", "value", "culprit"),
        [
            ("--min-hit", "0.95", "system: 1 message edited"),
            ("--max-tokens", "100", "messages["),
            ("--max-injected", "0.01", "messages[0]"),
        ],
    )
    def test_a_limit_that_is_broken_ends_with_1_and_names_the_culprit(
        self, tmp_path: Path, limit: str, value: str, culprit: str
    ) -> None:
        done = run("cache", session(tmp_path), limit, value)

        assert done.code == 1
        (line,) = [line for line in done.out.splitlines() if "is broken" in line]
        assert limit in line
        assert culprit in line

    def test_limits_that_are_kept_are_clean(self, tmp_path: Path) -> None:
        limits = ("--min-hit", "0", "--max-tokens", "1000000", "--max-injected", "1")

        assert run("cache", session(tmp_path), *limits).code == 0

    def test_a_conversation_alone_is_what_stood_before_each_answer(self, tmp_path: Path) -> None:
        done = run("cache", "--json", file(tmp_path, "history.jsonl", *SAID))
        told = json.loads(done.out)
        answers = [at for at, one in enumerate(SAID) if one["role"] == "assistant"]
        last = [] if SAID[-1]["role"] == "assistant" else [len(SAID)]

        assert [turn["messages"] for turn in told["turns"]] == answers + last
        assert told["broken"] == []

    def test_a_conversation_in_another_format_is_one_too(self, tmp_path: Path) -> None:
        said = [{"role": role, "parts": [{"text": "a"}]} for role in ("user", "model") * 3]
        told = json.loads(run("cache", "--json", file(tmp_path, "g.json", {"contents": said})).out)

        assert [turn["messages"] for turn in told["turns"]] == [1, 3, 5]

    def test_an_answer_of_several_items_is_one_answer(self, tmp_path: Path) -> None:
        asked = {"role": "user", "content": "a"}
        thought = {"type": "reasoning", "summary": []}
        called = {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}
        result = {"type": "function_call_output", "call_id": "c", "output": "r"}
        answer = {"role": "assistant", "content": "b"}
        items = [asked, thought, called, result, thought, answer, asked]
        told = json.loads(run("cache", "--json", file(tmp_path, "r.json", {"input": items})).out)

        assert [turn["messages"] for turn in told["turns"]] == [1, 4, 7]

    def test_a_file_that_is_named_twice_is_two_sessions(self, tmp_path: Path) -> None:
        history = file(tmp_path, "history.jsonl", *SAID)
        one, other = run("cache", "--json", history, history).out.splitlines()

        assert one == other == run("cache", "--json", history).out.strip()

    def test_the_model_of_the_request_counts(self, tmp_path: Path) -> None:
        image = {"type": "image", "source": {"type": "url", "url": "https://example.org/a.png"}}
        body = {
            "model": "claude-sonnet-4-5",
            "messages": [{"role": "user", "content": [image]}],
        }
        told = json.loads(run("cache", "--json", file(tmp_path, "a.json", body)).out)

        assert told["most_tokens"] == count(body).total

    def test_units_read_more_than_a_window_that_slides(self, tmp_path: Path) -> None:
        history = file(tmp_path, "history.jsonl", *corpus(60))
        told = {
            cut: json.loads(run("cache", "--json", history, "--budget", "4000", "--cut", cut).out)
            for cut in ("no", "sliding", "stable")
        }

        assert told["sliding"]["mean_share"] < told["stable"]["mean_share"]
        assert told["stable"]["mean_share"] < told["no"]["mean_share"]
        assert all(told[cut]["most_tokens"] <= 4000 for cut in ("sliding", "stable"))
        assert told["no"]["mean_use"] > told["sliding"]["mean_use"] > 0.5

    def test_a_cut_needs_a_budget(self, tmp_path: Path) -> None:
        done = run("cache", session(tmp_path), "--cut", "stable")

        assert done.code == 2
        assert "--budget" in done.err

    def test_each_file_is_a_session(self, tmp_path: Path) -> None:
        one = session(tmp_path)
        other = file(tmp_path, "other.jsonl", SAID[:2], SAID)
        done = run("cache", "--json", one, other)
        told: list[dict[str, Any]] = [json.loads(line) for line in done.out.splitlines()]

        assert [(each["source"], each["requests"]) for each in told] == [
            (str(one), 4),
            (str(other), 2),
        ]

    def test_what_a_provider_keeps_is_an_option(self, tmp_path: Path) -> None:
        exact, openai = (
            json.loads(run("cache", "--json", session(tmp_path), "--caching", how).out)
            for how in ("exact", "openai")
        )

        assert openai["mean_share"] < exact["mean_share"]
        assert all(turn["prefix"]["read"] % 128 == 0 for turn in openai["turns"] if turn["prefix"])

    def test_other_formats_are_read_by_structure(self, tmp_path: Path) -> None:
        first = {"contents": [{"role": "user", "parts": [{"text": "hi"}]}]}
        more = {"contents": [*first["contents"], {"role": "model", "parts": [{"text": "yo"}]}]}
        told = json.loads(run("cache", "--json", file(tmp_path, "g.jsonl", first, more)).out)

        assert told["turns"][1]["prefix"]["messages"] == 1


class TestStable:
    """The same cut on the command line as in a session."""

    def test_fit_and_assemble_cut_by_units(self, tmp_path: Path) -> None:
        said = corpus(60)[1:]
        history = file(tmp_path, "history.json", said)
        budget = ("--budget", "4000", "--quiet")
        fitted = json.loads(run("fit", history, *budget, "--stable").out)
        assembled = json.loads(run("assemble", history, *budget, "--stable").out)
        small = json.loads(run("fit", history, *budget, "--stable", "--unit", "1").out)

        assert fitted == fit(said, budget=4000, stable=True)
        assert len(assembled["messages"]) <= len(fitted) < len(small)
        assert run("fit", history, "--budget", "4000", "--unit", "5").code == 2
        assert run("fit", history, "--budget", "4000", "--turn-tokens", "5").code == 2

    def test_what_is_set_aside_is_cut_earlier(self, tmp_path: Path) -> None:
        said = corpus(60)[1:]
        history = file(tmp_path, "history.json", said)
        options = ("--budget", "4000", "--quiet", "--stable", "--turn-tokens", "1500")
        fitted = json.loads(run("fit", history, *options).out)
        assembled = json.loads(run("assemble", history, *options).out)

        assert fitted == fit(said, budget=4000, stable=True, turn_tokens=1500)
        assert len(assembled["messages"]) <= len(fitted)
