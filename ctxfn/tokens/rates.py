"""Rates: what images, sounds, films and pages cost, model by model, with sources."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from attrs import frozen

from .formulas import Detail, Flat, Formula, Levels, Patches, Rows, Squares, Tiles

__all__ = ["MEDIA_RATES", "UNKNOWN_MEDIA", "MediaRates"]


@frozen
class MediaRates:
    """What media cost one family of models; None where the vendor gives no figure.

    `audio_second` and `video_second` are tokens a second, `page` tokens a page of a
    document, its text included; `checked` is the month in which the figures were last
    compared with the source, or with a copy of it.
    """

    image: Formula
    source: str
    checked: str
    audio_second: int | None = None
    video_second: int | None = None
    page: int | None = None


_OPENAI: Final = "OpenAI, platform guide Images and vision, Calculating costs"
_RECORDED: Final = f"{_OPENAI}; the factor from recorded usage, the guide gives none"
_SIBLINGS: Final = f"{_OPENAI}; the factor of its siblings, the guide gives none"
_OPENAI_AUDIO: Final = "; Realtime guide, Managing costs: a token for each 100 ms of a user's audio"
_ANTHROPIC: Final = (
    "Anthropic, Vision: patches of 28 pixels (older text: width x height / 750); "
    "PDF support: 1,500 to 3,000 tokens of text a page, and the page as an image"
)
_GEMINI: Final = (
    "Google, Gemini API, Understand and count tokens; Media resolution; "
    "Vertex AI, Image understanding (tiles)"
)
_MISTRAL: Final = "mistralai/mistral-common, image encoder: patches, and a break after each row"


def _small(factor: str, source: str = _OPENAI) -> MediaRates:
    """Make the row of a small patch model: 1,536 patches, low detail within 512 pixels."""
    allowed: tuple[tuple[Detail, int | None, int], ...] = (
        ("auto", 2_048, 1_536),
        ("low", 512, 256),
    )
    return MediaRates(Patches(Fraction(factor), allowed), source, "2026-11")


def _large(automatic: tuple[int, int]) -> MediaRates:
    """Make the row of a large patch model, whose `auto` differs by version."""
    allowed: tuple[tuple[Detail, int | None, int], ...] = (
        ("auto", *automatic),
        ("low", 512, 256),
        ("high", 2_048, 2_500),
        ("original", 6_000, 10_000),
    )
    return MediaRates(Patches(Fraction("1.2"), allowed), _RECORDED, "2026-11")


def _tiled(start: int, each: int, *, audio: int | None = None) -> MediaRates:
    source = _OPENAI + (_OPENAI_AUDIO if audio else "")
    return MediaRates(Tiles(start, each), source, "2026-11", audio_second=audio)


# A page is the middle of the text's range, and an image of the largest size.
_CLAUDE: Final = MediaRates(Squares(1_568, 1_568), _ANTHROPIC, "2026-11", page=2_250 + 1_568)
_CLAUDE_LARGE: Final = MediaRates(Squares(2_576, 4_784), _ANTHROPIC, "2026-11", page=2_250 + 4_784)

#: Before version 3: tiles by size; 258 a frame and second, 32 of sound and some for time.
_GEMINI_2: Final = MediaRates(
    Levels((("auto", None), ("low", 64), ("medium", 256))),
    _GEMINI,
    "2026-11",
    audio_second=32,
    video_second=263 + 32,
    page=258,
)

#: From version 3: a number of tokens by level; 70 a frame and second, and the sound.
_GEMINI_3: Final = MediaRates(
    Levels(
        (("auto", 1_120), ("low", 280), ("medium", 560), ("high", 1_120), ("ultra_high", 2_240))
    ),
    _GEMINI,
    "2026-11",
    audio_second=32,
    video_second=70 + 32,
    page=560,
)

#: Beginnings of model names; the longest that fits decides.
MEDIA_RATES: Final[tuple[tuple[str, MediaRates], ...]] = (
    ("gpt-4o", _tiled(85, 170)),
    ("gpt-4o-audio", _tiled(85, 170, audio=10)),
    ("gpt-4o-realtime", _tiled(85, 170, audio=10)),
    ("gpt-audio", _tiled(85, 170, audio=10)),
    ("gpt-realtime", _tiled(85, 170, audio=10)),
    ("chatgpt-4o", _tiled(85, 170)),
    ("gpt-4o-mini", _tiled(2_833, 5_667)),
    ("gpt-4-turbo", _tiled(85, 170)),
    ("gpt-4-vision", _tiled(85, 170)),
    ("gpt-4.1", _tiled(85, 170)),
    ("gpt-4.5", _tiled(85, 170)),
    ("o1", _tiled(75, 150)),
    ("o3", _tiled(75, 150)),
    ("computer-use-preview", _tiled(65, 129)),
    ("gpt-5", _tiled(70, 140)),
    ("gpt-5.1", _tiled(70, 140)),
    ("gpt-4.1-mini", _small("1.62")),
    ("gpt-4.1-nano", _small("2.46")),
    ("o4-mini", _small("1.72")),
    ("gpt-5-mini", _small("1.62")),
    ("gpt-5-nano", _small("2.46")),
    ("gpt-5.4-mini", _small("1.62")),
    ("gpt-5.4-nano", _small("2.46")),
    ("gpt-5-codex-mini", _small("1.62", _SIBLINGS)),
    ("gpt-5.1-codex-mini", _small("1.62", _SIBLINGS)),
    ("gpt-5.2", _small("1.2", _RECORDED)),
    ("gpt-5.3-codex", _small("1.2", _SIBLINGS)),
    ("gpt-5.4", _large((2_048, 2_500))),
    ("gpt-5.5", _large((6_000, 10_000))),
    ("gpt-5.6", _large((6_000, 10_000))),
    ("claude-", _CLAUDE),
    ("claude-opus-4-7", _CLAUDE_LARGE),
    ("claude-opus-4.7", _CLAUDE_LARGE),
    ("claude-opus-4-8", _CLAUDE_LARGE),
    ("claude-opus-4.8", _CLAUDE_LARGE),
    ("claude-opus-5", _CLAUDE_LARGE),
    ("claude-opus-5.", _CLAUDE_LARGE),
    ("claude-sonnet-5", _CLAUDE_LARGE),
    ("claude-sonnet-5.", _CLAUDE_LARGE),
    ("gemini-", _GEMINI_2),
    ("gemini-3", _GEMINI_3),
    ("gemini-3.", _GEMINI_3),
    ("pixtral-", MediaRates(Rows(1_024, 16), _MISTRAL, "2026-11")),
    ("mistral-small", MediaRates(Rows(1_540, 28), _MISTRAL, "2026-11")),
    ("mistral-medium", MediaRates(Rows(1_540, 28), _MISTRAL, "2026-11")),
)

#: The flat figure of the re-created context engine for each image, sound and film.
UNKNOWN_MEDIA: Final = MediaRates(
    Flat(1_000), "LobeHub context-engine, attachment estimates", "2026-11"
)
