"""Skills: read them from folders, and fetch what those that are wanted lack."""

from __future__ import annotations

from ctxfn.io.skills.fetch_contents import FetchedContents, fetch_contents
from ctxfn.io.skills.read_skills import SKILL_FILE, SkillsRead, read_skills

__all__ = [
    "SKILL_FILE",
    "FetchedContents",
    "SkillsRead",
    "fetch_contents",
    "read_skills",
]
