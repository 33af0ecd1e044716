"""The hint of fit_budget: where much is cut, a message says so."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from ctxfn.front import check, count, fit
from ctxfn.messages import Messages, Node, assistant, chat, system, text_of, user
from ctxfn.processors import HINT, fit_budget
from ctxfn.tokens import Counter, estimate, measure

LENGTH = Counter("characters", False, len)


class TestHint:
    """A hint says that much was cut, and counts."""

    SAID = chat(*(evolve(user("word " * 20), id=f"q{n}") for n in range(12)))

    def cut(self, budget: int, **options: Any) -> Messages:
        return fit_budget(self.SAID, budget=budget, counter=estimate(), **options)

    def test_it_stands_behind_the_last_question_and_fits(self) -> None:
        kept = self.cut(120, hint=HINT)

        assert [text_of(node) == HINT for node in kept[-2:]] == [False, True]
        assert kept[-2] is self.SAID[-1]
        assert sum(measure(node, estimate()) for node in kept) <= 120

    def test_little_that_goes_needs_none(self) -> None:
        assert self.cut(200, hint=HINT) == self.cut(200)

    def test_where_it_has_no_room_it_is_not_said(self) -> None:
        assert self.cut(40, hint=HINT) == self.cut(40)

    def test_how_much_is_much_is_an_option(self) -> None:
        kept = self.cut(200, hint="More was said.", hint_from=1)

        assert text_of(kept[-1]) == "More was said."

    def test_the_verb_writes_it_as_a_system_message(self) -> None:
        rows = [{"role": "user", "content": "word " * 20} for _ in range(12)]

        kept: Any = fit(rows, budget=120, model="gpt-4o", hint=HINT)
        assert kept[-2:] == [rows[-1], {"role": "system", "content": HINT}]

    @pytest.mark.parametrize(
        ("model", "role"), [("claude-sonnet-4-5", "user"), ("claude-opus-4-8", "system")]
    )
    def test_where_no_system_message_may_stand_the_person_says_it(
        self, model: str, role: str
    ) -> None:
        rows = [{"role": "user", "content": "word " * 20} for _ in range(12)]
        body = {"model": model, "max_tokens": 9, "system": "Be brief.", "messages": rows}

        kept: Any = fit(body, budget=140, hint=HINT)
        assert kept["messages"][-2:] == [rows[-1], {"role": role, "content": HINT}]
        assert not check(kept, to="anthropic")
        assert count(kept).total <= 140

    def test_a_steady_cut_does_not_move_back_where_the_hint_comes_and_goes(self) -> None:
        """A unit beside a hint is smaller, and a long question leaves the hint no room."""
        sizes = (3, 5, 26, 34, 9, 2, 55, 21, 13, 60, 8, 44)
        for budget in range(100, 160):
            gone: set[int] = set()
            said: list[Node] = [system("s" * 20)]
            for number in range(60):
                made = user if number % 3 == 0 else assistant
                said.append(made(f"{number:02}" + "w" * sizes[number % len(sizes)]))
                kept = fit_budget(
                    chat(*said), budget=budget, counter=LENGTH, stable=True, hint="h" * 12
                )
                there = {id(node) for node in kept}
                now = {at for at, node in enumerate(said[:-1]) if id(node) not in there}

                assert gone <= now
                assert sum(measure(node, LENGTH) for node in kept) <= budget - 3
                gone = now
