"""The summary of what was said before the history that is sent."""

from __future__ import annotations

from typing import Final

from ctxfn.facts import HistorySummary
from ctxfn.messages import enclose, is_blank, tag
from ctxfn.slots import SYSTEM, Injector

__all__ = ["history_summary", "render_history_summary"]

_EXPLANATION: Final = (
    "Earlier turns of this conversation are not shown. This is a summary of them, for reference."
)


def render_history_summary(summary: HistorySummary) -> str:
    """Write the summary with a sentence on what it is; blank, no text.

    Contract:
        One element; whatever the summary holds is escaped.

    Complexity: O(characters).

    Source: LobeHub context-engine, history summary: tags and their order; the words are ours.

    Examples:
        >>> print(render_history_summary(HistorySummary("They chose blue.")))
        <chat_history_summary>
        <docstring>Earlier turns of this conversation are not shown. \
This is a summary of them, for reference.</docstring>
        <summary>They chose blue.</summary>
        </chat_history_summary>
    """
    if is_blank(summary.text):
        return ""
    return enclose(
        "chat_history_summary", tag("docstring", _EXPLANATION), tag("summary", summary.text)
    )


history_summary: Final = Injector("history_summary", SYSTEM, HistorySummary, render_history_summary)
