"""Figures of what stands beside a history: skills, and references to other conversations."""

from __future__ import annotations

import copy

from benchmarks import twins
from benchmarks.corpus import corpus
from benchmarks.figures import Figure
from benchmarks.measuring import Rival, best_of
from benchmarks.subjects import CHAT
from ctxfn.skills import Activation, OfferedSkill, SkillSnapshot, resolve_skills
from ctxfn.topics import find_topics, refer_topic

__all__ = ["skill_figures", "topic_figures"]

_SKILLS = 1_000


def skill_figures(rounds: int) -> list[Figure]:
    """Resolve a thousand skills of which one in ten is activated."""
    skills = tuple(
        OfferedSkill(f"s{n}", f"Skill {n}", content="Do it." if n % 2 else None)
        for n in range(_SKILLS)
    )
    wishes = tuple(Activation(f"s{n}", "Do that.") for n in range(0, _SKILLS, 10))
    rows = [
        {
            "identifier": one.identifier,
            "name": one.name,
            "content": one.content,
            "active": False,
            "bundled": False,
        }
        for one in skills
    ]
    named: list[dict[str, str | None]] = [
        {"skill": one.skill, "content": one.content} for one in wishes
    ]
    snapshot = SkillSnapshot(skills)
    took = best_of(
        5 * rounds,
        frozen=Rival(lambda: resolve_skills(snapshot, accumulated=wishes)),
        twin=Rival(lambda fresh: twins.resolve_skills(fresh, named), lambda: copy.deepcopy(rows)),
    )
    return [
        Figure(f"resolve {_SKILLS:,} skills, 100 activated", took["frozen"], " ms"),
        Figure("the same / twin in place", took["frozen"] / took["twin"], "×"),
    ]


def topic_figures(size: int, rounds: int) -> list[Figure]:
    """Find references in a history that has none, and in one with a reference in each tenth."""
    plain = corpus(size)
    referring = copy.deepcopy(plain)
    for number, row in enumerate(referring):
        if number % 10 == 0 and isinstance(row["content"], str):
            row["content"] += refer_topic(f"t{number}", "Plan")
    none, some = CHAT.decode(plain).messages, CHAT.decode(referring).messages
    took = best_of(
        rounds,
        none=Rival(lambda: find_topics(none)),
        none_twin=Rival(lambda: twins.find_topics(plain)),
        some=Rival(lambda: find_topics(some)),
        some_twin=Rival(lambda: twins.find_topics(referring)),
    )
    return [
        Figure("find references to other conversations, none there", took["none"], " ms"),
        Figure("the same / twin", took["none"] / took["none_twin"], "×"),
        Figure("find them, one in ten messages", took["some"], " ms"),
        Figure("the same / twin", took["some"] / took["some_twin"], "×"),
    ]
