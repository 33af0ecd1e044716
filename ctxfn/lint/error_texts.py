"""What APIs and their clients say when they refuse: texts that no model wrote."""

from __future__ import annotations

import re
from typing import Final

from ctxfn.messages import Assistant, Node, extra, text_of

__all__ = ["is_error_turn", "looks_like_error"]

#: Longer texts are answers that quote an error.
_LONGEST: Final = 2_000

#: Types of errors as APIs write them: a word that nobody says in passing.
_TYPES: Final = (
    "invalid_request_error",
    "invalid_request_message_order",
    "rate_limit_error",
    "rate_limit_exceeded",
    "overloaded_error",
    "authentication_error",
    "permission_error",
    "not_found_error",
    "insufficient_quota",
    "context_length_exceeded",
    "INVALID_ARGUMENT",
    "RESOURCE_EXHAUSTED",
    "DEADLINE_EXCEEDED",
    "ValidationException",
    "ThrottlingException",
    "BadRequestError",
    "RateLimitError",
    "APIConnectionError",
    "APIStatusError",
    "InternalServerError",
)

#: How a client begins to tell of one, with the number of the status.
_STARTS: Final = re.compile(
    r"""\s*[\[({"'*✕⎿`]*\s*(?:
        API\ Error[:\s]+\d{3}
      | Error\ code:\s*\d{3}
      | Error:\s*\d{3}\b
      | HTTP\ (?:error\ )?[45]\d\d\b
      | Request\ failed\ with\ status\ code\ \d{3}
      | litellm\.\w+Error
      | (?:openai|anthropic)\.\w+Error
      | error"\s*:\s*\{
      | type"\s*:\s*"error"
    )""",
    re.VERBOSE | re.IGNORECASE,
)

_TELLS: Final = re.compile(r"\s*[\[({\"'*✕⎿`]*\s*(?:an? )?\w*(?:error|exception)\b", re.IGNORECASE)


def looks_like_error(text: str) -> bool:
    """Say whether *text* is what a client wrote of a refused request.

    Complexity: O(characters), of which few are looked at.

    Source: ours, from texts in public reports.

    Examples:
        >>> looks_like_error("Error: roles must alternate (invalid_request_error)")
        True
        >>> looks_like_error("An error means that the file is missing.")
        False
    """
    if len(text) > _LONGEST:
        return False
    if _STARTS.match(text) is not None:
        return True
    return _TELLS.match(text) is not None and any(kind in text for kind in _TYPES)


def is_error_turn(node: Node) -> bool:
    """Say whether an assistant message that calls nothing is no model's: by its flag or its words.

    Complexity: O(characters).

    Source: catalogue rule ``error-text-in-history``.
    """
    if not isinstance(node, Assistant) or node.calls:
        return False
    flagged = any(extra(node.extras, codec).get("error") is True for codec, _ in node.extras)
    return flagged or looks_like_error(text_of(node))
