"""Media: what an image, a sound, a film or a document costs a model."""

from __future__ import annotations

from typing import Final

from ctxfn.arguments import blames_arguments

from .dimensions import Size
from .encodings import bare_name, names_model
from .formulas import Detail, cost_of
from .rates import MEDIA_RATES, UNKNOWN_MEDIA, MediaRates
from .rounded import is_finite, rounded_up

__all__ = [
    "FLAT_MEDIA",
    "PRESUMED_SIZE",
    "audio_tokens",
    "document_tokens",
    "image_tokens",
    "media_rates",
    "video_tokens",
]

#: What a sound, a film or a document counts if its length or the model's rate is
#: unknown. Source: as `UNKNOWN_MEDIA`.
FLAT_MEDIA: Final = 1_000

#: The size an image of unknown size is presumed to have.
PRESUMED_SIZE: Final = Size(1_024, 1_024)


@blames_arguments
def media_rates(model: str, /) -> MediaRates:
    """Return what media cost *model*, or the flat figures if it is unknown.

    Contract:
        Names match as in `encoding_for`.

    Complexity: O(entries).

    Source: each row of `MEDIA_RATES` names its own.

    Examples:
        >>> media_rates("openai/gpt-4o-2024-11-20").image
        Tiles(start=85, each=170, box=2048, short_side=768, tile=512)
        >>> media_rates("us.anthropic.claude-opus-4-8").image
        Squares(longest_side=2576, most=4784, patch=28)
        >>> media_rates("llama-4").image
        Flat(tokens=1000)
    """
    name = bare_name(model)
    found = [entry for entry in MEDIA_RATES if names_model(entry[0], name)]
    return max(found, key=lambda entry: len(entry[0]))[1] if found else UNKNOWN_MEDIA


@blames_arguments
def image_tokens(size: Size | None, /, *, model: str, detail: Detail = "auto") -> int:
    """Return what one image costs *model*.

    Contract:
        By the vendor's formula for that size and detail; an image of unknown size
        counts as one of `PRESUMED_SIZE`. Never by the length of its base64.

    Complexity: O(1).

    Source: `MEDIA_RATES`.

    Examples:
        >>> image_tokens(Size(2048, 4096), model="gpt-4o")
        1105
        >>> image_tokens(Size(1800, 2400), model="gpt-4.1-mini")
        2353
        >>> image_tokens(None, model="claude-sonnet-4-5")
        1369
        >>> image_tokens(None, model="gemini-3-pro", detail="low")
        280
    """
    return cost_of(media_rates(model).image, size or PRESUMED_SIZE, detail=detail)


@blames_arguments
def audio_tokens(seconds: float | None, /, *, model: str) -> int:
    """Return what a sound of *seconds* costs *model*.

    Contract:
        `FLAT_MEDIA` if the length is unknown, or the vendor gives no rate.
        Rounded up; less than no time is none.

    Complexity: O(1).

    Source: `MEDIA_RATES`.

    Examples:
        >>> audio_tokens(60, model="gemini-2.5-flash"), audio_tokens(None, model="gemini-2.5-flash")
        (1920, 1000)
    """
    return _by_amount(seconds, media_rates(model).audio_second)


@blames_arguments
def video_tokens(seconds: float | None, /, *, model: str) -> int:
    """Return what a film of *seconds*, its sound included, costs *model*.

    Contract:
        As `audio_tokens`; one frame a second, as the vendors take by default.

    Complexity: O(1).

    Source: `MEDIA_RATES`.

    Examples:
        >>> video_tokens(10, model="gemini-2.5-flash")
        2950
    """
    return _by_amount(seconds, media_rates(model).video_second)


@blames_arguments
def document_tokens(pages: int | None, /, *, model: str) -> int:
    """Return what a document of *pages*, sent as a file, costs *model*.

    Contract:
        `FLAT_MEDIA` if the pages are unknown, or the vendor gives no figure. A
        document whose text is sent as text is counted as text.

    Complexity: O(1).

    Source: `MEDIA_RATES`.

    Examples:
        >>> document_tokens(3, model="gemini-2.5-flash"), document_tokens(3, model="gpt-4o")
        (774, 1000)
    """
    return _by_amount(pages, media_rates(model).page)


def _by_amount(amount: float | None, each: int | None) -> int:
    if amount is None or each is None or not is_finite(amount):
        return FLAT_MEDIA
    return rounded_up(max(amount, 0), each)
