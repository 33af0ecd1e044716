"""Rules of the shapes of arguments, answers, ids and schemas, and of thoughts in two requests."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen

from ctxfn import check, repair
from ctxfn.front import fix
from ctxfn.lint import Path, Severity

__all__ = ["CODES"]

Row = dict[str, Any]
USER: Row = {"role": "user", "content": "hi"}


def asked(*arguments: Any, ids: tuple[str, ...] = ("c1", "c2")) -> Row:
    calls = [
        {"id": name, "type": "function", "function": {"name": "add", "arguments": one}}
        for name, one in zip(ids, arguments, strict=False)
    ]
    return {"role": "assistant", "content": None, "tool_calls": calls}


def answer(content: Any = "42", name: str = "c1") -> Row:
    return {"role": "tool", "tool_call_id": name, "content": content}


def replied(value: Any) -> Row:
    answered = {"functionResponse": {"name": "add", "response": value}}
    return {
        "contents": [
            {"role": "user", "parts": [{"text": "hi"}]},
            {"role": "model", "parts": [{"functionCall": {"name": "add", "args": {}}}]},
            {"role": "user", "parts": [answered]},
        ]
    }


def offering(key: str, schema: Row) -> Row:
    declared = [{"name": "add", key: schema}]
    contents = [{"role": "user", "parts": [{"text": "hi"}]}]
    return {"contents": contents, "tools": [{"functionDeclarations": declared}]}


def openai(schema: Row) -> Row:
    tool = {"type": "function", "function": {"name": "add", "parameters": schema}}
    return {"messages": [USER], "tools": [tool]}


def fields(**properties: Any) -> Row:
    return {"type": "object", "properties": properties}


TREE = {**fields(left={"$ref": "#/$defs/tree"}), "$defs": {"tree": fields(up={"$ref": "#"})}}
REFUSED: Row = {"role": "assistant", "content": [{"type": "refusal", "refusal": "No."}]}
ARGUMENTS = ("tool_calls", 0, "function", "arguments")
TWICE = asked("{}", "{}", ids=("c1", "c1"))
HERE = ("tools", 0, "parameters")


@frozen
class Example:
    """A body with one finding of a rule, where and how bad; and one that has none."""

    code: str
    target: str
    bad: Any
    found: tuple[int | None, Path, Severity]
    good: Any


EXAMPLES = (
    Example(
        "T121",
        "anthropic",
        [USER, asked("[1]"), answer()],
        (1, ARGUMENTS, "error"),
        [USER, asked('{"a": 1}'), answer()],
    ),
    Example(
        "T122",
        "openai",
        [USER, asked({"a": 1}), answer()],
        (1, ("tool_calls[0]", "function", "arguments"), "error"),
        [USER, asked('{"a": 1}'), answer()],
    ),
    Example(
        "T123",
        "gemini/2",
        replied(["Rome"]),
        (2, ("parts[0]", "functionResponse", "response"), "error"),
        replied({"result": ["Rome"]}),
    ),
    Example(
        "T124",
        "openai",
        [USER, asked("{}"), answer({"degrees": 18})],
        (2, ("content",), "error"),
        [USER, asked("{}"), answer('{"degrees": 18}')],
    ),
    Example(
        "C318",
        "anthropic",
        [USER, REFUSED, USER],
        (1, ("content", 0), "error"),
        [USER, {"role": "assistant", "content": "No."}, USER],
    ),
    Example(
        "I413",
        "anthropic",
        [USER, TWICE, answer(), answer()],
        (1, ("tool_calls", 1, "id"), "error"),
        [USER, asked("{}"), answer(), asked("{}"), answer()],
    ),
    Example(
        "S604",
        "openai",
        openai({"type": "object", "required": []}),
        (None, HERE, "error"),
        openai(fields()),
    ),
    Example(
        "S605",
        "gemini",
        offering("parameters", fields(mode={"type": "string", "const": "a"})),
        (None, (*HERE, "properties", "mode", "const"), "error"),
        offering("parametersJsonSchema", fields(mode={"type": "string", "const": "a"})),
    ),
    Example(
        "S606",
        "gemini",
        offering("parametersJsonSchema", TREE),
        (None, HERE, "warning"),
        offering("parametersJsonSchema", {**TREE, "$defs": {"tree": {"type": "string"}}}),
    ),
)

CODES = (*(one.code for one in EXAMPLES), "N714", "N715")


@pytest.mark.parametrize("example", EXAMPLES, ids=[one.code for one in EXAMPLES])
class TestExamples:
    """Where a rule is broken, and where it is not."""

    def test_it_finds_the_one_place(self, example: Example) -> None:
        (found,) = check(example.bad, example.target, select=[example.code])

        assert (found.index, found.path, found.severity) == example.found

    def test_it_finds_nothing_where_nothing_is(self, example: Example) -> None:
        assert check(example.good, example.target, select=[example.code]) == ()

    def test_repair_leaves_none_of_it(self, example: Example) -> None:
        after = repair(example.bad, example.target)
        left = check(after, example.target, select=[example.code])

        assert [one.severity for one in left if one.severity == "error"] == []


class TestArguments:
    """What becomes of arguments that are no object."""

    @pytest.mark.parametrize(
        ("written", "made"),
        [
            ("null", "{}"),
            ("[1]", '{"value":[1]}'),
            ('"x"', '{"value":"x"}'),
            ('"{\\"a\\": 1}"', '{"a": 1}'),
        ],
    )
    def test_they_become_one(self, written: str, made: str) -> None:
        said = [USER, asked(written), answer()]

        mended: Any = fix(said, "openai/compatible", unsafe=True).output

        assert mended[1]["tool_calls"][0]["function"]["arguments"] == made

    @pytest.mark.parametrize("written", ["{}", "", '{"a": ', "no JSON"])
    def test_an_object_and_what_is_no_json_stay(self, written: str) -> None:
        said = [USER, asked(written), answer()]

        assert check(said, "openai/compatible", select=["T121"]) == ()

    def test_a_type_is_not_told_twice(self) -> None:
        call = {"type": "tool_use", "id": "t1", "name": "add", "input": [1]}
        result = {"type": "tool_result", "tool_use_id": "t1", "content": "1"}
        said = [
            USER,
            {"role": "assistant", "content": [call]},
            {"role": "user", "content": [result]},
        ]

        assert [one.code for one in check({"messages": said}, "anthropic")] == ["T121"]


def test_one_id_in_two_answers_of_one_turn_is_not_spoken_of_by_openai() -> None:
    assert check([USER, TWICE, answer(), answer()], "openai", select=["I413"]) == ()


def test_a_cycle_in_what_gemini_must_write_out_is_an_error() -> None:
    (found,) = check(offering("parameters", TREE), "gemini", select=["S606"])

    assert found.severity == "error"


def thinking(words: str, system: str = "Be brief.", signature: str = "c2ln") -> Row:
    thought = {"type": "thinking", "thinking": words, "signature": signature}
    answered = {"role": "assistant", "content": [thought, {"type": "text", "text": "Yes."}]}
    return {"system": system, "messages": [USER, answered, USER]}


class TestTwoRequests:
    """What the request before shows of thoughts."""

    @pytest.mark.parametrize(
        ("now", "codes"),
        [
            (thinking("Hm."), []),
            (thinking("Hm"), ["N714"]),
            (thinking("Hm.", system="Be kind."), ["N715"]),
            (thinking("Hm", system="Be kind.", signature="bmV3"), []),
        ],
    )
    def test_it_shows_what_changed(self, now: Row, codes: list[str]) -> None:
        found = check(now, "anthropic", after=thinking("Hm."), select=["N714", "N715"])

        assert [one.code for one in found] == codes

    def test_one_alone_shows_nothing(self) -> None:
        assert check(thinking("Hm"), "anthropic", select=["N714", "N715"]) == ()
