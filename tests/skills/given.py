"""Skills and wishes for properties: few names, so that they meet."""

from __future__ import annotations

from hypothesis import strategies as st

from ctxfn.skills import Activation, OfferedSkill, SkillSnapshot

__all__ = ["activations", "offered", "snapshots"]

IDENTIFIERS = st.sampled_from(["a", "b", "c", "A", "ß"])
NAMES = st.sampled_from(["a", "A", "B", "SS", "Name", "name"])
CONTENTS = st.sampled_from([None, "", " ", "one", "two"])


@st.composite
def offered(draw: st.DrawFn) -> OfferedSkill:
    """Draw any skill; identifiers and names overlap."""
    return OfferedSkill(
        draw(IDENTIFIERS),
        draw(NAMES),
        source=draw(st.sampled_from([None, "builtin", "user", "project"])),
        content=draw(CONTENTS),
        active=draw(st.booleans()),
        bundled=draw(st.booleans()),
    )


def activations() -> st.SearchStrategy[tuple[Activation, ...]]:
    """Draw wishes, for skills there are and others."""
    called = IDENTIFIERS | NAMES | st.just("nobody")
    by = st.sampled_from(["mention", "model", "application"])
    one = st.builds(Activation, called, CONTENTS, by, st.none() | st.integers(0, 3))
    return st.lists(one, max_size=5).map(tuple)


def snapshots() -> st.SearchStrategy[SkillSnapshot]:
    """Draw snapshots; of two skills one may be called as the other is identified."""
    pinned = st.lists(IDENTIFIERS | st.just("a-tool"), max_size=3).map(tuple)
    skills = st.lists(offered(), max_size=5, unique_by=lambda one: one.identifier).map(tuple)
    return st.builds(SkillSnapshot, skills, pinned)
