"""Search files for words, and show where they stand."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Final

from attrs import frozen

from ctxfn.functional import countby
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.answers import Document
from ctxfn.io.sources.files.reading import read_start
from ctxfn.io.sources.files.rules import Rules
from ctxfn.io.sources.files.walking import Entry, Walk
from ctxfn.io.sources.limits import Limits

__all__ = ["Searched", "find_best", "find_text", "terms_of"]

#: Characters shown around a hit.
_AROUND: Final = 200

#: Deeper than any path may be written.
_ALL: Final = 64

#: So many words of a question are looked for.
_MOST_TERMS: Final = 24

#: Nobody asks with longer words.
_LONGEST_TERM: Final = 60
_WORDS: Final = re.compile(r"\w+")

#: Scripts that put no space between words: two signs in a row stand for one.
_UNSPACED: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0eff]+")


@frozen
class Searched:
    """What was found, in order, and what there is to say about the search."""

    documents: tuple[Document, ...]
    remarks: tuple[str, ...]


def find_text(
    rules: Rules, limits: Limits, query: str, parts: tuple[str, ...], most: int, source: str
) -> Searched:
    """Find the first *most* files below *parts* that have *query* in them, letters of any case.

    Raises:
        SourceRefusal: nothing to look for, or no such folder.
    """
    if not query.strip():
        raise SourceRefusal("query: found nothing, expected a text")
    wanted = _small(query)
    walk = Walk(rules, limits)
    found: list[Document] = []
    for entry, text in _texts(rules, limits, walk, parts):
        place = _small(text).find(wanted)
        if place >= 0:
            found.append(_document(entry, text, place, source))
            if len(found) == most:
                break
    return Searched(tuple(found), walk.remarks())


def find_best(rules: Rules, limits: Limits, question: str, most: int, source: str) -> Searched:
    """Find the *most* files that have most of the words of *question*, best first.

    A word counts the more the fewer files have it; one of two letters not at all. Of files that
    are as good, the first by path. The snippet stands where most different words are near to each other.
    """
    terms = tuple(term for term in terms_of(question) if len(term) <= _LONGEST_TERM)
    if not terms:
        return Searched((), ())
    pattern = re.compile("|".join(map(re.escape, terms)), re.IGNORECASE)
    wanted = [_small(term) for term in terms]
    walk = Walk(rules, limits)
    hits = []
    for entry, text in _texts(rules, limits, walk, ()):
        whole = f"{entry.path}\n{text}"
        small = _small(whole)
        if not any(term in small for term in wanted):
            continue
        words, place = _best_place(pattern, whole)
        if words:
            hits.append((words, entry, max(0, place - len(entry.path) - 1)))
    files_with = countby(lambda word: word, (word for words, _, _ in hits for word in words))
    rare = {word: math.log(1 + len(hits) / count) for word, count in files_with.items()}
    hits.sort(key=lambda one: -sum(rare[word] for word in sorted(one[0])))
    documents: list[Document] = []
    for _, entry, place in hits[:most]:
        again = _text(rules, limits, entry)
        if again is not None:
            documents.append(_document(entry, again, place, source))
    return Searched(tuple(documents), walk.remarks())


def terms_of(question: str) -> tuple[str, ...]:
    """Take the words of *question* that tell anything, the longest first.

    Examples:
        >>> terms_of("When do owls sleep? 猫头鹰")
        ('sleep', 'when', 'owls', '猫头', '头鹰')
    """
    found: dict[str, None] = {}
    for word in _WORDS.findall(question.casefold()):
        for run in _UNSPACED.findall(word):
            pairs = [run[place : place + 2] for place in range(len(run) - 1)]
            found.update(dict.fromkeys(pairs or [run]))
        rest = _UNSPACED.sub("", word)
        if len(rest) > 2:
            found[rest] = None
    return tuple(sorted(found, key=len, reverse=True)[:_MOST_TERMS])


def _texts(
    rules: Rules, limits: Limits, walk: Walk, parts: tuple[str, ...]
) -> Iterator[tuple[Entry, str]]:
    for entry in walk.below(parts, _ALL):
        text = None if entry.folder else _text(rules, limits, entry)
        if text is not None:
            yield entry, text


def _text(rules: Rules, limits: Limits, entry: Entry) -> str | None:
    if entry.size > limits.search_bytes:
        return None
    try:
        return read_start(rules.root, entry.parts, limits.search_bytes)
    except SourceRefusal:  # it went while we looked, or may not be read
        return None


def _small(text: str) -> str:
    """Write *text* in small letters, each in its place.

    What is looked for in such a text is found in time that grows with the text; a regular expression
    for letters of any case looks at all of a long query at each place, and holds all threads.
    """
    small = text.lower()
    if len(small) != len(text):
        small = "".join(low if len(low := sign.lower()) == 1 else sign for sign in text)
    return small.replace("\u03c2", "\u03c3")  # the same letter, at the end of a word


def _best_place(pattern: re.Pattern[str], text: str) -> tuple[frozenset[str], int]:
    """Name the different words in *text*, and find where most of them are near to each other."""
    hits = [(hit.start(), hit[0].casefold()) for hit in pattern.finditer(text)][:2_000]
    best, place, first = 0, 0, 0
    near: dict[str, int] = {}
    for at, word in hits:
        near[word] = near.get(word, 0) + 1
        while at - hits[first][0] > _AROUND:
            near[hits[first][1]] -= 1
            first += 1
        count = sum(1 for number in near.values() if number)
        if count > best:
            best, place = count, hits[first][0]
    return frozenset(word for _, word in hits), place


def _document(entry: Entry, text: str, place: int, source: str) -> Document:
    line = text.count("\n", 0, place) + 1
    start = max(0, place - _AROUND // 4)
    snippet = text[start : start + _AROUND].strip()
    before, behind = "…" if start else "", "…" if start + _AROUND < len(text) else ""
    return Document(
        entry.path, entry.parts[-1], f"{entry.path}#L{line}", source, f"{before}{snippet}{behind}"
    )
