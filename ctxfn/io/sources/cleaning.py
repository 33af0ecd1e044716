"""Make what a source says fit for a model: no secret, no control character, not too long."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final
from urllib.parse import quote, quote_plus

from attrs import evolve

from ctxfn.io.sources.answers import Answer, Document, Problem
from ctxfn.io.sources.limits import Limits

__all__ = ["cleaned", "redacted", "tidied"]

_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_HALVES: Final = re.compile(r"[\ud800-\udfff]")
_LINE_ENDS: Final = re.compile(r"\r\n?")

#: Who somebody is, in an address: `scheme://name:word@host`.
#: The name may be empty and the word may hold an @; nothing is looked at twice.
_USER_INFO: Final = re.compile(r"""(?<=://)[^\s/@:]*+:[^\s/@]*+(?:@[^\s/@"',?#<>]*+(?=@))*(?=@)""")
_HIDDEN: Final = "[hidden]"

#: No error is worth more.
_LONGEST_REASON: Final = 300
_MOST_REMARKS: Final = 20

#: As long as a path or an address may be.
_LONGEST_NAME: Final = 4_096


def cleaned(text: str) -> str:
    """Take control characters out of *text*, and halves of characters; lines end as ours do."""
    return _HALVES.sub("\ufffd", _CONTROL.sub("", _LINE_ENDS.sub("\n", text)))


def redacted(text: str, secrets: Iterable[str]) -> str:
    """Hide each of *secrets*, as it is and as addresses write it, and who signs in in addresses."""
    forms = {form for one in secrets if one for form in (one, quote(one, ""), quote_plus(one))}
    for form in sorted(forms, key=lambda each: (-len(each), each)):
        text = text.replace(form, _HIDDEN)
    return _USER_INFO.sub(_HIDDEN, text)


def tidied(answer: Answer, limits: Limits, secrets: tuple[str, ...]) -> Answer:
    """Clean every text of *answer*, and cut it to its limits; what was cut is said in its remarks."""

    def tidy(text: str) -> str:
        return redacted(cleaned(text), secrets)  # so that no sign parts a secret

    if answer.problem is not None:
        problem = answer.problem
        reason = tidy(problem.reason)
        if len(reason) > _LONGEST_REASON:
            reason = reason[: _LONGEST_REASON - 1] + "…"
        return Answer(problem=Problem(problem.source, problem.kind, reason))
    left = limits.characters
    remarks = [tidy(one)[:_LONGEST_REASON] for one in answer.remarks[:_MOST_REMARKS]]
    text = None if answer.text is None else tidy(answer.text)
    if text is not None and len(text) > left:
        remarks.append(f"cut: the first {left:,} of {len(text):,} characters")
        text = text[:left]
    left -= len(text or "")
    kept: list[Document] = []
    for one in answer.results[: limits.results]:
        clean = _document(one, tidy)
        left -= len(clean.snippet or "")
        if left < 0:
            break
        kept.append(clean)
    if len(kept) < len(answer.results):
        remarks.append(f"cut: the first {len(kept):,} of {len(answer.results):,} results")
    images = answer.images[: limits.images]
    if len(images) < len(answer.images):
        remarks.append(f"cut: the first {len(images)} of {len(answer.images)} images")
    return Answer(tuple(kept), text, remarks=tuple(remarks), images=images)


def _document(one: Document, tidy: Callable[[str], str]) -> Document:
    return evolve(
        one,
        id=tidy(one.id)[:_LONGEST_NAME],
        name=tidy(one.name)[:_LONGEST_NAME],
        uri=None if one.uri is None else tidy(one.uri)[:_LONGEST_NAME],
        snippet=None if one.snippet is None else tidy(one.snippet),
    )
