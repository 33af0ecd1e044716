"""Whose the connected accounts are, right behind the system role."""

from __future__ import annotations

from typing import Final

from ctxfn.facts import ConnectorOwnership
from ctxfn.slots import SYSTEM, Injector

__all__ = ["connector_ownership", "render_connector_ownership"]


def render_connector_ownership(ownership: ConnectorOwnership) -> str:
    """Write the note as it is; blank, nothing is injected.

    Contract:
        The text itself, the same object; nothing in it is escaped: the application wrote it. It
        is data and no template: placeholders in it stay.

    Complexity: O(1).

    Source: LobeHub context-engine, connector ownership.

    Examples:
        >>> render_connector_ownership(ConnectorOwnership("The calendar is team Blue's."))
        "The calendar is team Blue's."
    """
    return ownership.note


connector_ownership: Final = Injector(
    "connector_ownership", SYSTEM, ConnectorOwnership, render_connector_ownership
)
