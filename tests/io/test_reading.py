"""Reading: what a file may hold, and what is said when it holds something else."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.io import UnreadableInput
from ctxfn.io.cli.reading import Item, read_items
from tests.io.running import GOOD, OPEN, written

VALUES: st.SearchStrategy[object] = st.sampled_from(
    [None, True, 1, 1.5, "a", [], {}, [1], {"role": "user"}, {"messages": 1}, {"request": {}}]
)
LINES = st.lists(VALUES.map(json.dumps) | st.just(""), max_size=4).map("\n".join)
BODY = {"model": "gpt-4o", "messages": GOOD}


def values(*paths: Path) -> list[object]:
    return [item.value for item in read_items(map(str, paths))]


class TestExamples:
    """The layouts there are."""

    def test_a_json_file_is_one_list_or_one_body(self, tmp_path: Path) -> None:
        one = written(tmp_path / "list.json", GOOD)
        other = written(tmp_path / "body.json", BODY)

        assert values(one, other) == [GOOD, BODY]

    def test_a_line_is_a_list_a_body_or_a_request(self, tmp_path: Path) -> None:
        path = written(tmp_path / "many.jsonl", GOOD, BODY, {"request": BODY, "id": 7})

        assert values(path) == [GOOD, BODY, BODY]

    def test_lines_that_are_messages_are_one_conversation(self, tmp_path: Path) -> None:
        path = written(tmp_path / "rows.jsonl", *OPEN)

        assert list(read_items([str(path)])) == [
            Item(str(path), None, "rows", OPEN, path.stat().st_size)
        ]

    def test_blank_lines_count_and_are_passed_by(self, tmp_path: Path) -> None:
        path = tmp_path / "gaps.jsonl"
        path.write_text(f"\n{json.dumps(GOOD)}\n\n{json.dumps(BODY)}\n\n", encoding="utf-8")

        assert [item.line for item in read_items([str(path)])] == [2, 4]

    def test_a_byte_order_mark_is_no_part_of_the_json(self, tmp_path: Path) -> None:
        path = tmp_path / "mark.json"
        path.write_bytes(b"\xef\xbb\xbf" + json.dumps(GOOD).encode())

        assert values(path) == [GOOD]

    @pytest.mark.parametrize("indent", [None, 2])
    def test_any_other_name_is_read_by_what_it_holds(
        self, tmp_path: Path, indent: int | None
    ) -> None:
        path = tmp_path / "history"
        path.write_text(json.dumps(OPEN, indent=indent), encoding="utf-8")
        lines = written(tmp_path / "lines.txt", GOOD, BODY)

        assert values(path, lines) == [OPEN, GOOD, BODY]

    def test_standard_input_is_read_by_what_it_holds(self, monkeypatch: pytest.MonkeyPatch) -> None:
        data = "".join(json.dumps(row) + "\n" for row in OPEN).encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

        assert [(item.place, item.value) for item in read_items("-")] == [("<stdin>", OPEN)]

    def test_lines_are_read_as_they_are_asked_for(self, tmp_path: Path) -> None:
        path = tmp_path / "many.jsonl"
        path.write_text(json.dumps(GOOD) + "\nno json\n", encoding="utf-8")

        assert next(read_items([str(path)])).value == GOOD


class TestBadInput:
    """Each says where, what, and what was expected."""

    @pytest.mark.parametrize(
        ("name", "text", "says"),
        [
            ("a.json", '[{"role": "user",\n "content": }]', ":2:13: no JSON here"),
            ("a.jsonl", "[]\n[}\n", ":2:2: no JSON here"),
            ("a.json", "", ": found nothing, expected JSON"),
            ("a.jsonl", "\n\n", ": found nothing, expected JSON"),
            ("a.txt", " \n", ": found nothing, expected JSON"),
            ("a.json", "42", ": found a number, expected a list of messages"),
            ("a.json", "null", ": found null, expected"),
            ("a.json", '{"a": 1, "b": 2}', ": found an object with the keys a, b, expected"),
            ("a.json", "{}", ": found an object with the keys none, expected"),
            ("a.json", '[{"messages": []}]', ": found a list of 1 requests, expected one"),
            ("a.jsonl", '[]\n"x"\n', ":2: found a text, expected"),
            ("a.jsonl", '{"role": "user"}\n[]\n', ":2: found a conversation, expected a message"),
            ("a.json", "[" * 501 + "]" * 501, "nested 501 levels deep"),
        ],
    )
    def test_it_is_told_with_its_place(
        self, tmp_path: Path, name: str, text: str, says: str
    ) -> None:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")

        with pytest.raises(UnreadableInput) as told:
            list(read_items([str(path)]))

        assert str(told.value).startswith(str(path))
        assert says in str(told.value)

    def test_bytes_that_are_no_utf8(self, tmp_path: Path) -> None:
        path = tmp_path / "latin.json"
        path.write_bytes('["é"]'.encode("latin-1"))

        with pytest.raises(UnreadableInput, match="UTF-8"):
            list(read_items([str(path)]))

    def test_a_file_that_is_not_there_and_one_that_is_a_folder(self, tmp_path: Path) -> None:
        for path in (tmp_path / "none.json", tmp_path):
            with pytest.raises(UnreadableInput, match=r"no such file|directory|denied"):
                list(read_items([str(path)]))


class TestProperties:
    """What is true of every text."""

    @given(LINES | st.text(max_size=40) | st.from_regex(r'(\[|\{|\]|\}|"|role|:|,|\n|1){0,12}'))
    def test_whatever_it_holds_it_is_read_or_refused_in_our_words(self, text: str) -> None:
        read = io.TextIOWrapper(io.BytesIO(text.encode("utf-8", "surrogatepass")))
        before = sys.stdin
        sys.stdin = read
        try:
            items = list(read_items("-"))
        except UnreadableInput:
            items = []
        finally:
            sys.stdin = before

        assert all(isinstance(item.value, list | dict) for item in items)
