"""map_corpus: a line of output for each good line, in order; the bad ones beside it."""

from __future__ import annotations

import base64
import gzip
import json
import os
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from pyarrow.parquet import ParquetFile, write_table

from ctxfn.errors import InvalidArgument
from ctxfn.io import UnreadableInput, UnwritableOutput
from ctxfn.io.batch import (
    AlreadyThere,
    EachValue,
    InProcess,
    MapReport,
    Progress,
    VerbWork,
    map_corpus,
)
from tests.io.batch.conversations import CONVERSATIONS
from tests.io.batch.works import Upper
from tests.io.running import CALL, OPEN, read_lines, written

HERE = InProcess()


def mapped(source: Path, target: Path, **options: object) -> MapReport:
    return map_corpus(source, target, Upper(), executor=HERE, **options)  # type: ignore[arg-type]


def length(value: object) -> object:
    assert isinstance(value, list | str), "it has a length"
    return len(value)


class TestLines:
    """What a line is."""

    def test_lines_come_out_in_order_and_bad_ones_beside_them(self, tmp_path: Path) -> None:
        source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
        source.write_bytes(b"\xef\xbb\xbfone\r\n\r\n  \nrefuse \xff\ntwo\0\nrefuse it\nlast")

        report = mapped(source, target)

        assert target.read_bytes() == b"ONE\nTWO\0\nLAST\n"
        beside = tmp_path / "out.jsonl.bad.jsonl"
        told = read_lines(beside.read_text())
        why = "line: found a line that asks to be refused, expected any other"
        bad = {"source": str(source), "error": "InvalidJson", "message": why}
        assert told == [
            {**bad, "line": 4, "base64": base64.b64encode(b"refuse \xff").decode()},
            {**bad, "line": 6, "text": "refuse it"},
        ]
        tally = (("bad: InvalidJson", 2), ("bytes", 11), ("lines", 3))
        assert report == MapReport(target, 3, 2, tally, beside, 0)
        assert {path.name for path in tmp_path.iterdir()} == {
            "in.jsonl",
            "out.jsonl",
            "out.jsonl.bad.jsonl",
        }

    @pytest.mark.parametrize("end", [b"\n", b"\r\n", b""])
    def test_a_line_may_have_so_many_bytes_and_no_more(self, tmp_path: Path, end: bytes) -> None:
        source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
        lines = (b"x" * 10, b"y" * 11, b"z" * 3_000_000, b"after", b"q" * 11)
        source.write_bytes(b"\n".join(lines[:-1]) + (end or b"\n") + lines[-1] + end)

        report = mapped(source, target, line_limit=10)

        assert target.read_bytes() == b"XXXXXXXXXX\nAFTER\n"
        told = read_lines((tmp_path / "out.jsonl.bad.jsonl").read_text())
        assert [(one["line"], one["error"]) for one in told if isinstance(one, dict)] == [
            (2, "LongLine"),
            (3, "LongLine"),
            (5, "LongLine"),
        ]
        assert (report.good, report.bad) == (2, 3)

    def test_an_empty_corpus_gives_an_empty_file(self, tmp_path: Path) -> None:
        (tmp_path / "in.jsonl").touch()

        report = mapped(tmp_path / "in.jsonl", tmp_path / "out.jsonl")

        assert ((tmp_path / "out.jsonl").read_bytes(), report.good) == (b"", 0)

    def test_a_function_of_values_is_work(self, tmp_path: Path) -> None:
        source = written(tmp_path / "in.jsonl", [1, 2, 3], "é", None)

        map_corpus(source, tmp_path / "out", EachValue(length), executor=HERE)

        assert (tmp_path / "out").read_text() == "3\n1\n"
        bad = json.loads((tmp_path / "out.bad.jsonl").read_text())
        assert (bad["line"], bad["error"]) == (3, "WorkFailed")

    def test_how_far_it_is_is_told(self, tmp_path: Path) -> None:
        source = tmp_path / "in.jsonl"
        source.write_bytes(b"word\n" * 40 + b"refuse\n")
        seen: list[Progress] = []

        mapped(source, tmp_path / "out", on_progress=seen.append)

        assert seen == [
            Progress(0, 0, 0, 207),
            Progress(32, 0, 160, 207),
            Progress(41, 1, 207, 207),
        ]


