"""How bad a rule is for a profile: small functions that rules share."""

from __future__ import annotations

from ctxfn.lint.rule import Severity
from ctxfn.wire import Profile

__all__ = ["always_error", "always_warning", "if_paired"]


def always_error(profile: Profile) -> Severity | None:
    """Every target refuses it."""
    return "error"


def always_warning(profile: Profile) -> Severity | None:
    """No target of ours refuses it; it is unwise all the same."""
    return "warning"


def if_paired(profile: Profile) -> Severity | None:
    """An error where calls and results must be paired."""
    return "error" if profile.paired else None


def if_items(profile: Profile) -> Severity | None:
    """Error where a conversation is a list of items that a server knows by their ids."""
    return "error" if profile.codec == "openai_responses" else None
