"""Rules of names, and of the tools a request declares."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen

from ctxfn.front import check, convert, repair
from ctxfn.lint import Path, Severity, check_conversation, rule_named
from ctxfn.wire import codec_named, profile

__all__ = ["CODES"]


@frozen
class Example:
    """A body with one finding, where and how bad; and one that has none."""

    code: str
    bad: Any
    found: tuple[int | None, Path, Severity]
    good: Any
    target: str = "openai"


def named(name: str | None) -> Any:
    said = {"role": "user", "content": "hi"}
    return {"messages": [said if name is None else {**said, "name": name}]}


def offering(*tools: Any) -> Any:
    return {**named(None), "tools": [*tools]}


def tool(name: str, parameters: Any = None) -> Any:
    function = {"name": name} if parameters is None else {"name": name, "parameters": parameters}
    return {"type": "function", "function": function}


def fields(**properties: Any) -> Any:
    return {"type": "object", "properties": properties}


HERE = ("tools", 0, "parameters")

EXAMPLES = (
    Example("I410", named("Team Lead"), (0, ("name",), "error"), named("Team_Lead")),
    Example("I411", named("ann"), (0, ("name",), "warning"), named(None), "gemini"),
    Example(
        "I412",
        offering(tool("now"), tool("now")),
        (None, ("tools", 1), "warning"),
        offering(tool("now"), tool("then")),
    ),
    Example(
        "S601",
        offering(tool("now", {"properties": {}})),
        (None, HERE, "error"),
        offering(tool("now", fields()), tool("then")),
    ),
    Example(
        "S602",
        offering(tool("now", fields(at={"type": "object", "required": None}))),
        (None, (*HERE, "properties", "at"), "error"),
        offering(tool("now", {**fields(at={}), "required": ["at"]})),
    ),
    Example(
        "S603",
        offering(tool("now", fields(at={"type": "array"}))),
        (None, (*HERE, "properties", "at"), "error"),
        offering(tool("now", fields(at={"type": "array", "items": {}}))),
    ),
)

CODES = tuple(one.code for one in EXAMPLES)


@pytest.mark.parametrize("example", EXAMPLES, ids=CODES)
class TestExamples:
    """Where a rule is broken, and where it is not."""

    def test_it_finds_the_one_place(self, example: Example) -> None:
        rule = rule_named(example.code)
        assert rule is not None
        read = codec_named("openai_chat").decode(example.bad)

        (found,) = check_conversation(read, profile(example.target), rules=(rule,))

        assert (found.index, found.path, found.severity) == example.found

    def test_it_finds_nothing_where_nothing_is(self, example: Example) -> None:
        rule = rule_named(example.code)
        assert rule is not None
        read = codec_named("openai_chat").decode(example.good)

        assert check_conversation(read, profile(example.target), rules=(rule,)) == ()


@pytest.mark.parametrize("code", ["I410", "S601", "S602"])
def test_repair_mends_it(code: str) -> None:
    example = next(one for one in EXAMPLES if one.code == code)

    assert [one.code for one in check(repair(example.bad), example.target)] == []


@pytest.mark.parametrize("junk", ["city", 5, True, ["city"]])
@pytest.mark.parametrize("to", ["openai", "openai/responses", "anthropic", "bedrock", "mistral"])
def test_parameters_that_are_no_schema_are_none_of_an_object(to: str, junk: Any) -> None:
    left = convert(offering(tool("now", junk)), to=to).left

    assert ("S601", (*HERE,), "error") in [(one.code, one.path, one.severity) for one in left]


def test_anthropic_refuses_a_tool_that_is_declared_twice() -> None:
    body = {"model": "m", "max_tokens": 9, **named(None)}
    body["tools"] = [{"name": "now", "input_schema": fields()}] * 2

    assert [(one.code, one.severity) for one in check(body, "anthropic")] == [("I412", "error")]


def test_schemas_as_deep_as_they_come_are_looked_through() -> None:
    schema: Any = {"type": "array"}
    for _ in range(60):
        schema = {"anyOf": [fields(one=schema)]}
    body = offering(tool("now", fields(one=schema)))

    assert [one.code for one in check(body)] == ["S603"]
