"""Twice the skills, wishes or messages cost twice the work: counted in lines run."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from attrs import evolve

from ctxfn.facts import skill_facts
from ctxfn.messages import Enveloped, ToolName, ToolResult, chat, freeze, user
from ctxfn.skills import (
    Activation,
    OfferedSkill,
    SkillRules,
    SkillSnapshot,
    activations_in,
    collect_skills,
    parse_skill,
    resolve_skills,
)
from ctxfn.topics import FoundTopic, digest_topic, find_topics, refer_topic, topics_in
from tests.laws.test_growth import lines_run


def offered(size: int) -> tuple[OfferedSkill, ...]:
    return tuple(OfferedSkill(f"s{n}", f"S{n}", content="x") for n in range(size))


def wishes(size: int) -> tuple[Activation, ...]:
    return tuple(Activation(f"S{n % 7}" if n % 2 else f"s{n}", "y") for n in range(size))


def rules(size: int) -> SkillRules:
    return SkillRules(by_identifier=tuple((f"s{n}", n % 2 == 0) for n in range(size)))


def answers(size: int) -> list[ToolResult]:
    tool = ToolName("lobe-skills", "activateSkill")
    return [ToolResult(tool=tool, state=freeze({"id": f"s{n % 9}"})) for n in range(size)]


def text(size: int) -> str:
    fields = "\n".join(f"key{n}: value" for n in range(size))
    return f"---\nname: a\ndescription: b\n{fields}\n---\nbody"


WORK: dict[str, Callable[[int], object]] = {
    "collect": lambda n: collect_skills(offered(n), offered(n), rules=rules(n)),
    "by hand": lambda n: collect_skills(
        offered(n), choice="manual", pinned=tuple(f"s{k}" for k in range(n))
    ),
    "resolve": lambda n: resolve_skills(SkillSnapshot(offered(n)), accumulated=wishes(n)),
    "one skill, many wishes": lambda n: resolve_skills(
        SkillSnapshot(offered(1)), accumulated=(Activation("s0"),) * n
    ),
    "facts": lambda n: skill_facts(
        resolve_skills(SkillSnapshot(offered(n), tuple(f"s{k}" for k in range(n))))
    ),
    "history": lambda n: activations_in(answers(n)),
    "front matter": lambda n: parse_skill(text(n)),
    "references": lambda n: find_topics(chat(*(user(refer_topic(f"t{k}", "n")) for k in range(n)))),
    "references in one text": lambda n: topics_in("".join(refer_topic(f"t{k}") for k in range(n))),
    "names of one reference": lambda n: topics_in(
        "".join(refer_topic("t", str(k)) for k in range(n))
    ),
    "envelopes of one message": lambda n: find_topics(
        [
            evolve(
                user(*(refer_topic(f"t{k}") for k in range(n))),
                marks=tuple(Enveloped(k, 1) for k in range(n)),
            )
        ]
    ),
    "allowed tools": lambda n: parse_skill(
        f"---\nname: a\ndescription: b\nallowed-tools: {'Bash(a(b)) ' * n}\n---\n"
    ),
    "digest of blank messages": lambda n: digest_topic(
        FoundTopic("t"), None, [user(" ")] * n + [user("x")]
    ),
}


@pytest.mark.parametrize("name", WORK)
def test_work_grows_with_what_there_is_and_no_faster(name: str) -> None:
    work = WORK[name]
    work(3)
    small = lines_run(lambda: work(60))

    assert lines_run(lambda: work(240)) / small < 5


def test_an_account_looks_from_the_end() -> None:
    said = chat(*(user(str(n)) for n in range(1_000)))
    few = lines_run(lambda: digest_topic(FoundTopic("t"), None, said[-10:]))

    assert lines_run(lambda: digest_topic(FoundTopic("t"), None, said)) == few
