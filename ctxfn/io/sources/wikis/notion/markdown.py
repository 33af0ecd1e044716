"""Blocks to Markdown and back; what would not come back the same is not written as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from ctxfn.io.sources.wikis.notion.blocks import (
    HEADINGS,
    ITEMS,
    KEPT,
    PageBlock,
    block_of,
    kept_block,
    text_of,
)
from ctxfn.io.sources.wikis.notion.languages import fence_name, language_of
from ctxfn.io.sources.wikis.notion.spans import Span, joined, read_spans, write_spans

__all__ = ["can_be_written", "read_blocks", "shown_block", "write_blocks"]

_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})([^`]*)\Z")
_HEADING: Final = re.compile(r"(#{1,6})[ \t]+(.*)\Z")
_TO_DO: Final = re.compile(r"\s*[-*+] \[([ xX])\](?: (.*))?\Z")
_BULLET: Final = re.compile(r"\s*[-*+] (.*)\Z")
_NUMBER: Final = re.compile(r"\s*\d{1,9}[.)] (.*)\Z")
_QUOTE: Final = re.compile(r"> ?(.*)\Z")
_RULE: Final = re.compile(r"(?:-{3,}|\*{3,}|_{3,})\s*\Z")
_PLACE: Final = re.compile(r"<!-- notion ([0-9a-fA-F-]{32,36}) ([a-z0-9_]+)(?:: (.*))? -->\s*\Z")

#: What would begin another block, at the beginning of a line.
_BEGINS: Final = re.compile(r"#{1,6}[ \t]|\s*[-*+] |\s*\d{1,9}[.)] |>|-{3,}|_{3,}|<!--|~{3,}|\s|\Z")


def write_blocks(blocks: Sequence[PageBlock]) -> str:
    """Write the body of a page; items of one list stand line by line, all else apart."""
    lines: list[str] = []
    number = 0
    before = ""
    for block in blocks:
        number = number + 1 if block.kind == before == "numbered_list_item" else 1
        if lines and not (block.kind == before and block.kind in ITEMS):
            lines.append("")
        lines.append(_written(block, number))
        before = block.kind
    return "".join(f"{line}\n" for line in lines)


def can_be_written(block: PageBlock) -> bool:
    """Whether *block* reads back as itself."""
    return read_blocks(_written(block, 1)) == (block,)


def shown_block(row: Mapping[str, Any]) -> PageBlock:
    """Read a block of Notion's; one that would not come back from Markdown the same is kept."""
    block = block_of(row)
    return block if block.kind == KEPT or can_be_written(block) else kept_block(row)


def read_blocks(markdown: str) -> tuple[PageBlock, ...]:
    """Read the blocks of a page. Lists in lists become flat, headings below the third are a third."""
    lines = re.split(r"\r\n|\n|\r", markdown)
    found: list[PageBlock] = []
    at = 0
    while at < len(lines):
        if not lines[at].strip():
            at += 1
            continue
        read = _read(lines, at)
        found += [read.block] if read.block is not None else []
        at = read.behind
    return tuple(found)


@frozen
class _Read:
    block: PageBlock | None
    behind: int


def _written(block: PageBlock, number: int) -> str:
    if block.kind == KEPT:
        kind, colon, about = block.about.partition(": ")
        return f"<!-- notion {block.id} {kind}{colon}{about} -->"
    if block.kind == "divider":
        return "---"
    if block.kind == "code":
        text = text_of(block)
        longest = max((len(run) for run in re.findall("`+", text)), default=0)
        fence = "`" * max(3, longest + 1)
        return f"{fence}{fence_name(block.language)}\n{text}\n{fence}"
    lines = write_spans(block.spans).split("\n")
    if block.kind == "quote":
        return "\n".join(f"> {line}" for line in lines)
    if block.kind in HEADINGS:
        return f"{'#' * (HEADINGS.index(block.kind) + 1)} {lines[0]}" + _behind(lines)
    if block.kind in ITEMS:
        box = "[x] " if block.checked else "[ ] "
        mark = {"bulleted_list_item": "- ", "to_do": f"- {box}"}.get(block.kind, f"{number}. ")
        return mark + lines[0] + _behind(lines)
    return "\n".join(f"\\{line}" if _BEGINS.match(line) else line for line in lines)


