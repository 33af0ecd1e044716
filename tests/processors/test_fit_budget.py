"""fit_budget: the pinned, and the newest whole atoms that fit."""

from __future__ import annotations

import math
import pickle
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import twins
from benchmarks.corpus import corpus
from ctxfn.context import Context, Note
from ctxfn.facts import Toolset
from ctxfn.messages import (
    Block,
    Image,
    Instruction,
    Messages,
    Node,
    Origin,
    User,
    assistant,
    atoms_of,
    call,
    chat,
    inject,
    is_ours,
    system,
    tool_result,
    user,
)
from ctxfn.pipeline import OptionError, Step
from ctxfn.processors import (
    BudgetUnsatisfiable,
    Culprit,
    fit_budget,
    pair_tool_results,
    render_blocks,
)
from ctxfn.processors.clean.stand_in import stand_in
from ctxfn.tokens import REFERENCE_TARIFF, Counter, Tariff, estimate, measure, measure_tools
from ctxfn.tools import Declaration
from ctxfn.wire import codec_named
from tests.messages.histories import histories, orderly_histories

Row = dict[str, Any]


def quarter(text: str) -> int:
    return math.ceil(len(text) / 4)


REFERENCE = Counter("reference", False, quarter)
CHEAP: dict[str, Any] = {"counter": REFERENCE, "tariff": REFERENCE_TARIFF}


def one_each(text: str) -> int:
    return 0


#: Every message costs one.
EACH: dict[str, Any] = {
    "counter": Counter("each", True, one_each),
    "tariff": Tariff(message=1, name=0, call=0, request=0, image=0),
    "open_calls": "leave",
}


LENGTHS: dict[str, Any] = {"counter": Counter("letters", False, len), "tariff": REFERENCE_TARIFF}


def length(node: Node) -> int:
    return measure(node, LENGTHS["counter"], tariff=REFERENCE_TARIFF)


def asks(number: int, **arguments: object) -> Row:
    function = {"name": "count", "arguments": f'{{"h": {number}}}'}
    return {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": f"c{number}", "type": "function", "function": function}],
    }


def answers(number: int, text: str) -> Row:
    return {"role": "tool", "tool_call_id": f"c{number}", "content": text}


def says(role: str, text: str) -> Row:
    return {"role": role, "content": text}


BOATS = "boats " * 60
ASKED = [says("system", "Be brief."), says("user", "Price of tea?"), asks(1), answers(1, "3.20")]
COUNTED = [
    says("system", "Sys."),
    says("user", "Count the boats in all 3 harbours"),
    *(row for number in range(3) for row in (asks(number), answers(number, BOATS))),
]
LONG = [
    says("system", "Helper."),
    says("user", "x " * 400),
    asks(1),
    answers(1, "found a"),
    says("user", "thanks, next?"),
]

#: Reported failures of trimmers: what goes in, with which options, and which rows come out.
REPORTS: list[tuple[str, list[Row], dict[str, Any], list[int]]] = [
    ("a history that fits stays", ASKED, {"budget": 100_000}, [0, 1, 2, 3]),
    ("no result without its call", LONG, {"budget": 60, "start_on": "user"}, [0, 4]),
    ("the newest atom may be a call", LONG, {"budget": 60}, [0, 2, 3, 4]),
    ("a system message alone stays", [says("system", "Be nice.")], {"budget": 50}, [0]),
    ("calls are not cut below the budget", ASKED[1:], {"budget": 99}, [0, 1, 2]),
    ("the question outlives its calls", COUNTED, {"budget": 130}, [0, 1, 6, 7]),
]


