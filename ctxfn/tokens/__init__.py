"""Tokens: count what a request costs, exactly where a vocabulary is at hand, else by estimate."""

from __future__ import annotations

from .accounting import Accounting, account
from .blame import Blame
from .cache_session import CacheReport, CacheTurn, Seen, cache_turns, see, simulate_cache
from .caching import OPENAI_CACHING, Caching
from .counters import Counter, counter_for, counters_by_name, estimate, exact
from .dimensions import Size, image_size, image_size_of_uri
from .encodings import (
    ENCODING_NAMES,
    MODEL_ENCODINGS,
    EncodingChoice,
    EncodingName,
    encoding_for,
)
from .errors import MissingVocabulary, UnclearLimit, UnknownEncoding
from .estimate import estimate_text
from .formulas import (
    Detail,
    Flat,
    Formula,
    Levels,
    Patches,
    Rows,
    Squares,
    Tiles,
    cost_of,
)
from .ledger import Ledger, ledger_of
from .measure import Measured, measure, measure_tools, measured
from .measures import Measures, measures_for
from .media import (
    FLAT_MEDIA,
    PRESUMED_SIZE,
    audio_tokens,
    document_tokens,
    image_tokens,
    media_rates,
    video_tokens,
)
from .prefix import Difference, Prefix, compare_lines, prefix_of
from .rates import MEDIA_RATES, UNKNOWN_MEDIA, MediaRates
from .request_lines import Line, Lines, body_of, request_lines
from .sums import Amounts
from .tariff import REFERENCE_TARIFF, Tariff

__all__ = [
    "ENCODING_NAMES",
    "FLAT_MEDIA",
    "MEDIA_RATES",
    "MODEL_ENCODINGS",
    "OPENAI_CACHING",
    "PRESUMED_SIZE",
    "REFERENCE_TARIFF",
    "UNKNOWN_MEDIA",
    "Accounting",
    "Amounts",
    "Blame",
    "CacheReport",
    "CacheTurn",
    "Caching",
    "Counter",
    "Detail",
    "Difference",
    "EncodingChoice",
    "EncodingName",
    "Flat",
    "Formula",
    "Ledger",
    "Levels",
    "Line",
    "Lines",
    "Measured",
    "Measures",
    "MediaRates",
    "MissingVocabulary",
    "Patches",
    "Prefix",
    "Rows",
    "Seen",
    "Size",
    "Squares",
    "Tariff",
    "Tiles",
    "UnclearLimit",
    "UnknownEncoding",
    "account",
    "audio_tokens",
    "body_of",
    "cache_turns",
    "compare_lines",
    "cost_of",
    "counter_for",
    "counters_by_name",
    "document_tokens",
    "encoding_for",
    "estimate",
    "estimate_text",
    "exact",
    "image_size",
    "image_size_of_uri",
    "image_tokens",
    "ledger_of",
    "measure",
    "measure_tools",
    "measured",
    "measures_for",
    "media_rates",
    "prefix_of",
    "request_lines",
    "see",
    "simulate_cache",
    "video_tokens",
]
