"""Skills and references, frozen and by hand, say the same."""

from __future__ import annotations

from attrs import asdict
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import twins
from benchmarks.skills_and_topics import skill_figures, topic_figures
from ctxfn.messages import chat, user
from ctxfn.skills import Activation, SkillDelta, SkillSnapshot, resolve_skills
from ctxfn.topics import find_topics, refer_topic
from tests.skills.given import activations, snapshots

WORDS = st.text("ab1 ", max_size=3)


@given(snapshots(), activations())
def test_skills(snapshot: SkillSnapshot, wishes: tuple[Activation, ...]) -> None:
    frozen = resolve_skills(snapshot, SkillDelta(wishes))
    rows = [asdict(skill, recurse=False) for skill in snapshot.skills]
    pins = (Activation(one) for one in dict.fromkeys(snapshot.pinned))
    named = [{"skill": one.skill, "content": one.content} for one in (*pins, *wishes)]
    unmet = twins.resolve_skills(rows, named)

    assert rows == [asdict(skill, recurse=False) for skill in frozen.skills]
    assert unmet == [(one.activation.skill, one.because) for one in frozen.unmet]


@given(st.lists(st.lists(st.tuples(st.text("ab1", min_size=1), WORDS.map(str.strip)), max_size=3)))
def test_references(said: list[list[tuple[str, str]]]) -> None:
    texts = ["see " + " and ".join(refer_topic(*one) for one in refs) for refs in said]
    found = find_topics(chat(*map(user, texts)))

    assert twins.find_topics([{"content": text} for text in texts]) == {
        one.id: one.name for one in found
    }


def test_figures_are_of_what_they_say() -> None:
    figures = [*skill_figures(1), *topic_figures(100, 1)]

    assert [figure.unit for figure in figures] == [" ms", "×", " ms", "×", " ms", "×"]
