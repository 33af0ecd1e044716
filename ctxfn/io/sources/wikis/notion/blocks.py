"""Blocks of a page: what Notion has, as records; what Markdown cannot say is kept where it is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from ctxfn.io.sources.wikis.notion.languages import LANGUAGES, PLAIN
from ctxfn.io.sources.wikis.notion.spans import Span, joined, rich_text, spans_of

__all__ = [
    "HEADINGS",
    "ITEMS",
    "KEPT",
    "PageBlock",
    "block_of",
    "kept_block",
    "payloads_of",
    "text_of",
]

#: A block that stays as it is in Notion; its `id` is what there is of it here.
KEPT: Final = "kept"

HEADINGS: Final = ("heading_1", "heading_2", "heading_3")
ITEMS: Final = ("bulleted_list_item", "numbered_list_item", "to_do")
_WORDED: Final = ("paragraph", "quote", "code", *HEADINGS, *ITEMS)

#: What we read of a block; anything else in it that says something cannot be written.
_KNOWN: Final = ("rich_text", "checked", "language", "color")
_NAME: Final = re.compile(r"[a-z0-9_]+\Z")
_SPACE: Final = re.compile(r"\s+")
_SHOWN: Final = 1_000

#: Spans that Notion takes in one block.
MOST_SPANS: Final = 100


@frozen
class PageBlock:
    """One block: its kind and what it says; of one that is kept, its id and what it is `about`."""

    kind: str
    spans: tuple[Span, ...] = ()
    checked: bool = False
    language: str = ""
    id: str = ""
    about: str = field(default="", eq=False)


def block_of(row: Mapping[str, Any]) -> PageBlock:
    """Read a block of Notion's; one that Markdown cannot say whole is kept."""
    kind = str(row.get("type"))
    payload = row.get(kind)
    payload = payload if isinstance(payload, Mapping) else {}
    plain = not row.get("has_children") and payload.get("color", "default") == "default"
    if plain and kind == "divider":
        return PageBlock("divider")
    odd = any(value for key, value in payload.items() if key not in _KNOWN)
    spans = spans_of(payload.get("rich_text") or ()) if plain and not odd else None
    if kind not in _WORDED or not spans:  # what says nothing cannot be written either
        return kept_block(row)
    language = payload.get("language") or PLAIN
    if kind == "code" and (language not in LANGUAGES or any(_shown(one) for one in spans)):
        return kept_block(row)
    return PageBlock(
        kind,
        spans,
        bool(payload.get("checked")) if kind == "to_do" else False,
        language if kind == "code" else "",
    )


def payloads_of(block: PageBlock) -> list[dict[str, Any]]:
    """Write a block as Notion takes it; one of very many spans becomes several."""
    rich = rich_text(block.spans)
    starts = range(0, max(len(rich), 1), MOST_SPANS)
    return [_payload(block, rich[start : start + MOST_SPANS]) for start in starts]


def _payload(block: PageBlock, rich: list[dict[str, Any]]) -> dict[str, Any]:
    inner: dict[str, Any] = {} if block.kind == "divider" else {"rich_text": rich}
    if block.kind == "to_do":
        inner["checked"] = block.checked
    if block.kind == "code":
        inner["language"] = block.language
    return {"object": "block", "type": block.kind, block.kind: inner}


def text_of(block: PageBlock) -> str:
    """Read the words of a block."""
    return "".join(one.text for one in block.spans)


def _shown(one: Span) -> bool:
    return joined((one,)) != (Span(one.text),)


def kept_block(row: Mapping[str, Any]) -> PageBlock:
    """Make the block that stands for one that stays as it is, with its words for who searches."""
    kind = str(row.get("type"))
    payload = row.get(kind)
    payload = payload if isinstance(payload, Mapping) else {}
    rich = payload.get("rich_text") or payload.get("caption") or ()
    words = "".join(str(one.get("plain_text") or "") for one in rich if isinstance(one, Mapping))
    about = _SPACE.sub(" ", words).strip()[:_SHOWN].replace("--", "- -").replace(">", "&gt;")
    name = kind if _NAME.match(kind) else "block"
    return PageBlock(KEPT, id=str(row.get("id")), about=f"{name}: {about}" if about else name)
