"""Breakpoints: chosen by policy, written into a body, and mended where a provider refuses them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from ctxfn.tokens import (
    PLACES,
    Breakpoint,
    Lifetime,
    choose_breakpoints,
    lawful,
    mark_breakpoints,
    marked_breakpoints,
    mend_breakpoints,
    prefix_of,
)
from tests.front.histories import reports
from tests.tokens.bodies import any_bodies

HI = {"role": "user", "content": "hi"}
HELLO = {"role": "assistant", "content": "Hello."}
MORE = {"role": "user", "content": "And now?"}
TOOLS = [{"name": "a"}, {"name": "b"}, {"name": "c", "defer_loading": True}]
SHORT = {"type": "ephemeral"}
LONG = {"type": "ephemeral", "ttl": "1h"}

_MARKERS = st.sampled_from((SHORT, LONG, {"type": "ephemeral", "ttl": "5m"}))
_PARTS = st.fixed_dictionaries(
    {
        "type": st.sampled_from(("text", "thinking", "image")),
        "text": st.sampled_from(("", " ", "a")),
    },
    optional={"cache_control": _MARKERS},
)


@st.composite
def marked_bodies(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a body with markers in all places, those too where none may be."""
    tools = st.lists(
        st.fixed_dictionaries(
            {"name": st.just("t")},
            optional={"defer_loading": st.booleans(), "cache_control": _MARKERS},
        ),
        max_size=3,
    )
    contents = st.one_of(st.sampled_from(("", "a")), st.lists(_PARTS, max_size=3))
    roles = st.sampled_from(("user", "assistant", "system"))
    message = st.fixed_dictionaries({"role": roles, "content": contents})
    return {
        "tools": draw(tools),
        "system": draw(contents),
        "messages": draw(st.lists(message, max_size=5)),
    }


def places(points: tuple[Breakpoint, ...]) -> list[tuple[str, int | None, int | None]]:
    return [(point.section, point.entry, point.part) for point in points]


class TestChosen:
    """Which places get one."""

    def test_the_head_what_is_closed_and_the_end(self) -> None:
        body = {"tools": TOOLS, "system": "Be brief.", "messages": [HI, HELLO, MORE]}

        assert places(choose_breakpoints(body)) == [
            ("tools", 1, None),
            ("system", None, None),
            ("messages", 1, None),
            ("messages", 2, None),
        ]

    def test_system_messages_in_front_are_the_head(self) -> None:
        said = [{"role": "system", "content": "a"}, {"role": "system", "content": "b"}, HI]

        assert places(choose_breakpoints(said)) == [("messages", 1, None), ("messages", 2, None)]

    def test_what_may_carry_none_hands_it_to_what_stands_before(self) -> None:
        thought = {"type": "thinking", "thinking": "hm"}
        parts = [{"type": "text", "text": "x"}, {"type": "text", "text": " "}, thought]
        said = [HI, {"role": "assistant", "content": parts}]

        assert places(choose_breakpoints(said, places=("last",))) == [("messages", 1, 0)]
        assert places(choose_breakpoints([HI, {"role": "assistant", "content": [thought]}])) == [
            ("messages", 0, None)
        ]

    def test_of_too_many_the_oldest_of_the_messages_go(self) -> None:
        body = {"tools": TOOLS, "system": "Be brief.", "messages": [HI, HELLO, MORE]}

        assert places(choose_breakpoints(body, limit=3)) == [
            ("tools", 1, None),
            ("system", None, None),
            ("messages", 2, None),
        ]
        assert choose_breakpoints(body, limit=0) == ()

    def test_where_markers_mean_nothing_there_are_none(self) -> None:
        assert choose_breakpoints([HI], limit=None) == ()

    def test_a_head_that_lives_longer(self) -> None:
        body = {"tools": TOOLS, "messages": [HI]}
        longer = choose_breakpoints(body, head_lifetime="1h")
        never = choose_breakpoints(body, lifetime="1h")

        assert [point.lifetime for point in longer] == ["1h", "5m"]
        assert [point.lifetime for point in never] == ["5m", "5m"]

    def test_from_turn_to_turn_the_last_place_is_the_closed_one(self) -> None:
        """What one request wrote to the cache, the next one reads."""
        said = [HI, HELLO, MORE]
        (*_, last) = choose_breakpoints(said)
        after = choose_breakpoints([*said, HELLO, HI])

        assert places((last,)) == [("messages", 2, None)]
        assert places(after) == [("messages", 3, None), ("messages", 4, None)]
        assert prefix_of(mark_breakpoints(said, (last,)), [*said, HELLO, HI]).messages == 3


