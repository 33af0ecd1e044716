"""Look for regular expressions that come from data, in time that grows with the text alone."""

from __future__ import annotations

from ctxfn.errors import MissingExtra
from ctxfn.facts.load_rules import LONGEST_PATTERN

__all__ = ["why_not_found"]


def why_not_found(pattern: str, text: str) -> str | None:
    """Say why *pattern* does not count as found in *text*; nothing if it is found.

    Whoever may write a document's rule could otherwise stop a program that backtracks with a
    dozen characters. RE2 never goes back, and refuses what would need it.

    Contract:
        Case does not count. A pattern that is empty, too long or no pattern of RE2's is never
        found, and the answer says so. Half a surrogate pair in *text* counts as a question mark.

    Complexity: O(characters) for one pattern; what a pattern may cost is bounded by its length
    and by the memory RE2 gives it.

    Source: google/re2.

    Raises:
        MissingExtra: google-re2 is not installed.
    """
    if not pattern:
        return "its rule has no pattern"
    if len(pattern) > LONGEST_PATTERN:
        return f"its pattern has {len(pattern)} characters, more than {LONGEST_PATTERN}"
    try:
        import re2
    except ImportError as error:
        raise MissingExtra("google-re2", "re2") from error
    options = re2.Options()
    options.case_sensitive = False
    options.log_errors = False
    try:
        # Bytes: the package reads text that is no Unicode as an error, and so no search.
        read = re2.compile(pattern.encode("utf-8", "replace"), options)
    except re2.error as error:
        return f"its pattern {pattern!r:.80} is none of RE2's: {_reason(error)}"
    found = read.search(text.encode("utf-8", "replace"))
    return None if found else "its pattern is not found in what was said last"


def _reason(error: Exception) -> str:
    reason = error.args[0] if error.args else ""
    return reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