class TestExamples:
    @pytest.mark.parametrize(("name", "rows", "options", "places"), REPORTS)
    def test_reported_failures(
        self, name: str, rows: list[Row], options: dict[str, Any], places: list[int]
    ) -> None:
        messages = codec_named("openai_chat").decode(rows).messages
        kept = fit_budget(messages, **options, **CHEAP)

        assert list(kept) == [messages[place] for place in places], name
        assert (kept is messages) == (len(places) == len(rows))

    def test_no_messages_are_no_messages(self) -> None:
        assert fit_budget(chat(), budget=10) == chat()

    def test_a_prompt_over_the_budget_is_refused_and_named(self) -> None:
        said = chat(system("rules " * 200), user("hi", id="u"))
        with pytest.raises(BudgetUnsatisfiable) as caught:
            fit_budget(said, budget=100, **CHEAP)

        culprits = (Culprit("system", 304, 0), Culprit("user", 5, 1, "u"))
        assert caught.value == BudgetUnsatisfiable(309, 100, culprits, 100)
        assert "309 tokens have to be sent, 100 are allowed: system at 0: 304" in str(caught.value)

    def test_a_window_that_is_all_reserve_is_refused(self) -> None:
        with pytest.raises(BudgetUnsatisfiable) as caught:
            fit_budget(chat(user("hi")), budget=4096, reserve=4096, **CHEAP)

        assert caught.value.allowed == 0
        assert caught.value.culprits[-1] == Culprit("reserve", 4096)

    def test_the_reserve_is_left_free(self) -> None:
        said = chat(user("a " * 8000), assistant("b"), user("c"))

        assert fit_budget(said, budget=4096, reserve=1024, **CHEAP) == said[1:]

    def test_tools_are_subtracted(self) -> None:
        tools = (Declaration("search", "Search the web. " * 20),)
        said = chat(user("one " * 40), assistant("two"), user("three"))
        spent = measure_tools(tools, REFERENCE)
        budget = sum(measure(node, REFERENCE, tariff=REFERENCE_TARIFF) for node in said)
        context = Context.of(said, Toolset(tools))

        assert fit_budget(context, budget=budget + spent, **CHEAP) is context
        assert fit_budget(context, budget=budget + spent - 1, **CHEAP).messages == said[1:]

    def test_a_budget_of_nothing_keeps_nothing_and_none_everything(self) -> None:
        said = chat(system("s"), user("hi"))

        assert fit_budget(said, budget=0) == chat()
        assert fit_budget(said) is said

    def test_what_has_to_stay_may_go_out_with_a_note(self) -> None:
        said = chat(user("old"), assistant("older"), user("a " * 200))
        context = fit_budget(Context(said), budget=50, unsatisfiable="keep_pinned", **CHEAP)

        assert context.messages == said[2:]
        assert [note.kind for note in context.notes if isinstance(note, Note)] == [
            *("budget-unsatisfiable", "cut"),
        ]

    def test_a_prompt_over_the_budget_may_go_out_with_the_newest_atom(self) -> None:
        said = chat(system("word " * 500), assistant("older"), assistant("hi there"))
        context = fit_budget(Context(said), budget=100, unsatisfiable="keep_pinned", **CHEAP)

        assert context.messages == chat(said[0], said[2])
        assert [note.kind for note in context.notes if isinstance(note, Note)] == [
            *("budget-unsatisfiable", "cut"),
        ]

    def test_the_newest_atom_over_the_budget_is_refused(self) -> None:
        said = chat(system("s"), assistant(call("c")), tool_result("c", "a " * 400))

        with pytest.raises(BudgetUnsatisfiable):
            fit_budget(said, budget=100, **CHEAP)

    def test_system_ours_ids_and_marks_are_pinned_wherever_they_stand(self) -> None:
        ours = User(origin=Origin(ours="knowledge"))
        told = evolve(user("d"), marks=(Instruction("x"),))
        said = chat(user("a"), system("s"), user("b", id="b"), ours, user("c"), told, user("e"))
        options: dict[str, Any] = {"budget": 5, "pinned": ("b",), "pin_marks": ("Instruction",)}

        assert fit_budget(said, **options, **EACH) == chat(*said[1:4], *said[5:])

    def test_a_pinned_result_keeps_its_atom(self) -> None:
        said = chat(
            assistant(call("c1")), tool_result("c1", id="r"), user("a"), assistant("b"), user("d")
        )

        kept = fit_budget(said, budget=3, pinned=("r",), **EACH)
        assert kept == chat(*said[:2], said[4])

    def test_pins_at_the_ends_alone_go_with_their_time_between(self) -> None:
        ours = User(origin=Origin(ours="date"))
        said = chat(system("s"), user("a"), system("t"), user("b"), ours)

        assert fit_budget(said, budget=3, pin_in="head", **EACH) == chat(said[0], *said[3:])

    def test_blocks_count_as_they_will_be_written(self) -> None:
        said = chat(user("a"), inject(user("b"), Block("date", "Monday")))
        written = render_blocks(said)
        needed = sum(measure(node, REFERENCE, tariff=REFERENCE_TARIFF) for node in written)

        assert fit_budget(said, budget=needed, **CHEAP) is said
        assert fit_budget(said, budget=needed - 1, **CHEAP) == said[1:]

    def test_open_calls_count_with_their_stand_in(self) -> None:
        said = chat(user("a"), assistant(call("c1"), call("c2")), tool_result("c1"), user("b"))
        paired = pair_tool_results(said)
        needed = sum(measure(node, REFERENCE, tariff=REFERENCE_TARIFF) for node in paired)

        assert fit_budget(said, budget=needed, **CHEAP) is said
        assert fit_budget(said, budget=needed - 1, **CHEAP) == said[1:]

    def test_a_repeated_result_answers_no_other_call(self) -> None:
        asked = assistant(call("c1"), call("c2"))
        said = chat(user("a"), asked, tool_result("c1", "x"), tool_result("c1", "x"), user("b"))
        needed = sum(map(length, (*said[:2], said[2], said[2], said[4]))) + length(
            stand_in(asked, asked.calls[1], "the tool gave no result")
        )

        assert fit_budget(said, budget=needed, **LENGTHS) is said
        assert fit_budget(said, budget=needed - 1, **LENGTHS) == said[1:]

    def test_images_cost_their_figure_not_their_length(self) -> None:
        said = chat(user("a"), user(Image(url="data:image/png;base64," + "A" * 100_000)))

        assert fit_budget(said, budget=95, **CHEAP) is said

    def test_the_note_says_what_was_counted_and_how(self) -> None:
        said = chat(user("a " * 100), user("b"))
        context = fit_budget(Context(said), budget=40, **CHEAP)

        text = "1 of 2 messages are left out; the others take 5 of 40 tokens (reference, not exact)"
        assert list(context.notes) == [Note("fit_budget", "cut", text)]

    def test_a_step_travels(self) -> None:
        step = fit_budget(budget=40, counter=estimate(), pin_marks=("Mention",))

        assert isinstance(step, Step)
        assert pickle.loads(pickle.dumps(step)) == step

    def test_a_wrong_option_is_refused_where_it_is_written(self) -> None:
        with pytest.raises(OptionError):
            fit_budget(budget=-1)
        with pytest.raises(OptionError):
            fit_budget(budget=1, pin_marks=("Nonsense",))  # type: ignore[arg-type]


