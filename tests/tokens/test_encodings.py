"""encoding_for: which encoding a model counts with."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.tokens import ENCODING_NAMES, MODEL_ENCODINGS, EncodingChoice, encoding_for


class TestExamples:
    """Names as they occur."""

    @pytest.mark.parametrize(
        ("model", "expected"),
        [
            ("gpt-4o", "o200k_base"),
            ("gpt-4o-mini-2024-07-18", "o200k_base"),
            ("gpt-4.1-nano", "o200k_base"),
            ("gpt-5", "o200k_base"),
            ("gpt-5.1-codex", "o200k_base"),
            ("o1-preview", "o200k_base"),
            ("o3", "o200k_base"),
            ("o4-mini", "o200k_base"),
            ("gpt-oss-120b", "o200k_base"),
            ("gpt-4", "cl100k_base"),
            ("gpt-4-turbo-2024-04-09", "cl100k_base"),
            ("gpt-4-32k", "cl100k_base"),
            ("gpt-3.5-turbo-16k", "cl100k_base"),
            ("gpt-35-turbo", "cl100k_base"),
            ("text-embedding-3-large", "cl100k_base"),
            ("ft:gpt-4o-2024-08-06:acme::abc", "o200k_base"),
            ("ft:gpt-3.5-turbo:acme", "cl100k_base"),
            ("openai/gpt-4o", "o200k_base"),
            ("GPT-4", "cl100k_base"),
            ("openai.gpt-oss-120b-1:0", "o200k_base"),
            ("azure/eu/gpt-4o", "o200k_base"),
        ],
    )
    def test_openai_models(self, model: str, expected: str) -> None:
        choice = encoding_for(model)

        assert (choice.encoding, choice.exact) == (expected, True)

    def test_no_model_is_assumed_as_well(self) -> None:
        assert encoding_for("") == EncodingChoice(
            "o200k_base", exact=False, because="no model is named"
        )

    @pytest.mark.parametrize(
        "model", ["claude-sonnet-4-5", "gemini-3-pro", "o10", "gpt-4x", "text-davinci-003"]
    )
    def test_other_models_are_assumed(self, model: str) -> None:
        choice = encoding_for(model)

        assert (choice.encoding, choice.exact, choice.because) == (
            "o200k_base",
            False,
            f"assumed: no public encoding is known for {model!r}",
        )


class TestProperties:
    """What is true of every name."""

    @given(st.text())
    def test_total(self, model: str) -> None:
        assert encoding_for(model).encoding in ENCODING_NAMES

    @given(st.sampled_from(MODEL_ENCODINGS), st.sampled_from(["", "-2030-01-01", "@latest"]))
    def test_a_dated_name_counts_as_its_entry(self, entry: tuple[str, str], suffix: str) -> None:
        assert encoding_for(entry[0] + suffix).encoding == entry[1]

    def test_no_entry_stands_twice(self) -> None:
        names = [name for name, _ in MODEL_ENCODINGS]

        assert len(set(names)) == len(names)
