"""Commands: what they are read as, and what comes of them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.turns import (
    Command,
    ListAsked,
    Page,
    Person,
    Place,
    StopAsked,
    StopRefused,
    answer_stop,
    page_of,
    page_words,
    parse_command,
)
from ctxfn.turns.scheduling import NothingRuns, Running, StopTurn
from tests.turns.world import person

ANN, BOB, OWNER = Person("web", "ann"), Person("web", "bob"), Person("app", "me")


class TestParsing:
    """What is a command."""

    @pytest.mark.parametrize(
        ("text", "command"),
        [
            ("/model", ListAsked("model")),
            (" /model gpt 5 ", ListAsked("model", "gpt 5")),
            ("/model -p 3 gpt", ListAsked("model", "gpt", 3)),
            ("/model gpt-pro", ListAsked("model", "gpt-pro")),
            ("/persona -p2", ListAsked("persona", "", 2)),
            ("/persona -p -4", ListAsked("persona", "", -4)),
            ("/stop", StopAsked()),
            ("/stop now", None),
            ("/models", None),
            ("Hello", None),
            ("", None),
        ],
    )
    def test_it_is_read(self, text: str, command: Command | None) -> None:
        assert parse_command(text) == command


class TestPages:
    """Pages of a list."""

    @given(st.lists(st.text("aAbB/", max_size=3), max_size=70), st.sampled_from(["", "a", "B"]))
    def test_all_pages_together_are_the_filtered_list(self, names: list[str], word: str) -> None:
        first = page_of(names, ListAsked("model", word))
        pages = [page_of(names, ListAsked("model", word, n + 1)) for n in range(first.pages)]

        found = [one for one in dict.fromkeys(names) if word.lower() in one.lower()]
        assert [name for page in pages for name in page.names] == found

    @given(st.integers(0, 100), st.integers(-5, 10))
    def test_the_page_is_one_there_is(self, count: int, page: int) -> None:
        shown = page_of([f"m{n}" for n in range(count)], ListAsked("model", "", page))

        assert 1 <= shown.page <= shown.pages
        assert (shown.next is None) == (shown.pages == 1)

    def test_what_is_said_leads_to_the_next(self) -> None:
        names = [f"hub/m{n}" for n in range(25)]

        assert page_words(page_of(names, ListAsked("model", "m", 2))).splitlines() == [
            "model with 'm': 25 (page 2 of 2)",
            *names[20:],
            "next: /model m -p 1",
        ]

    def test_nothing_at_all_and_nothing_like_it_are_told_apart(self) -> None:
        nothing = Page("persona", "", 0, 1, 1, ())

        assert page_words(nothing) == "no persona is there"
        assert page_words(evolve(nothing, word="x")) == "no persona has 'x' in its name"


class TestStop:
    """Who may stop a turn."""

    @pytest.mark.parametrize(
        ("who", "answer"),
        [
            (ANN, StopTurn(ANN)),
            (OWNER, StopTurn(OWNER)),
            (BOB, StopRefused()),
            (None, StopRefused()),
        ],
    )
    def test_participants_and_the_owner_may(
        self, who: Person | None, answer: StopTurn | StopRefused
    ) -> None:
        running = Running("t", (person("1"),), 1)

        assert answer_stop(running, who, Place(owners=(OWNER,))) == answer

    @given(st.lists(st.sampled_from(["ann", "bob", "me", None]), min_size=1, max_size=4))
    def test_who_may_stop_may_do_so_as_long_as_the_turn_runs(self, users: list[str | None]) -> None:
        """Those who join only add to them; who waits or has no account is nobody."""
        inputs = tuple(evolve(person(str(n)), user_id=one) for n, one in enumerate(users))
        place = Place(owners=(OWNER,))
        allowed = [
            {
                who
                for who in (ANN, BOB, OWNER, Person("web", "me"))
                if isinstance(answer_stop(Running("t", inputs[:n], 1), who, place), StopTurn)
            }
            for n in range(1, len(inputs) + 1)
        ]

        assert all(earlier <= later for earlier, later in pairwise(allowed))
        assert allowed[-1] == {OWNER, *(Person("web", one) for one in users if one)}

    def test_where_nothing_runs_there_is_nothing_to_stop(self) -> None:
        assert answer_stop(None, ANN, Place()) == NothingRuns()
