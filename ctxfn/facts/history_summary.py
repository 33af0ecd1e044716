"""What was said before the history that is sent."""

from __future__ import annotations

from attrs import frozen

__all__ = ["HistorySummary"]


@frozen
class HistorySummary:
    """A summary of earlier conversation, written by whoever compressed it."""

    text: str