BUDGETS = st.integers(1, 20)


def cut(messages: Messages, budget: int, **options: Any) -> Messages | None:
    try:
        return fit_budget(messages, budget=budget, **options, **EACH)
    except BudgetUnsatisfiable:
        return None


class TestProperties:
    @given(histories(), BUDGETS)
    def test_never_more_than_the_budget(self, messages: Messages, budget: int) -> None:
        kept = cut(messages, budget)

        assert kept is None or len(kept) <= budget

    @given(histories(), st.integers(1, 500))
    def test_what_is_kept_costs_no_more_when_it_is_answered_and_written(
        self, messages: Messages, budget: int
    ) -> None:
        try:
            kept = fit_budget(messages, budget=budget, **LENGTHS)
        except BudgetUnsatisfiable:
            return
        written = render_blocks(pair_tool_results(kept))

        assert sum(map(length, written)) <= budget

    @given(histories(), BUDGETS)
    def test_what_has_to_stay_always_goes_out(self, messages: Messages, budget: int) -> None:
        kept = fit_budget(messages, budget=budget, unsatisfiable="keep_pinned", **EACH)

        assert bool(kept) == bool(messages)

    @given(histories(), BUDGETS)
    def test_never_empty_unless_the_input_is(self, messages: Messages, budget: int) -> None:
        kept = cut(messages, budget)

        assert kept is None or bool(kept) == bool(messages)

    @given(histories(), BUDGETS)
    def test_whole_atoms(self, messages: Messages, budget: int) -> None:
        kept = cut(messages, budget)
        names = set(map(id, kept if kept is not None else messages))
        leftovers = set(map(id, early(messages)))

        for atom in atoms_of(messages):
            rest = [node for node in atom if id(node) not in leftovers]
            assert len({id(node) in names for node in rest}) <= 1

    @given(histories(unique_ids=True), BUDGETS, st.sampled_from(("any", "user")))
    def test_idempotent(self, messages: Messages, budget: int, start_on: str) -> None:
        once = cut(messages, budget, start_on=start_on)

        assert once is None or cut(once, budget, start_on=start_on) is once

    @given(histories(), BUDGETS)
    def test_the_same_object_if_all_fits(self, messages: Messages, budget: int) -> None:
        assert (cut(messages, budget) is messages) == (len(messages) <= budget)

    @given(histories(), BUDGETS)
    def test_pinned_messages_stay(self, messages: Messages, budget: int) -> None:
        kept = cut(messages, budget)
        names = set(map(id, kept if kept is not None else messages))
        pinned = [node for node in messages if node.role == "system" or is_ours(node)]
        said = [node for node in messages if isinstance(node, User) and not is_ours(node)]

        assert {id(node) for node in (*pinned, *said[-1:])} <= names

    @given(orderly_histories(), BUDGETS, BUDGETS)
    def test_fitting_twice_is_fitting_the_smaller(
        self, messages: Messages, one: int, other: int
    ) -> None:
        once = cut(messages, one)
        twice = None if once is None else cut(once, other)

        assert twice == (None if once is None else cut(messages, min(one, other)))

    @given(orderly_histories(turns=5), st.integers(1, 500))
    def test_a_cut_can_start_on_what_a_person_said(self, messages: Messages, budget: int) -> None:
        kept = cut(messages, budget, start_on="user")
        said = [node.role for node in kept or () if node.role != "system"]

        assert kept is None or kept is messages or said[:1] == ["user"]


