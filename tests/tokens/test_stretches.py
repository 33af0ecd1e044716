"""stretches: cut a text where no tokenizer's word can cross."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ctxfn.tokens.encodings import ENCODING_NAMES
from ctxfn.tokens.stretches import _SAFE, LONGEST, stretches
from ctxfn.tokens.vocabulary import encoding

from .texts import mixtures, texts


class TestExamples:
    """What it does, in cases a reader can check by eye."""

    def test_ordinary_text_stays_whole(self) -> None:
        text = "one two three\n" * 10_000

        assert list(stretches(text)) == [text]

    def test_a_row_of_one_letter_is_cut_at_the_limit(self) -> None:
        assert [len(one) for one in stretches("a" * (LONGEST + 1))] == [LONGEST, 1]

    def test_a_cut_goes_before_the_last_space(self) -> None:
        text = "a" * 3_000 + " " + "b" * 3_000

        assert list(stretches(text)) == ["a" * 3_000, " " + "b" * 3_000]

    def test_nothing_is_one_piece(self) -> None:
        assert list(stretches("")) == [""]


class TestProperties:
    """What is true of every text. Each test is named after the invariant."""

    @given(st.lists(st.tuples(texts, st.integers(1, 6_000)), max_size=4))
    def test_joined_the_pieces_are_the_text(self, parts: list[tuple[str, int]]) -> None:
        text = "".join(part[:3] * times for part, times in parts)

        assert "".join(stretches(text)) == text

    @given(st.sampled_from("a \n/."), st.integers(LONGEST + 1, 5 * LONGEST))
    def test_no_piece_of_a_long_row_is_longer_than_the_limit(self, unit: str, times: int) -> None:
        assert max(map(len, stretches(unit * times))) <= LONGEST

    @given(mixtures | texts)
    @example("/\n/")  # a line end and a slash are one word to o200k_base
    @example("it's'll 'a")  # so are some words and what follows an apostrophe
    @pytest.mark.parametrize("name", ENCODING_NAMES)
    def test_every_safe_place_is_safe(self, name: str, text: str) -> None:
        """The counts on both sides of any safe place add up, whatever the text."""
        encode = encoding(name).encode_ordinary
        whole = len(encode(text))
        places = [match.start() for match in _SAFE.finditer(text)]

        assert [len(encode(text[:at])) + len(encode(text[at:])) for at in places] == [whole] * len(
            places
        )
