"""Write documents of the agent as one text: whole ones first, then the index of the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ctxfn.facts import AgentDocument
from ctxfn.injectors.document_index import render_document_index
from ctxfn.messages import enclose, escape, is_blank, neutralise, neutralise_tags, tag
from ctxfn.tokens import Counter, estimate

__all__ = ["DocumentTexts", "render_documents", "shorten_document"]

_SHORTENED: Final = "[Only the beginning of this document is shown.]"
#: So far back from the last character that fits a blank is looked for, to cut no word in two.
_LONGEST_WORD: Final = 40
#: Elements of ours that a raw text must not imitate.
_ELEMENTS: Final = ("agent_document", "agent_documents_index")


class DocumentTexts(NamedTuple):
    """Documents as one text, and those of which only the beginning is in it."""

    text: str
    shortened: tuple[AgentDocument, ...]


def render_documents(
    documents: Sequence[AgentDocument],
    /,
    *,
    reader: str | None = None,
    lister: str | None = None,
    run_started_ms: int | float | None = None,
    counter: Counter | None = None,
) -> DocumentTexts:
    """Write *documents*: those always loaded whole, in their order, then the index of the others.

    *counter* counts what `max_tokens` allows; without one it is estimated. *reader*, *lister* and
    *run_started_ms* are the index's.

    Contract:
        Texts are joined by blank lines; disabled documents are none. A document as a file is one
        element, its text and attributes escaped. A raw one is the application's text as it is, but
        for what could be taken for an element of ours or for the envelope of a person's message;
        blank, it is no text.

    Complexity: O(characters).

    Source: LobeHub context-engine, agent documents: element, attributes, order. It escapes
    attributes alone, and puts a shortened text on one line.

    Examples:
        >>> style = AgentDocument(filename="s.md", content="a < b", load="always", format="file")
        >>> tone = AgentDocument(filename="t.md", content="Be <brief>.", load="always")
        >>> print(render_documents((style, tone)).text)
        <agent_document filename="s.md">
        a &lt; b
        </agent_document>
        <BLANKLINE>
        Be <brief>.
    """
    # Of two things of one name, the door says the function and pyright takes the module.
    count = counter or estimate()  # pyright: ignore[reportCallIssue]
    texts: list[str] = []
    shortened: list[AgentDocument] = []
    for document in documents:
        if document.load != "always":
            continue
        text = shorten_document(document.content, document.max_tokens, count)
        if text is not document.content:
            shortened.append(document)
        texts.append(_element(document, text) if document.format == "file" else _raw(text))
    listed = [one for one in documents if one.load == "progressive"]
    index = render_document_index(
        listed, reader=reader, lister=lister, run_started_ms=run_started_ms
    )
    whole = "\n\n".join(text for text in (*texts, index) if not is_blank(text))
    return DocumentTexts(whole, tuple(shortened))


def shorten_document(text: str, max_tokens: int | None, counter: Counter) -> str:
    """Keep the beginning of *text*, of *max_tokens* at most by *counter*, and say so.

    Contract:
        What fits is the same object. Else a beginning, its lines as they were, which ends
        between two words where one ends near, and a line that says it is shortened. The line is
        not counted. More tokens never keep less.

    Complexity: O(characters kept), times their logarithm; independent of the rest.

    Source: ours. LobeHub context-engine counts words, and joins them by single spaces.

    Examples:
        >>> words = Counter("words", True, lambda text: len(text.split()))
        >>> print(shorten_document("one two\\nthree four", 3, words))
        one two
        three
        [Only the beginning of this document is shown.]
        >>> shorten_document("one two", 2, words)
        'one two'
    """
    if max_tokens is None:
        return text
    low, high = 0, 4 * max_tokens
    while high < len(text) and counter.text(text[:high]) <= max_tokens:
        low, high = high, 2 * high
    high = min(high, len(text))
    if high == len(text) and counter.text(text) <= max_tokens:
        return text
    while high - low > 1:
        middle = (low + high) // 2
        if counter.text(text[:middle]) <= max_tokens:
            low = middle
        else:
            high = middle
    return f"{text[: _between_words(text, low)].rstrip()}\n{_SHORTENED}"


def _between_words(text: str, end: int) -> int:
    """The last place at or before *end* where a word ends, if one is near."""
    if text[end : end + 1].isspace():
        return end
    for place in range(end - 1, max(end - _LONGEST_WORD, 0) - 1, -1):
        if text[place].isspace():
            return place
    return end


def _element(document: AgentDocument, text: str) -> str:
    attributes = {"id": document.id, "filename": document.filename, "title": document.title}
    if is_blank(text):
        return tag("agent_document", **attributes)
    return enclose("agent_document", escape(text), **attributes)


def _raw(text: str) -> str:
    return neutralise_tags((neutralise(text),), _ELEMENTS)[0]