def early(messages: Messages) -> list[Node]:
    """Results that stand before their call."""
    return [
        node
        for atom in atoms_of(messages)
        for place, node in enumerate(atom)
        if node.role == "tool" and any(later.role == "assistant" for later in atom[place:])
    ]


class TestTwin:
    @given(st.integers(0, 1000), st.integers(3_000, 60_000))
    def test_agrees_with_the_mutable_twin(self, seed: int, budget: int) -> None:
        rows = corpus(60, seed=seed)
        messages = codec_named("openai_chat").decode(rows).messages
        prices = {
            id(row): measure(node, REFERENCE, tariff=REFERENCE_TARIFF)
            for row, node in zip(rows, messages, strict=True)
        }
        last = max(place for place, row in enumerate(rows) if row["role"] == "user")
        stay = {id(row) for row in (*(r for r in rows if r["role"] == "system"), rows[last])}
        mutable = list(rows)
        twins.fit_tokens(
            mutable,
            budget=budget,
            count=lambda row: prices[id(row)],
            pinned=lambda row: id(row) in stay,
        )
        names = {id(row) for row in mutable}

        kept = fit_budget(messages, budget=budget, **CHEAP)
        assert list(kept) == [
            node for row, node in zip(rows, messages, strict=True) if id(row) in names
        ]
