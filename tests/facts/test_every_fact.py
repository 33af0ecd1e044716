"""Every fact holds its fields to their types, where it is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest

from ctxfn import facts
from ctxfn.facts import InvalidFact
from tests.misuse.sweep import good

RECORDS = {
    name: found
    for name in facts.__all__
    for found in (getattr(facts, name),)
    if isinstance(found, type) and attrs.has(found) and not issubclass(found, Exception)
}
FIELDS = [
    (name, field.alias, field.name)
    for name, kind in RECORDS.items()
    for field in attrs.fields(kind)
]
#: By its name, a fact as no type checker would let it pass, with the error it meets.
WRONG: dict[str, tuple[Callable[..., object], tuple[Any, ...], InvalidFact]] = {
    "text for a tuple": (
        facts.Knowledge,
        ("x",),
        InvalidFact("Knowledge", "files", "'x'", "a tuple of KnowledgeFile"),
    ),
    "text for a todo": (
        facts.TodoList,
        (("a",),),
        InvalidFact("TodoList", "items[0]", "'a'", "Todo"),
    ),
    "text for a moment": (
        facts.Clock,
        ("2026-03-01",),
        InvalidFact("Clock", "now", "'2026-03-01'", "datetime"),
    ),
    "number for a text": (facts.SystemRole, (5,), InvalidFact("SystemRole", "text", "5", "str")),
    "a word that is none": (
        facts.Todo,
        ("a", "done"),
        InvalidFact("Todo", "status", "'done'", "'todo' or 'processing' or 'completed'"),
    ),
    "one of a pair": (
        facts.Variables,
        ((("a",),),),
        InvalidFact("Variables", "pairs[0]", "('a',)", "a tuple of 2: str, str"),
    ),
    "a number in a pair": (
        facts.Variables,
        ((("a", "b"), ("c", 5)),),
        InvalidFact("Variables", "pairs[1][1]", "5", "str"),
    ),
    "no function": (
        facts.Variables,
        ((), (("now", "later"),)),
        InvalidFact("Variables", "generators[0][1]", "'later'", "a function"),
    ),
    "a dict for a declaration": (
        facts.Toolset,
        (({"name": "f"},),),
        InvalidFact("Toolset", "tools[0]", "{'name': 'f'}", "Declaration"),
    ),
    "text for a message": (
        facts.FetchedHistory,
        (["hi"],),
        InvalidFact(
            "FetchedHistory",
            "messages[0]",
            "'hi'",
            "System or User or Assistant or ToolResult or AssistantGroup or Supervisor or Council "
            "or Compare or Task or Tasks or TaskCallback or CompressedGroup or Verification "
            "or Unknown",
        ),
    ),
    "half a token": (
        lambda given: facts.AgentDocument(filename="a", max_tokens=given),
        (0,),
        InvalidFact("AgentDocument", "max_tokens", "0", "int of 1 or more or None"),
    ),
    "no moment": (
        facts.ByTimeRange,
        (float("nan"),),
        InvalidFact("ByTimeRange", "from_ms", "nan", "milliseconds since 1970 or None"),
    ),
    "inside a union": (
        lambda given: facts.AdditionalContext("a", given),
        (("b",),),
        InvalidFact("AdditionalContext", "content[0]", "'b'", "ContextSection"),
    ),
}


class TestExamples:
    """What is refused, and in which words."""

    @pytest.mark.parametrize("words", WRONG)
    def test_it_says_fact_field_place_found_and_expected(self, words: str) -> None:
        make, given, error = WRONG[words]

        with pytest.raises(InvalidFact) as refused:
            make(*given)

        assert refused.value == error


class TestProperties:
    """Of every fact."""

    @pytest.mark.parametrize(("fact", "alias", "field"), FIELDS)
    def test_no_field_takes_what_it_is_not_for(self, fact: str, alias: str, field: str) -> None:
        fitting: Any = good(RECORDS[fact])

        with pytest.raises(InvalidFact) as refused:
            attrs.evolve(fitting, **{alias: object()})

        assert (refused.value.fact, refused.value.field) == (fact, field)

    @pytest.mark.parametrize("fact", RECORDS)
    def test_what_fits_is_taken(self, fact: str) -> None:
        assert isinstance(good(RECORDS[fact]), RECORDS[fact])
