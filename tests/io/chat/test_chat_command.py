"""`ctxfn chat`, as people run it: at a terminal, and through pipes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.io.chat.serving import served
from tests.io.chat.sitting import sitting
from tests.io.running import process, run
from tests.io.test_main import HIDE

pytest.importorskip("anyio")
pytest.importorskip("sqlalchemy")

_SOURCES = """
[sources.notes]
type = "filesystem"
root = "notes"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "owls.md").write_text("Owls sleep by day.")
    (tmp_path / "sources.toml").write_text(_SOURCES)
    return tmp_path


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY", "OPENAI_MODEL", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)


class TestAtATerminal:
    def test_what_was_said_is_there_the_next_time(self, tmp_path: Path) -> None:
        with sitting(tmp_path) as first:
            first.see("script/small-talk")
            first.see("> ")
            first.type("The owl is called Bo")
            first.see("You said: The owl is called Bo")
            first.see("> ")
            first.type("/quit")
            assert first.end() == 0
        with sitting(tmp_path, "--trace") as second:
            second.see("(2 messages of before; /forget forgets them)")
            second.see("> ")
            second.type("and now?")
            second.see("4 messages")
            second.see("The owl is called Bo")
            second.see("You said: and now?")
            second.see("> ")
            second.type("/forget")
            second.see("forgotten")
            second.type("/quit")
            assert second.end() == 0

    def test_a_turn_is_stopped_by_a_command_and_by_an_interrupt(self, tmp_path: Path) -> None:
        with sitting(tmp_path, "--no-history") as me:
            for stop in ("/stop", None):
                me.see("> ")
                me.type("word " * 600)
                me.see("You said: word word")
                if stop is None:
                    me.interrupt()
                else:
                    me.type(stop)
                me.see("(stopped)")
            me.see("> ")
            me.type("/stop")
            me.see("no turn is running")
            me.see("> ")
            me.interrupt()
            assert me.end() == 0

    def test_what_is_typed_meanwhile_joins_and_calls_are_shown(self, folder: Path) -> None:
        with sitting(folder, "--sources", str(folder / "sources.toml")) as me:
            me.see("> ")
            me.type("Now then.", "When do owls sleep?")
            me.see("(1 message joined)")
            me.see('* query_notes {"question": ')
            me.see("* query_notes answered: ")
            me.see("Owls sleep by day.")
            me.see("> ")
            me.type("/quit")
            assert me.end() == 0

    def test_models_and_personas_are_listed_and_chosen(self, tmp_path: Path) -> None:
        (tmp_path / "pirate.md").write_text("You are a pirate.")
        with sitting(tmp_path, "--persona", str(tmp_path / "pirate.md"), "--trace") as me:
            me.see("> ")
            me.type("/persona")
            me.see("persona: 2 (page 1 of 1)")
            me.see("now: pirate")
            me.type("Ahoy")
            me.see("You are a pirate.")
            me.see("> ")
            me.type("/persona usual")
            me.see("persona from the next turn on: usual")
            me.type("/model")
            me.see("now: script/small-talk")
            me.type("/help")
            me.see("/forget")
            me.type("\x04")
            assert me.end() == 0


class TestThroughPipes:
    def test_each_line_is_answered_before_the_next_is_said(self, tmp_path: Path) -> None:
        done = run("chat", "--no-history", stdin="hello\nOwls?")

        assert done.code == 0
        assert done.out.splitlines() == [
            "Hello! I am a script, not a model.",
            "You said: Owls?",
        ]
        assert list(tmp_path.iterdir()) == []

    def test_control_characters_of_an_answer_do_not_reach_the_terminal(self) -> None:
        done = run("chat", "--no-history", stdin="\x1b[2J你好吗 \x9b5m\n")

        assert done.out == "You said: \\x1b[2J你好吗 \\x9b5m\n"

    def test_an_endpoint_of_the_environment_is_asked_with_its_key(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pytest.importorskip("openai")
        with served("Good ", "day.") as endpoint:
            monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
            monkeypatch.setenv("OPENAI_API_KEY", "secret")
            monkeypatch.setenv("OPENAI_MODEL", "big")
            done = run("chat", "--no-history", stdin="hello\n")
            other = run("chat", "--no-history", "--url", endpoint.url, stdin="hi")

        assert (done.code, done.out) == (0, "Good day.\n"), done.err
        assert (other.code, other.out) == (0, "Good day.\n"), other.err
        assert [body["model"] for _, body in endpoint.asked] == ["big", "big"]
        assert [one["role"] for one in endpoint.asked[0][1]["messages"]] == ["system", "user"]
        assert "secret" in (endpoint.asked[0][0] or "")
        assert "secret" not in (endpoint.asked[1][0] or "")

    def test_an_endpoint_that_cannot_be_reached_is_told_and_the_next_line_read(self) -> None:
        where = ("--url", "http://127.0.0.1:9/v1", "--model", "m")
        done = run("chat", "--no-history", *where, stdin="hello\n/model\n")

        assert done.code == 0
        assert "error: " in done.out
        assert "now: 127.0.0.1/m" in done.out

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["--url", "http://127.0.0.1:9"], "--model"),
            (["--answer", "9", "--window", "9"], "--answer"),
            (["--sources", "none.toml"], "none.toml"),
            (["--persona", "none.md"], "none.md"),
        ],
    )
    def test_what_cannot_be_is_said_in_a_line(self, arguments: list[str], words: str) -> None:
        done = run("chat", *arguments)

        assert done.code == 2
        assert words in done.err
        assert len(done.err.splitlines()) == 1

    def test_streams_that_are_closed_or_no_longer_read_are_no_crash(self) -> None:
        closed = process(
            "chat",
            "--no-history",
            stdin=b"hello\n",
            before="import os; os.close(1); sys.stdout = None",
        )
        nothing = process("chat", "--no-history", before="sys.stdin = None")

        assert (closed.code, closed.err) == (
            2,
            "ctxfn: standard output: cannot be written: it is closed\n",
        )
        assert (nothing.code, nothing.out, nothing.err) == (0, "", "")

    def test_a_missing_package_is_named(self) -> None:
        done = process("chat", before=HIDE.format("anyio"))

        assert done == (2, "", "ctxfn: anyio is not installed: pip install 'ctxfn[agent]'\n")