class TestLawful:
    """How long each may live, and where two meet."""

    def test_none_lives_longer_than_the_one_before_it(self) -> None:
        lives: tuple[Lifetime, ...] = ("1h", "5m", "1h", "1h")
        points = [Breakpoint("messages", at, None, life) for at, life in enumerate(lives)]

        assert [point.lifetime for point in lawful(points, limit=4)] == ["1h", "5m", "5m", "5m"]

    def test_where_one_moves_to_another_the_other_stays(self) -> None:
        parts = [
            {"type": "text", "text": "a", "cache_control": SHORT},
            {"type": "text", "text": "", "cache_control": LONG},
        ]
        mended = mend_breakpoints([{"role": "user", "content": parts}])

        assert marked_breakpoints(mended) == (Breakpoint("messages", 0, 0, "5m"),)


class TestReports:
    """Cases made from bug reports."""

    def test_a_longer_life_behind_a_shorter_one_is_lowered(self) -> None:
        case = reports()["b122"]
        mended = mend_breakpoints(case["input"])

        assert [point.lifetime for point in marked_breakpoints(mended)] == case["expect"]["ttls"]

    def test_a_marker_on_an_empty_text_moves_to_the_part_before(self) -> None:
        """The empty text itself is another rule's."""
        case = reports()["b123"]
        mended: Any = mend_breakpoints(case["input"])["messages"]
        first, others = mended[0], mended[1:]
        right = case["expect"]["messages"]

        assert first["content"][:1] == right[0]["content"]
        assert "cache_control" not in first["content"][1]
        assert others == right[1:]


class TestProperties:
    """For any body."""

    @given(any_bodies(), st.integers(0, 6), st.sets(st.sampled_from(PLACES)))
    def test_markers_are_as_many_as_may_be_and_change_nothing_cached(
        self, body: Any, limit: int, wanted: set[Any]
    ) -> None:
        before = json.dumps(body)
        points = choose_breakpoints(body, limit=limit, places=wanted)
        marked = mark_breakpoints(body, points)
        event(f"points: {len(points)}")

        assert len(points) <= min(limit, len(wanted))
        assert len(marked_breakpoints(marked)) == len(points)
        assert prefix_of(body, marked).difference is None
        assert json.dumps(body) == before

    @given(marked_bodies(), st.integers(0, 6))
    def test_mended_bodies_are_lawful_and_mended_once(
        self, body: dict[str, Any], limit: int
    ) -> None:
        mended = mend_breakpoints(body, limit=limit)
        points = marked_breakpoints(mended)
        lives = [point.lifetime for point in points]

        assert points == lawful(points, limit=limit)
        assert lives == sorted(lives)
        assert mend_breakpoints(mended, limit=limit) == mended
        assert prefix_of(body, mended).difference is None
        for section, entry, part in places(points):
            there: Any = mended[section]
            there = there if entry is None else there[entry]
            there = there if part is None else there["content"][part]
            assert there.get("text", "a").strip()
            assert there.get("type") != "thinking"
            assert not there.get("defer_loading")

    @given(marked_bodies())
    def test_what_is_read_is_what_was_written(self, body: dict[str, Any]) -> None:
        points = marked_breakpoints(body)

        assert marked_breakpoints(mark_breakpoints(body, points)) == points

    @given(marked_bodies())
    def test_no_marker_is_left_where_none_is_wanted(self, body: dict[str, Any]) -> None:
        assert "cache_control" not in json.dumps(mark_breakpoints(body, ()))


@pytest.mark.parametrize(
    ("limit", "kept"), [(0, []), (1, [0]), (2, [0, 1]), (3, [0, 1, 4]), (4, [0, 1, 3, 4])]
)
def test_the_head_stays_longest(limit: int, kept: list[int]) -> None:
    points = (
        Breakpoint("tools", 0),
        Breakpoint("system", 0),
        *(Breakpoint("messages", at) for at in range(3)),
    )

    assert lawful(points, limit=limit) == tuple(points[at] for at in kept)
