"""Words in place of media, and a user's turn in place of the system's, in place; or a refusal."""

from __future__ import annotations

from benchmarks.twins.place_system import fold_system
from benchmarks.twins.render_parts import STAND_IN
from benchmarks.twins.shapes import Row, Rows

__all__ = ["meet_capabilities", "require_capabilities"]

_MEDIA = {"image_url": "vision", "video_url": "video", "input_audio": "audio"}


def meet_capabilities(rows: Rows, *, lacking: frozenset[str] = frozenset()) -> None:
    """Let words stand for media, and users say what the system says, where these are *lacking*."""
    hidden = {kind for kind, name in _MEDIA.items() if name in lacking}
    if hidden:
        for row in rows:
            content = row.get("content")
            if isinstance(content, list):
                for place, part in enumerate(content):
                    if isinstance(part, dict) and part.get("type") in hidden:
                        content[place] = {"type": "text", "text": STAND_IN}
    if "developer" in lacking:
        for row in rows:
            if row.get("role") == "developer":
                row["role"] = "system"
    if "system" in lacking:
        fold_system(rows)


def require_capabilities(rows: Rows, *, lacking: frozenset[str] = frozenset()) -> None:
    """Refuse *rows* that hold what is *lacking*, naming each message and part."""
    found = [
        (place, index)
        for place, row in enumerate(rows)
        for index, part in enumerate(_parts(row))
        if isinstance(part, dict) and _MEDIA.get(str(part.get("type"))) in lacking
    ]
    if found:
        raise ValueError(f"what reads this cannot take what stands at {found}")


def _parts(row: Row) -> list[object]:
    content = row.get("content")
    return content if isinstance(content, list) else []
