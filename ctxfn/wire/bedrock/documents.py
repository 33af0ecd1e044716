"""Documents wherever they stand: as files, or in a block that is kept verbatim."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from attrs import evolve

from ctxfn.messages import File, Opaque, Part, own
from ctxfn.wire.bedrock.written import CODEC

__all__ = [
    "document_name",
    "fitting_document_names",
    "is_document",
    "with_document_name",
]


def is_document(part: Part) -> bool:
    """Say whether *part* is a document to a target that counts and names documents.

    Contract:
        A file is one, and a block that is kept verbatim if it is a document's.

    Complexity: O(1).

    Source: AWS, "DocumentBlock" in the API reference of Bedrock's runtime.

    Examples:
        >>> is_document(File(name="plan"))
        True
    """
    return isinstance(part, File) or _block(part) is not None


def document_name(part: Part) -> str | None:
    """Return the name of a document, if it has one.

    Contract:
        What is no document has none.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> document_name(File(name="plan"))
        'plan'
    """
    if isinstance(part, File):
        return part.name
    block = _block(part)
    name = None if block is None else block.get("name")
    return name if isinstance(name, str) else None


def with_document_name(part: Part, name: str) -> Part:
    """Return the document *part* under the name *name*.

    Contract:
        What is no document is the same object.

    Complexity: O(size of *part*, if it was kept verbatim).

    Source: ours.

    Examples:
        >>> with_document_name(File(name="plan.pdf"), "plan").name
        'plan'
    """
    if isinstance(part, File):
        return evolve(part, name=name)
    value = part.value.thaw() if isinstance(part, Opaque) else None
    block = value.get("document") if isinstance(value, dict) else None
    if not isinstance(part, Opaque) or not isinstance(block, dict):
        return part
    block["name"] = name
    return evolve(part, value=own(value))


def _block(part: Part) -> dict[str, object] | None:
    if not isinstance(part, Opaque) or part.codec != CODEC:
        return None
    value = part.value.shared()
    block = value.get("document") if isinstance(value, dict) else None
    return block if isinstance(block, dict) else None


def fitting_document_names(names: Iterable[str | None], pattern: str, length: int) -> Iterator[str]:
    """Yield for each of *names* one that a target takes: of its letters, short enough, new.

    Contract:
        A name that fits and is new stays. Else its ending goes and blanks stand for what
        *pattern* does not allow, ``document`` for nothing at all; a name that was there before,
        letter case aside, gets the next free number behind it. What comes later changes
        nothing before it.

    Complexity: O(names), and of names that are alike the square in the worst case.

    Source: catalogue rules ``document-name-format`` and ``document-name-duplicate``.

    Examples:
        >>> names = ["plan_v2.pdf", None, "Document", "a"]
        >>> list(fitting_document_names(names, r"[a-zA-Z0-9 ()\\[\\]-]+", 200))
        ['plan v2', 'document', 'Document-2', 'a']
    """
    right = re.compile(pattern)
    taken: set[str] = set()
    for name in names:
        plain = name or ""
        if not right.fullmatch(plain) or len(plain) > length or "  " in plain:
            plain = _plain(plain, right)[:length].strip() or "document"
        fitting, number = plain, 2
        while fitting.lower() in taken:
            end = f"-{number}"
            fitting = plain[: length - len(end)] + end
            number += 1
        taken.add(fitting.lower())
        yield fitting


def _plain(name: str, right: re.Pattern[str]) -> str:
    bare = re.sub(r"\.[A-Za-z0-9]{1,8}$", "", name)
    kept = "".join(one if right.fullmatch(one) else " " for one in bare)
    return " ".join(kept.split())
