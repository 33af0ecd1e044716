"""What the tools of folders say of plain trees."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ctxfn.errors import InvalidArgument, MissingExtra
from ctxfn.io.sources import (
    Answer,
    Document,
    Limits,
    Status,
    filesystem,
    opened_now,
    query,
    status,
    workspace,
)
from tests.io.sources.files.trees import hostile_tree

pytest.importorskip("pathspec")


def asked(root: Path, name: str, limits: Limits | None = None, **arguments: object) -> Answer:
    with opened_now(filesystem(root, limits=limits)) as live:
        return live.call(name, arguments)


def reason(answer: Answer) -> str:
    assert answer.problem is not None
    return answer.problem.reason


class TestListing:
    """What is there, and may be seen."""

    def test_one_level(self, tmp_path: Path) -> None:
        answer = asked(hostile_tree(tmp_path), "list_files")

        assert answer.text == ".env.example (20 B)\n.gitignore (41 B)\nnotes/\nplain.txt (5 B)"

    def test_a_project_to_a_depth(self, tmp_path: Path) -> None:
        (tmp_path / "a" / "b" / "c").mkdir(parents=True)
        (tmp_path / "a" / "one.py").write_text("")
        (tmp_path / "a" / "b" / "two.py").write_text("x" * 1500)
        with opened_now(workspace(tmp_path)) as live:
            flat = live.call("list_files", {})
            deep = live.call("list_files", {"recursive": True, "max_depth": 2})
            fitting = live.call("list_files", {"recursive": True, "pattern": "*.py"})

        assert flat.text == "a/"
        assert deep.text == "a/\na/b/\na/one.py (0 B)"
        assert fitting.text == "a/b/two.py (1.5 kB)\na/one.py (0 B)"

    def test_an_empty_root(self, tmp_path: Path) -> None:
        assert asked(tmp_path, "list_files") == Answer()

    def test_names_by_pattern(self, tmp_path: Path) -> None:
        assert asked(hostile_tree(tmp_path), "search_files", pattern="*.md").text == (
            "notes/owls.md (19 B)"
        )

    def test_a_name_that_is_no_text_is_passed_by(self, tmp_path: Path) -> None:
        (tmp_path / os.fsdecode(b"\xff.md")).write_text("x")
        (tmp_path / "two\nlines").write_text("x")

        answer = asked(tmp_path, "list_files")

        assert (answer.text, answer.remarks) == ("", ("passed by 2 names that cannot be written",))

    def test_no_more_than_so_many(self, tmp_path: Path) -> None:
        for number in range(9):
            (tmp_path / f"{number}.md").write_text("")

        answer = asked(tmp_path, "list_files", Limits(entries=4))

        assert answer.text is not None
        assert answer.remarks == ("the first 4 files and folders: there are more",)

    def test_ignore_files_inside_decide_against_those_above(self, tmp_path: Path) -> None:
        (tmp_path / "in").mkdir()
        (tmp_path / ".gitignore").write_text("*.log\n")
        (tmp_path / "in" / ".gitignore").write_text("!kept.log\n")
        for name in ("a.log", "in/kept.log", "in/b.log"):
            (tmp_path / name).write_text("")

        seen = asked(tmp_path, "search_files", pattern="*.log").text
        with opened_now(filesystem(tmp_path, ignore_files=False)) as live:
            every = live.call("search_files", {"pattern": "*.log"}).text

        assert seen == "in/kept.log (0 B)"
        assert every == "a.log (0 B)\nin/b.log (0 B)\nin/kept.log (0 B)"

    def test_patterns_of_ones_own_stand_for_the_noise(self, tmp_path: Path) -> None:
        for name in ("build", "own"):
            (tmp_path / name).mkdir()
        with opened_now(filesystem(tmp_path, exclude=("own/",))) as live:
            assert live.call("list_files", {}).text == "build/"
            assert reason(live.call("list_files", {"directory": "own"})) == "own: hidden here"
        with opened_now(filesystem(tmp_path, exclude=())) as live:
            assert live.call("list_files", {}).text == "build/\nown/"


class TestReading:
    """Lines of files of any size and encoding."""

    @pytest.mark.parametrize(
        ("data", "encoding", "expected"),
        [
            ("Zürich 中文".encode(), None, "Zürich 中文"),
            ("Zürich".encode("utf-16"), None, "Zürich"),
            ("Zürich".encode("utf-32"), None, "Zürich"),
            ("Zürich".encode("utf-8-sig"), None, "Zürich"),
            ("Zürich".encode("latin-1"), "latin-1", "Zürich"),
            ("Zürich".encode("latin-1"), None, "Z\ufffdrich"),
            (b"a\r\nb\rc", None, "a\nb\nc"),
            (b"", None, ""),
        ],
    )
    def test_of_any_encoding(
        self, tmp_path: Path, data: bytes, encoding: str | None, expected: str
    ) -> None:
        (tmp_path / "a.txt").write_bytes(data)

        answer = asked(tmp_path, "read_file", file_name="a.txt", encoding=encoding)

        assert answer.text == expected
        assert bool(answer.remarks) == ("\ufffd" in expected)

    @pytest.mark.parametrize("encoding", ["rot13", "nonsense", "idna", "zlib", "unicode_escape"])
    def test_no_encoding(self, tmp_path: Path, encoding: str) -> None:
        (tmp_path / "a.txt").write_text("x")

        answer = asked(tmp_path, "read_file", file_name="a.txt", encoding=encoding)

        assert reason(answer) == f"encoding: found {encoding!r}, expected one as utf-8 or latin-1"

    def test_what_is_no_text(self, tmp_path: Path) -> None:
        (tmp_path / "a.bin").write_bytes(b"\x89PNG\0\0")

        assert reason(asked(tmp_path, "read_file", file_name="a.bin")) == "a.bin: no text"

    @pytest.mark.parametrize(
        "name", ["con.txt", "dot.", "tail ", "ｆｕｌｌ.txt", "x" * 255, "a\\b"]
    )
    def test_every_name_that_exists(self, tmp_path: Path, name: str) -> None:
        (tmp_path / name).write_text("here")

        assert asked(tmp_path, "read_file", file_name=name).text == "here"

    @pytest.mark.parametrize(
        ("first", "last", "expected"),
        [(1, 1, "a"), (2, 9, "b\nc"), (3, 3, "c"), (4, 4, None), (3, 2, None), (0, 1, None)],
    )
    def test_lines_are_counted_from_one_and_both_ends_are_in(
        self, tmp_path: Path, first: int, last: int, expected: str | None
    ) -> None:
        (tmp_path / "a.txt").write_text("a\nb\nc\n")

        answer = asked(
            tmp_path, "read_file_chunk", file_name="a.txt", start_line=first, end_line=last
        )

        assert answer.text == expected
        assert (answer.problem is None) == (expected is not None)

    def test_with_numbers_in_a_project(self, tmp_path: Path) -> None:
        (tmp_path / "a.txt").write_text("a\nb\n")
        with opened_now(workspace(tmp_path)) as live:
            answer = live.call("read_file", {"path": "a.txt", "start_line": 2})

        assert answer == Answer((Document("a.txt", "a.txt", "a.txt#L2", "workspace"),), "2: b")

    def test_what_is_longer_than_an_answer(self, tmp_path: Path) -> None:
        (tmp_path / "a.txt").write_text("12345678\n" * 100)

        answer = asked(tmp_path, "read_file", Limits(characters=27), file_name="a.txt")

        assert answer.text == "\n".join(["12345678"] * 3)
        assert answer.remarks == ("lines 1 to 3 of 100; read on from 4",)

    def test_no_more_is_read_than_may_be(self, tmp_path: Path) -> None:
        with (tmp_path / "a.txt").open("wb") as file:
            file.write(b"start")
            file.truncate(50_000_000_000)  # a hole: it takes no space
        limits = Limits(file_bytes=5)

        answer = asked(tmp_path, "read_file", limits, file_name="a.txt")

        assert answer.text == "start"
        assert answer.remarks == ("only the first 5 of 50,000,000,000 bytes were looked at",)

    @pytest.mark.skipif(not Path("/proc/self").exists(), reason="no such files here")
    def test_a_file_that_grows_without_end(self) -> None:
        answer = asked(Path("/dev"), "read_file", file_name="zero")

        assert reason(answer) == "zero: no plain file, expected a file"

    @pytest.mark.skipif(
        hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may read everything"
    )
    def test_what_may_not_be_read(self, tmp_path: Path) -> None:
        (tmp_path / "a.txt").write_text("x")
        (tmp_path / "a.txt").chmod(0)

        assert (
            reason(asked(tmp_path, "read_file", file_name="a.txt")) == "a.txt: it may not be read"
        )


class TestSearching:
    """Where words stand."""

    def test_a_text_letters_of_any_case(self, tmp_path: Path) -> None:
        answer = asked(hostile_tree(tmp_path), "search_content", query="SLEEP")

        snippet = "Owls sleep\nby day."
        expected = (Document("notes/owls.md", "owls.md", "notes/owls.md#L1", "fs", snippet),)
        assert answer.results == expected

    @pytest.mark.parametrize("query", ["", "  ", "\n"])
    def test_nothing_to_look_for(self, tmp_path: Path, query: str) -> None:
        answer = asked(tmp_path, "search_content", query=query)

        assert reason(answer) == "query: found nothing, expected a text"

    @pytest.mark.parametrize("limit", [0, -1, 51])
    def test_a_limit_that_is_none(self, tmp_path: Path, limit: int) -> None:
        answer = asked(tmp_path, "search_content", query="x", limit=limit)

        assert reason(answer) == f"search_content, limit: found {limit}, expected 1 to 50"

    def test_a_large_file_is_not_searched(self, tmp_path: Path) -> None:
        (tmp_path / "a.txt").write_text("word" * 10)

        assert asked(tmp_path, "search_content", Limits(search_bytes=20), query="word") == Answer()

    def test_a_question_finds_the_file_with_the_rarest_words(self, tmp_path: Path) -> None:
        for name, text in (("a", "when do we eat"), ("b", "when do owls eat"), ("c", "when")):
            (tmp_path / f"{name}.md").write_text(text)

        answer = query(filesystem(tmp_path), "When do owls sleep?")

        assert [one.id for one in answer.results] == ["b.md", "a.md", "c.md"]

    def test_a_question_in_a_script_without_spaces(self, tmp_path: Path) -> None:
        (tmp_path / "a.md").write_text("关于猫头鹰的笔记")
        (tmp_path / "b.md").write_text("别的")

        assert [one.id for one in query(filesystem(tmp_path), "猫头鹰什么时候睡觉").results] == [
            "a.md"
        ]


class TestStatus:
    """Whether the folder is there."""

    def test_of_each(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        gone, file = tmp_path / "gone", tmp_path / "file"

        assert status(filesystem(tmp_path)) == Status(True, str(tmp_path))
        assert status(filesystem(gone)) == Status(False, f"{gone}: there is no such folder")
        assert status(filesystem(file)) == Status(False, f"{file}: no folder")

    def test_a_root_that_is_gone(self, tmp_path: Path) -> None:
        answer = asked(tmp_path / "gone", "list_files")

        assert reason(answer) == ".: there is no such file or folder"

    def test_what_does_not_belong(self, tmp_path: Path) -> None:
        with pytest.raises(InvalidArgument):
            filesystem(5)  # type: ignore[arg-type]
        with pytest.raises(InvalidArgument):
            filesystem("a\0b")
        with pytest.raises(InvalidArgument):
            filesystem(tmp_path, exclude="*.md")

    def test_the_extra_is_named(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(__import__("sys").modules, "pathspec", None)

        with pytest.raises(MissingExtra, match=r"pip install 'ctxfn\[files\]'"):
            filesystem(tmp_path)
