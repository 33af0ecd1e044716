"""The hint of fit_budget: where much is cut, a message says so."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from ctxfn.front import check, count, fit
from ctxfn.messages import (
    Messages,
    Node,
    Origin,
    assistant,
    call,
    chat,
    system,
    text_of,
    tool_result,
    user,
)
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

    def test_a_steady_cut_does_not_move_back_when_the_hint_comes(self) -> None:
        """A unit beside a hint is smaller, so it alone would cut less."""
        ours = evolve(user("o" * 20), origin=Origin(ours="clock"))
        said: list[Node] = [
            system("s" * 57),
            user("q" * 22),
            assistant("a" * 7),
            user("q" * 16),
            ours,
            assistant("z" * 10, call("c1", "f"), call("c2", "f")),
            tool_result("c1", "r" * 16),
            tool_result("c2", "r" * 16),
            assistant("z" * 16, call("c3", "f")),
            tool_result("c3", "r" * 3),
            assistant("a" * 9),
            user("q" * 15),
        ]

        def cut(end: int) -> list[Node]:
            options: Any = {"budget": 223, "counter": LENGTH, "stable": True}
            options |= {"open_calls": "leave", "hint": "HHH"}
            return list(fit_budget(chat(*said[:end]), **options))

        assert cut(11) == [said[0], said[3], ours, *said[8:11]]
        assert [node for node in cut(12) if node in said] == [said[0], ours, *said[8:12]]
