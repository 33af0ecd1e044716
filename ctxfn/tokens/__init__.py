"""Tokens: count what a request costs, exactly where a vocabulary is at hand, else by estimate."""

from __future__ import annotations

from .accounting import Accounting, Counted, account
from .attachments import AttachmentTokens, attachment_tokens, upload_tokens
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
from .measure import Measured, measure, measured
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
from .previews import PreviewPlan, file_key, plan_previews, preview_of
from .rates import MEDIA_RATES, UNKNOWN_MEDIA, MediaRates
from .sums import Amounts
from .tariff import REFERENCE_TARIFF, Tariff
from .tool_tokens import measure_tool, measure_tools
from .window import Candidate, LeftOut, Reason, Share, Window, fill_window
from .zones import Zone, Zones, zones_of

__all__ = [
    "ENCODING_NAMES",
    "FLAT_MEDIA",
    "MEDIA_RATES",
    "MODEL_ENCODINGS",
    "PRESUMED_SIZE",
    "REFERENCE_TARIFF",
    "UNKNOWN_MEDIA",
    "Accounting",
    "Amounts",
    "AttachmentTokens",
    "Candidate",
    "CompressionDue",
    "Counted",
    "Counter",
    "Detail",
    "EncodingChoice",
    "EncodingName",
    "Flat",
    "Formula",
    "Ledger",
    "LeftOut",
    "Levels",
    "Measured",
    "Measures",
    "MediaRates",
    "MissingVocabulary",
    "NotCounted",
    "Patches",
    "PreviewPlan",
    "Reason",
    "Rows",
    "Share",
    "Size",
    "Squares",
    "Tariff",
    "Tiles",
    "UnclearLimit",
    "UnknownEncoding",
    "Window",
    "Zone",
    "Zones",
    "account",
    "attachment_tokens",
    "audio_tokens",
    "compression_due",
    "cost_of",
    "counter_for",
    "counters_by_name",
    "document_tokens",
    "encoding_for",
    "estimate",
    "estimate_text",
    "exact",
    "file_key",
    "fill_window",
    "image_size",
    "image_size_of_uri",
    "image_tokens",
    "ledger_of",
    "measure",
    "measure_tool",
    "measure_tools",
    "measured",
    "measures_for",
    "media_rates",
    "pieces_of",
    "plan_previews",
    "preview_of",
    "upload_tokens",
    "video_tokens",
    "zones_of",
]
