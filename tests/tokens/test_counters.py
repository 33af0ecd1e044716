"""Counters: exact where there is a vocabulary, and honest where there is none."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.tokens import (
    ENCODING_NAMES,
    Counter,
    EncodingName,
    UnknownEncoding,
    counter_for,
    estimate,
    exact,
)
from ctxfn.tokens.stretches import LONGEST
from ctxfn.tokens.vocabulary import encoding

from .texts import DATA, sample, texts

NAMES = st.sampled_from(ENCODING_NAMES)


def true_count(name: str, text: str) -> int:
    return len(encoding(name).encode_ordinary(text))


class TestExamples:
    """What it counts, in cases a reader can check by eye."""

    def test_one_token_a_common_word(self) -> None:
        assert exact("o200k_base").text("hello world") == 2

    def test_nothing_is_no_token(self) -> None:
        assert [exact(name).text("") for name in ENCODING_NAMES] == [0, 0]

    def test_a_special_token_in_the_text_is_text(self) -> None:
        assert exact("cl100k_base").text("<|endoftext|>") == 7

    def test_an_unknown_encoding_is_refused_when_declared(self) -> None:
        with pytest.raises(UnknownEncoding, match="known are o200k_base, cl100k_base"):
            exact("p50k_base")  # type: ignore[arg-type]

    def test_an_estimate_of_an_unknown_encoding_is_refused_when_declared(self) -> None:
        with pytest.raises(UnknownEncoding, match="p50k_base"):
            estimate("p50k_base")  # type: ignore[arg-type]

    @pytest.mark.parametrize("path", sorted(DATA.glob("*.txt")), ids=lambda path: path.stem)
    @pytest.mark.parametrize("name", ENCODING_NAMES)
    def test_real_texts_count_as_tiktoken_counts_them(self, path: Path, name: EncodingName) -> None:
        text = sample(path.stem)

        assert exact(name).text(text) == true_count(name, text)


class TestCounterFor:
    """The best counter for a model, which says what it is."""

    def test_a_known_model_is_exact(self) -> None:
        assert counter_for("gpt-4o") == Counter(
            "o200k_base", True, exact("o200k_base").text, "'gpt-4o' is a model of 'gpt-4o'"
        )

    def test_an_older_model_counts_with_the_older_encoding(self) -> None:
        assert counter_for("gpt-4").text("今天天气很好") == true_count(
            "cl100k_base", "今天天气很好"
        )

    def test_an_unknown_model_is_an_assumption_that_says_so(self) -> None:
        counter = counter_for("claude-opus-4-8")

        assert (counter.exact, counter.because) == (
            False,
            "assumed: no public encoding is known for 'claude-opus-4-8'",
        )


class TestRecord:
    """Counters are values."""

    @pytest.mark.parametrize(
        "counter",
        [exact("o200k_base"), exact("cl100k_base"), estimate(), estimate("cl100k_base")],
        ids=lambda counter: counter.name,
    )
    def test_travels(self, counter: Counter) -> None:
        there = pickle.loads(pickle.dumps(counter))

        assert (there, there.text("a b")) == (counter, counter.text("a b"))

    def test_hashes(self) -> None:
        assert len({exact("o200k_base"), exact("o200k_base"), estimate()}) == 2

    def test_prints_its_name_and_promise(self) -> None:
        assert repr(estimate()) == (
            "Counter(name='estimate of o200k_base', exact=False, because='asked for')"
        )

    def test_a_function_of_ones_own_is_a_counter(self) -> None:
        assert Counter("characters", False, len).text("four") == 4


class TestLongTexts:
    """Texts that a tokenizer is not made for."""

    @pytest.mark.parametrize(
        "unit", ["a", " ", ".", "\n", "1", "汉", "é", "/\n", "!\x1c", "A"], ids=repr
    )
    def test_a_megabyte_of_one_thing_is_counted_within_one_part_in_five_hundred(
        self, unit: str
    ) -> None:
        """Two shorter texts, which tiktoken can take, tell what each unit costs."""
        short, long = (true_count("o200k_base", unit * n) for n in (50_000, 100_000))
        expected = short + (long - short) / 50_000 * (1_000_000 - 50_000)

        assert exact("o200k_base").text(unit * 1_000_000) == pytest.approx(expected, rel=0.002)

    def test_ten_megabytes_of_prose_are_the_sum_of_their_copies(self) -> None:
        text = sample("prose") + "\n\n"
        copies = 10_000_000 // len(text)

        assert exact("o200k_base").text(text * copies) == copies * exact("o200k_base").text(text)

    def test_a_long_base64_string_is_exact(self) -> None:
        """No spaces at all, but signs stand often enough to cut at."""
        text = "data:image/png;base64," + "iVBORw0KGgoAAAANSUhEUgAA/ABX+" * 2_000

        assert exact("o200k_base").text(text) == true_count("o200k_base", text)

    def test_a_long_minified_line_is_exact(self) -> None:
        text = '{"key":[1,2,{"name":"value"}],"other":null},' * 2_000

        assert exact("cl100k_base").text(text) == true_count("cl100k_base", text)


class TestProperties:
    """What is true of every text. Each test is named after the invariant."""

    @given(texts, NAMES)
    def test_equals_encode_ordinary(self, text: str, name: EncodingName) -> None:
        assert exact(name).text(text) == true_count(name, text)

    @given(st.lists(texts, min_size=1, max_size=5), st.integers(1, 4), NAMES)
    def test_equals_encode_ordinary_of_long_texts_with_places_to_cut(
        self, parts: list[str], times: int, name: EncodingName
    ) -> None:
        """The comma after each long word is a place to cut, whatever follows it."""
        text = "".join("x" * (LONGEST - 400) + f",{part[:300]}" for part in parts * times)

        assert exact(name).text(text) == true_count(name, text)

    @given(texts, texts, NAMES)
    def test_joining_adds_at_most_the_two_counts_and_what_breaks_at_the_seam(
        self, one: str, other: str, name: EncodingName
    ) -> None:
        """Joined words may split anew, but only around the seam, never by their bytes."""
        count = exact(name).text
        seam = len((one[-8:] + other[:8]).encode("utf-8", "replace"))

        assert count(one + other) <= count(one) + count(other) + seam

    @given(texts, NAMES)
    def test_never_more_tokens_than_bytes(self, text: str, name: EncodingName) -> None:
        """A lone surrogate is counted as the replacement character, three bytes."""
        size = len(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode())

        assert (text != "") <= exact(name).text(text) <= size


class TestDoor:
    """The room is cheap to enter."""

    def test_entering_does_not_import_tiktoken(self) -> None:
        code = "import sys, ctxfn.tokens as t; t.estimate().text('x'); print('tiktoken' in sys.modules)"
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)

        assert ran.stdout == "False\n"
