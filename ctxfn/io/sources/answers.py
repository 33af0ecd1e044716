"""What a source says: documents, a text, or what went wrong."""

from __future__ import annotations

import json
from typing import Literal, TypeAlias

from attrs import asdict, frozen

from ctxfn.errors import check_argument
from ctxfn.messages import Image

__all__ = ["Answer", "Document", "Problem", "ProblemKind", "Status", "Stood", "write_answer"]

ProblemKind: TypeAlias = Literal["refused", "failed", "late", "read-only", "closed"]
"""It will not, it could not, it did not in time, it cannot change anything, it is not open."""

Stood: TypeAlias = Literal["closed", "opening", "open", "failed"]
"""What became of the connection of a source."""


@frozen
class Document:
    """One thing that was found: `snippet` is a piece of it, `source` the id of who found it."""

    id: str
    name: str
    uri: str | None = None
    source: str | None = None
    snippet: str | None = None


@frozen
class Problem:
    """Why there is no answer, in the name of the source."""

    source: str
    kind: ProblemKind
    reason: str

    def __str__(self) -> str:
        return f"{self.source}: {self.reason}"


@frozen
class Answer:
    """Documents, and a text; neither, if nothing was found. Or a problem.

    `remarks` say what is not in it: what was cut, or passed by. `images` came with it; as JSON
    it can only name them.

    Raises:
        InvalidArgument: a field holds what it cannot.
    """

    results: tuple[Document, ...] = ()
    text: str | None = None
    problem: Problem | None = None
    remarks: tuple[str, ...] = ()
    images: tuple[Image, ...] = ()

    def __attrs_post_init__(self) -> None:
        check_argument("Answer, results", self.results, tuple, "a tuple of Document(...)")
        for one in self.results:
            check_argument("Answer, results", one, Document, "a Document(...)")
        check_argument("Answer, text", self.text, str | None, "a text, or None")
        check_argument("Answer, remarks", self.remarks, tuple, "a tuple of texts")
        for remark in self.remarks:
            check_argument("Answer, remarks", remark, str, "a text")
        check_argument("Answer, images", self.images, tuple, "a tuple of Image(...)")
        for image in self.images:
            check_argument("Answer, images", image, Image, "an Image(...)")
        check_argument("Answer, problem", self.problem, Problem | None, "a Problem(...), or None")


@frozen
class Status:
    """Whether a source can be used, why not, and what became of its connection."""

    ok: bool
    detail: str = ""
    state: Stood = "closed"


def write_answer(answer: Answer) -> str:
    """Write *answer* as a model reads it: JSON, with what there is and nothing else.

    Contract:
        ``results`` if there are any, each with its five fields; ``text`` if there is one;
        ``images`` names those that came with it; ``remarks`` if something is left out; only
        ``error`` if there is a problem. Nothing found: an empty object.

    Complexity: O(characters).

    Source: Agno's answers of context providers.

    Examples:
        >>> write_answer(Answer())
        '{}'
        >>> write_answer(Answer(text="", results=(Document("1", "a.md"),)))
        '{"results": [{"id": "1", "name": "a.md", "uri": null, "source": null, "snippet": null}], "text": ""}'
        >>> write_answer(Answer(problem=Problem("notes", "late", "not there within 1 s")))
        '{"error": "notes: not there within 1 s"}'
    """
    check_argument("write_answer, answer", answer, Answer, "an Answer(...)")
    written: dict[str, object] = {}
    if answer.problem is not None:
        written = {"error": str(answer.problem)}
    else:
        if answer.results:
            written["results"] = [asdict(one) for one in answer.results]
        if answer.text is not None:
            written["text"] = answer.text
        if answer.images:
            written["images"] = [_named(one) for one in answer.images]
        if answer.remarks:
            written["remarks"] = list(answer.remarks)
    return json.dumps(written, ensure_ascii=False)


def _named(image: Image) -> str:
    size = f", {len(image.data) * 3 // 4:,} bytes" if image.data is not None else ""
    return f"{image.media_type or 'an image'}{size}"
