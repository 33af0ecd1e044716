"""Media formulas: what images, sounds, films and documents cost."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.tokens import (
    FLAT_MEDIA,
    MEDIA_RATES,
    PRESUMED_SIZE,
    UNKNOWN_MEDIA,
    Detail,
    MediaRates,
    Size,
    audio_tokens,
    cost_of,
    document_tokens,
    image_tokens,
    media_rates,
    video_tokens,
)

SIZES = st.builds(Size, st.integers(1, 20_000), st.integers(1, 20_000))
DETAILS = st.sampled_from(["auto", "low", "medium", "high", "ultra_high", "original"])
MODELS = st.sampled_from([name for name, _ in MEDIA_RATES])
ROWS = st.sampled_from([rates for _, rates in MEDIA_RATES] + [UNKNOWN_MEDIA])


class TestVendorsExamples:
    """Figures that the vendors print, or that answers of their APIs reported."""

    @pytest.mark.parametrize(
        ("model", "width", "height", "detail", "expected"),
        [
            ("gpt-4o", 1024, 1024, "high", 765),
            ("gpt-4o", 2048, 4096, "high", 1105),
            ("gpt-4o", 4096, 8192, "low", 85),
            ("gpt-4o", 128, 64, "high", 255),
            ("gpt-4o-mini", 128, 64, "high", 8_500),
            ("gpt-4o-mini", 128, 64, "low", 2_833),
            ("o3", 4096, 8192, "low", 75),
            ("gpt-5", 4096, 8192, "low", 70),
            ("gpt-4.1-mini", 1024, 1024, "auto", 1_659),
            ("gpt-4.1-mini", 1800, 2400, "auto", 2_353),
            ("gpt-4.1-mini", 4000, 4000, "low", 415),
            ("gpt-4.1-nano", 4000, 4000, "low", 630),
            ("o4-mini", 1024, 1024, "auto", 1_762),
            ("gpt-5-mini", 32, 4096, "auto", 104),
            ("gpt-5.5", 256, 256, "auto", 77),
            ("gpt-5.5", 1920, 1080, "auto", 2_448),
            ("gpt-5.5", 4032, 3024, "auto", 11_868),
            ("gpt-5.5", 4032, 3024, "high", 2_942),
        ],
    )
    def test_openai(
        self, model: str, width: int, height: int, detail: Detail, expected: int
    ) -> None:
        assert image_tokens(Size(width, height), model=model, detail=detail) == expected

    @pytest.mark.parametrize(
        ("width", "height", "expected"),
        [
            (1092, 1092, 39 * 39),
            (951, 1268, 34 * 46),
            (896, 1344, 32 * 48),
            (819, 1456, 30 * 52),
            (784, 1568, 28 * 56),
            (256, 256, 100),
            (1280, 720, 46 * 26),
            (1920, 1080, 30 * 52),
        ],
    )
    def test_anthropic(self, width: int, height: int, expected: int) -> None:
        """The first five are the largest sizes that are not shrunk, by proportion."""
        assert image_tokens(Size(width, height), model="claude-sonnet-4-5") == expected

    def test_anthropic_at_high_resolution(self) -> None:
        assert image_tokens(Size(1920, 1080), model="claude-opus-4-8") == 69 * 39

    @pytest.mark.parametrize(
        ("model", "width", "height", "detail", "expected"),
        [
            ("gemini-2.5-pro", 384, 384, "auto", 258),
            ("gemini-2.5-pro", 960, 540, "auto", 6 * 258),
            ("gemini-2.5-pro", 385, 100, "auto", 2 * 258),
            ("gemini-2.5-pro", 9000, 9000, "auto", 16 * 258),
            ("gemini-2.5-pro", 4000, 4000, "low", 64),
            ("gemini-3-pro-preview", 10, 10, "auto", 1_120),
            ("gemini-3.1-flash", 4000, 4000, "ultra_high", 2_240),
        ],
    )
    def test_gemini(
        self, model: str, width: int, height: int, detail: Detail, expected: int
    ) -> None:
        assert image_tokens(Size(width, height), model=model, detail=detail) == expected

    def test_mistral_counts_a_break_a_row(self) -> None:
        assert image_tokens(Size(1024, 512), model="pixtral-12b-2409") == (64 + 1) * 32


class TestRecordedUsage:
    """One photo in requests that were sent, and what the vendors said these cost.

    Source: cassettes of pydantic/pydantic-ai (MIT), multimodal tool returns.
    """

    @pytest.mark.parametrize(
        ("model", "images", "recorded"),
        [
            ("gpt-5-mini-2025-08-07", 1, 577),
            ("gpt-5-mini-2025-08-07", 1, 602),
            ("mistral-medium-latest", 1, 598),
            ("us.mistral.pixtral-large-2502-v1:0", 2, 2_982),
        ],
    )
    def test_what_is_left_is_the_text(self, model: str, images: int, recorded: int) -> None:
        left = recorded - images * image_tokens(Size(597, 566), model=model)

        assert 0 < left < 180


class TestUnknown:
    """What counts when something is not known."""

    def test_an_image_of_unknown_size(self) -> None:
        assert image_tokens(None, model="gpt-4o") == image_tokens(PRESUMED_SIZE, model="gpt-4o")

    def test_an_image_for_an_unknown_model(self) -> None:
        assert image_tokens(Size(5_000, 5_000), model="llama-4") == FLAT_MEDIA

    def test_a_sound_of_unknown_length(self) -> None:
        assert audio_tokens(None, model="gemini-2.5-pro") == FLAT_MEDIA

    @pytest.mark.parametrize("seconds", [float("inf"), float("nan")])
    def test_a_sound_of_no_length_at_all(self, seconds: float) -> None:
        assert audio_tokens(seconds, model="gemini-2.5-pro") == FLAT_MEDIA

    def test_a_film_for_a_model_without_a_figure(self) -> None:
        assert video_tokens(10, model="gpt-4o") == FLAT_MEDIA

    def test_a_document_by_pages(self) -> None:
        assert document_tokens(2, model="claude-sonnet-4-5") == 2 * (2_250 + 1_568)


class TestTable:
    """The data itself."""

    def test_no_entry_stands_twice(self) -> None:
        names = [name for name, _ in MEDIA_RATES]

        assert len(set(names)) == len(names)

    @pytest.mark.parametrize("rates", [rates for _, rates in MEDIA_RATES], ids=lambda row: "row")
    def test_every_row_names_its_source_and_date(self, rates: MediaRates) -> None:
        assert (bool(rates.source), rates.checked[:2]) == (True, "20")

    @pytest.mark.parametrize(
        ("model", "same_as"),
        [
            ("anthropic/claude-opus-4.8", "claude-opus-4-8"),
            ("us.anthropic.claude-opus-4-7-v1:0", "claude-opus-4-7"),
            ("claude-opus-4-70", "claude-sonnet-4-5"),
            ("models/gemini-2.0-flash", "gemini-1.5-pro"),
            ("openai/gpt-5-mini-2025-08-07", "gpt-4.1-mini"),
            ("gpt-4", "llama-4"),
        ],
    )
    def test_names_as_they_occur(self, model: str, same_as: str) -> None:
        assert media_rates(model) == media_rates(same_as)


class TestProperties:
    """What is true of every image. Each test is named after the invariant."""

    @given(ROWS, SIZES, DETAILS)
    def test_at_least_one_and_never_as_text(
        self, rates: MediaRates, size: Size, detail: Detail
    ) -> None:
        assert 1 <= cost_of(rates.image, size, detail=detail) <= 50_000

    @given(st.sampled_from(["claude-x", "claude-opus-4-8"]), SIZES)
    def test_anthropic_within_its_limit(self, model: str, size: Size) -> None:
        assert image_tokens(size, model=model) <= (4_784 if "opus" in model else 1_568)

    @given(SIZES)
    def test_patches_within_their_limit(self, size: Size) -> None:
        assert image_tokens(size, model="gpt-4.1-mini") <= 2_489

    @given(st.sampled_from([row for row in MEDIA_RATES if row[0] != "pixtral-"]), SIZES, DETAILS)
    def test_turning_an_image_does_not_matter(
        self, row: tuple[str, MediaRates], size: Size, detail: Detail
    ) -> None:
        """But for Mistral, which counts its rows."""
        if row[0].startswith("mistral"):
            return
        turned = Size(size.height, size.width)

        assert cost_of(row[1].image, size, detail=detail) == cost_of(
            row[1].image, turned, detail=detail
        )

    @given(MODELS, SIZES)
    def test_low_detail_never_costs_more_than_automatic(self, model: str, size: Size) -> None:
        low = image_tokens(size, model=model, detail="low")

        assert low <= image_tokens(size, model=model)

    @given(ROWS)
    def test_travels(self, rates: MediaRates) -> None:
        assert pickle.loads(pickle.dumps(rates)) == rates

    @given(st.floats(-10, 1e6) | st.none(), MODELS)
    def test_sounds_and_films_cost_nothing_below_zero(
        self, seconds: float | None, model: str
    ) -> None:
        assert min(audio_tokens(seconds, model=model), video_tokens(seconds, model=model)) >= 0

    @given(st.integers(-5, 0), st.integers(-5, 5), MODELS)
    def test_total_on_sizes_that_are_none(self, width: int, height: int, model: str) -> None:
        assert image_tokens(Size(width, height), model=model) >= 1
