"""Pieces of text that are bold, italic, code or a link: as Notion has them, and in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from attrs import evolve, frozen

__all__ = ["Span", "joined", "read_spans", "rich_text", "spans_of", "write_spans"]

#: Characters that Notion takes in one span.
_LONGEST: Final = 2_000

#: What stands for something, where it could.
_SPECIAL: Final = re.compile(r"[\\`*\[]|\](?=\()|<(?=!--)|(?<![^\W_])_|_(?![^\W_])")

_TOKEN: Final = re.compile(
    r"\\(?P<escaped>[!-/:-@\[-`{-~ ])|(?P<ticks>`+)|(?P<open>\[)|\]\((?P<link><[^<>\n]*>|[^\s()<>]*)\)"
    r"|(?P<marks>\*{1,3}|_{1,3})"
)
_PLAIN_ADDRESS: Final = re.compile(r"[^\s()<>]+\Z")


@frozen
class Span:
    """A piece of text and how it is shown."""

    text: str
    bold: bool = False
    italic: bool = False
    code: bool = False
    link: str | None = None


def spans_of(rich: Iterable[Mapping[str, Any]]) -> tuple[Span, ...] | None:
    """Read Notion's rich text; None if it has what Markdown has no words for."""
    found: list[Span] = []
    for one in rich:
        shown = one.get("annotations") or {}
        text = one.get("text") or {}
        odd = shown.get("strikethrough") or shown.get("underline")
        if one.get("type") != "text" or odd or shown.get("color", "default") != "default":
            return None
        content = text.get("content")
        if not isinstance(content, str):
            return None
        link = (text.get("link") or {}).get("url")
        bold, italic, code = (bool(shown.get(key)) for key in ("bold", "italic", "code"))
        found += _edges(Span(content, bold, italic, code, link))
    return joined(found)


def rich_text(spans: Iterable[Span]) -> list[dict[str, Any]]:
    """Write spans as Notion takes them, none longer than it may be."""
    return [
        {
            "type": "text",
            "text": {"content": piece, "link": None if one.link is None else {"url": one.link}},
            "annotations": {"bold": one.bold, "italic": one.italic, "code": one.code},
        }
        for one in spans
        for piece in _pieces(one.text)
    ]


