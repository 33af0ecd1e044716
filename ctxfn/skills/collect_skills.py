"""Collect the skills of all sources into one snapshot, and say what was left out and why."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from attrs import frozen

from ctxfn.arguments import blames_arguments
from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.functional import countby
from ctxfn.skills.errors import InvalidSkill
from ctxfn.skills.judge_skill import Because, SkillRules, verdict_on
from ctxfn.skills.offered import OfferedSkill

__all__ = ["LeftOut", "SkillSnapshot", "WhyLeftOut", "collect_skills"]

WhyLeftOut: TypeAlias = Literal["disabled", "replaced", "not-chosen", "platform", "rule", "default"]
"""The agent turned it off; a later source has one of that identifier; skills are chosen by hand
and it was not; or which of the rules said no."""


@frozen
class LeftOut:
    """A skill that is not on offer, and why."""

    skill: OfferedSkill
    because: WhyLeftOut


@frozen
class SkillSnapshot:
    """The skills on offer while one operation runs, in order, and which are pinned.

    `pinned` are identifiers that the agent has always active. Agents pin tools in the same list,
    so what is no skill may be among them.

    Raises:
        InvalidSkill: two skills have one identifier.
        InvalidArgument: what a field holds is no tuple of what belongs there.
    """

    skills: tuple[OfferedSkill, ...] = ()
    pinned: tuple[str, ...] = ()
    left_out: tuple[LeftOut, ...] = ()

    def __attrs_post_init__(self) -> None:
        _check_rows(self)
        counts = countby(lambda skill: skill.identifier, self.skills)
        if len(counts) < len(self.skills):
            twice = next(one for one, count in counts.items() if count > 1)
            raise InvalidSkill(f"skill {shown(twice)}", "identifier", "it twice", "each once")


def _check_rows(snapshot: SkillSnapshot) -> None:
    for name, kind in (("skills", OfferedSkill), ("pinned", str), ("left_out", LeftOut)):
        _check_row(f"SkillSnapshot, {name}", getattr(snapshot, name), kind)


def _check_row(what: str, row: tuple[object, ...], kind: type) -> None:
    expected = f"a tuple, each {'a text' if kind is str else kind.__name__}"
    check_argument(what, row, tuple, expected)
    for one in row:
        check_argument(f"{what}, one of it", one, kind, expected)


_ALL_ON: Final = SkillRules()


@blames_arguments
def collect_skills(
    *sources: Iterable[OfferedSkill],
    pinned: tuple[str, ...] = (),
    disabled: tuple[str, ...] = (),
    explicit: tuple[str, ...] = (),
    choice: Literal["auto", "manual"] = "auto",
    rules: SkillRules = _ALL_ON,
) -> SkillSnapshot:
    """Collect the skills of *sources* into what an operation has on offer.

    *disabled* are identifiers the agent turned off, for good; *explicit* those that somebody
    asked for by name. With *choice* by hand only these and what is *pinned* is on offer.

    Contract:
        Of two with one identifier the later counts, at the place of the earlier. What it
        replaced does not come back if it is not on offer itself. Each skill that came in is
        either in the snapshot or left out, once, with the reason; both keep their order.

    Complexity: O(skills and rules).

    Raises:
        InvalidArgument: a text where a tuple of texts belongs, or another choice.

    Source: LobeHub context-engine, skill engine, and its client, which collects: built-in
    skills, then stored ones, less those that are disabled. There nobody is told what was left
    out.

    Examples:
        >>> ours = OfferedSkill("pdf", "PDF", source="builtin")
        >>> theirs = OfferedSkill("pdf", "My PDF", source="user")
        >>> snapshot = collect_skills([ours, OfferedSkill("web", "Web")], [theirs])
        >>> [skill.name for skill in snapshot.skills]
        ['My PDF', 'Web']
        >>> [(one.skill.name, one.because) for one in snapshot.left_out]
        [('PDF', 'replaced')]
    """
    for name, row in (("pinned", pinned), ("disabled", disabled), ("explicit", explicit)):
        _check_row(f"collect_skills, {name}", row, str)
    if choice not in ("auto", "manual"):
        raise InvalidArgument("collect_skills, choice", shown(choice), "auto or manual")
    off, asked, chosen = frozenset(disabled), frozenset(explicit), frozenset((*pinned, *explicit))
    left: list[LeftOut] = []
    latest: dict[str, OfferedSkill] = {}
    for skill in (skill for source in sources for skill in source):
        if skill.identifier in off:
            left.append(LeftOut(skill, "disabled"))
            continue
        if skill.identifier in latest:
            left.append(LeftOut(latest[skill.identifier], "replaced"))
        latest[skill.identifier] = skill
    ruled = dict(rules.by_identifier)
    kept: list[OfferedSkill] = []
    for skill in latest.values():
        verdict = verdict_on(skill, rules, ruled, skill.identifier in asked)
        if not verdict.on:
            left.append(LeftOut(skill, _NO[verdict.because]))
        elif choice == "manual" and skill.identifier not in chosen:
            left.append(LeftOut(skill, "not-chosen"))
        else:
            kept.append(skill)
    return SkillSnapshot(tuple(kept), pinned, tuple(left))


#: Nobody is left out for being asked for.
_NO: Final[dict[Because, WhyLeftOut]] = {
    "platform": "platform",
    "rule": "rule",
    "default": "default",
}
