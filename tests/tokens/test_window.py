"""fill_window: one budget for all that is injected, and a reason for each that is left out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.tokens import Candidate, Counter, LeftOut, Share, Window, fill_window
from ctxfn.tokens.duplicates import Seen, shingles_of


def letters(text: str) -> int:
    return len(text)


LETTERS = Counter("letters", True, letters)


def one(text: str, injector: str = "search", **more: object) -> Candidate:
    return Candidate(injector=injector, text=text, **more)  # type: ignore[arg-type]


def filled(*candidates: Candidate, budget: int = 1_000, **options: object) -> Window:
    return fill_window(candidates, LETTERS, budget=budget, **options)  # type: ignore[arg-type]


def texts(window: Window) -> list[str]:
    return [kept.text for kept in window.kept]


def reasons(window: Window) -> list[tuple[str, str]]:
    return [(out.candidate.text, out.reason) for out in window.left_out]


LONG = "The owl hunts at night and sleeps through most of the day in a hollow tree."


class TestExamples:
    """Who gets in, in which order, and who does not."""

    def test_priority_comes_before_score(self) -> None:
        window = filled(one("aaa", score=0.9), one("bbb", "memory", priority=1), budget=3)

        assert texts(window) == ["bbb"]
        assert reasons(window) == [("aaa", "budget")]

    def test_no_score_is_behind_the_lowest(self) -> None:
        window = filled(one("aaa"), one("bbb", score=float("-inf")), budget=3)

        assert texts(window) == ["bbb"]

    def test_no_id_and_an_empty_one_are_two(self) -> None:
        pair = one("aaa"), one("aaa ", id="")

        assert filled(*pair) == filled(*pair[::-1])

    def test_what_does_not_fit_does_not_end_the_search(self) -> None:
        window = filled(one("aaaa", score=3), one("bbbbbb", score=2), one("c", score=1), budget=5)

        assert texts(window) == ["aaaa", "c"]

    def test_a_minimum_is_kept_free_from_higher_priorities(self) -> None:
        window = filled(
            one("aaaa", "memory", priority=1),
            one("bbb", "memory", priority=1),
            one("cc"),
            budget=6,
            shares=(Share(injector="search", minimum=2),),
        )

        assert sorted(texts(window)) == ["aaaa", "cc"]
        assert reasons(window) == [("bbb", "budget")]

    def test_a_cap_leaves_room_for_others(self) -> None:
        window = filled(
            one("aaaa", score=2),
            one("bbb", score=1),
            one("cc", "memory"),
            shares=(Share(injector="search", cap=5),),
        )

        assert sorted(texts(window)) == ["aaaa", "cc"]
        assert reasons(window) == [("bbb", "cap")]

    def test_a_floor_judges_scores_and_nothing_without_one(self) -> None:
        window = filled(
            one("low", score=0.1),
            one("high", score=0.9),
            one("none"),
            shares=(Share(injector="search", floor=0.5),),
        )

        assert texts(window) == ["high", "none"]
        assert reasons(window) == [("low", "below floor")]

    def test_stable_ones_come_first_in_an_order_no_score_moves(self) -> None:
        def order(first: float, second: float) -> list[str]:
            return texts(
                filled(
                    one("b", stable=True, score=first),
                    one("a", stable=True, score=second),
                    one("c", score=9, priority=5),
                )
            )

        assert order(1, 2) == order(2, 1) == ["a", "b", "c"]

    @pytest.mark.parametrize(
        "like",
        [LONG.upper(), f"  {LONG}\n", LONG.replace(".", "!"), f"{LONG} So it is."],
    )
    def test_near_duplicates_leave_their_score_and_their_sources(self, like: str) -> None:
        window = filled(
            one(LONG, score=0.4, sources=("a.md",), stable=True),
            one(like, score=0.8, sources=("b.md", "a.md"), priority=2),
            overlap=0.8,
        )

        assert [(kept.text, kept.score, kept.sources, kept.priority) for kept in window.kept] == [
            (LONG, 0.8, ("a.md", "b.md"), 2)
        ]
        assert [(out.reason, out.of) for out in window.left_out] == [("duplicate", window.kept[0])]

    def test_what_says_something_else_is_no_duplicate(self) -> None:
        other = "The owl hunts at dusk; it sleeps wherever a tree is hollow, by day."

        assert len(filled(one(LONG), one(other)).kept) == 2

    def test_near_duplicates_may_both_be_wanted(self) -> None:
        assert len(filled(one(LONG), one(f"{LONG} So."), overlap=None).kept) == 2
        assert len(filled(one(LONG), one(LONG.upper()), overlap=None).kept) == 1

    def test_text_without_spaces_is_compared_too(self) -> None:
        said = "猫头鹰在夜里捕猎白天在树洞里睡觉"

        assert len(filled(one(said), one(f"{said}。"), one("今天天气很好")).kept) == 2

    def test_empty_ones_are_left_out(self) -> None:
        assert reasons(filled(one(" \n"))) == [(" \n", "empty")]

    def test_each_costs_what_stands_around_it(self) -> None:
        assert filled(one("aa"), one("bb"), budget=9, each=3).tokens == 5

    @pytest.mark.parametrize(
        ("out", "said"),
        [
            (LeftOut(one("x", id="a"), "budget", 9), "a: 9 tokens, for which there is no room"),
            (LeftOut(one("x"), "cap", 9), "search: 9 tokens more than search may have"),
            (LeftOut(one("x"), "below floor"), "search: below floor"),
        ],
    )
    def test_a_reason_can_be_read(self, out: LeftOut, said: str) -> None:
        assert str(out) == said


CANDIDATES = st.lists(
    st.builds(
        Candidate,
        injector=st.sampled_from(["memory", "search"]),
        text=st.sampled_from(
            ["", "a", "A ", "bb", "ccc dd ee ff", "ccc dd ee gg", LONG, f"{LONG} So."]
        ),
        priority=st.integers(-1, 1),
        score=st.none() | st.sampled_from([0.0, 0.5, 1.0, float("nan")]),
        stable=st.booleans(),
        sources=st.sampled_from([(), ("a",), ("b",)]),
    ),
    max_size=8,
)
SHARES = st.lists(
    st.builds(
        Share,
        injector=st.sampled_from(["memory", "search"]),
        minimum=st.integers(0, 90),
        cap=st.none() | st.integers(0, 200),
        floor=st.none() | st.just(0.5),
    ),
    max_size=2,
    unique_by=lambda share: share.injector,
).map(tuple)


class TestProperties:
    """What holds of any candidates."""

    @given(CANDIDATES, st.integers(0, 300), SHARES)
    def test_the_budget_and_every_cap_hold(
        self, candidates: list[Candidate], budget: int, shares: tuple[Share, ...]
    ) -> None:
        window = filled(*candidates, budget=budget, shares=shares)

        assert window.tokens == sum(len(kept.text) for kept in window.kept) <= budget
        for share in shares:
            used = sum(len(kept.text) for kept in window.kept if kept.injector == share.injector)
            assert share.cap is None or used <= share.cap

    @given(CANDIDATES, st.integers(0, 300), SHARES)
    def test_each_is_kept_or_left_out_once(
        self, candidates: list[Candidate], budget: int, shares: tuple[Share, ...]
    ) -> None:
        window = filled(*candidates, budget=budget, shares=shares)

        there = [kept.text for kept in window.kept]
        there += [out.candidate.text for out in window.left_out]
        assert sorted(there) == sorted(one.text for one in candidates)

    @given(CANDIDATES.flatmap(lambda many: st.tuples(st.just(many), st.permutations(many))), SHARES)
    def test_the_order_they_come_in_does_not_matter(
        self, both: tuple[list[Candidate], list[Candidate]], shares: tuple[Share, ...]
    ) -> None:
        one_way, other = (filled(*many, budget=120, shares=shares) for many in both)

        assert repr(one_way) == repr(other)

    @given(CANDIDATES, st.integers(0, 300))
    def test_what_is_kept_is_kept_again(self, candidates: list[Candidate], budget: int) -> None:
        once = filled(*candidates, budget=budget)

        assert repr(filled(*once.kept, budget=budget).kept) == repr(once.kept)

    @given(CANDIDATES, st.integers(0, 300))
    def test_nothing_is_left_out_for_want_of_room_that_is_there(
        self, candidates: list[Candidate], budget: int
    ) -> None:
        window = filled(*candidates, budget=budget)

        over = [out.tokens for out in window.left_out if out.reason == "budget"]
        assert all(tokens > budget - window.tokens for tokens in over)

    @given(CANDIDATES)
    def test_stable_ones_stand_before_all_others(self, candidates: list[Candidate]) -> None:
        stable = [kept.stable for kept in filled(*candidates).kept]

        assert stable == sorted(stable, reverse=True)

    @given(st.text(max_size=60))
    def test_a_text_is_like_itself(self, text: str) -> None:
        seen = Seen(1.0)
        seen.add(7, text)

        assert seen.like(text) == 7


def test_a_run_that_everybody_has_costs_no_look_at_everybody() -> None:
    seen = Seen(0.9)
    for number in range(500):
        seen.add(number, f"the same beginning {number} {number}")

    assert seen.like("the same beginning 3 3 ") == 3
    assert len(shingles_of("the same beginning 3 3")) == 3
