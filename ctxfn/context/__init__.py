"""Context: messages with what is known about the request, and the notes steps leave."""

from __future__ import annotations

from ctxfn.context.context import Context
from ctxfn.context.known import Known
from ctxfn.context.notes import AnyNote, Dropped, Note

__all__ = ["AnyNote", "Context", "Dropped", "Known", "Note"]
