"""What can be wrong with a skill, or with what is said of one."""

from __future__ import annotations

from attrs import frozen

from ctxfn.errors import RunError

__all__ = ["InvalidSkill"]


@frozen
class InvalidSkill(RunError, ValueError):
    """The text of a skill says something of itself that a skill cannot say."""

    skill: str
    field: str
    found: str
    expected: str

    def __str__(self) -> str:
        return f"{self.skill}: field {self.field}: found {self.found}, expected {self.expected}"
