"""Fill the documents that are templates, in place."""

from __future__ import annotations

from benchmarks.twins.fill_placeholders import Values, fill_text
from benchmarks.twins.shapes import Rows

__all__ = ["fill_documents"]


def fill_documents(documents: Rows, *, values: Values, depth: int = 2) -> None:
    """Fill what a request may hold of *documents*, each a template no more."""
    for one in documents:
        if one["template"] and one["load"] == "always" and "{{" in one["content"]:
            one["content"] = fill_text(one["content"], values, depth=depth)
            one["template"] = False
