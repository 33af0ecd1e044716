"""Writing: the way it came, in UTF-8, whole or not at all."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.io import UnwritableOutput
from ctxfn.io.cli.reading import Item
from ctxfn.io.cli.writing import as_text, written_to

ROWS = [{"role": "user", "content": "你好"}, {"role": "assistant", "content": "👋"}]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def item(layout: str) -> Item:
    assert layout in ("document", "line", "rows")
    return Item("a", None, layout, ROWS, 0)  # type: ignore[arg-type]


def text_of(path: Path, layout: str, value: object, *, alone: bool = True) -> str:
    with written_to(path, alone=alone) as writer:
        writer.item(item(layout), value)
    return path.read_text(encoding="utf-8")


class TestExamples:
    """The layouts there are."""

    def test_a_document_alone_is_laid_out_for_people(self, tmp_path: Path) -> None:
        text = text_of(tmp_path / "out.json", "document", ROWS)

        assert text == json.dumps(ROWS, indent=2, ensure_ascii=False) + "\n"

    def test_of_several_each_has_a_line(self, tmp_path: Path) -> None:
        text = text_of(tmp_path / "out.jsonl", "document", ROWS, alone=False)

        assert text == json.dumps(ROWS, ensure_ascii=False) + "\n"

    def test_a_conversation_in_lines_comes_back_in_lines(self, tmp_path: Path) -> None:
        text = text_of(tmp_path / "out.jsonl", "rows", ROWS)

        assert [json.loads(line) for line in text.splitlines()] == ROWS

    def test_half_a_character_is_written_as_an_escape(self) -> None:
        assert as_text("\ud83d é") == '"\\ud83d \\u00e9"'


class TestFiles:
    """A file is whole, or it is the one that was there before."""

    def test_what_fails_on_the_way_leaves_the_old_file(self, tmp_path: Path) -> None:
        path = tmp_path / "out.json"
        path.write_text("old", encoding="utf-8")

        with pytest.raises(TypeError), written_to(path, alone=True) as writer:
            writer.value(object())

        assert (path.read_text(encoding="utf-8"), len(list(tmp_path.iterdir()))) == ("old", 1)

    def test_a_place_that_is_not_there_is_named(self, tmp_path: Path) -> None:
        path = tmp_path / "none" / "out.json"

        with (
            pytest.raises(UnwritableOutput, match=r"out\.json: cannot be written"),
            written_to(path, alone=True),
        ):
            pass


class TestProperties:
    """What is true of every value."""

    @given(VALUES)
    def test_what_is_written_reads_back_and_is_utf8(self, value: object) -> None:
        assert json.loads(as_text(value).encode()) == value


class TestWhatIsThere:
    """What the path names already is treated as what it is."""

    def test_a_link_stays_and_its_file_is_written(self, tmp_path: Path) -> None:
        real, link = tmp_path / "real.json", tmp_path / "link.json"
        real.write_text("old")
        link.symlink_to(real)

        with written_to(link, alone=True) as writer:
            writer.value(1)

        assert (link.is_symlink(), real.read_text()) == (True, "1\n")

    def test_a_file_keeps_its_mode(self, tmp_path: Path) -> None:
        path = tmp_path / "out.json"
        path.write_text("old")
        path.chmod(0o640)

        with written_to(path, alone=True) as writer:
            writer.value(1)

        assert (path.stat().st_mode & 0o777, path.read_text()) == (0o640, "1\n")

    def test_a_read_only_file_is_refused_and_stays(self, tmp_path: Path) -> None:
        path = tmp_path / "out.json"
        path.write_text("old")
        path.chmod(0o444)

        with pytest.raises(UnwritableOutput, match="read-only"), written_to(path, alone=True):
            pass

        assert path.read_text() == "old"

    def test_a_pipe_is_written_to_and_stays_a_pipe(self, tmp_path: Path) -> None:
        path = tmp_path / "pipe"
        os.mkfifo(path)
        got: list[str] = []
        reader = threading.Thread(target=lambda: got.append(path.read_text()))
        reader.start()

        with written_to(path, alone=True) as writer:
            writer.value(1)
        reader.join(10)

        assert (got, path.is_fifo()) == (["1\n"], True)
