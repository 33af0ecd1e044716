"""Put a summary in place of the first messages, in place."""

from __future__ import annotations

from benchmarks.twins.matching import match_results
from benchmarks.twins.shapes import Rows

__all__ = ["compact"]


def compact(rows: Rows, *, cut: int, summary: str) -> None:
    """Let *summary* stand for what is before *cut*, at an earlier place where no call is open."""
    cut = min(cut, len(rows))
    reaches = [
        (message, max(found)) for (message, _), found in match_results(rows).items() if found
    ]
    for begin, end in sorted(reaches, reverse=True):
        if begin < cut <= end:
            cut = begin
    asked = [place for place, row in enumerate(rows) if row.get("role") == "user"]
    question = asked[-1] if asked else -1
    stays = {question, *(p for p, row in enumerate(rows) if row.get("role") == "system")}
    goes = [place for place in range(cut) if place not in stays]
    if not goes or not summary.strip():
        return
    words = f"<compressed_history_summary>\n{summary}\n</compressed_history_summary>"
    gone = set(goes)
    kept = [row for place, row in enumerate(rows) if place >= goes[0] and place not in gone]
    rows[goes[0] :] = [{"role": "user", "content": words}, *kept]
