"""estimate_text: about how many tokens, without a vocabulary."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.estimator_error import error_of, languages
from ctxfn.tokens import ENCODING_NAMES, EncodingName, estimate_text, exact

from .texts import mixtures, texts

NAMES = st.sampled_from(ENCODING_NAMES)

#: What the docstring says, rounded outwards to whole percents: sample, encoding,
#: whole, and from and to for pieces of 4,000 characters.
BOUNDS = [
    ("prose", "o200k_base", 0.03, -0.02, 0.07),
    ("code", "o200k_base", 0.06, -0.16, 0.09),
    ("json", "o200k_base", 0.02, -0.06, 0.03),
    ("chinese", "o200k_base", 0.03, -0.03, 0.10),
    ("prose", "cl100k_base", 0.02, -0.04, 0.07),
    ("code", "cl100k_base", 0.05, -0.14, 0.11),
    ("json", "cl100k_base", 0.02, -0.07, 0.03),
    ("chinese", "cl100k_base", 0.04, -0.09, 0.13),
]


class TestExamples:
    """What it says, in cases a reader can check by eye."""

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("", 0),
            (" ", 1),
            ("a", 1),
            ("yes", 1),
            ("The quick brown fox jumps over the lazy dog.", 10),
            ("今天天气很好", 5),
            ("1,234,567", 7),
            ("getUserName(id)", 5),
        ],
    )
    def test_short_texts(self, text: str, expected: int) -> None:
        assert estimate_text(text) == expected

    def test_chinese_costs_more_in_the_older_encoding(self) -> None:
        text = "北京是中华人民共和国的首都"

        assert (estimate_text(text), estimate_text(text, encoding="cl100k_base")) == (10, 15)

    @pytest.mark.parametrize(
        "text", ["a", " ", "A", ".", "\n", "1", "汉", "é", "\ud800", "   x", "Ab"], ids=repr
    )
    def test_a_megabyte_of_noise_is_answered(self, text: str) -> None:
        assert 1_000 < estimate_text(text * (1_000_000 // len(text))) < 1_300_000


class TestErrorBounds:
    """What the docstring promises of real texts."""

    @pytest.mark.parametrize(
        ("name", "encoding", "whole", "low", "high"), BOUNDS, ids=lambda value: str(value)
    )
    def test_real_texts_are_within_the_documented_error(
        self, name: str, encoding: EncodingName, whole: float, low: float, high: float
    ) -> None:
        from .texts import sample

        error = error_of(sample(name), size=4_000, encoding=encoding)

        assert (abs(error.whole) <= whole, error.low >= low, error.high <= high) == (
            True,
            True,
            True,
        )


class TestLanguages:
    """What the documentation says of languages: the drift of 1.25 makes up for all but a few."""

    #: In cl100k_base alone.
    TOO_LOW = frozenset({"et", "id"})

    def test_no_language_is_further_off_than_documented(self) -> None:
        pytest.importorskip("sphinx")
        found = dict(languages())
        wrong = {
            (language, name): round(estimate_text(text, encoding=name) / exact(name).text(text), 2)
            for language, text in found.items()
            for name in ENCODING_NAMES
            if not 0.8 <= estimate_text(text, encoding=name) / exact(name).text(text) <= 1.15
        }

        assert len(found) > 15
        assert set(wrong) <= {(language, "cl100k_base") for language in self.TOO_LOW}
        assert all(share > 0.7 for share in wrong.values())


class TestProperties:
    """What is true of every text. Each test is named after the invariant."""

    @given(texts, NAMES)
    def test_zero_only_for_nothing(self, text: str, name: EncodingName) -> None:
        assert (estimate_text(text, encoding=name) == 0) == (text == "")

    @given(texts, texts, NAMES)
    def test_cutting_changes_the_sum_by_at_most_six(
        self, one: str, other: str, name: EncodingName
    ) -> None:
        parts = estimate_text(one, encoding=name) + estimate_text(other, encoding=name)
        whole = estimate_text(one + other, encoding=name)

        assert abs(whole - parts) <= 6

    @given(texts, texts, NAMES)
    def test_more_text_is_never_much_less(self, one: str, other: str, name: EncodingName) -> None:
        """A longer text may continue a word, which then costs less than its parts."""
        assert estimate_text(one + other, encoding=name) >= estimate_text(one, encoding=name) - 2

    @given(mixtures, st.integers(1, 20), NAMES)
    def test_repeating_a_line_multiplies_it(
        self, text: str, times: int, name: EncodingName
    ) -> None:
        line = f"x{text}x\n"
        once = estimate_text(line, encoding=name)

        assert abs(estimate_text(line * times, encoding=name) - once * times) <= times

    @given(texts)
    def test_never_more_than_five_times_the_bytes(self, text: str) -> None:
        size = len(text.encode("utf-8", "surrogatepass"))

        assert estimate_text(text) <= 5 * size

    @given(mixtures)
    def test_the_older_encoding_never_counts_scripts_as_less(self, text: str) -> None:
        assert estimate_text(text, encoding="cl100k_base") >= estimate_text(text) - len(text) // 2

    @given(st.text(st.characters(codec="ascii")), NAMES)
    def test_ascii_costs_the_same_in_both(self, text: str, name: EncodingName) -> None:
        assert estimate_text(text, encoding=name) == estimate_text(text)

    def test_the_estimate_needs_no_vocabulary_but_the_check_of_it_does(self) -> None:
        assert exact("o200k_base").text("yes") == estimate_text("yes")
