"""Errors count messages as the caller does, whatever was left out or added before."""

from __future__ import annotations

from typing import Any

import pytest

from ctxfn.assembly import Policy
from ctxfn.facts import Model, SystemRole
from ctxfn.front import assemble, fit
from ctxfn.front.places import told_to_caller
from ctxfn.messages import assistant, chat, system, user
from ctxfn.pipeline import StepError
from ctxfn.processors import BudgetUnsatisfiable, CapabilitiesMissing, Culprit

EMPTY = {"role": "assistant", "content": ""}
IMAGE = {"type": "image_url", "image_url": {"url": "https://a.example/x.png"}}
TOOL = {"type": "function", "function": {"name": "f" * 50}}


def refused(**options: Any) -> BudgetUnsatisfiable:
    said = [EMPTY, {"role": "user", "content": "hi"}, EMPTY, {"role": "user", "content": "q" * 999}]
    with pytest.raises(BudgetUnsatisfiable) as caught:
        assemble(said, SystemRole("Be brief."), **options)
    return caught.value


class TestPlaces:
    def test_a_culprit_is_where_the_caller_put_it(self) -> None:
        dearest = refused(policy=Policy(budget=50)).culprits[0]

        assert (dearest.what, dearest.place) == ("user", 3)

    def test_what_only_we_say_has_no_place(self) -> None:
        said = refused(policy=Policy(budget=50)).culprits

        assert [one.place for one in said if one.what == "system"] == [None]

    def test_a_system_text_given_beside_does_not_count(self) -> None:
        with pytest.raises(BudgetUnsatisfiable) as caught:
            fit([{"role": "user", "content": "q" * 999}], system="Be brief.", budget=50)

        assert [one.place for one in caught.value.culprits[:2]] == [0, None]

    def test_an_offence_is_too(self) -> None:
        said = [
            EMPTY,
            {"role": "user", "content": "hi"},
            EMPTY,
            {"role": "user", "content": [IMAGE]},
        ]
        with pytest.raises(StepError, match="but there is message 3, part 0: an image") as caught:
            assemble(said, Model(vision=False), policy=Policy(refuse_without=("vision",)))

        assert isinstance(caught.value.__cause__, CapabilitiesMissing)
        assert caught.value.__cause__.offences[0].place == 3

    def test_between_two_that_are_known_words_decide(self) -> None:
        given = chat(system("a"), assistant(""), user("b"), user("c"), assistant("d", id="d"))
        now = chat(system("a!"), user("[c]"), assistant("other", id="d"))
        wrong = BudgetUnsatisfiable(9, 5, tuple(Culprit("it", 3, place) for place in range(3)))

        told = told_to_caller(wrong, now, given)

        assert isinstance(told, BudgetUnsatisfiable)
        assert [one.place for one in told.culprits] == [0, 3, 4]


class TestSums:
    """What a budget allows adds up."""

    @pytest.mark.parametrize("tools", [[], [TOOL]])
    @pytest.mark.parametrize(("budget", "reserve"), [(10, 20), (50, 0), (100, 60)])
    def test_allowed_is_the_budget_less_the_claims(
        self, budget: int, reserve: int, tools: list[object]
    ) -> None:
        error = refused(policy=Policy(budget=budget, reserve=reserve), tools=tools)
        claims = {one.what: one.tokens for one in error.culprits if one.what in _CLAIMS}

        assert error.budget == budget
        assert claims.get("reserve", 0) == reserve
        assert ("tools" in claims) is bool(tools)
        assert error.allowed == max(0, budget - sum(claims.values()))
        assert error.needed == sum(o.tokens for o in error.culprits if o.what not in _CLAIMS)

    def test_the_message_says_how(self) -> None:
        wrong = refused(policy=Policy(budget=10, reserve=20), model="gpt-4o")

        assert (
            "0 are allowed (a budget of 10, less 3 for the request itself, less 20 in reserve: "
            "13 more than there are): user at 3: "
        ) in str(wrong)


_CLAIMS = ("tools", "reserve", "request")


class TestModel:
    def test_it_is_written(self) -> None:
        assert assemble([EMPTY], model="gpt-4o").body == {"model": "gpt-4o", "messages": []}

    def test_it_replaces_the_bodys_in_its_place(self) -> None:
        given = {
            "temperature": 0,
            "model": "gpt-4o",
            "messages": [{"role": "user", "content": "q"}],
        }

        assert list(assemble(given, model="o3").body.items()) == [
            ("temperature", 0),
            ("model", "o3"),
            ("messages", [{"role": "user", "content": "q"}]),
        ]
        assert given["model"] == "gpt-4o"

    def test_a_fact_alone_is_for_the_steps(self) -> None:
        assert "model" not in assemble([EMPTY], Model("gpt-4o")).body
