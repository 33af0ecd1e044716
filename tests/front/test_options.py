"""Whatever is given to a verb, only errors of ours leave it."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from ctxfn.assembly import Policy
from ctxfn.context import Context
from ctxfn.errors import CtxfnError
from ctxfn.facts import Model, SystemRole
from ctxfn.front import ForeignError, assemble, check, count, fit, repair
from ctxfn.messages import InvalidJson, InvalidMessages
from ctxfn.pipeline import OptionError
from ctxfn.processors import BudgetUnsatisfiable

SAID = [{"role": "user", "content": "hi"}]
HUGE = 10**5_000


class Unruly:
    """An object that raises whatever is asked of it."""

    def __repr__(self) -> str:
        raise RuntimeError("no word")

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("no likeness")

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        raise RuntimeError("no truth")


class UnrulyDict(dict[str, object]):
    """A dict that cannot be looked through."""

    def get(self, *given: object) -> Any:
        raise RuntimeError("no value")

    def items(self) -> Any:
        raise RuntimeError("no items")


def fails() -> bool:
    """Raise."""
    raise RuntimeError("out of paper")


ODD: tuple[Any, ...] = (
    3,
    1.5,
    True,
    [],
    {},
    b"x",
    [None],
    [3],
    Unruly(),
    object(),
    HUGE,
    fails,
    int,
    float("nan"),
)
OPTIONS = {
    check: ("to", "model", "format", "tools", "system", "select", "ignore"),
    repair: ("to", "model", "format", "tools", "system", "missing_result", "mid_system"),
    repair.report: ("to", "open_calls", "orphan_result", "first_turn", "missing_signature"),
    count: ("model", "format", "tools", "system", "counter", "tariff"),
    fit: ("model", "format", "tools", "system", "counter", "tariff", "start_on", "pinned"),
    assemble: ("to", "model", "format", "tools", "policy", "pipeline", "clock", "counter"),
}


def called(verb: Any, given: Any, **options: Any) -> str:
    """Call *verb* and say what came of it, in words that an error can always find."""
    limit = {"messages": 5} if verb is fit else {}
    try:
        verb(given, **limit, **options)
    except CtxfnError as error:
        return f"{type(error).__name__}: {error}"
    return "fine"


@pytest.mark.parametrize(
    ("verb", "option"),
    [(verb, option) for verb, options in OPTIONS.items() for option in options],
)
def test_an_option_of_another_type_is_ours_to_refuse(verb: Any, option: str) -> None:
    for value in ODD:
        assert called(verb, SAID, **{option: value})


@pytest.mark.parametrize("verb", [check, repair, count, fit, assemble])
@pytest.mark.parametrize("key", ["role", "content", "tool_calls", "name", "id", "x", "children"])
def test_a_value_that_is_no_json_is_refused_or_read(verb: Any, key: str) -> None:
    for value in (*ODD, UnrulyDict(a=1), {"a": HUGE}, [Unruly()], "\ud800"):
        assert called(verb, [{"role": "user", "content": "hi", key: value}])


class TestMessages:
    """What the errors say."""

    @pytest.mark.parametrize(
        ("option", "value", "says"),
        [
            ("to", 3, "check: option to: found 3, expected a target's name, or a Profile"),
            ("model", [], "check: option model: found [], expected a text, or None"),
            ("tools", 7, "check: option tools: found 7, expected a list of tools, or None"),
            (
                "tools",
                [{}, "now"],
                "check: option tools[1]: found 'now', expected a Declaration, or a dict as the "
                "API takes it",
            ),
            ("select", [3], "check: option select: found [3], expected a list of texts, or None"),
            (
                "system",
                Unruly(),
                "check: option system: found a Unruly that cannot be printed, expected a text, "
                "or None",
            ),
        ],
    )
    def test_an_option(self, option: str, value: object, says: str) -> None:
        with pytest.raises(OptionError) as caught:
            check(SAID, **{option: value})  # type: ignore[arg-type]

        assert str(caught.value) == says

    @pytest.mark.parametrize("key", ["content", "x"])
    def test_a_number_that_nobody_can_write(self, key: str) -> None:
        with pytest.raises(InvalidMessages, match=r"message 1.*digits"):
            repair([*SAID, {"role": "user", "content": "hi", key: HUGE}])

    def test_a_number_that_nobody_can_write_in_a_ui_row(self) -> None:
        with pytest.raises(InvalidJson, match=r"message 0, at x: .*digits"):
            check([{"role": "user", "content": "hi", "x": HUGE}], format="uichat")

    def test_what_raises_inside_is_the_cause(self) -> None:
        with pytest.raises(ForeignError) as caught:
            assemble(SAID, cancel=fails)

        assert str(caught.value).startswith("assemble: RuntimeError: out of paper. Give plain")
        assert repr(caught.value.__cause__) == "RuntimeError('out of paper')"

    def test_one_rule_may_be_named_alone(self) -> None:
        assert check([{"role": "tool", "content": "42"}], select="T101")[0].code == "T101"


class TestTools:
    """Declarations beside the messages."""

    BAD = (
        {"type": "function", "function": {"name": "now"}},
        {"type": "function", "function": "now"},
    )

    def test_one_that_is_misread_is_found_at_its_place(self) -> None:
        found = check(SAID, tools=list(self.BAD))

        assert [(one.code, one.index, one.path) for one in found] == [
            ("C307", None, ("tools[1]", "function")),
            ("C307", None, ("tools[1]", "name")),
        ]

    def test_ui_rows_are_counted_with_theirs(self) -> None:
        rows = [{"id": "m1", "role": "user", "content": "hi", "imageList": []}]
        tool = {"type": "function", "function": {"name": "now", "description": "the time"}}

        assert count(rows, tools=[tool]).total > count(rows).total

    def test_the_bodys_own_are_forgotten_with_what_is_wrong_in_them(self) -> None:
        assert check({"messages": SAID, "tools": [None]}, tools=[]) == ()


class TestAssemble:
    """What the verb knows, sends and refuses."""

    def test_the_model_is_a_fact(self) -> None:
        told = assemble(SAID, SystemRole("You are {{model}}."), model="gpt-4o")

        assert told.report.context.get(Model) == Model("gpt-4o")

    def test_unless_one_is_given(self) -> None:
        model = Model("gpt-4o", display_name="Jane")

        assert assemble(SAID, model, model="o3").report.context.get(Model) is model

    def test_a_model_in_the_body_is_one_too(self) -> None:
        told = assemble({"messages": SAID, "model": "o3"})

        assert told.report.context.get(Model) == Model("o3")

    @pytest.mark.parametrize("budget", [0, 1, 5])
    def test_a_budget_for_less_than_has_to_be_sent_is_refused(self, budget: int) -> None:
        with pytest.raises(BudgetUnsatisfiable) as caught:
            assemble(SAID, SystemRole("Be brief."), policy=Policy(budget=budget))

        assert caught.value.needed > budget - 3

    def test_nothing_may_cost_nothing(self) -> None:
        assert assemble([], policy=Policy(budget=0)).messages == []

    def test_misread_values_are_sent_as_what_they_were_read_as(self) -> None:
        payload = assemble([{"role": "user", "content": 5}])

        assert (payload.messages, payload.report.left) == ([{"role": "user", "content": "5"}], ())
        assert [note.kind for note in payload.report.notes if hasattr(note, "kind")] == ["misread"]

    def test_what_no_field_can_hold_is_left_out_and_noted(self) -> None:
        payload = assemble([{"role": "user", "content": "hi", "name": []}])

        assert payload.messages == [{"role": "user", "content": "hi"}]
        assert payload.report.left == ()
        assert [getattr(note, "kind", "") for note in payload.report.notes][:2] == [
            "misread",
            "left-out",
        ]

    def test_what_no_step_mends_is_left(self) -> None:
        left = assemble([]).report.left

        assert [(one.code, one.index, one.path) for one in left] == [("R209", None, ("messages",))]


class TestVerbs:
    """The verbs that have a report."""

    @pytest.mark.parametrize("verb", [repair, fit])
    def test_they_travel_by_name(self, verb: Any) -> None:
        assert pickle.loads(pickle.dumps(verb)) is verb
        assert repr(verb) == verb.__name__


class TestFactsOnce:
    """A second fact of a type would silently be the only one."""

    def test_two_facts_of_one_type_are_refused(self) -> None:
        said = [{"role": "user", "content": "hi"}]

        with pytest.raises(OptionError, match="expected one SystemRole"):
            assemble(said, SystemRole("Be brief."), SystemRole("Rhyme."))

    def test_a_context_takes_the_later_as_it_says(self) -> None:
        assert Context.of((), SystemRole("a"), SystemRole("b")).get(SystemRole) == SystemRole("b")


class TestInTheWordsOfTheVerb:
    """No step that a verb is made of is named, and no type is spelled as Python spells it."""

    @pytest.mark.parametrize(
        ("verb", "options", "says"),
        [
            (
                repair,
                {"missing_result": "x"},
                "repair: option missing_result: found 'x', expected 'answer' or 'drop_call'",
            ),
            (
                repair,
                {"orphan_result": None},
                "repair: option orphan_result: found None, expected 'drop' or 'keep_as_text'",
            ),
            (
                repair,
                {"open_calls": 3},
                "repair: option open_calls: found 3, expected 'answer' or 'leave'",
            ),
            (
                repair,
                {"mid_system": []},
                "repair: option mid_system: found [], expected 'demote' or 'hoist'",
            ),
            (
                fit,
                {"budget": -1},
                "fit: option budget: found -1, expected a whole number of 0 or more, or None",
            ),
            (
                fit,
                {"messages": "9"},
                "fit: option messages: found '9', expected a whole number of 0 or more, or None",
            ),
            (
                fit,
                {"groups": True},
                "fit: option groups: found True, expected a whole number of 0 or more, or None",
            ),
            (
                fit,
                {"budget": 1, "reserve": -5},
                "fit: option reserve: found -5, expected a whole number of 0 or more",
            ),
            (
                fit,
                {"budget": 1, "start_on": "x"},
                "fit: option start_on: found 'x', expected 'any' or 'user'",
            ),
            (
                fit,
                {"budget": 1, "pinned": "m1"},
                "fit: option pinned: found 'm1', expected a tuple of texts",
            ),
            (
                assemble,
                {"deadline": "soon"},
                "assemble: option deadline: found 'soon', expected seconds on the clock, or None",
            ),
            (
                assemble,
                {"deadline": 5},
                "assemble: option clock: found nothing, expected a clock beside a deadline: "
                "clock=time.monotonic, or another",
            ),
        ],
    )
    def test_an_option(self, verb: Any, options: dict[str, Any], says: str) -> None:
        with pytest.raises(OptionError) as caught:
            verb(SAID, **options)

        assert str(caught.value) == says

    @pytest.mark.parametrize(
        ("options", "says"),
        [
            ({"open_calls": "x"}, "open_calls: found 'x', expected 'answer' or 'leave'"),
            ({"head": 3}, "head: found 3, expected a text, or None"),
            ({"describe_files": 1}, "describe_files: found 1, expected True or False"),
            ({"old_searches": None}, "found None, expected 'keep', 'line' or 'drop'"),
        ],
    )
    def test_a_policy(self, options: dict[str, Any], says: str) -> None:
        with pytest.raises(OptionError) as caught:
            Policy(**options)

        assert str(caught.value).startswith("Policy: option ")
        assert str(caught.value).endswith(says)