class TestFiles:
    """What is read, and what is written."""

    def test_a_folder_is_read_by_path_and_places_name_the_file(self, tmp_path: Path) -> None:
        folder = tmp_path / "corpus"
        (folder / "b").mkdir(parents=True)
        (folder / "b" / "one.jsonl").write_bytes(b"b1\nrefuse\n")
        (folder / "a.jsonl.gz").write_bytes(gzip.compress(b"a1\na2\n"))
        (folder / "notes.txt").write_bytes(b"no line\n")
        (folder / ".hidden.jsonl").write_bytes(b"no line\n")
        write_table(pyarrow.table({"text": ["c1", None]}), folder / "c.parquet")

        mapped(folder, tmp_path / "out.jsonl.gz")

        assert gzip.decompress((tmp_path / "out.jsonl.gz").read_bytes()) == b"A1\nA2\nB1\nC1\n"
        told = read_lines((tmp_path / "out.jsonl.gz.bad.jsonl").read_text())
        assert [(one["source"], one["line"]) for one in told if isinstance(one, dict)] == [
            (str(folder / "b" / "one.jsonl"), 2),
            (str(folder / "c.parquet"), 2),
        ]

    def test_a_pattern_names_files(self, tmp_path: Path) -> None:
        for name in ("2.log", "1.log"):
            (tmp_path / name).write_bytes(name.encode() + b"\n")

        map_corpus(str(tmp_path / "*.log"), tmp_path / "out", Upper(), executor=HERE)

        assert (tmp_path / "out").read_bytes() == b"1.LOG\n2.LOG\n"

    def test_parquet_there_and_back(self, tmp_path: Path) -> None:
        """Once as texts, once as lists of records, whose missing keys a table fills with null."""
        work = VerbWork("repair", {"to": "openai"})
        source = written(tmp_path / "in.jsonl", *CONVERSATIONS)
        map_corpus(source, tmp_path / "plain.jsonl", work, executor=HERE)
        plain = (tmp_path / "plain.jsonl").read_text()

        map_corpus(source, tmp_path / "there.parquet", work, executor=HERE)
        map_corpus(tmp_path / "there.parquet", tmp_path / "back.jsonl", work, executor=HERE)

        assert (tmp_path / "back.jsonl").read_text() == plain
        with ParquetFile(tmp_path / "there.parquet") as file:
            table = file.read()
        assert table.column_names == ["source", "line", "output"]
        assert table["line"].to_pylist() == [1, 2, 3, 4, 5, 6]
        assert table["output"].to_pylist() == plain.splitlines()

    def test_a_column_of_records_is_a_conversation_each(self, tmp_path: Path) -> None:
        source = tmp_path / "in.parquet"
        rows = {"id": [1, 2], "messages": [OPEN, OPEN[:1]], "other": ["x", "y"]}
        write_table(pyarrow.table(rows), source, row_group_size=1)
        work = VerbWork("repair", {"to": "openai", "open_calls": "leave"})

        map_corpus(source, tmp_path / "out", work, executor=HERE)

        asked = {"role": "assistant", "tool_calls": [CALL]}
        assert read_lines((tmp_path / "out").read_text()) == [[OPEN[0], asked], OPEN[:1]]
        with pytest.raises(InvalidArgument, match="one of id, messages, other"):
            mapped(source, tmp_path / "other", column="text")

    def test_a_cell_that_is_no_line_is_a_bad_one_and_those_beside_it_are_not(
        self, tmp_path: Path
    ) -> None:
        pairs = pyarrow.map_(pyarrow.string(), pyarrow.int64())
        text = pyarrow.array(["[1]", "?", "[2]"], pyarrow.string())
        torn = pyarrow.py_buffer(b"[1]\xff[2]")
        columns = {
            "utf8": pyarrow.Array.from_buffers(
                pyarrow.string(), 3, [None, text.buffers()[1], torn]
            ),
            "long": pyarrow.array(["[1]", "[" + "1, " * 9 + "1]", "[2]"]),
            "nanos": pyarrow.array([1000, 1, 2000], pyarrow.timestamp("ns")),
            "twice": pyarrow.array([[("a", 1)], [("a", 1), ("a", 2)], [("b", 2)]], pairs),
            "named": pyarrow.array(["[1]", None, "[2]"]).dictionary_encode(),
        }

        answers = {}
        for name, column in columns.items():
            source, target = tmp_path / f"{name}.parquet", tmp_path / name
            write_table(pyarrow.table({name: column}), source)
            mapped(source, target, line_limit=28)
            beside = tmp_path / f"{name}.bad.jsonl"
            bad = read_lines(beside.read_text()) if beside.exists() else []
            places = [(one["line"], one["error"]) for one in bad if isinstance(one, dict)]
            written_lines = target.read_text(errors="backslashreplace").splitlines()
            answers[name] = (written_lines, places)

        assert answers == {
            "utf8": (["[1]", "\\xff", "[2]"], []),
            "long": (["[1]", "[2]"], [(2, "LongLine")]),
            "nanos": (
                ['"1970-01-01T00:00:00.000001"', '"1970-01-01T00:00:00.000002"'],
                [(2, "WorkFailed")],
            ),
            "twice": (['{"A": 1}', '{"B": 2}'], [(2, "WorkFailed")]),
            "named": (["[1]", "[2]"], [(2, "UnreadableInput")]),
        }

    def test_an_answer_that_is_no_text_is_a_bad_line_of_a_table(self, tmp_path: Path) -> None:
        source = tmp_path / "in.jsonl"
        source.write_bytes(b"one\n\xff\n")

        report = mapped(source, tmp_path / "out.parquet")

        assert (report.good, report.tally[0]) == (1, ("bad: WorkFailed", 1))

    def test_what_is_there_is_not_overwritten_unasked(self, tmp_path: Path) -> None:
        source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
        source.write_bytes(b"refuse\n")
        mapped(source, target)
        source.write_bytes(b"new\n")

        with pytest.raises(AlreadyThere, match="--force"):
            mapped(source, target)
        assert target.read_bytes() == b""

        mapped(source, target, force=True)
        assert target.read_bytes() == b"NEW\n"
        assert not (tmp_path / "out.jsonl.bad.jsonl").exists()

    @pytest.mark.parametrize("wrong", [{"work": 7}, {"executor": 7}, {"line_limit": 0}])
    def test_arguments_that_do_not_belong_are_refused(
        self, tmp_path: Path, wrong: dict[str, Any]
    ) -> None:
        given: dict[str, Any] = {"work": Upper(), "executor": HERE, **wrong}
        (tmp_path / "in.jsonl").write_bytes(b"one\n")

        with pytest.raises(InvalidArgument, match=f"map_corpus, {next(iter(wrong))}: found"):
            map_corpus(tmp_path / "in.jsonl", tmp_path / "out", **given)

    def test_files_that_cannot_be_are_refused(self, tmp_path: Path) -> None:
        source = tmp_path / "in.jsonl"
        source.write_bytes(b"one\n")
        (tmp_path / "no.parquet").write_bytes(b"no table")
        (tmp_path / "half.jsonl.gz").write_bytes(gzip.compress(b"one\n" * 100)[:-12])

        with pytest.raises(InvalidArgument, match="which is read"):
            mapped(source, source)
        for name in ("out.part", "out.bad.jsonl", "out.journal"):
            (tmp_path / name).write_bytes(b"one\n")
            with pytest.raises(InvalidArgument, match="which is read"):
                mapped(tmp_path / name, tmp_path / "out", force=True)
            assert (tmp_path / name).read_bytes() == b"one\n"
            (tmp_path / name).unlink()
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(UnreadableInput, match="which can be read again"):
            mapped(tmp_path / "pipe", tmp_path / "out")
        with pytest.raises(UnreadableInput, match="no such file"):
            mapped(tmp_path / "none.jsonl", tmp_path / "out")
        with pytest.raises(UnreadableInput, match="no Parquet"):
            mapped(tmp_path / "no.parquet", tmp_path / "out1")
        with pytest.raises(UnreadableInput, match="end-of-stream"):
            mapped(tmp_path / "half.jsonl.gz", tmp_path / "out2")
        with pytest.raises(UnwritableOutput, match="it is there, and no file"):
            mapped(source, tmp_path, force=True)
        with pytest.raises(UnwritableOutput, match="cannot be written: No such file"):
            mapped(source, tmp_path / "no folder" / "out")
