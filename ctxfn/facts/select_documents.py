"""Select the documents whose load rules hold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, assert_never

from attrs import frozen

from ctxfn.errors import check_argument
from ctxfn.facts.agent_documents import AgentDocument
from ctxfn.facts.check_fields import check_fields
from ctxfn.facts.linear_search import why_not_found
from ctxfn.facts.load_rules import (
    Always,
    ByKeywords,
    ByPattern,
    ByTimeRange,
    LoadRule,
    UnreadableRule,
)

__all__ = ["LeftOut", "Selection", "select_documents"]


@frozen
class LeftOut:
    """A document that its rule keeps out of this request, and why."""

    document: AgentDocument
    reason: str

    __attrs_post_init__ = check_fields


class Selection(NamedTuple):
    """What load rules made of documents."""

    chosen: tuple[AgentDocument, ...]
    left_out: tuple[LeftOut, ...]


def select_documents(
    documents: Iterable[AgentDocument], /, *, words: str | None, now: int | float | None
) -> Selection:
    """Select those of *documents* whose rule holds for the *words* said last, and for *now*.

    *now* is in milliseconds since 1970; ``None``: nobody knows.

    Contract:
        Chosen come by priority, equal ones in their order; left out, in their order, each with
        the reason. A disabled document is neither. A rule that cannot be decided (no words, no
        clock, no keywords, an invalid pattern) leaves out. Each document is judged alone.

    Complexity: O(characters of words, for each document); O(n log n) for the order.

    Source: LobeHub context-engine, load rules of agent documents. It runs patterns from data on
    an engine that backtracks, and tells of none that it left out.

    Raises:
        MissingExtra: a rule has a pattern to look for and google-re2 is not installed.

    Examples:
        >>> style = AgentDocument(filename="style.md", rule=ByKeywords(("Write", "edit")))
        >>> tone = AgentDocument(filename="tone.md", priority=1)
        >>> found = select_documents((style, tone), words="please REWRITE it", now=None)
        >>> [one.filename for one in found.chosen]
        ['tone.md', 'style.md']
        >>> select_documents((style,), words="hello", now=None).left_out[0].reason
        'none of its keywords was said'
    """
    check_argument("documents", documents, Iterable, "documents: AgentDocument(...), ...")
    check_argument("words", words, str | None, "a text, or None")
    check_argument("now", now, int | float | None, "milliseconds since 1970, or None")
    folded = (words or "").casefold()
    chosen: list[AgentDocument] = []
    left_out: list[LeftOut] = []
    for document in documents:
        check_argument("documents", document, AgentDocument, "an AgentDocument for each")
        if document.load == "disabled":
            continue
        reason = _why_not(document.rule, words or "", folded, now)
        if reason is None:
            chosen.append(document)
        else:
            left_out.append(LeftOut(document, reason))
    return Selection(tuple(sorted(chosen, key=lambda one: one.priority)), tuple(left_out))


def _why_not(rule: LoadRule, words: str, folded: str, now: int | float | None) -> str | None:
    match rule:
        case Always():
            return None
        case ByKeywords():
            return _without_keywords(rule, folded)
        case ByPattern():
            if not words:
                return "nobody said anything to look for its pattern in"
            return why_not_found(rule.pattern, words)
        case ByTimeRange():
            return _out_of_time(rule, now)
        case UnreadableRule():
            return rule.reason
        case _:
            assert_never(rule)


def _without_keywords(rule: ByKeywords, folded: str) -> str | None:
    keywords = [word.casefold() for word in rule.keywords if word.strip()]
    if not keywords:
        return "its rule has no keywords"
    said = [word in folded for word in keywords]
    if rule.match == "all":
        return None if all(said) else "not all of its keywords were said"
    return None if any(said) else "none of its keywords was said"


def _out_of_time(rule: ByTimeRange, now: int | float | None) -> str | None:
    if now is None:
        return "nobody knows the time; tell a Clock"
    if rule.from_ms is not None and now < rule.from_ms:
        return "its time has not come yet"
    if rule.until_ms is not None and now > rule.until_ms:
        return "its time is over"
    return None