def joined(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Make one of neighbours that are shown alike."""
    alike = groupby((one for one in spans if one.text), key=lambda one: evolve(one, text=""))
    return tuple(evolve(shown, text="".join(one.text for one in run)) for shown, run in alike)


def write_spans(spans: Sequence[Span]) -> str:
    """Write spans in Markdown, with the sign for italic that reads back, if one does."""
    starred = "".join(_written(one, "*") for one in spans)
    if read_spans(starred) == tuple(spans):
        return starred
    return "".join(_written(one, "_") for one in spans)


def read_spans(markdown: str) -> tuple[Span, ...]:
    """Read the spans of one block of *markdown*; marks without a partner stand for themselves."""
    return _Reading(markdown).spans()


def _edges(one: Span) -> tuple[Span, ...]:
    """Part blanks from what is bold or italic: nobody sees them, and Markdown cannot say it."""
    if one.code or not (one.bold or one.italic):
        return (one,)
    plain = evolve(one, bold=False, italic=False)
    inner = one.text.strip()
    before = one.text[: len(one.text) - len(one.text.lstrip())] if inner else one.text
    behind = one.text[len(before) + len(inner) :]
    return evolve(plain, text=before), evolve(one, text=inner), evolve(plain, text=behind)


def _pieces(text: str) -> Iterable[str]:
    """Part *text*, counting as Notion does: a character beyond the first plane is two."""
    piece: list[str] = []
    size = 0
    for sign in text:
        width = 2 if ord(sign) > 0xFFFF else 1
        if size + width > _LONGEST:
            yield "".join(piece)
            piece, size = [], 0
        piece.append(sign)
        size += width
    if piece:
        yield "".join(piece)


def _written(one: Span, italic: str) -> str:
    if one.code:
        longest = max((len(run) for run in re.findall("`+", one.text)), default=0)
        fence = "`" * (longest + 1)
        pad = " " if one.text.startswith(("`", " ")) or one.text.endswith(("`", " ")) else ""
        text = f"{fence}{pad}{one.text}{pad}{fence}"
    else:
        text = _SPECIAL.sub(r"\\\g<0>", one.text)
    marks = ("**" if one.bold else "") + (italic if one.italic else "")
    text = f"{marks}{text}{marks[::-1]}"
    if one.link is None:
        return text
    address = one.link if _PLAIN_ADDRESS.match(one.link) else f"<{one.link}>"
    return f"[{text}]({address})"


class _Reading:
    """One pass over a text: what is open, and the pieces so far."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._pieces: list[Span] = []
        self._open: list[tuple[str, int]] = []
        self._no_ticks: set[int] = set()

    def spans(self) -> tuple[Span, ...]:
        at = 0
        while (token := _TOKEN.search(self._text, at)) is not None:
            self._say(self._text[at : token.start()])
            at = self._take(token)
        self._say(self._text[at:])
        return joined(edge for one in joined(self._pieces) for edge in _edges(one))

    def _say(self, text: str) -> None:
        if text:
            self._pieces.append(Span(text))

    def _take(self, token: re.Match[str]) -> int:
        if token["escaped"] is not None:
            self._say(token["escaped"])
        elif token["ticks"] is not None:
            return self._code(token)
        elif token["open"] is not None:
            self._begin("[")
        elif token["link"] is not None:
            self._linked(token)
        else:
            self._marked(token)
        return token.end()

    def _begin(self, mark: str) -> None:
        self._open.append((mark, len(self._pieces)))
        self._say(mark)

    def _code(self, token: re.Match[str]) -> int:
        size = len(token["ticks"])
        end = None
        if size not in self._no_ticks:
            end = re.compile(f"(?<!`)`{{{size}}}(?!`)").search(self._text, token.end())
        if end is None:
            self._no_ticks.add(size)
            self._say(token["ticks"])
            return token.end()
        inner = self._text[token.end() : end.start()]
        if len(inner) > 2 and inner[0] == inner[-1] == " " and inner.strip():
            inner = inner[1:-1]
        self._pieces.append(Span(inner, code=True))
        return end.end()

    def _linked(self, token: re.Match[str]) -> None:
        address = token["link"].removeprefix("<").removesuffix(">")
        start = self._partner("[")
        if start is None or not address:
            self._say(token[0])
            return
        self._pieces[start + 1 :] = [
            one if one.link is not None else evolve(one, link=address)
            for one in self._pieces[start + 1 :]
        ]
        self._pieces[start] = Span("")

    def _marked(self, token: re.Match[str]) -> None:
        marks = token["marks"]
        before = self._text[token.start() - 1 : token.start()]
        behind = self._text[token.end() : token.end() + 1]
        inside = marks[0] == "_" and before.isalnum() and behind.isalnum()
        closes = bool(before.strip()) and not inside
        start = self._partner(marks) if closes else None
        if start is not None:
            bold, italic = len(marks) > 1, len(marks) != 2
            self._pieces[start + 1 :] = [
                evolve(one, bold=one.bold or bold, italic=one.italic or italic)
                for one in self._pieces[start + 1 :]
            ]
            self._pieces[start] = Span("")
        elif behind.strip() and not inside:
            self._begin(marks)
        else:
            self._say(marks)

    def _partner(self, mark: str) -> int | None:
        """Find what *mark* closes; what is open inside of it stays as it is written."""
        for number in range(len(self._open) - 1, max(-1, len(self._open) - 9), -1):
            if self._open[number][0] == mark:
                start = self._open[number][1]
                del self._open[number:]
                return start
        return None
