"""Skills: texts that tell a model how to do something; which there are, and which are active."""

from __future__ import annotations

from ctxfn.skills.activation import Activation, SkillDelta, WhoActivates, skill_delta
from ctxfn.skills.activations_in import activations_in
from ctxfn.skills.collect_skills import LeftOut, SkillSnapshot, WhyLeftOut, collect_skills
from ctxfn.skills.errors import InvalidSkill
from ctxfn.skills.judge_skill import Because, SkillRules, Verdict, judge_skill
from ctxfn.skills.list_files import list_files, with_files
from ctxfn.skills.offered import OfferedSkill, SkillSource
from ctxfn.skills.parse_skill import parse_skill
from ctxfn.skills.resolve_skills import (
    Activated,
    ResolvedSkills,
    UnmetActivation,
    resolve_skills,
)
from ctxfn.skills.skill_rows import (
    ReadActivations,
    ReadSkills,
    activations_of_rows,
    skills_of_rows,
)

__all__ = [
    "Activated",
    "Activation",
    "Because",
    "InvalidSkill",
    "LeftOut",
    "OfferedSkill",
    "ReadActivations",
    "ReadSkills",
    "ResolvedSkills",
    "SkillDelta",
    "SkillRules",
    "SkillSnapshot",
    "SkillSource",
    "UnmetActivation",
    "Verdict",
    "WhoActivates",
    "WhyLeftOut",
    "activations_in",
    "activations_of_rows",
    "collect_skills",
    "judge_skill",
    "list_files",
    "parse_skill",
    "resolve_skills",
    "skill_delta",
    "skills_of_rows",
    "with_files",
]
