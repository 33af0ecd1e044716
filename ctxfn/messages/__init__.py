"""messages: what is said."""

from __future__ import annotations

from attrs import frozen

__all__ = ["ToolName"]


@frozen
class ToolName:
    """A tool's own name: the package it is in, the function, and the package's kind."""

    identifier: str
    api: str
    kind: str = "builtin"
