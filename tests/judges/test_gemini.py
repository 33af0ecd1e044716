"""The judge lets pass what the API took, and sees each single fault in it."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from pyrsistent import pvector

from ctxfn.wire import codec_named, profile
from tests.judges.gemini import judge, snake

SUITE = Path(__file__).parents[1] / "wire" / "suite" / "gemini"
ROWS = [
    json.loads(line) for line in (SUITE / "accepted.jsonl").read_text(encoding="utf-8").splitlines()
]
REFUSED = json.loads((SUITE / "refused.json").read_text(encoding="utf-8"))


def is_signed(row: dict[str, Any]) -> bool:
    return str(row["model"]).startswith("gemini-3")


def parts_with(body: Any, kind: str) -> Iterator[tuple[int, int, dict[str, Any]]]:
    """List the parts that hold *kind*, with the places of their content and themselves."""
    for place, row in enumerate(body["contents"]):
        for number, part in enumerate(row["parts"]):
            for key in list(part):
                if snake(key) == kind:
                    yield place, number, part


def held(part: dict[str, Any], kind: str) -> Any:
    return next(one for key, one in part.items() if snake(key) == kind)


def no_contents(body: Any) -> None:
    body["contents"] = []


def odd_role(body: Any) -> None:
    body["contents"][0]["role"] = "assistant"


def no_parts(body: Any) -> None:
    body["contents"][0]["parts"] = []


def ends_with_the_model(body: Any) -> None:
    body["contents"].append({"role": "model", "parts": [{"text": "So"}]})


def ends_with_a_call(body: Any) -> None:
    called = {"functionCall": {"name": "f", "args": {}}, "thoughtSignature": "s"}
    body["contents"].append({"role": "model", "parts": [called]})


def begins_with_a_call(body: Any) -> None:
    first = next(parts_with(body, "function_call"))[0]
    del body["contents"][:first]


def words_before_a_call(body: Any) -> None:
    place, _, _ = next(parts_with(body, "function_call"))
    body["contents"].insert(place, {"role": "model", "parts": [{"text": "Let me see."}]})


def results_of_two_steps_in_one(body: Any) -> None:
    def called(name: str) -> Any:
        return {"role": "model", "parts": [{"functionCall": {"name": name}}]}

    answers: list[Any] = [
        {"functionResponse": {"name": name, "response": {}}} for name in ("f", "g")
    ]
    asked = {"role": "user", "parts": [{"text": "And?"}]}
    both = {"role": "user", "parts": answers}
    body["contents"] += [called("f"), asked, called("g"), both]


def call_without_data(body: Any) -> None:
    _, _, part = next(parts_with(body, "function_call"))
    part.clear()


def shown(body: Any, **inline: str) -> None:
    body["contents"][0]["parts"].append({"inlineData": inline})


def bytes_of_nothing(body: Any) -> None:
    shown(body, mimeType="image/png", data="")


def media_of_no_type(body: Any) -> None:
    shown(body, mimeType="picture", data="iVBORw0KGgo=")


def odd_key_of_a_part(body: Any) -> None:
    body["contents"][0]["parts"][0]["cache_control"] = {"type": "ephemeral"}


def reference(body: Any) -> None:
    declared(body, {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {}})


def required_of_nobody(body: Any) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["b"]}
    declared(body, schema)


def items_of_no_type(body: Any) -> None:
    declared(body, {"type": "object", "properties": {"a": {"type": "array"}}})


def any_of_beside_others(body: Any) -> None:
    choice = {"anyOf": [{"type": "string"}], "description": "one of one"}
    declared(body, {"type": "object", "properties": {"a": choice}})


def result_taken_out(body: Any) -> None:
    place, number, _ = next(parts_with(body, "function_response"))
    row = body["contents"][place]
    del row["parts"][number]
    if not row["parts"]:
        del body["contents"][place]


def result_twice(body: Any) -> None:
    place, _, part = next(parts_with(body, "function_response"))
    body["contents"][place]["parts"].append(copy.deepcopy(part))


def result_later(body: Any) -> None:
    place, _, _ = next(parts_with(body, "function_response"))
    body["contents"].insert(place, {"role": "user", "parts": [{"text": "wait"}]})


def words_beside_a_result(body: Any) -> None:
    place, _, _ = next(parts_with(body, "function_response"))
    body["contents"][place]["parts"].append({"text": "So?"})


def result_of_another(body: Any) -> None:
    _, _, part = next(parts_with(body, "function_response"))
    held(part, "function_response")["name"] = "call_77"


def result_with_another_id(body: Any) -> None:
    for _, _, part in parts_with(body, "function_response"):
        result = held(part, "function_response")
        if "id" in result:
            result["id"] = "another"
            return
    raise StopIteration


def answer_as_a_list(body: Any) -> None:
    _, _, part = next(parts_with(body, "function_response"))
    held(part, "function_response")["response"] = ["Rome", "Bern"]


def arguments_as_text(body: Any) -> None:
    _, _, part = next(parts_with(body, "function_call"))
    held(part, "function_call")["args"] = "{}"


def no_name(body: Any) -> None:
    _, _, part = next(parts_with(body, "function_call"))
    held(part, "function_call")["name"] = "9 lives"


def two_kinds_of_data(body: Any) -> None:
    _, _, part = next(parts_with(body, "function_call"))
    part["text"] = "and"


def call_of_a_person(body: Any) -> None:
    body["contents"][0]["parts"].append({"functionCall": {"name": "f"}})


def result_split_off(body: Any) -> None:
    for place, number, part in parts_with(body, "function_response"):
        if number:
            del body["contents"][place]["parts"][number]
            body["contents"].insert(place + 1, {"role": "user", "parts": [part]})
            return
    raise StopIteration


def name_of_a_speaker(body: Any) -> None:
    body["contents"][0]["name"] = "ann"


def system_without_parts(body: Any) -> None:
    body.pop("system_instruction", None)
    body["systemInstruction"] = {"parts": []}


def declared(body: Any, schema: Any) -> None:
    body["tools"] = [{"functionDeclarations": [{"name": "f", "parameters": schema}]}]


def strange_keyword(body: Any) -> None:
    declared(body, {"type": "object", "properties": {"a": {"const": 1, "type": "string"}}})


def type_list(body: Any) -> None:
    declared(body, {"type": "object", "properties": {"a": {"type": ["null", "string"]}}})


def object_of_nothing(body: Any) -> None:
    declared(body, {"type": "object", "properties": {"a": {"type": "object", "properties": {}}}})


def tool_twice(body: Any) -> None:
    body["tools"] = [{"functionDeclarations": [{"name": "f"}, {"name": "f"}]}]


FAULTS: list[Callable[[Any], None]] = [
    no_contents,
    odd_role,
    no_parts,
    ends_with_the_model,
    ends_with_a_call,
    begins_with_a_call,
    result_taken_out,
    result_twice,
    result_later,
    words_beside_a_result,
    result_of_another,
    result_with_another_id,
    answer_as_a_list,
    arguments_as_text,
    no_name,
    two_kinds_of_data,
    call_of_a_person,
    result_split_off,
    name_of_a_speaker,
    system_without_parts,
    strange_keyword,
    type_list,
    object_of_nothing,
    tool_twice,
    words_before_a_call,
    results_of_two_steps_in_one,
    call_without_data,
    bytes_of_nothing,
    media_of_no_type,
    odd_key_of_a_part,
    reference,
    required_of_nobody,
    items_of_no_type,
    any_of_beside_others,
]


class TestCalibration:
    """Against what the API really answered."""

    @pytest.mark.parametrize("row", ROWS, ids=lambda row: row["model"])
    def test_what_was_accepted_passes(self, row: dict[str, Any]) -> None:
        assert judge(row["request"], signed=is_signed(row)) == []

    def test_what_was_refused_does_not(self) -> None:
        assert judge(REFUSED["request"]) == ["[0].role: user or model"]

    @pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
    def test_each_single_fault_is_seen(self, fault: Callable[[Any], None]) -> None:
        spoiled = 0
        for row in ROWS:
            body = copy.deepcopy(row["request"])
            try:
                fault(body)
            except StopIteration:
                continue
            spoiled += 1
            assert judge(body), row["path"]
        assert spoiled > 0

    def test_a_missing_signature_is_seen_in_the_current_turn_alone(self) -> None:
        seen = 0
        for row in filter(is_signed, ROWS):
            body = copy.deepcopy(row["request"])
            for _, _, part in parts_with(body, "function_call"):
                for key in [one for one in part if snake(one) == "thought_signature"]:
                    del part[key]
            if body["contents"][-1]["parts"][0].keys() & {"functionResponse", "function_response"}:
                seen += 1
                assert "function call is missing a thought_signature" in judge(body, signed=True)
        assert seen > 5


class TestWhatWeWrite:
    """Records that forgot how they were written are written as the API wants them."""

    @pytest.mark.parametrize("row", ROWS, ids=lambda row: row["model"])
    def test_the_usual_form_passes(self, row: dict[str, Any]) -> None:
        codec, to = codec_named("gemini"), profile("gemini", model=row["model"])
        read = codec.decode(row["request"])
        bare = pvector(evolve(node, written=None) for node in read.messages)
        tools = read.tools and tuple(evolve(one, written=None) for one in read.tools)
        body = codec.encode(evolve(read, messages=bare, tools=tools, written=None), to).body

        assert judge(body, signed=is_signed(row)) == []
