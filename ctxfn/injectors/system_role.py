"""The system role: who the model is asked to be, first of all."""

from __future__ import annotations

from typing import Final

from ctxfn.facts import SystemRole
from ctxfn.slots import SYSTEM, Injector

__all__ = ["render_system_role", "system_role"]


def render_system_role(role: SystemRole) -> str:
    """Write the role as it is, not even trimmed; blank, no text.

    Contract:
        The text itself, the same object; nothing in it is escaped: the application wrote it.

    Complexity: O(1).

    Source: LobeHub context-engine, system role.

    Examples:
        >>> render_system_role(SystemRole("You are Otter, a terse release manager."))
        'You are Otter, a terse release manager.'
    """
    return role.text


system_role: Final = Injector("system_role", SYSTEM, SystemRole, render_system_role)
