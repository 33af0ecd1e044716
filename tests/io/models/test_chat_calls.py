"""Calls are put together from whatever pieces a server sends."""

from __future__ import annotations

import pytest

from ctxfn.io.models.chat_calls import CallPieces


def put_together(*pieces: dict[str, object]) -> list[tuple[object, str, str]]:
    calls = CallPieces()
    for piece in pieces:
        calls.take(piece)
    rows = calls.rows()
    return [
        (row["id"], row["function"]["name"], row["function"]["arguments"])  # type: ignore[index]
        for row in rows
    ]


def piece(arguments: object = None, name: object = None, **given: object) -> dict[str, object]:
    return {**given, "function": {"name": name, "arguments": arguments}}


PIECES = {
    "as they should be": (
        piece("", "now", index=0, id="a"),
        piece('{"x"', index=0),
        piece(": 1}", index=0),
        piece("{}", "day", index=1, id="b"),
    ),
    "the id is repeated": (
        piece("", "now", index=0, id="a"),
        piece('{"x": 1}', index=0, id="a"),
        piece("", "day", index=1, id="b"),
        piece("{}", None, index=1, id="b"),
    ),
    "the name is repeated": (
        piece('{"x"', "now", index=0, id="a"),
        piece(": 1}", "now", index=0, id="a"),
        piece("{}", "day", index=1, id="b"),
    ),
    "the name comes in pieces": (
        piece(None, "no", index=0, id="a"),
        piece(None, "w", index=0),
        piece('{"x": 1}', index=0),
        piece("{}", "day", index=1, id="b"),
    ),
    "the id is new in each piece, and means nothing": (
        piece('{"x"', "now", index=0, id="a"),
        piece(": 1}", None, index=0, id="zz"),
        piece("{}", "day", index=1, id="b"),
    ),
    "each is number 0": (
        piece('{"x": 1}', "now", index=0, id="a"),
        piece("{}", "day", index=0, id="b"),
    ),
    "no index, whole": (piece('{"x": 1}', "now", id="a"), piece("{}", "day", id="b")),
    "no index, in pieces": (
        piece('{"x"', "now", id="a"),
        piece(": 1}"),
        piece("{}", "day", id="b"),
    ),
    "mixed with each other": (
        piece('{"x"', "now", index=0, id="a"),
        piece("{", "day", index=1, id="b"),
        piece(": 1}", index=0),
        piece("}", index=1),
    ),
}


@pytest.mark.parametrize("pieces", PIECES.values(), ids=PIECES)
def test_pieces_become_the_calls_they_are_of(pieces: tuple[dict[str, object], ...]) -> None:
    assert put_together(*pieces) == [("a", "now", '{"x": 1}'), ("b", "day", "{}")]


def test_neither_index_nor_id_is_told_apart_by_names() -> None:
    whole = (piece({"x": 1}, "now"), piece({}, "day"), piece({}, "day"))
    assert put_together(*whole) == [
        ("", "now", '{"x":1}'),
        ("", "day", "{}"),
        ("", "day", "{}"),
    ]


def test_what_stands_beside_a_call_stays() -> None:
    calls = CallPieces()
    signed = {"google": {"thought_signature": "c2ln"}}
    calls.take({**piece("", "now", index=0, id="a"), "extra_content": signed})
    assert calls.rows()[0]["extra_content"] == signed


def test_free_text_is_input() -> None:
    calls = CallPieces()
    calls.take({"index": 0, "id": "a", "type": "custom", "custom": {"name": "sh", "input": "l"}})
    calls.take({"index": 0, "custom": {"input": "s"}})
    assert calls.rows() == [{"id": "a", "type": "custom", "custom": {"name": "sh", "input": "ls"}}]


@pytest.mark.parametrize("odd", [None, 5, "x", [], {}, {"index": True}, {"function": 5}])
def test_odd_pieces_break_nothing(odd: object) -> None:
    calls = CallPieces()
    calls.take(odd)
    assert all(row["id"] == "" for row in calls.rows())


def test_a_name_without_end_ends() -> None:
    pieces = (piece(None, f"name-{number}", index=0, id="a") for number in range(1_000))
    ((_, name, _),) = put_together(*pieces)
    assert name.startswith("name-0name-1")
    assert len(name) < 1_010
