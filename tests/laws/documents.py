"""Documents of an agent at every position, of each kind, some of them left out or shortened."""

from __future__ import annotations

from typing import Final, get_args

from ctxfn.facts import (
    AgentDocument,
    AgentDocuments,
    ByKeywords,
    ByTimeRange,
    DocumentPosition,
)

__all__ = ["DOCUMENTS"]

DOCUMENTS: Final = AgentDocuments(
    tuple(
        AgentDocument(
            filename=f"{number}.md",
            content="Ask {{name}} <now>.",
            position=position,
            load="progressive" if number % 3 == 2 else "always",
            format="file" if number % 2 else "raw",
            rule=ByKeywords(("a", "b")) if number % 5 == 4 else ByTimeRange(),
            max_tokens=3 if number % 4 == 3 else None,
            template=True,
        )
        for number, position in enumerate(get_args(DocumentPosition) * 3)
    )
)
