"""Shorten the text of one result: its ends stay, a line says how much went between."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from attrs import frozen

from ctxfn.messages import (
    Audio,
    File,
    Image,
    Opaque,
    Part,
    Refusal,
    Text,
    ToolResult,
    Video,
    text_of,
    with_parts,
)
from ctxfn.processors.content.tool_images import take_tool_images
from ctxfn.processors.truncate.shorten_json import shortened_json

__all__ = ["ROOM", "Ends", "shortened"]

#: The lines written here, blank ones around them included, are no longer: so what was shortened
#: once is short enough ever after.
ROOM: Final = 300


@frozen
class Ends:
    """How many characters stay at either end of a text, and above which length it is cut.

    `json`: JSON stays JSON, in as many characters as both ends have.
    """

    head: int
    tail: int = 0
    above: int = 0
    json: bool = False

    def cut(self, text: str, why: str, *, beside: int = 0) -> str | None:
        """Return *text* with its middle left out, or nothing if it is short.

        *beside*: characters that will stand with it in the same result.
        """
        if len(text) + beside <= max(self.above, self.head + self.tail + ROOM):
            return None
        json = shortened_json(text, self.head + self.tail, why) if self.json else None
        if json is not None:
            return json
        gone = len(text) - self.head - self.tail
        line = f"[{gone:,} of {len(text):,} characters of this result are left out: {why}]"
        pieces = (text[: self.head], line, text[len(text) - self.tail :])
        return "\n\n".join(piece for piece in pieces if piece)


def shortened(result: ToolResult, ends: Ends, why: str, *, drop_media: bool) -> ToolResult:
    """Return *result* with its text cut, and with a line for its media; itself if it is short.

    Contract:
        The text of all parts becomes one. Media, and what only one format knows, stay behind it
        unless they are dropped, pictures in the tool's state included; a line counts them then.
        Doing it twice is doing it once.

    Complexity: O(characters).
    """
    parts = result.parts
    if result.state is None and len(parts) == 1 and type(parts[0]) is Text:
        short = ends.cut(parts[0].text, why)
        return result if short is None else with_parts(result, (Text(short),))
    if drop_media:
        taken = take_tool_images(result)
        bare, counts = taken.result, _counted(result.parts, len(taken.images) + taken.unreachable)
    else:
        bare, counts = result, ""
    line = f"[left out of this result: {counts}; {why}]" if counts else ""
    words = text_of(result)
    text = ends.cut(words, why, beside=len(line) + 2 if line else 0)
    if text is None and not line:
        return result
    told = "\n\n".join(one for one in (words if text is None else text, line) if one)
    rest = (part for part in result.parts if not isinstance(part, Text))
    kept = tuple(part for part in rest if isinstance(part, Refusal) or not drop_media)
    return with_parts(bare, (Text(told), *kept))


_KINDS: Final = {Image: "image", Video: "video", Audio: "sound", File: "file", Opaque: "other part"}


def _counted(parts: Iterable[Part], in_state: int) -> str:
    """Count media in words, those *in_state* as images; nothing if there are none."""
    counts = dict.fromkeys(_KINDS.values(), 0) | {"image": in_state}
    for part in parts:
        if type(part) in _KINDS:
            counts[_KINDS[type(part)]] += 1
    return ", ".join(f"{many} {name}{'s' * (many > 1)}" for name, many in counts.items() if many)
