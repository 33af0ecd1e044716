"""Who the model is asked to be."""

from __future__ import annotations

from attrs import frozen

__all__ = ["SystemRole"]


@frozen
class SystemRole:
    """The application's own system text; a template, so placeholders in it are filled."""

    text: str
