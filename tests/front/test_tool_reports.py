"""Cases made from public bug reports about names, ids and schemas of tools."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ctxfn.context import Note
from ctxfn.front import check, convert, repair
from ctxfn.tools import declare, read_manifests
from tests.front.histories import reports

TARGETS = (
    *("openai", "openai/responses", "anthropic", "gemini", "bedrock", "mistral", "deepseek"),
)
REPORTS = {
    name: case
    for name, case in reports().items()
    if case["provider"] in ("any", "openai-chat") and case["category"] in ("tool-schema", "ids")
}


def body_of(case: dict[str, Any]) -> dict[str, Any]:
    """Return the request of a case."""
    return {key: case["input"][key] for key in ("messages", "tools")}


def parameters_in(body: Any) -> list[Any]:
    """Return what is declared of each function's parameters."""
    return [tool["function"].get("parameters") for tool in body["tools"]]


def test_b062_a_function_without_arguments_has_properties_and_nothing_required() -> None:
    body = body_of(REPORTS["b062"])
    repaired = repair(body)

    assert parameters_in(repaired) == [REPORTS["b062"]["expect"]["tools.0.function.parameters"]]
    assert repair.report(body).notes == (Note("repair", "schema-mended", "tools[0]: parameters"),)
    assert json.dumps(repair(repaired)) == json.dumps(repaired)
    assert check(repaired) == ()


def test_b065_a_schema_of_no_type_is_one_of_an_object_for_this_format_too() -> None:
    case = reports()["b065"]

    assert parameters_in(repair(body_of(case))) == [case["expect"]["tools.0.function.parameters"]]


def test_a_function_of_a_manifest_has_properties_from_the_beginning() -> None:
    parameters = REPORTS["b062"]["input"]["tools"][0]["function"]["parameters"]
    row = {"identifier": "clock", "api": [{"name": "now", "parameters": parameters}]}
    body = {"messages": [{"role": "user", "content": "go"}]}
    declared = declare(read_manifests([row]).manifests)

    assert parameters_in(repair(body, tools=declared)) == [
        {"type": "object", "properties": {}, "required": []}
    ]


def test_every_case_of_these_kinds_is_judged() -> None:
    assert REPORTS.keys() == {"b062"}


@pytest.mark.parametrize("to", TARGETS)
def test_a_function_without_a_name_is_not_offered_anywhere(to: str) -> None:
    nameless = {"type": "function", "function": {"description": "Tells the time."}}
    named = {"type": "function", "function": {"name": "now"}}
    body = {"messages": [{"role": "user", "content": "go"}], "tools": [nameless, named]}

    done = convert(body, to=to)

    assert done == convert({**body, "tools": [named]}, to=to)._replace(notes=done.notes)
    assert [getattr(note, "kind", "") for note in done.notes][:2] == ["misread", "tool-nameless"]


@pytest.mark.parametrize("missing", [{}, {"input_schema": None}])
def test_a_function_without_a_schema_gets_one_for_anthropic(missing: dict[str, Any]) -> None:
    said = [{"role": "user", "content": "go"}]
    body = {"model": "m", "max_tokens": 9, "messages": said, "tools": [{"name": "now", **missing}]}
    done = repair.report(body, "anthropic", format="anthropic")

    assert done.output == {
        **body,
        "tools": [{"name": "now", "input_schema": {"type": "object", "properties": {}}}],
    }
    assert [getattr(note, "kind", "") for note in done.notes] == ["schema-mended"]
    assert repair(done.output, "anthropic") == done.output


@pytest.mark.parametrize(
    "missing",
    [{}, *({"inputSchema": one} for one in (None, "x", {}, {"json": None}))],
)
def test_a_function_without_a_schema_gets_one_for_bedrock(missing: dict[str, Any]) -> None:
    said = [{"role": "user", "content": [{"text": "go"}]}]
    config = {"tools": [{"toolSpec": {"name": "now", **missing}}]}
    done = repair.report({"messages": said, "toolConfig": config}, "bedrock", format="bedrock")

    schema = {"json": {"type": "object", "properties": {}}}
    assert done.output == {
        "messages": said,
        "toolConfig": {"tools": [{"toolSpec": {"name": "now", "inputSchema": schema}}]},
    }
    assert [getattr(note, "kind", "") for note in done.notes] == ["schema-mended"]
    assert repair(done.output, "bedrock") == done.output


@pytest.mark.parametrize("junk", ["yes", 1, [], {"a": 1}])
def test_whether_a_function_is_strict_is_yes_or_no_for_responses(junk: Any) -> None:
    tool = {"type": "function", "name": "now", "parameters": {"type": "object", "properties": {}}}
    body = {"model": "gpt-5", "input": "go", "tools": [{**tool, "strict": junk}]}
    done = repair.report(body, "openai/responses")

    assert done.output == {**body, "tools": [{**tool, "strict": False}]}
    assert [getattr(note, "kind", "") for note in done.notes] == ["tool-not-strict"]
    assert repair(done.output, "openai/responses") == done.output