def _behind(lines: list[str]) -> str:
    """Write the lines behind the first: the sign that ends each says that more follows."""
    return "".join(f"\\\n{line}" for line in lines[1:])


def _read(lines: list[str], at: int) -> _Read:
    line = lines[at]
    fence = _FENCE.match(line)
    if fence is not None:
        return _code(lines, at, fence[1], fence[2])
    if _RULE.match(line):
        return _Read(PageBlock("divider"), at + 1)
    place = _PLACE.match(line)
    if place is not None:
        about = f"{place[2]}: {place[3]}" if place[3] else place[2]
        return _Read(PageBlock(KEPT, id=place[1], about=about), at + 1)
    if line.startswith(">"):
        return _quoted(lines, at)
    heading = _HEADING.match(line)
    if heading is not None:
        return _lined(HEADINGS[min(len(heading[1]), 3) - 1], heading[2], lines, at)
    for pattern, kind in ((_TO_DO, "to_do"), (_BULLET, ITEMS[0]), (_NUMBER, ITEMS[1])):
        item = pattern.match(line)
        if item is not None:
            checked = kind == "to_do" and item[1] in "xX"
            return _lined(kind, item[item.re.groups] or "", lines, at, checked=checked)
    return _paragraph(lines, at)


def _code(lines: list[str], at: int, fence: str, name: str) -> _Read:
    end = at + 1
    while end < len(lines) and not (
        lines[end].strip().startswith(fence) and not lines[end].strip(" " + fence[0])
    ):
        end += 1
    text = "\n".join(lines[at + 1 : end])
    spans = joined((Span(text),))
    return _Read(PageBlock("code", spans, language=language_of(name)), end + 1)


def _quoted(lines: list[str], at: int) -> _Read:
    end = at
    inner: list[str] = []
    while end < len(lines) and (found := _QUOTE.match(lines[end])) is not None:
        inner.append(found[1])
        end += 1
    return _said("quote", inner, end)


def _lined(kind: str, first: str, lines: list[str], at: int, *, checked: bool = False) -> _Read:
    """Read a block of one line, and of those that a sign at its end adds."""
    inner = [first]
    while _goes_on(inner[-1]) and at + 1 < len(lines):
        at += 1
        inner[-1] = inner[-1][:-1]
        inner.append(lines[at])
    return _said(kind, inner, at + 1, checked=checked)


def _paragraph(lines: list[str], at: int) -> _Read:
    inner = [lines[at]]
    while at + 1 < len(lines) and not _ends_paragraph(lines[at + 1]):
        at += 1
        inner.append(lines[at])
    return _said("paragraph", [_plain(line) for line in inner], at + 1)


def _ends_paragraph(line: str) -> bool:
    if not line.strip():
        return True
    patterns = (_FENCE, _HEADING, _BULLET, _NUMBER, _RULE, _PLACE)
    return line.startswith(">") or any(one.match(line) for one in patterns)


def _plain(line: str) -> str:
    """Take away the sign that keeps a line from beginning another block."""
    return line[1:] if line.startswith("\\") and _BEGINS.match(line[1:]) else line


def _said(kind: str, lines: Iterable[str], behind: int, *, checked: bool = False) -> _Read:
    spans = read_spans("\n".join(lines))
    return _Read(PageBlock(kind, spans, checked) if spans else None, behind)


def _goes_on(line: str) -> bool:
    """Whether a line ends with one sign that is not itself taken as written."""
    return (len(line) - len(line.rstrip("\\"))) % 2 == 1
