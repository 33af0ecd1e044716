"""Whether a skill is on offer here: four questions, the first with an answer decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple, TypeAlias

from attrs import frozen

from ctxfn.arguments import blames_arguments
from ctxfn.skills.offered import OfferedSkill

__all__ = ["Because", "SkillRules", "Verdict", "judge_skill", "verdict_on"]

Because: TypeAlias = Literal["explicit", "platform", "rule", "default"]
"""Which of the four questions decided."""


@frozen
class SkillRules:
    """What is on offer.

    `explicit`: whoever is asked for by name is on, whatever the others say. `platform` answers
    for what runs here and what does not; None: it does not know. `by_identifier` are rules for
    single skills, of which the last counts. `otherwise` is for all others.
    """

    explicit: bool = True
    platform: Callable[[OfferedSkill], bool | None] | None = None
    by_identifier: tuple[tuple[str, bool], ...] = ()
    otherwise: bool = True


class Verdict(NamedTuple):
    """Whether it is on offer, and which question decided."""

    on: bool
    because: Because


@blames_arguments
def judge_skill(skill: OfferedSkill, rules: SkillRules, *, explicit: bool = False) -> Verdict:
    """Say whether *skill* is on offer; *explicit*: somebody asked for it by name.

    Contract:
        Asked for by name, if the rules allow that; else what the platform answers; else the
        rule for this skill; else what holds for all others.

    Complexity: O(rules).

    Source: LobeHub context-engine, enable checker: the order. There what no rule names is off,
    since its rules list all tools; skills without a checker are on, and so they are here.

    Examples:
        >>> rules = SkillRules(by_identifier=(("pdf", False),))
        >>> judge_skill(OfferedSkill("pdf", "PDF"), rules)
        Verdict(on=False, because='rule')
        >>> judge_skill(OfferedSkill("pdf", "PDF"), rules, explicit=True)
        Verdict(on=True, because='explicit')
    """
    return verdict_on(skill, rules, dict(rules.by_identifier), explicit)


def verdict_on(
    skill: OfferedSkill, rules: SkillRules, ruled: Mapping[str, bool], explicit: bool
) -> Verdict:
    """Judge one of many skills: *ruled* are the rules for single ones, looked up once."""
    if explicit and rules.explicit:
        return Verdict(True, "explicit")
    answer = None if rules.platform is None else rules.platform(skill)
    if answer is not None:
        return Verdict(answer, "platform")
    if skill.identifier in ruled:
        return Verdict(ruled[skill.identifier], "rule")
    return Verdict(rules.otherwise, "default")
