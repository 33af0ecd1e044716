"""What the sources of a file answer to the last question of a conversation."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from ctxfn.context import Note
from ctxfn.facts import RetrievedDocuments
from ctxfn.io.cli.terminal import Terminal
from ctxfn.io.errors import InvalidArgument
from ctxfn.io.sources import DeclaredSources, Retrieved, read_sources, retrieve_now
from ctxfn.messages import User, last_of, text_of
from ctxfn.pipeline import AnyStep, needs
from ctxfn.wire import codec_named, detect

__all__ = ["Sourced", "remark_notes", "sources_for"]


@frozen
class Sourced:
    """Sources to ask, or none; `format` is how conversations are written, if somebody said."""

    declared: DeclaredSources | None
    format: str | None = None

    def asked(self, value: object) -> Retrieved:
        """Ask them what the person asked last in *value*; if nobody asked, nothing."""
        if self.declared is None:
            return Retrieved(None)
        messages = codec_named(self.format or detect(value)).decode(value).messages
        last = last_of(User, messages)
        question = text_of(last.node) if last is not None else ""
        if not question.strip():
            return Retrieved(None, (Note("sources", "no-question", "nobody asked anything"),))
        return retrieve_now(self.declared.sources, question, tokens=self.declared.tokens)


def sources_for(
    path: Path | None, steps: AnyStep, facts: tuple[object, ...], format: str | None
) -> Sourced:
    """Read the sources of *path*, whose answers *steps* must read and nobody else may tell.

    Raises:
        UnreadableInput: the file cannot be read, or declares what is no source.
        InvalidArgument: no step reads what sources answer, or a file of facts tells it as well.
    """
    if path is None:
        return Sourced(None)
    if RetrievedDocuments not in needs(steps):
        expected = "a pipeline with the step retrieved_documents"
        raise InvalidArgument("--sources", "no step that reads what they answer", expected)
    if any(isinstance(fact, RetrievedDocuments) for fact in facts):
        found = "RetrievedDocuments, which --facts tells as well"
        raise InvalidArgument("--sources", found, "one of the two")
    return Sourced(read_sources(path), format)


def remark_notes(seen: Terminal, place: str, notes: tuple[Note, ...]) -> None:
    """Tell people what a source did not answer."""
    for note in notes:
        seen.remark(f"{place}: {note.step}, {note.kind}: {note.text}")
