"""Previews: which attached files are shown by their beginning alone, so that talk has room."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from attrs import evolve, frozen
from pyrsistent import pvector

from ctxfn.arguments import blames_arguments
from ctxfn.messages import File, Messages, Node, User, with_parts
from ctxfn.tools import Declaration

from .accounting import Accounting, account
from .counters import Counter
from .tariff import Tariff

__all__ = ["PreviewPlan", "file_key", "plan_previews", "preview_of"]

#: Files with less text are never worth a preview; those with more always are one.
_SHORT: Final = 4_000
_LONG: Final = 100_000


@frozen
class PreviewPlan:
    """The keys of files to preview (see `file_key`), and what the request costs with that."""

    files: tuple[str, ...]
    accounting: Accounting


@blames_arguments
def file_key(file: File) -> str | None:
    """Return what names *file* in a plan: its id, else its name or its address.

    Contract:
        Two parts with one key are the same file.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> file_key(File(id="f1", name="a.md")), file_key(File(name="a.md"))
        ('f1', 'a.md')
    """
    return file.id or file.file_id or file.name or file.url


@blames_arguments
def preview_of(text: str, *, keep: int = 1_000) -> str:
    """Return the beginning of a file's *text* and a line that says how much there is.

    Contract:
        A text that this would not make shorter stays as it is.

    Complexity: O(keep).

    Source: ours.

    Examples:
        >>> preview_of("a" * 5_000, keep=2)
        'aa\\n\\n[a preview: 4,998 of 5,000 characters of this file are not shown]'
    """
    gone = len(text) - keep
    line = f"[a preview: {gone:,} of {len(text):,} characters of this file are not shown]"
    short = f"{text[:keep]}\n\n{line}"
    return short if len(short) < len(text) else text


@blames_arguments
def plan_previews(
    messages: Messages,
    counter: Counter,
    /,
    *,
    threshold: int,
    tools: Sequence[Declaration] = (),
    tariff: Tariff | None = None,
    drift: float = 1.25,
    longer_than: int = _SHORT,
    oversized: int = _LONG,
    keep: int = 1_000,
) -> PreviewPlan:
    """Plan which files of what people said to preview, so that *threshold* tokens are enough.

    So the text of attachments never makes a conversation need compression; only talk does.

    Contract:
        While all fits, nothing is previewed but what is *oversized* anyway. Else all files
        longer than *longer_than* characters are, whose preview costs less, except those, from
        the newest message back, that still have room when the others are previewed. A file that
        is attached several times is shown in one way everywhere. Figures that are estimated are
        held to the threshold with their *drift*. Nothing is changed.

    Complexity: O(characters).

    Source: LobeHub context-engine, the plan of attachment previews.

    Raises:
        UnclearLimit: *drift* is no finite number of 1 or more.

    Examples:
        >>> from ctxfn.messages import chat, user
        >>> from ctxfn.tokens import estimate
        >>> old, new = (File(id=name, text="word " * 1_000) for name in ("old", "new"))
        >>> said = chat(user("See.", old), user("And this.", new))
        >>> plan_previews(said, estimate(), threshold=2_000).files
        ('old',)
        >>> plan_previews(said, estimate(), threshold=4_000).files
        ()
    """

    def cost(previewed: frozenset[str]) -> Accounting:
        shown = pvector([_shown(node, previewed, keep) for node in messages])
        return account(shown, counter, tools=tools, tariff=tariff, drift=drift)

    files = _files(messages)
    always = frozenset(key for key, many in files.items() if _longest(many) > oversized)
    whole = cost(always)
    if whole.adjusted <= threshold:
        return PreviewPlan(tuple(key for key in files if key in always), whole)
    savings = {
        key: sum(_saving(one, counter, keep) for one in many)
        for key, many in files.items()
        if key not in always and _longest(many) > longer_than
    }
    previewed = [key for key, tokens in savings.items() if tokens > 0]
    least = cost(always.union(previewed))
    scale = Fraction(1) if counter.exact else Fraction(drift)
    room = math.floor((threshold - least.adjusted) / scale)
    inline = set()
    for key in previewed:
        if savings[key] <= room:
            room -= savings[key]
            inline.add(key)
    chosen = always.union(previewed) - inline
    return PreviewPlan(tuple(key for key in files if key in chosen), cost(frozenset(chosen)))


def _files(messages: Sequence[Node]) -> dict[str, list[str]]:
    """Map the key of each file that a person attached to its texts, the newest message first."""
    found: dict[str, list[str]] = {}
    for node in reversed(messages):
        if not isinstance(node, User):
            continue
        for part in node.parts:
            if isinstance(part, File) and part.text is not None:
                key = file_key(part)
                if key is not None:
                    found.setdefault(key, []).append(part.text)
    return found


def _longest(texts: Sequence[str]) -> int:
    return max(map(len, texts))


def _saving(text: str, counter: Counter, keep: int) -> int:
    return counter.text(text) - counter.text(preview_of(text, keep=keep))


def _shown(node: Node, previewed: frozenset[str], keep: int) -> Node:
    if not previewed or not isinstance(node, User):
        return node
    parts = tuple(
        _preview(part, keep)
        if isinstance(part, File) and part.text is not None and file_key(part) in previewed
        else part
        for part in node.parts
    )
    return with_parts(node, parts) if parts != node.parts else node


def _preview(file: File, keep: int) -> File:
    return evolve(file, text=preview_of(file.text or "", keep=keep))
