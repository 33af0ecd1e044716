"""Tokens: count what a request costs, exactly where a vocabulary is at hand, else by estimate."""

from __future__ import annotations

from .accounting import Accounting, Counted, account
from .attachments import AttachmentTokens, attachment_tokens, upload_tokens
from .blame import Blame
from .breakpoints import (
    ANTHROPIC_BREAKPOINTS,
    PLACES,
    Breakpoint,
    Lifetime,
    Place,
    choose_breakpoints,
    lawful,
)
from .cache_limits import CacheLimits, LimitBroken, limits_broken
from .cache_session import CacheReport, CacheTurn, Seen, cache_turns, see, simulate_cache
from .caching import OPENAI_CACHING, Caching
from .compression import CompressionDue, compression_due
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
from .evicted import Evicted, evicted_since
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
from .mark_breakpoints import mark_breakpoints, marked_breakpoints, mend_breakpoints
from .measure import Measured, measure, measured, size_of_image
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
from .not_counted import NotCounted
from .pieces import pieces_of
from .prefix import Difference, Prefix, compare_lines, prefix_of
from .previews import PreviewPlan, file_key, plan_previews, preview_of
from .rates import MEDIA_RATES, UNKNOWN_MEDIA, MediaRates
from .request_lines import Line, Lines, body_of, request_lines
from .sums import Amounts
from .tariff import REFERENCE_TARIFF, Tariff
from .tool_tokens import measure_tool, measure_tools
from .usage import Breakdown, Sent, UsageEvent, UsagePart, Zone, sent_as, usage_of
from .usage_log import NOT_LOGGED, Level, UsageLog, level_of, log_usage
from .window import Candidate, LeftOut, Reason, Share, Window, fill_window
from .zones import Zones, zones_of

__all__ = [
    "ANTHROPIC_BREAKPOINTS",
    "ENCODING_NAMES",
    "FLAT_MEDIA",
    "MEDIA_RATES",
    "MODEL_ENCODINGS",
    "NOT_LOGGED",
    "OPENAI_CACHING",
    "PLACES",
    "PRESUMED_SIZE",
    "REFERENCE_TARIFF",
    "UNKNOWN_MEDIA",
    "Accounting",
    "Amounts",
    "AttachmentTokens",
    "Blame",
    "Breakdown",
    "Breakpoint",
    "CacheLimits",
    "CacheReport",
    "CacheTurn",
    "Caching",
    "Candidate",
    "CompressionDue",
    "Counted",
    "Counter",
    "Detail",
    "Difference",
    "EncodingChoice",
    "EncodingName",
    "Evicted",
    "Flat",
    "Formula",
    "Ledger",
    "LeftOut",
    "Level",
    "Levels",
    "Lifetime",
    "LimitBroken",
    "Line",
    "Lines",
    "Measured",
    "Measures",
    "MediaRates",
    "MissingVocabulary",
    "NotCounted",
    "Patches",
    "Place",
    "Prefix",
    "PreviewPlan",
    "Reason",
    "Rows",
    "Seen",
    "Sent",
    "Share",
    "Size",
    "Squares",
    "Tariff",
    "Tiles",
    "UnclearLimit",
    "UnknownEncoding",
    "UsageEvent",
    "UsageLog",
    "UsagePart",
    "Window",
    "Zone",
    "Zones",
    "account",
    "attachment_tokens",
    "audio_tokens",
    "body_of",
    "cache_turns",
    "choose_breakpoints",
    "compare_lines",
    "compression_due",
    "cost_of",
    "counter_for",
    "counters_by_name",
    "document_tokens",
    "encoding_for",
    "estimate",
    "estimate_text",
    "evicted_since",
    "exact",
    "file_key",
    "fill_window",
    "image_size",
    "image_size_of_uri",
    "image_tokens",
    "lawful",
    "ledger_of",
    "level_of",
    "limits_broken",
    "log_usage",
    "mark_breakpoints",
    "marked_breakpoints",
    "measure",
    "measure_tool",
    "measure_tools",
    "measured",
    "measures_for",
    "media_rates",
    "mend_breakpoints",
    "pieces_of",
    "plan_previews",
    "prefix_of",
    "preview_of",
    "request_lines",
    "see",
    "sent_as",
    "simulate_cache",
    "size_of_image",
    "upload_tokens",
    "usage_of",
    "video_tokens",
    "zones_of",
]
