"""Reports about budgets and counting: what does not fit is said, with numbers and places."""

from __future__ import annotations

from typing import Any

import pytest

from ctxfn.front import count, fit
from ctxfn.processors import BudgetUnsatisfiable, limit_results
from ctxfn.tokens import REFERENCE_TARIFF, Counter
from ctxfn.wire import codec_named
from tests.front.histories import reports

CATEGORIES = ("budget-and-counting", "compaction")
REPORTS = {
    name: case
    for name, case in reports().items()
    if case["provider"] in ("any", "openai-chat") and case["category"] in CATEGORIES
}
#: Where else a case is judged: tests/processors/truncate, `shrink_arguments` and `compact`.
ELSEWHERE = {"b071", "b036", "b155"}


def quarter(text: str) -> int:
    """Count as the cases do: four characters a token, rounded up."""
    return -(-len(text) // 4)


COUNTING: dict[str, Any] = {
    "counter": Counter("quarter", True, quarter),
    "tariff": REFERENCE_TARIFF,
}


def test_b142_the_answer_has_its_room_or_it_is_said_what_has_none() -> None:
    case = REPORTS["b142"]
    messages, options = case["input"]["messages"], case["input"]["options"]
    window, reserve = options["context_window"], options["reserve_output"]
    total = count(messages, **COUNTING).total

    assert total <= window - reserve
    assert fit(messages, budget=window, reserve=reserve, **COUNTING) == messages
    with pytest.raises(BudgetUnsatisfiable) as told:
        fit(messages, budget=window, reserve=window - total + 1, **COUNTING)
    assert told.value.allowed == total - 1
    assert [one.place for one in told.value.culprits] == [0, None]


def test_b142_more_than_the_window_for_the_answer_is_refused_and_nothing_is_sent() -> None:
    case = REPORTS["b142"]

    with pytest.raises(BudgetUnsatisfiable, match="4096 in reserve"):
        fit(case["input"]["messages"], budget=4096, reserve=4096, **COUNTING)


def test_b143_a_prompt_that_is_too_large_is_named_with_both_numbers() -> None:
    case = REPORTS["b143"]
    messages, limit = case["input"]["messages"], case["input"]["options"]["max_tokens"]

    with pytest.raises(BudgetUnsatisfiable) as told:
        fit(messages, budget=limit, **COUNTING)

    named = told.value
    assert (named.culprits[0].place, named.culprits[0].what) == (0, "system")
    assert named.allowed == limit
    assert named.needed == count(messages, **COUNTING).total


def test_every_case_of_these_categories_is_judged() -> None:
    assert REPORTS.keys() == {"b142", "b143", *ELSEWHERE}


def test_what_a_limit_leaves_alone_is_the_same_object() -> None:
    messages = codec_named("openai_chat").decode(REPORTS["b071"]["input"]["messages"]).messages

    assert limit_results(messages, window=8192) is messages
