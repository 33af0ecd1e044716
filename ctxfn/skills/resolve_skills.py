"""Which skills are active in a step, and what became of each wish that one be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from attrs import evolve, frozen

from ctxfn.arguments import blames_arguments
from ctxfn.messages import is_blank
from ctxfn.skills.activation import Activation, SkillDelta, WhoActivates
from ctxfn.skills.collect_skills import SkillSnapshot
from ctxfn.skills.offered import OfferedSkill

__all__ = ["Activated", "ResolvedSkills", "UnmetActivation", "resolve_skills"]


@frozen
class Activated:
    """A skill that is active, by whose wish, and since which step if that is known."""

    identifier: str
    by: tuple[WhoActivates, ...]
    step: int | None = None


@frozen
class UnmetActivation:
    """A wish that came to nothing; `identifier` is that of the skill it means, if there is one.

    ``unknown``: no skill on offer is called so; ``no-content``: its instructions are not at
    hand; ``bundled``: it has to be unpacked, which the tool that activates it does.
    """

    activation: Activation
    because: Literal["unknown", "no-content", "bundled"]
    identifier: str | None = None


@frozen
class ResolvedSkills:
    """The skills of a step, in the order of the snapshot, and what became of each activation.

    `mentioned` are those that the person's last message names.
    """

    skills: tuple[OfferedSkill, ...] = ()
    activated: tuple[Activated, ...] = ()
    unmet: tuple[UnmetActivation, ...] = ()
    mentioned: tuple[str, ...] = ()


_NOTHING: Final = SkillDelta()


@blames_arguments
def resolve_skills(
    snapshot: SkillSnapshot,
    delta: SkillDelta = _NOTHING,
    accumulated: Sequence[Activation] = (),
) -> ResolvedSkills:
    """Make active what is pinned, what was activated so far, and what *delta* activates.

    Contract:
        Skills stay in their order, and those that nothing happens to are the same objects. One
        is active if somebody wants it and its instructions are at hand: those of the last
        activation that brings some, else its own. A bundled one needs an activation that
        brings them. An activation names a skill by its identifier; where no skill has that, by
        its name, the first one of that name, and last by its name in whatever case. Each
        activation, pins included, is behind an active skill or among the unmet. Doing it again
        to what came out changes nothing.

    Complexity: O(skills + activations).

    Source: LobeHub context-engine, skill resolver. There a later activation without content
    takes back an earlier one's, names do not count, and unknown ones vanish.

    Examples:
        >>> offered = (OfferedSkill("brand", "Brand", content="Be brief."), OfferedSkill("pdf", "PDF"))
        >>> snapshot = SkillSnapshot(offered, pinned=("brand",))
        >>> step = resolve_skills(snapshot, accumulated=(Activation("PDF", "Use qpdf.", step=2),))
        >>> [(skill.identifier, skill.content) for skill in step.skills if skill.active]
        [('brand', 'Be brief.'), ('pdf', 'Use qpdf.')]
        >>> resolve_skills(snapshot, SkillDelta((Activation("pdf"),))).unmet[0].because
        'no-content'
    """
    pins = tuple(Activation(skill, None, "pin") for skill in dict.fromkeys(snapshot.pinned))
    find = _Names.of(snapshot.skills)
    wishes: dict[int, list[Activation]] = {}
    unmet: list[UnmetActivation] = []
    for wish in (*pins, *accumulated, *delta.activations):
        place = find.place_of(wish.skill)
        if place is None:
            unmet.append(UnmetActivation(wish, "unknown"))
        else:
            wishes.setdefault(place, []).append(wish)
    after = list(snapshot.skills)
    activated: list[Activated] = []
    for place in sorted(wishes):
        content, why = _content(after[place], wishes[place])
        if why is not None:
            identifier = after[place].identifier
            unmet += (UnmetActivation(wish, why, identifier) for wish in wishes[place])
            continue
        after[place] = _active(after[place], content)
        activated.append(_activated(after[place], wishes[place]))
    found = (find.place_of(one.skill) for one in delta.activations if one.by == "mention")
    mentioned = dict.fromkeys(after[place].identifier for place in found if place is not None)
    return ResolvedSkills(tuple(after), tuple(activated), tuple(unmet), tuple(mentioned))


class _Names(NamedTuple):
    """The places of skills by what they may be called, the surest first."""

    by: tuple[dict[str, int], dict[str, int], dict[str, int]]

    @classmethod
    def of(cls, skills: Sequence[OfferedSkill]) -> _Names:
        identifiers: dict[str, int] = {}
        names: dict[str, int] = {}
        loosely: dict[str, int] = {}
        for place, skill in enumerate(skills):
            identifiers.setdefault(skill.identifier, place)
            names.setdefault(skill.name, place)
            loosely.setdefault(skill.name.casefold(), place)
        return cls((identifiers, names, loosely))

    def place_of(self, called: str) -> int | None:
        identifiers, names, loosely = self.by
        if called in identifiers:
            return identifiers[called]
        return names.get(called, loosely.get(called.casefold()))


def _content(
    skill: OfferedSkill, wishes: Sequence[Activation]
) -> tuple[str | None, Literal["no-content", "bundled"] | None]:
    """Return what *skill* says now, or why it says nothing."""
    brought = next((w.content for w in reversed(wishes) if not is_blank(w.content)), None)
    if brought is not None:
        return brought, None
    if skill.bundled and not skill.active:
        return None, "bundled"
    return (skill.content, None) if skill.has_content else (None, "no-content")


def _active(skill: OfferedSkill, content: str | None) -> OfferedSkill:
    if skill.active and skill.content == content:
        return skill
    return evolve(skill, active=True, content=content)


def _activated(skill: OfferedSkill, wishes: Sequence[Activation]) -> Activated:
    steps: Iterator[int] = (wish.step for wish in wishes if wish.step is not None)
    by: dict[WhoActivates, None] = {wish.by: None for wish in wishes}
    return Activated(skill.identifier, tuple(by), min(steps, default=None))
