"""Blame by structure: cut, come in between, or edited."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.tokens import Blame, prefix_of


def said(*texts: str) -> list[dict[str, str]]:
    return [{"role": "user", "content": text} for text in texts]


TEXTS = ("a", "b", "c", "d")


@pytest.mark.parametrize(
    ("after", "blame"),
    [
        (TEXTS, None),
        ((*TEXTS, "e"), None),
        (TEXTS[:2], None),
        (TEXTS[2:], Blame("history", "cut", 2)),
        (("a", "d", "e"), Blame("history", "cut", 2)),
        (("a", "x", "y", "b", "c", "d"), Blame("history", "inserted", 2)),
        (("a", "x", "c", "d"), Blame("history", "edited")),
        (("x",), Blame("history", "edited")),
        (("x", "c", "x", "d"), Blame("history", "edited")),
        (("c", "x", "y"), Blame("history", "edited")),
    ],
)
def test_what_became_of_the_history(after: tuple[str, ...], blame: Blame | None) -> None:
    assert prefix_of(said(*TEXTS), said(*after)).blame == blame


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ({"tools": [1]}, {"tools": [2]}, "tools"),
        ({"tools": [1]}, {}, "tools"),
        ({}, {"tools": [1]}, "tools"),
        ({"system": "a"}, {"system": "b"}, "system"),
        ({}, {"system": "a"}, "system"),
        ({"tools": [1], "system": "a"}, {"tools": [1]}, "system"),
    ],
)
def test_the_head_of_a_body(before: dict[str, object], after: dict[str, object], kind: str) -> None:
    one, other = ({**head, "messages": said("a")} for head in (before, after))
    found = prefix_of(one, other)

    assert found.blame is not None
    assert found.blame.kind == kind
    assert found.difference is not None
    assert found.difference.path.startswith(kind)


@given(st.integers(1, 12), st.data())
def test_a_cut_is_told_with_its_length(length: int, data: st.DataObject) -> None:
    texts = [str(number) for number in range(length + 1)]
    start = data.draw(st.integers(0, length - 1))
    count = data.draw(st.integers(1, length - start))
    kept = texts[:start] + texts[start + count :]

    assert prefix_of(said(*texts), said(*kept)).blame == Blame("history", "cut", count)
    assert prefix_of(said(*kept), said(*texts)).blame == Blame("history", "inserted", count)


def test_where_messages_repeat_the_longer_run_tells() -> None:
    before = said("a", "b", "x", "a", "b", "c")

    assert prefix_of(before, before[2:]).blame == Blame("history", "cut", 2)
    assert prefix_of(before[2:], before).blame == Blame("history", "inserted", 2)


def test_a_history_that_is_one_message_again_and_again() -> None:
    many = said(*["ok"] * 3000)

    assert prefix_of(many, [*said("no"), *many]).blame == Blame("history", "inserted", 1)


@pytest.mark.parametrize("edited", [2, 8, 9])
def test_a_message_that_was_edited_among_some_that_repeat(edited: int) -> None:
    texts = ["s", "a", "ok", "b", "c", "d", "ok", "e", "ok", "ok"]
    after = [*texts[:edited], "new", *texts[edited + 1 :]]

    assert prefix_of(said(*texts), said(*after)).blame == Blame("history", "edited")
