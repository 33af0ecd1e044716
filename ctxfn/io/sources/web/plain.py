"""Make plain text of a page: what a reader sees of it, without how it looks."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Final

__all__ = ["LONGEST_PAGE", "plain_text"]

#: What nobody reads.
_UNSEEN: Final = frozenset(
    ("script", "style", "noscript", "template", "svg", "math", "iframe", "object", "canvas")
) | frozenset(("select", "datalist", "video", "audio", "textarea", "button"))

#: What begins a line.
_LINES: Final = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "br",
        "dd",
        "details",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "summary",
        "table",
        "tbody",
        "tfoot",
        "thead",
        "tr",
        "ul",
    ]
)
_CELLS: Final = frozenset(("td", "th"))

#: The part of a page that is read; behind it hardly anybody writes for people.
LONGEST_PAGE: Final = 1_000_000

_SPACES: Final = re.compile(r"[ \t\r\f\v\u00a0]+")
_EMPTY_LINES: Final = re.compile(r"\n{3,}")


def plain_text(page: str) -> tuple[str, str]:
    """Return the title of an HTML *page*, and its text.

    What stands in a tag that is never closed, at the very end, is passed by.

    Examples:
        >>> plain_text("<title>Owls</title><p>They sleep<br>by &lt;day&gt;.<script>x()</script>")
        ('Owls', 'They sleep\\nby <day>.')
    """
    reader = _Reader()
    reader.feed(page[:LONGEST_PAGE])
    reader.feed("<br>")  # what is still held back; close() would look at the rest again and again
    lines = (_SPACES.sub(" ", line).strip() for line in "".join(reader.said).split("\n"))
    text = _EMPTY_LINES.sub("\n\n", "\n".join(lines)).strip()
    return " ".join("".join(reader.title).split()), text


class _Reader(HTMLParser):
    """Collects what is said; `unseen` is what it stands in that nobody reads."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.said: list[str] = []
        self.title: list[str] = []
        self._unseen = ""
        self._depth = 0
        self._titled = False
        self._verbatim = 0

    def parse_html_declaration(self, i: int) -> int:
        """Pass by what begins like a section of another language: the parser gives up on some."""
        if self.rawdata.startswith("<![", i):
            return self.parse_bogus_comment(i)
        return super().parse_html_declaration(i)

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        """Begin a line, a cell, or what is not read."""
        if self._unseen:
            self._depth += tag == self._unseen
        elif tag in _UNSEEN:
            self._unseen, self._depth = tag, 1
        elif tag == "title" and not self.title:
            self._titled = True
        elif tag in _LINES:
            self._verbatim += tag == "pre"
            self._end_line()
        elif tag in _CELLS:
            self.said.append(" ")

    def handle_startendtag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        """Begin a line; nothing stands in a tag that ends itself."""
        if not self._unseen and tag in _LINES:
            self._end_line()

    def handle_endtag(self, tag: str) -> None:
        """End a line, the title, or what is not read."""
        if self._unseen:
            self._depth -= tag == self._unseen
            if not self._depth:
                self._unseen = ""
        elif tag == "title":
            self._titled = False
        elif tag in _LINES:
            self._verbatim -= tag == "pre" and self._verbatim > 0
            self._end_line()

    def handle_data(self, data: str) -> None:
        """Keep what is said."""
        if self._titled:
            self.title.append(data)
        elif not self._unseen:
            self.said.append(data if self._verbatim else data.replace("\n", " "))

    def _end_line(self) -> None:
        self.said.append("\n")
